//! The delay between two channels.

mod analysis;
mod peaks;
mod result;

pub use analysis::Delay;
pub use result::PeakResult;
