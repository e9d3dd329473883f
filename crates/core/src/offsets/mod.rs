//! The `X-Read-Consistency-Offsets` header of Grafana Mimir: the last produced Kafka offset of
//! every partition, which a query waits for.
//!
//! [`header`] is its grammar, [`encodings`] the seven ways its designers measured, [`lookup`]
//! what Mimir's ingester is answered.

pub mod encodings;
pub mod entries;
pub mod finding;
pub mod header;
pub mod lookup;
mod number;

pub use encodings::Encoding;
pub use entries::{Columns, CompartmentEntry, Entries, Offsets};
pub use finding::{Finding, Kind, Severity};
