//! Counting of tags: pairs, tuples, bins and slices, in integers that can be added however a run is cut.

pub(crate) mod bins;
pub(crate) mod block_levels;
pub(crate) mod compact_counts;
pub(crate) mod excerpts;
pub(crate) mod limits;
pub(crate) mod new_times;
pub(crate) mod octaves;
pub(crate) mod pair_counting;
pub(crate) mod saved_counts;
pub(crate) mod slices;

pub use bins::{BinsResult, log_edges};
