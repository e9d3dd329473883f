//! How many tags of one channel follow how long after those of another.

mod analysis;
mod columns;
mod normalisation;

pub(super) use analysis::CorrelationRequest;
pub use analysis::{Correlation, CorrelationPartial, PairOfChannels};
