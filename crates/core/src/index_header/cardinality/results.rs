//! Results of counting label sets.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Error;
use crate::index_header::results::{ByteText, StatisticsRemark};

/// Counts of the distinct label sets of an index, or of one metric of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IndexCardinality {
    /// Name of the counted metric; `None` for all series.
    pub metric: Option<ByteText>,
    /// Number of counted series.
    pub series: u64,
    /// The series that would remain without each requested label; `None` if none was requested, or there are too many
    /// to count.
    pub dropped: Option<Vec<DroppedLabel>>,
    /// Pairs of label names, most combinations first; `None` if they were not requested, or are too many to count.
    pub pairs: Option<Vec<LabelNamePair>>,
    /// Reasons for nulls.
    pub remarks: Vec<StatisticsRemark>,
    /// Whether everything was read and is sound.
    pub complete: bool,
    /// The first error.
    pub error: Option<Error>,
}

/// The series that would remain if their labels lacked one label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct DroppedLabel {
    /// Name of the label.
    pub name: ByteText,
    /// Number of series with this label.
    pub series: u64,
    /// Number of distinct label sets without it.
    pub remaining: u64,
    /// Number of series less `remaining`.
    pub saved: u64,
    /// Number of series whose label set without it is also that of another series.
    pub colliding: u64,
}

/// Two label names that occur together in a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct LabelNamePair {
    /// The two names.
    pub names: [ByteText; 2],
    /// Number of values of each name in the counted series.
    pub values: [u64; 2],
    /// Product of the numbers of values.
    pub product: u64,
    /// Number of distinct combinations of their values.
    pub combinations: u64,
}
