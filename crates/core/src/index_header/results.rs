//! Contents of an index-header, and statistics of the series of an index.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use super::header::Kind;
use super::report::Likeness;
use crate::error::{Error, Finding};
use crate::numbers::{Bytes, Counts, Integers, Large};

/// A name, a value or a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum ByteText {
    /// Text.
    Text(String),
    /// Bytes that are not UTF-8.
    Hex {
        /// The bytes in hexadecimal.
        hex: String,
    },
}

impl From<&[u8]> for ByteText {
    fn from(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Hex { hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect() },
        }
    }
}

/// Contents of an index-header, a sparse header or an index, without labels, values and symbols.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IndexHeaderContents {
    /// Kind of the file; `None` if it is none of the three.
    pub kind: Option<Kind>,
    /// Bytes of the file.
    pub size: u64,
    /// Version of the index-header.
    pub version: Option<u8>,
    /// Version of the index: 1 or 2.
    pub index_version: Option<u8>,
    /// Offsets of the sections.
    pub toc: Option<SectionOffsets>,
    /// Offsets of the sections of the full index.
    pub index_toc: Option<IndexSectionOffsets>,
    /// Byte after the last postings list in the index.
    pub postings_end: Option<Large>,
    /// The parts of the file, in their order.
    pub sections: Vec<IndexHeaderSection>,
    /// Number of symbols.
    pub symbols: u64,
    /// Bytes of the symbols.
    pub symbols_bytes: Option<u64>,
    /// Bytes of the longest symbol.
    pub longest_symbol: Option<u64>,
    /// Number of label names.
    pub label_names: u64,
    /// Number of values of all labels; `None` if only samples were read.
    pub label_values: Option<u64>,
    /// Bytes of the postings lists of all labels.
    pub postings_bytes: Option<u64>,
    /// Series of the block, from the list of all; `None` if that is missing, or only samples were read.
    pub series: Option<u64>,
    /// Bytes of the list of all series.
    pub all_postings_bytes: Option<u64>,
    /// Sampling interval of values: every n-th value is kept.
    pub sampling: u64,
    /// Number of sampled values.
    pub samples: u64,
    /// Bytes of memory that the sampled tables take.
    pub memory: u64,
    /// Bytes of a sparse header's content.
    pub message_bytes: Option<u64>,
    /// Results for every value; `None` if they were not requested.
    pub report: Option<IndexHeaderReport>,
    /// Whether everything was read and is sound.
    pub complete: bool,
    /// The first error.
    pub error: Option<Error>,
    /// All findings.
    pub findings: Vec<Finding>,
}

/// Offsets of the sections of an index-header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct SectionOffsets {
    /// Byte offset of the symbols.
    pub symbols: Large,
    /// Byte offset of the postings offset table.
    pub postings_offset_table: Large,
}

/// Offsets of the sections of a full index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename = "IndexToc"))]
#[non_exhaustive]
pub struct IndexSectionOffsets {
    /// Byte offset of the symbols.
    pub symbols: Large,
    /// Byte offset of the series.
    pub series: Large,
    /// Byte offset of the values by label.
    pub label_indices: Large,
    /// Byte offset of the table of the values by label.
    pub label_indices_table: Large,
    /// Byte offset of the postings lists.
    pub postings: Large,
    /// Byte offset of the postings offset table.
    pub postings_table: Large,
}

/// A part of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IndexHeaderSection {
    /// Name of the part.
    pub name: SectionName,
    /// Offset of the first byte.
    pub offset: Large,
    /// Size in bytes, with length and checksum.
    pub bytes: Large,
    /// Number of entries.
    pub count: u64,
    /// Checksum in hexadecimal; `None` if it was not read.
    pub checksum: Option<String>,
}

/// The name of a part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SectionName {
    /// The symbols.
    Symbols,
    /// The postings offset table.
    PostingsOffsetTable,
}

/// Results of examining every value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IndexHeaderReport {
    /// The largest postings lists, largest first.
    pub largest: Vec<PostingsList>,
    /// Metric names, most series first.
    pub metrics: Vec<MetricSeries>,
    /// Number of values of 0, 1, 2 to 3, 4 to 7, ... bytes.
    pub lengths: Counts,
    /// Bytes of the longest value.
    pub longest: u64,
    /// Labels for which more than half of the values match one pattern.
    pub culprits: Vec<PatternedLabel>,
}

/// A postings list, and its number of series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct PostingsList {
    /// Name of the label.
    pub name: ByteText,
    /// Value of the label.
    pub value: ByteText,
    /// First byte of the postings in the index.
    pub start: Large,
    /// The byte after the postings.
    pub end: Large,
    /// Number of series.
    pub series: u64,
}

