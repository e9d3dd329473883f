//! Tags of several channels that come together.

mod analysis;
mod partial;
mod request;

pub use analysis::{Coincidence, CoincidenceHead};
pub use partial::CoincidencePartial;
pub(super) use request::UncheckedParameters;
