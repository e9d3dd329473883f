//! `meta.json`: the time range, sources and counts that a block states.
//!
//! Source: Prometheus, `tsdb/block.go`, `BlockMeta`; Thanos, `pkg/block/metadata/meta.go`, which Mimir follows.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Code, Error};

/// Contents of a block's `meta.json`. Times are in milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct BlockMeta {
    /// Identity of the block.
    pub ulid: String,
    /// Version of the file.
    pub version: u64,
    /// Earliest time of a sample in milliseconds since 1970, inclusive.
    pub min_time: i64,
    /// Latest time of a sample in milliseconds since 1970, exclusive.
    pub max_time: i64,
    /// Number of series; `None` if it is not stated.
    pub series: Option<u64>,
    /// Number of chunks.
    pub chunks: Option<u64>,
    /// Number of samples.
    pub samples: Option<u64>,
    /// Number of deletions that are not carried out yet.
    pub tombstones: Option<u64>,
    /// Number of compactions that led to the block, from 1.
    pub level: u64,
    /// The blocks of level 1 that it was made of.
    pub sources: Vec<String>,
    /// The blocks from which it was directly made.
    pub parents: Vec<BlockParent>,
    /// Remarks for the compactor, such as `from-out-of-order`.
    pub hints: Vec<String>,
    /// Whether a compaction left it without a sample.
    pub deletable: bool,
    /// Whether its compaction has failed.
    pub failed: bool,
    /// External labels of Thanos and Mimir.
    pub labels: Vec<ExternalLabel>,
    /// The program that uploaded it; `None` for a block of Prometheus.
    pub source: Option<String>,
    /// Milliseconds between the samples of a downsampled block of Thanos; 0 for a block with all samples, `None` for a
    /// block of Prometheus.
    pub resolution_ms: Option<i64>,
}

/// A block that another one was made of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all(deserialize = "camelCase"), default)]
#[non_exhaustive]
pub struct BlockParent {
    /// Identity of the block.
    pub ulid: String,
    /// Earliest time of a sample in milliseconds since 1970, inclusive.
    pub min_time: i64,
    /// Latest time of a sample in milliseconds since 1970, exclusive.
    pub max_time: i64,
}

/// A label of all series of a block, which its index does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ExternalLabel {
    /// Name of the label.
    pub name: String,
    /// Value of the label.
    pub value: String,
}

/// The file. Go writes empty lists and maps as null.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MetaFile {
    ulid: String,
    version: u64,
    min_time: i64,
    max_time: i64,
    #[serde(default)]
    stats: Option<Stats>,
    #[serde(default)]
    compaction: Option<Compaction>,
    #[serde(default)]
    thanos: Option<Thanos>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Stats {
    num_series: Option<u64>,
    num_chunks: Option<u64>,
    num_samples: Option<u64>,
    num_tombstones: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Compaction {
    level: u64,
    sources: Option<Vec<String>>,
    parents: Option<Vec<BlockParent>>,
    hints: Option<Vec<String>>,
    deletable: bool,
    failed: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Thanos {
    labels: Option<BTreeMap<String, String>>,
    source: Option<String>,
    downsample: Option<Downsample>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Downsample {
    resolution: i64,
}

impl BlockMeta {
    /// Reads the bytes of `meta.json`.
    ///
    /// # Errors
    /// `Empty`, `BadMetadata`.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let remedy = "restore it from another copy of the block";
        if bytes.is_empty() {
            return Err(Error::new(Code::Empty, "meta.json: the file is empty", remedy));
        }
        if bytes.iter().all(|byte| *byte == 0) {
            let message = "meta.json: the file holds only zeros, as after a power failure";
            return Err(Error::new(Code::BadMetadata, message, remedy));
        }
        let file: MetaFile = serde_json::from_slice(bytes)
            .map_err(|error| Error::new(Code::BadMetadata, format!("meta.json: {error}"), remedy))?;
        let stats = file.stats.unwrap_or_default();
        let compaction = file.compaction.unwrap_or_default();
        let thanos = file.thanos.unwrap_or_default();
        let labels = thanos.labels.unwrap_or_default();
        Ok(Self {
            ulid: file.ulid,
            version: file.version,
            min_time: file.min_time,
            max_time: file.max_time,
            series: stats.num_series,
            chunks: stats.num_chunks,
            samples: stats.num_samples,
            tombstones: stats.num_tombstones,
            level: compaction.level,
            sources: compaction.sources.unwrap_or_default(),
            parents: compaction.parents.unwrap_or_default(),
            hints: compaction.hints.unwrap_or_default(),
            deletable: compaction.deletable,
            failed: compaction.failed,
            labels: labels.into_iter().map(|(name, value)| ExternalLabel { name, value }).collect(),
            source: thanos.source,
            resolution_ms: thanos.downsample.map(|downsample| downsample.resolution),
        })
    }
}
