//! One pass over the tags of a recording: a software clock, order of time, virtual channels, partial results and their merging.
//!
//! The law: `run(a ++ b) = merge(run(a), run(b))` for every way to cut. The same code therefore serves one pass, many
//! workers on many frames, a growing file, and an external engine that maps over files and reduces.
//!
//! Most analyses count tags in order of time. Tags out of order by up to [`LOOK_AHEAD`] ticks are sorted. A later tag,
//! or one that makes a crowd ([`max_crowd`]), ends the run. Memory holds the tags near the ends of the run, at most
//! [`MAX_HELD`].

pub(crate) mod accumulator;
pub(crate) mod new_tags;
pub(crate) mod ordered_analysis;
pub(crate) mod partial;
pub mod software_clock;
pub(crate) mod time_order;
pub mod virtual_channels;

pub use crate::counting::limits::{LOOK_AHEAD, MAX_CELLS, MAX_HELD, MAX_LISTED, max_crowd};
pub use accumulator::{Accumulator, Analysis};
pub(crate) use ordered_analysis::Ordered;
pub use partial::PARTIAL_VERSION;
pub(crate) use partial::append;
pub(crate) use time_order::too_late;
