//! The delay between two channels.

mod analysis;
mod peaks;
mod result;

pub use analysis::{Delay, DelayRequest, DelayResult};
pub use peaks::CorrelationPeak;
pub use result::{DipResult, PeakResult};
