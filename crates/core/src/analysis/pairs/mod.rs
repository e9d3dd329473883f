//! Correlations of every pair of channels.

mod analysis;
mod counts;

pub use analysis::{Pairs, PairsEntry, PairsRequest, PairsResult};