/// A metric, and its number of series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct MetricSeries {
    /// Name of the metric.
    pub value: ByteText,
    /// Number of series.
    pub series: u64,
}

/// A label for which more than half of the values match one pattern.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct PatternedLabel {
    /// Name of the label.
    pub name: ByteText,
    /// The pattern.
    pub looks_like: Likeness,
    /// Number of values that match.
    pub values: u64,
    /// Bytes of these values.
    pub bytes: u64,
    /// One of these values.
    pub example: ByteText,
}

/// The label names in the order of the table, in columns. A column of counts is `None` if only samples were read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct LabelColumns {
    /// Numbers of the labels in the table.
    pub label: Counts,
    /// Names.
    pub name: TextColumn,
    /// First values.
    pub first: TextColumn,
    /// Last values.
    pub last: TextColumn,
    /// Numbers of values.
    pub values: Option<Counts>,
    /// Lower bounds of the numbers of values, from the samples.
    pub values_least: Counts,
    /// Upper bounds of the numbers of values.
    pub values_most: Counts,
    /// Bytes of the values.
    pub value_bytes: Option<Counts>,
    /// Bytes of the entries in the table.
    pub table_bytes: Option<Counts>,
    /// Bytes of the postings lists.
    pub postings_bytes: Option<Counts>,
    /// Numbers of series with the label.
    pub series: Option<Counts>,
    /// Ends of the ranges of the last values' postings, in 64 bits without a sign.
    pub last_end: Integers,
}

/// Concatenated strings.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct TextColumn {
    /// The strings, one after the other.
    pub bytes: Bytes,
    /// Length of each string in bytes.
    pub lengths: Counts,
}

/// The sampled values of a label, and the offsets of their entries in the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct LabelSamples {
    /// The values.
    pub values: Vec<ByteText>,
    /// Offsets of their entries, from the beginning of the section.
    pub places: Counts,
}

/// Statistics of the series of an index.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct SeriesStatistics {
    /// Number of series.
    pub series: u64,
    /// Series without a chunk.
    pub empty_series: u64,
    /// Number of chunks.
    pub chunks: u64,
    /// Label pairs, counted once per series.
    pub label_pairs: u64,
    /// Earliest time of a chunk in milliseconds since 1970; `None` without chunks.
    pub min_time: Option<i64>,
    /// Latest time of a chunk in milliseconds since 1970.
    pub max_time: Option<i64>,
    /// Labels in alphabetical order.
    pub labels: Vec<LabelSeries>,
    /// The label pairs, most churn first.
    pub churning: Vec<LabelPairSeries>,
    /// Maximum number of uncounted series of a label or a label pair: 0 if everything was counted.
    pub missed: u64,
    /// Reasons for nulls and inexact numbers.
    pub remarks: Vec<StatisticsRemark>,
    /// Whether everything was read and is sound.
    pub complete: bool,
    /// The first error.
    pub error: Option<Error>,
    /// All findings.
    pub findings: Vec<Finding>,
}

/// Results of comparing the postings lists of an index with its series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IndexVerification {
    /// Number of sound series.
    pub series: u64,
    /// Number of postings lists.
    pub postings_lists: u64,
    /// Number of references to series in all lists.
    pub postings: u64,
    /// Number of symbols that no series uses; `None` if a part could not be read.
    pub unused_symbols: Option<u64>,
    /// Whether everything was read and is sound.
    pub complete: bool,
    /// The first error.
    pub error: Option<Error>,
    /// All findings.
    pub findings: Vec<Finding>,
}

/// Statistics of the series with a label name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct LabelSeries {
    /// Name of the label.
    pub name: ByteText,
    /// Number of series.
    pub series: u64,
    /// Number of series whose value differs from that of the previous series, or where only one of the two has the
    /// label.
    pub differ: u64,
    /// Share of the whole time that a series does not cover, summed over the series: large for short-lived series.
    /// `None` if the chunks span no time.
    pub churn: Option<f64>,
}

/// Statistics of the series with a label pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct LabelPairSeries {
    /// Name of the label.
    pub name: ByteText,
    /// Value of the label.
    pub value: ByteText,
    /// Number of series.
    pub series: u64,
    /// Churn of the pair, defined as for a label.
    pub churn: Option<f64>,
}

/// Why a number of the statistics is `None` or inexact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct StatisticsRemark {
    /// Key of the number.
    pub about: &'static str,
    /// Words with hyphens, stable for scripts.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
}
