//! Bins over differences of times, linear or logarithmic.

mod bin_shape;
mod counts;
mod finder;
mod log_edges;

pub use bin_shape::BinShape;
pub use counts::BinCounts;
pub use finder::{BinRequest, Bins, BinsResult};
pub use log_edges::log_edges;
