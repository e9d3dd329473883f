//! How many tags of one channel follow how long after those of another.

mod analysis;
mod columns;
mod fit;
mod normalisation;
mod request;
mod result;

pub use analysis::{Correlation, CorrelationCounts};
pub use request::CorrelationRequest;
pub use result::{CorrelationResult, FitParameter, FitResult, PairOfChannels};
