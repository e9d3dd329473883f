//! The `X-Read-Consistency-Offsets` header of Grafana Mimir: the last produced Kafka offset of
//! every partition, which a query waits for.
//!
//! The way of a paste: [`input`] finds the headers in it, [`recognise`] finds how the value is
//! encoded, [`header`] (text) or [`encodings`] decode it, [`map`] settles what stands several
//! times, `diagnose` finds what is odd, and [`inspect`] puts all of that together. [`lookup`] is
//! what Mimir's ingester is answered, without any of the rest; [`diff`] compares two headers;
//! [`Workload`] is for timing.

pub mod companions;
mod detect;
mod diagnose;
pub mod diff;
pub mod encoding;
pub mod encodings;
pub mod entries;
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
mod workload;

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
pub use workload::Workload;
