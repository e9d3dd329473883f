//! Time tags: the file format, its reader and writer, and tags in memory.
//!
//! From the outside in: [`TagStream`] reads the bytes of a file, [`message::Reader`] its decoded bytes, and
//! [`TagBlocks`] split the tags by channel for the analyses.

pub mod about;
pub mod block;
mod borders;
pub mod channels;
mod clock_counts;
pub(crate) mod duration;
mod ending;
mod extent;
pub mod index;
mod lost_times;
pub mod message;
mod outline;
pub mod packing;
pub mod recording;
pub mod selection;
mod sink;
mod source;
mod tag;
pub mod text;
mod ticks;
mod totals;
pub mod writer;

use crate::signatures::{FileKind, Format, Mark};
use recording::FirstBytes;

pub use block::{BLOCK_TAGS, TagBlock, TagBlocks};
pub use borders::Borders;
pub use channels::{MAX_CHANNELS, PerChannel};
pub use clock_counts::ClockCounts;
pub use ending::Ending;
pub use extent::Extent;
pub use index::Index;
pub use lost_times::{LostTime, LostTimes};
pub use message::{MAX_BUFFERED, MAX_PENDING, MAX_READER_BYTES, MAX_SEGMENTS, Reader, looks_like_message};
pub use outline::Outline;
pub use recording::TagStream;
pub use selection::{Selection, SelectionRequest};
pub use sink::{FileSummary, TagSink};
pub use source::TagSource;
pub use tag::{Tag, sort_by_time};
pub use ticks::Ticks;
pub use totals::{ReadFindings, ReadReport, Totals};
pub use writer::Writer;

/// The row of recordings of tagview's own format in the list of formats.
pub(crate) const FORMAT: Format = Format::read_as(
    FileKind::Recording,
    "tags",
    "a recording of time tags",
    Mark::Content(|sample| matches!(FirstBytes::of(sample.head), FirstBytes::Zstd | FirstBytes::Message)),
);
