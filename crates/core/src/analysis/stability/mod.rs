//! How steady the light of a channel is.

mod analysis;
mod deviation;
mod partial;
mod result;

pub use analysis::{Stability, StabilityRequest};
pub use result::{StabilityChannel, StabilityResult};
