//! Contents of a metadata file.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use super::content::Frame;
use super::header::{Compression, FileType};
use super::repo_content::RepoContent;
use super::user_data::UserData;
use crate::error::{Error, Finding};
use crate::numbers::{Entries, Large};

/// Contents of a metadata file, without single references and updated chunks. One of the four parts is not `None`,
/// unless the file is damaged.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IcechunkSummary {
    /// Type of the file.
    #[serde(rename = "type")]
    pub file_type: FileType,
    /// Version of the specification: 1 or 2.
    pub spec_version: u8,
    /// Id of the snapshot or manifest; `None` for repository info, and if the content is damaged.
    pub id: Option<String>,
    /// The program that wrote it.
    pub implementation: String,
    /// Compression of the content.
    pub compression: Compression,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Bytes before the content.
    pub header_bytes: u64,
    /// Bytes of the decompressed content.
    pub content_bytes: u64,
    /// Identifier at the beginning of the FlatBuffer.
    pub identifier: Option<String>,
    /// Header of the zstd frame; `None` if the content is not compressed.
    pub frame: Option<Frame>,
    /// A commit.
    pub snapshot: Option<SnapshotContent>,
    /// The locations of chunks.
    pub manifest: Option<ManifestContent>,
    /// The changes of a commit.
    pub transaction_log: Option<TransactionLogContent>,
    /// Branches, tags and history of a repository.
    pub repo: Option<RepoContent>,
    /// Whether everything was read and is sound.
    pub complete: bool,
    /// The first error.
    pub error: Option<Error>,
    /// All findings.
    pub findings: Vec<Finding>,
}

/// A commit: its nodes, and the manifests with their chunks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct SnapshotContent {
    /// Id of the snapshot: 20 characters in Crockford's base32.
    pub id: String,
    /// Id of the parent; `None` since version 2, where repository info contains it.
    pub parent: Option<String>,
    /// Time of the commit, RFC 3339; `None` after the year 9999.
    pub flushed_at: Option<String>,
    /// Time of the commit in microseconds since 1970.
    pub flushed_at_us: Large,
    /// The commit message.
    pub message: String,
    /// Values that a user gave.
    pub metadata: Entries<UserData>,
    /// The manifests.
    pub manifests: Vec<ListedManifest>,
    /// The groups and arrays.
    pub nodes: Vec<IcechunkNode>,
    /// Bytes reserved for later versions.
    pub extra_bytes: Option<u64>,
}

/// A manifest in the list of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ListedManifest {
    /// Id of the manifest: 20 characters in Crockford's base32.
    pub id: String,
    /// Bytes of the manifest's file.
    pub bytes: Large,
    /// Number of references.
    pub refs: u64,
}

/// A node of a snapshot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum IcechunkNode {
    /// An array.
    Array(IcechunkArray),
    /// A group, or a node of a type that a later version has.
    Group(IcechunkGroup),
}

/// An array.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IcechunkArray {
    /// Id of the node: 13 characters in Crockford's base32.
    pub id: String,
    /// Path of the node.
    pub path: String,
    /// Type of the node.
    #[serde(rename = "type")]
    pub node_type: ArrayType,
    /// The node's `zarr.json`.
    pub user_data: UserData,
    /// The dimensions.
    pub shape: Vec<IcechunkDimension>,
    /// Names of the dimensions; `None` without any.
    pub dimension_names: Option<Vec<Option<String>>>,
    /// The manifests with its chunks.
    pub manifests: Vec<ManifestExtents>,
}

/// The type of a node that is an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ArrayType {
    /// An array.
    Array,
}

/// A group, or a node of an unknown type.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IcechunkGroup {
    /// Id of the node: 13 characters in Crockford's base32.
    pub id: String,
    /// Path of the node.
    pub path: String,
    /// Type of the node.
    #[serde(rename = "type")]
    pub node_type: GroupType,
    /// The node's `zarr.json`.
    pub user_data: UserData,
}

/// The type of a node that is not an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GroupType {
    /// A group.
    Group,
    /// A type that a later version has.
    Unknown,
}

/// A dimension of an array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct IcechunkDimension {
    /// Name of the dimension.
    pub name: Option<String>,
    /// Number of elements.
    pub array_length: Large,
    /// Elements of a chunk; `None` since version 2.
    pub chunk_length: Option<Large>,
    /// Number of chunks.
    pub num_chunks: Large,
}

/// Ranges of an array's chunks in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ManifestExtents {
    /// Id of the manifest.
    pub id: String,
    /// Range of chunks in each dimension: the first, and the one after the last.
    pub extents: Vec<(u32, u32)>,
}

/// The locations of chunks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ManifestContent {
    /// Id of the manifest: 20 characters in Crockford's base32.
    pub id: String,
    /// Bytes of the dictionary of locations.
    pub location_dictionary_bytes: Option<u64>,
    /// Compression of locations: 0 none, 1 zstd with the dictionary.
    pub compression_algorithm: u8,
    /// The arrays.
    pub arrays: Vec<ArrayReferences>,
}

/// The references of an array in a manifest, counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ArrayReferences {
    /// Id of the node.
    pub node: String,
    /// Number of references.
    pub refs: u64,
    /// References to files of the repository.
    pub native: u64,
    /// References to other files.
    pub r#virtual: u64,
    /// Chunks in the manifest.
    pub inline: u64,
    /// References without a location.
    pub unknown: u64,
    /// Bytes of all chunks.
    pub bytes: Large,
    /// Bytes of native chunks.
    pub native_bytes: Large,
    /// Bytes of virtual chunks.
    pub virtual_bytes: Large,
    /// Bytes of inline chunks.
    pub inline_bytes: Large,
    /// Locations that are compressed.
    pub compressed_locations: u64,
}

/// The changes of a commit. Nodes are given by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct TransactionLogContent {
    /// Id of the snapshot.
    pub id: String,
    /// New groups.
    pub new_groups: Vec<String>,
    /// New arrays.
    pub new_arrays: Vec<String>,
    /// Deleted groups.
    pub deleted_groups: Vec<String>,
    /// Deleted arrays.
    pub deleted_arrays: Vec<String>,
    /// Groups with changed metadata.
    pub updated_groups: Vec<String>,
    /// Arrays with changed metadata.
    pub updated_arrays: Vec<String>,
    /// Arrays with changed chunks.
    pub updated_chunks: Vec<ArrayUpdates>,
    /// Nodes with another path.
    pub moved_nodes: Vec<MovedNode>,
}

/// An array with changed chunks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct ArrayUpdates {
    /// Id of the node.
    pub node: String,
    /// Number of updated chunks.
    pub chunks: u64,
}

/// A node with another path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct MovedNode {
    /// Path before.
    pub from: String,
    /// Path after.
    pub to: String,
    /// Id of the node; `None` in older files.
    pub node: Option<String>,
    /// Type of the node; `None` in older files.
    #[serde(rename = "type")]
    pub node_type: Option<MovedType>,
}

/// The type of a moved node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MovedType {
    /// A group.
    Group,
    /// An array.
    Array,
}
