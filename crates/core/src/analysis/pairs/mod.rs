//! How all channels are correlated with each other.

mod analysis;
mod partial;

pub use analysis::Pairs;
