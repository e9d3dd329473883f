//! How many tags of one channel follow how long after those of another.

mod analysis;
mod columns;
mod normalisation;
mod result;

pub(super) use analysis::CorrelationRequest;
pub use analysis::{Correlation, CorrelationPartial};
pub use result::PairOfChannels;
