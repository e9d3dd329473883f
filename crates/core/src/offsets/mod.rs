//! The `X-Read-Consistency-Offsets` header of Grafana Mimir: the last produced Kafka offset of
//! every partition, which a query waits for.
//!
//! ```
//! let header = tagview_core::offsets::open("v1=0:1042,1:977", None);
//! println!("{:?}", header.report(true));
//! ```
//!
//! The way of a pasted text: [`input`] finds its headers, [`recognise`] finds the encoding of the
//! value, [`header`] (text) or [`encodings`] decode it, [`map`] resolves duplicate partitions,
//! `diagnose` returns findings, and [`inspect`] combines all of these. [`lookup`] returns only the
//! offset that Mimir's ingester would use; [`diff()`] compares two headers.

pub mod companions;
mod detect;
mod diagnose;
pub mod diff;
pub mod encoding;
pub mod encodings;
pub mod entries;
mod entry_number;
pub mod finding;
pub mod header;
pub mod input;
mod inspect;
pub mod lookup;
pub mod map;
mod number;
pub mod recognise;
mod report;
mod results;

use crate::signatures::{FileKind, Format, Mark};

pub use detect::holds_header;
pub use diff::diff;
pub use encoding::Encoding;
pub use entries::{Columns, CompartmentEntry, Entries, Offsets};
pub use finding::CODES;
pub use inspect::{Inspected, open};
pub use report::{Options, inspect};
pub use results::{
    Companions, DuplicateEntry, DuplicatePartition, HeaderRemark, LagColumns, OffsetsAnswer, OffsetsColumns,
    OffsetsDiff, OffsetsHeader, OffsetsSize, PartitionKey, PartitionLag, PartitionOffset,
};

/// The row of offset headers in the list of formats.
pub(crate) const FORMAT: Format = Format::read_as(
    FileKind::OffsetHeader,
    "offsets",
    "an offset header",
    Mark::Content(|sample| holds_header(sample.head)),
);
