//! Results about the chunks of a block.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use super::chunk::ChunkEncoding;
use crate::error::{Error, Finding};
use crate::numbers::Large;

/// The chunks of a block, compared with its index.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct BlockChunks {
    /// Number of series in the index.
    pub series: u64,
    /// Number of chunks in the index.
    pub chunks: u64,
    /// Earliest time of a chunk in the index, in milliseconds since 1970; `None` without chunks.
    pub min_time: Option<i64>,
    /// Latest time of a chunk in the index, in milliseconds since 1970.
    pub max_time: Option<i64>,
    /// The segment files in their order.
    pub segments: Vec<BlockSegment>,
    /// Contents of the chunks; `None` if they were not read.
    pub contents: Option<ChunkContents>,
    /// Whether everything that was read is sound.
    pub complete: bool,
    /// The first error.
    pub error: Option<Error>,
    /// All findings. The offset of a finding about a chunk is a byte of its segment file.
    pub findings: Vec<Finding>,
}

/// A segment file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct BlockSegment {
    /// Name of the file in the folder `chunks`.
    pub name: String,
    /// Bytes of the file.
    pub bytes: Large,
    /// Number of chunks that the index places in the file.
    pub chunks: u64,
}

/// The contents of the sound chunks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ChunkContents {
    /// Number of samples, without samples of aggregates.
    pub samples: u64,
    /// Number of values that are lower than the one before them in the series, in chunks with XOR encoding: resets of
    /// counters, and falls of gauges.
    pub decreases: u64,
    /// Number of series with such a value.
    pub decreasing_series: u64,
    /// The encodings that occur.
    pub encodings: Vec<EncodedChunks>,
}

/// The sound chunks with one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct EncodedChunks {
    /// The encoding.
    pub encoding: ChunkEncoding,
    /// Number of chunks.
    pub chunks: u64,
    /// Bytes of the chunks, with lengths and checksums.
    pub bytes: Large,
    /// Number of samples; `None` for aggregates, which have several numbers.
    pub samples: Option<u64>,
}
