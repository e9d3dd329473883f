//! Bursts of photons of single molecules: a burst search with a constant threshold, and the proximity ratio of each burst.

mod analysis;
mod found;

pub use analysis::{Bursts, BurstsRequest, BurstsResult};
