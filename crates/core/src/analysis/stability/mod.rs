//! Steadiness of the light of a channel.

mod analysis;
mod deviation;
mod partial;
mod result;

pub use analysis::{Stability, StabilityRequest};
pub use result::{StabilityChannel, StabilityResult};
