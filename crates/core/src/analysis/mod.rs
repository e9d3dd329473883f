//! Analyses: mergeable accumulators over a time-ordered run of tags.
//!
//! The one law: `run(a ++ b) = merge(run(a), run(b))` for every way to cut. It lets the
//! same code serve one pass, many workers on many frames, a file that still grows, and an
//! engine outside that maps over files and reduces. `README.md` beside this file is the map.

mod accumulator;
mod bins;
mod block_levels;
mod coincidence;
mod compact_counts;
mod correlation;
mod delay;
mod fit;
mod gaps;
mod heralded;
mod interference;
mod lifetime;
mod limits;
mod listing;
mod new_tags;
mod ordered;
mod pair_counting;
mod pairs;
mod partial;
mod peak;
mod period;
mod rate;
mod registry;
pub mod shape;
mod slices;
mod stability;
mod statistics;
mod summary;
mod time_order;
pub mod virtual_channels;
mod workload;

pub use accumulator::{Analysis, AnyAnalysis, Example};
pub use bins::{BinShape, Bins, log_edges};
pub use coincidence::Coincidence;
pub use correlation::Correlation;
pub use delay::Delay;
pub use gaps::Gaps;
pub use heralded::Heralded;
pub use interference::{interference, interference_shape};
pub use lifetime::Lifetime;
pub use limits::{LOOK_AHEAD, MAX_CELLS, MAX_HELD, MAX_LISTED, max_crowd};
pub use listing::Listing;
pub use ordered::{Ordered, OrderedAnalysis};
pub use pairs::Pairs;
pub use partial::PARTIAL_VERSION;
pub(crate) use partial::append;
pub use rate::Rate;
pub use registry::{ANALYSES, Listed, make};
pub use stability::Stability;
pub use summary::Summary;
pub(crate) use time_order::too_late;
pub use workload::Workload;
