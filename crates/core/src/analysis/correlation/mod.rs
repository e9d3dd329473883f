//! Correlation of two channels: pairs of tags by their delay.

mod analysis;
mod columns;
mod fit;
mod hints;
mod normalisation;
mod request;
mod result;

pub use analysis::{Correlation, CorrelationCounts};
pub use request::CorrelationRequest;
pub use result::{CorrelationResult, FitParameter, FitResult, PairOfChannels};
