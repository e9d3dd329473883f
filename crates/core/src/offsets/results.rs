//! Contents of an offset header, and the lag between two headers.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use super::encoding::Encoding;
use super::recognise::Recognised;
use crate::error::{Code, Error, Finding};
use crate::numbers::{Integers, Large};

/// Contents of an offset header. Integers are exact.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct OffsetsHeader {
    /// The decoded value, without its name and surrounding text.
    pub header: String,
    /// Encoding of the value.
    pub encoding: Encoding,
    /// Version of the header, 1 or 2; `None` if the value has no `vN=`.
    pub version: Option<u32>,
    /// Entries by partition, ascending; `None` if no rows were requested.
    pub partitions: Option<Vec<PartitionOffset>>,
    /// Number of partitions.
    pub count: u64,
    /// Number of partitions with an offset of -1, which `min_offset`, `max_offset` and `total` leave out.
    pub empty: u64,
    /// Partitions (in a `v2` header with their compartments) that occur several times.
    pub duplicates: Vec<DuplicatePartition>,
    /// The smallest offset; `None` without offsets.
    pub min_offset: Option<i64>,
    /// The largest offset; `None` without offsets.
    pub max_offset: Option<i64>,
    /// Sum of the offsets, without those of -1.
    pub total: i128,
    /// Whether everything could be read.
    pub complete: bool,
    /// The first error.
    pub error: Option<HeaderRemark>,
    /// Number of entries in the text.
    pub entries: u64,
    /// Byte offset of the value.
    pub header_offset: Option<Large>,
    /// A row per offset.
    pub columns: OffsetsColumns,
    /// The first 1,000 duplicate offsets in file order, and the result of a look-up.
    pub duplicate_entries: Vec<DuplicateEntry>,
    /// Partitions that are in the text but that Mimir's look-up does not find.
    pub not_found: Vec<i32>,
    /// All findings, including `error`.
    pub findings: Vec<Finding>,
    /// Reason for the detected encoding; `None` if it was given.
    pub recognised: Option<Recognised>,
    /// Accompanying headers.
    pub companions: Companions,
}

/// A finding in a header, with its position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HeaderRemark {
    /// Identifier for scripts, in kebab case.
    pub code: Code,
    /// One or more full sentences.
    pub message: String,
    /// Byte offset in the text; `None` if the finding concerns the whole text.
    pub offset: Option<Large>,
}

/// A row per offset; compartments and clusters only in a `v2` header.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct OffsetsColumns {
    /// Numbers of the read compartments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compartment: Option<Integers>,
    /// Numbers of the partitions.
    pub partition: Integers,
    /// Indices of the Kafka clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<Integers>,
    /// Last produced offsets.
    pub offset: Integers,
}

/// An entry: an offset, or for a `v2` header a compartment and an offset per Kafka cluster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct PartitionOffset {
    /// Number of the read compartment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compartment: Option<i64>,
    /// Number of the partition.
    pub partition: i32,
    /// Last produced offset, in a `v1` header; -1 for an empty partition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// Last produced offset in each Kafka cluster, in a `v2` header; `None` if it can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offsets: Option<Vec<Option<i64>>>,
}

/// A partition that occurs several times, in a `v2` header with its compartment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum DuplicatePartition {
    /// Number of the partition, in a `v1` header.
    Partition(i32),
    /// Of a `v2` header.
    InCompartment {
        /// Number of the read compartment.
        compartment: i64,
        /// Number of the partition.
        partition: i32,
    },
}

/// The entries of a partition that occurs several times.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct DuplicateEntry {
    /// Number of the partition.
    pub partition: i32,
    /// Its offsets, in file order.
    pub offsets: Integers,
    /// Offset that a look-up returns.
    pub answer: Option<i64>,
}

/// Headers that accompany an offset header; `None` if they are missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct Companions {
    /// Value of `X-Read-Consistency`.
    pub level: Option<String>,
    /// Whether Mimir accepts the level.
    pub level_valid: Option<bool>,
    /// Value of `X-Read-Consistency-Max-Delay`.
    pub max_delay: Option<String>,
    /// The delay in nanoseconds; `None` if it is not a duration.
    pub max_delay_ns: Option<i64>,
    /// Whether Mimir honours the delay.
    pub max_delay_honoured: Option<bool>,
}

/// The length of an encoding of a header's offsets; `None` if it cannot represent them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct OffsetsSize {
    /// The encoding.
    pub encoding: Encoding,
    /// Length in bytes.
    pub bytes: Option<u64>,
    /// Why the encoding cannot represent the offsets.
    pub error: Option<Error>,
}

/// The result of a look-up of a partition.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct OffsetsAnswer {
    /// Mimir's answer, one per Kafka cluster; for encodings that Mimir never used, the decoded offset. `None` if the
    /// partition is not found.
    pub offsets: Option<Integers>,
    /// Explanation if a reader sees an offset that Mimir does not find.
    pub sentence: Option<String>,
}

/// Lag of one header behind another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct OffsetsDiff {
    /// Entries by partition, ascending; `None` if no rows were requested.
    pub partitions: Option<Vec<PartitionLag>>,
    /// Partitions that only the left header has, ascending.
    pub only_left: Vec<PartitionKey>,
    /// Partitions that only the right header has, ascending.
    pub only_right: Vec<PartitionKey>,
    /// Sum of all lags.
    pub total_lag: i128,
    /// The largest lag.
    pub max_lag: Option<i128>,
    /// The partition with the largest lag, the first of several.
    pub worst: Option<PartitionKey>,
    /// The smallest lag; negative if a partition fell back.
    pub min_lag: Option<i128>,
    /// The median lag; the smaller of two middle values.
    pub median_lag: Option<i128>,
    /// Partitions that are further in the left header than in the right one, largest distance first.
    pub fell_back: Vec<PartitionKey>,
    /// Nonempty partitions with the same offset in both.
    pub stood_still: Vec<PartitionKey>,
    /// The header that is ahead in more partitions; `None` if neither is.
    pub later: Option<Side>,
    /// Number of partitions in both.
    pub count: u64,
    /// A row per partition in both.
    pub columns: LagColumns,
}

/// One of the two headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename = "HeaderSide"))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

/// A partition, in a `v2` header with its compartment and Kafka cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum PartitionKey {
    /// Number of the partition, in a `v1` header.
    Partition(i32),
    /// Of a `v2` header.
    InCluster {
        /// Number of the read compartment.
        compartment: i64,
        /// Number of the partition.
        partition: i32,
        /// Index of the Kafka cluster.
        cluster: i64,
    },
}

/// The lag of a partition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct PartitionLag {
    /// Number of the read compartment, in a `v2` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compartment: Option<i64>,
    /// Number of the partition.
    pub partition: i32,
    /// Index of the Kafka cluster, in a `v2` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<i64>,
    /// Offset in the left header.
    pub left: i64,
    /// Offset in the right header.
    pub right: i64,
    /// `right - left`.
    pub lag: i128,
}

/// A row per partition in both headers; compartments and clusters only of `v2` headers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct LagColumns {
    /// Numbers of the partitions.
    pub partition: Integers,
    /// Offsets in the left header.
    pub left: Integers,
    /// Offsets in the right header.
    pub right: Integers,
    /// `right - left`; lags beyond 64 bits are clamped.
    pub lag: Integers,
    /// Numbers of the read compartments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compartment: Option<Integers>,
    /// Indices of the Kafka clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<Integers>,
}
