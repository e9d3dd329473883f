//! Bins over differences of times, linear or logarithmic.

mod bin_shape;
mod counts;
mod finder;

pub use bin_shape::{BinShape, log_edges};
pub use counts::BinCounts;
pub use finder::{BinRequest, Bins, BinsResult};
