//! The content of repository info.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::user_data::UserData;
use crate::numbers::{Entries, Large};

/// Branches, tags and history of a repository.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct RepoContent {
    /// `None`: repository info has no id.
    pub id: (),
    /// Version of the specification.
    pub spec_version: u8,
    /// The snapshots of branches; `None` if the snapshot is unknown.
    pub branches: Entries<Option<String>>,
    /// The snapshots of tags; `None` if the snapshot is unknown.
    pub tags: Entries<Option<String>>,
    /// Names of deleted tags.
    pub deleted_tags: Vec<String>,
    /// The snapshots.
    pub snapshots: Vec<SnapshotInfo>,
    /// Whether the repository can be written to.
    pub status: RepoStatus,
    /// Values that a user gave.
    pub metadata: Entries<UserData>,
    /// The latest changes of the repository.
    pub latest_updates: Vec<RepoUpdate>,
    /// Path of the file with earlier changes.
    pub repo_before_updates: Option<String>,
    /// The configuration; `None` without one.
    pub config: UserData,
    /// Numbers of enabled features.
    pub enabled_feature_flags: Vec<u16>,
    /// Numbers of disabled features.
    pub disabled_feature_flags: Vec<u16>,
}

/// A snapshot in the history.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct SnapshotInfo {
    /// Id of the snapshot: 20 characters in Crockford's base32.
    pub id: String,
    /// Id of its parent.
    pub parent: Option<String>,
    /// Index of the parent in the same list; -1 without a parent.
    #[serde(serialize_with = "as_number")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub parent_offset: i32,
    /// Time of the commit, RFC 3339; `None` after the year 9999.
    pub flushed_at: Option<String>,
    /// Time of the commit in microseconds since 1970.
    pub flushed_at_us: Large,
    /// The commit message.
    pub message: String,
    /// Values that a user gave.
    pub metadata: Entries<UserData>,
}

/// Writes a small number, where integers of this size are exact.
fn as_number<S: Serializer>(n: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_i32(*n)
    } else {
        serializer.serialize_f64((*n).into())
    }
}

/// Whether a repository can be written to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct RepoStatus {
    /// Availability of the repository.
    pub availability: Availability,
    /// Time of the last change, RFC 3339.
    pub set_at: Option<String>,
    /// Time of the last change in microseconds since 1970.
    pub set_at_us: Large,
    /// Reason of a limited availability.
    pub reason: Option<String>,
}

/// Availability of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Availability {
    /// It can be read and written.
    Online,
    /// It can be read.
    ReadOnly,
    /// It can be neither read nor written.
    Offline,
    /// An availability that a later version has.
    Unknown,
}

/// A change of a repository. Keys that do not apply to its type are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct RepoUpdate {
    /// Name in the specification, without "Update".
    #[serde(rename = "type")]
    pub update_type: &'static str,
    /// Name of the branch or tag.
    pub name: Option<String>,
    /// Id of the new snapshot.
    pub snapshot: Option<String>,
    /// Id of the previous snapshot.
    pub previous: Option<String>,
    /// Versions of the specification: from, to.
    pub versions: Option<(u8, u8)>,
    /// Time of the change, RFC 3339.
    pub updated_at: Option<String>,
    /// Time of the change in microseconds since 1970.
    pub updated_at_us: Large,
    /// Path in the folder `overwritten`.
    pub backup_path: Option<String>,
}
