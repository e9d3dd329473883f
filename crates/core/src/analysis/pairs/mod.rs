//! How all channels are correlated with each other.

mod analysis;
mod counts;

pub use analysis::{Pairs, PairsEntry, PairsRequest, PairsResult};
