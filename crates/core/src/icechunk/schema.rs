//! The tables of the specification. Each field has its slot, its verification and its type.
//!
//! Source: Icechunk's specification, "On-disk file formats" (<https://icechunk.io/en/latest/spec/>).

use flatbuffers::{ForwardsUOffset, InvalidFlatbuffer, Verifiable, Verifier};

use super::table::{Bytes, One, Struct, Structs, Table, TableList, Text, Texts, U8Or1, Untyped};

/// The fields of each table, by slot; `!` marks those that can't be left out. A union has the slot of its kind and
/// the one after for its table.
macro_rules! schema {
    ($(
        $(#[$doc:meta])*
        $table:ident { $($slot:literal $field:ident: $kind:ty $(, $required:tt)?;)* $(union $key:literal $union:ident: $verify:ident;)? }
    )*) => {$(
        $(#[$doc])*
        pub enum $table {}

        impl Verifiable for $table {
            fn run_verifier(verifier: &mut Verifier, at: usize) -> Result<(), InvalidFlatbuffer> {
                verifier.visit_table(at)?
                    $(.visit_field::<<$kind as super::table::Field>::Verified>(
                        stringify!($field), 4 + 2 * $slot, is_required!($($required)?),
                    )?)*
                    $(.visit_union::<u8, _>(
                        concat!(stringify!($union), "_type"), 4 + 2 * $key, stringify!($union), 4 + 2 * ($key + 1), true, $verify,
                    )?)?
                    .finish();
                Ok(())
            }
        }

        // All fields are verified, also those that nothing reads; they are called as the specification calls them.
        #[allow(dead_code, clippy::wrong_self_convention)]
        impl<'a> Table<'a, $table> {
            $(pub(super) fn $field(&self) -> <$kind as super::table::Field>::Value<'a> {
                self.get::<$kind>($slot)
            })*
            $(
                /// The number of the union's kind, and its table.
                pub(super) fn $union(&self) -> Option<(u8, Table<'a, Untyped>)> {
                    Some((self.get::<u8>($key), self.variant($key + 1)?))
                }
            )?
        }
    )*};
}

macro_rules! is_required {
    () => {
        false
    };
    (!) => {
        true
    };
}

/// The 12 bytes that name a snapshot, a manifest or a chunk.
type ObjectId = Struct<12>;
/// The 8 bytes that name a node.
type NodeId = Struct<8>;

schema! {
    /// A commit.
    Snapshot {
        0 id: ObjectId, !;
        1 parent_id: ObjectId;
        2 nodes: TableList<NodeSnapshot>, !;
        3 flushed_at: u64;
        4 message: Text, !;
        5 metadata: TableList<MetadataItem>, !;
        // Structs of an id, bytes of the file, and references.
        6 manifest_files: Structs<32>, !;
        7 manifest_files_v2: TableList<ManifestFileInfo>;
        8 extra: Bytes;
    }

    /// A manifest as a snapshot lists it; since version 2.
    ManifestFileInfo {
        0 id: ObjectId;
        1 size_bytes: u64;
        2 num_chunk_refs: u32;
        3 extra: Bytes;
    }

    /// A value that a user gave a commit or a repository.
    MetadataItem {
        0 name: Text, !;
        1 value: Bytes, !;
    }

    /// A group or an array.
    NodeSnapshot {
        0 id: NodeId, !;
        1 path: Text, !;
        // The node's zarr.json.
        2 user_data: Bytes, !;
        5 extra: Bytes;
        union 3 node_data: verify_node_data;
    }

    /// The fields of arrays only.
    ArrayNodeData {
        // Structs of the length of a dimension and of its chunks; empty since version 2.
        0 shape: Structs<16>, !;
        1 dimension_names: TableList<DimensionName>;
        2 manifests: TableList<ManifestRef>, !;
        3 shape_v2: TableList<DimensionShape>;
    }

    /// The fields of groups only: none.
    GroupNodeData {}

    /// A dimension's name.
    DimensionName {
        0 name: Text;
    }

    /// A dimension; since version 2.
    DimensionShape {
        0 array_length: u64;
        1 num_chunks: u32;
    }

    /// A manifest with chunks of an array.
    ManifestRef {
        0 object_id: ObjectId, !;
        // Structs of the first chunk in each dimension and the one after the last.
        1 extents: Structs<8>, !;
    }

    /// The locations of the chunks of arrays.
    Manifest {
        0 id: ObjectId, !;
        1 arrays: TableList<ArrayManifest>, !;
        2 location_dictionary: Bytes;
        3 compression_algorithm: U8Or1;
        4 extra: Bytes;
    }

    /// The locations of an array's chunks.
    ArrayManifest {
        0 node_id: NodeId, !;
        1 refs: TableList<ChunkRef>, !;
        2 extra: Bytes;
    }

    /// The location of a chunk.
    ChunkRef {
        0 index: Structs<4>, !;
        1 inline: Bytes;
        2 offset: u64;
        3 length: u64;
        4 chunk_id: ObjectId;
        5 location: Text;
        6 checksum_etag: Text;
        7 checksum_last_modified: u32;
        8 compressed_location: Bytes;
        9 extra: Bytes;
    }

    /// The changes of a commit.
    TransactionLog {
        0 id: ObjectId, !;
        1 new_groups: Structs<8>, !;
        2 new_arrays: Structs<8>, !;
        3 deleted_groups: Structs<8>, !;
        4 deleted_arrays: Structs<8>, !;
        5 updated_arrays: Structs<8>, !;
        6 updated_groups: Structs<8>, !;
        7 updated_chunks: TableList<ArrayUpdatedChunks>, !;
        8 moved_nodes: TableList<MoveOperation>;
        9 extra: Bytes;
    }

    /// Which chunks of an array changed.
    ArrayUpdatedChunks {
        0 node_id: NodeId, !;
        1 chunks: TableList<ChunkIndices>, !;
    }

    /// The coordinates of a chunk.
    ChunkIndices {
        0 coords: Structs<4>, !;
    }

    /// A node that got another path.
    MoveOperation {
        0 from: Text, !;
        1 to: Text, !;
        2 node_id: NodeId;
        // 0 is a group, 1 an array.
        3 node_type: u8;
    }

    /// Branches, tags and history of a repository; since version 2.
    Repo {
        0 spec_version: u8;
        1 tags: TableList<Ref>, !;
        2 branches: TableList<Ref>, !;
        3 deleted_tags: Texts, !;
        4 snapshots: TableList<SnapshotInfo>, !;
        5 status: One<RepoStatus>, !;
        6 metadata: TableList<MetadataItem>;
        7 latest_updates: TableList<Update>, !;
        8 repo_before_updates: Text;
        9 config: Bytes;
        10 enabled_feature_flags: Structs<2>;
        11 disabled_feature_flags: Structs<2>;
        12 extra: Bytes;
    }

    /// A branch or a tag.
    Ref {
        0 name: Text, !;
        1 snapshot_index: u32;
    }

    /// A snapshot in the history.
    SnapshotInfo {
        0 id: ObjectId, !;
        // The number of the parent in the same list; negative for none.
        1 parent_offset: i32;
        2 flushed_at: u64;
        3 message: Text, !;
        4 metadata: TableList<MetadataItem>;
    }

    /// Whether a repository may be written to.
    RepoStatus {
        0 availability: u8;
        1 set_at: u64;
        2 limited_availability_reason: Text;
    }

    /// Something that was done to a repository.
    Update {
        2 updated_at: u64;
        3 backup_path: Text;
        union 0 update_type: verify_update;
    }

    /// An update about one name: of a branch or a tag.
    NamedUpdate {
        0 name: Text, !;
    }

    /// An update about a name and the snapshot that it had.
    NamedSnapshotUpdate {
        0 name: Text, !;
        1 previous_snap_id: ObjectId, !;
    }

    /// A commit on a branch.
    NewCommitUpdate {
        0 branch: Text, !;
        1 new_snap_id: ObjectId, !;
    }

    /// A commit in place of another.
    CommitAmendedUpdate {
        0 branch: Text, !;
        1 previous_snap_id: ObjectId, !;
        2 new_snap_id: ObjectId, !;
    }

    /// A commit on no branch.
    NewDetachedSnapshotUpdate {
        0 new_snap_id: ObjectId, !;
    }

    /// The version of the specification changed.
    RepoMigratedUpdate {
        0 from_version: u8;
        1 to_version: u8;
    }

    /// A feature that was switched.
    FeatureFlagChangedUpdate {
        0 id: Struct<2>;
        1 new_value: u8;
        2 is_set: u8;
    }

    /// The status changed.
    RepoStatusChangedUpdate {
        0 status: One<RepoStatus>;
    }
}

/// The kind of a node's data that an array has; a group has the other.
pub(super) const ARRAY: u8 = 1;
/// The kind of a node's data that a group has.
pub(super) const GROUP: u8 = 2;

/// Kinds that later versions add are not looked into.
fn verify_node_data(kind: u8, verifier: &mut Verifier, at: usize) -> Result<(), InvalidFlatbuffer> {
    match kind {
        ARRAY => verifier.verify_union_variant::<ForwardsUOffset<ArrayNodeData>>("array", at),
        GROUP => verifier.verify_union_variant::<ForwardsUOffset<GroupNodeData>>("group", at),
        _ => Ok(()),
    }
}

/// The kinds of updates, by their number less 1.
pub(super) const UPDATES: [&str; 16] = [
    "RepoInitialized",
    "RepoMigrated",
    "ConfigChanged",
    "MetadataChanged",
    "TagCreated",
    "TagDeleted",
    "BranchCreated",
    "BranchDeleted",
    "BranchReset",
    "NewCommit",
    "CommitAmended",
    "NewDetachedSnapshot",
    "GCRan",
    "ExpirationRan",
    "FeatureFlagChanged",
    "RepoStatusChanged",
];

fn verify_update(kind: u8, verifier: &mut Verifier, at: usize) -> Result<(), InvalidFlatbuffer> {
    match kind {
        2 => verifier.verify_union_variant::<ForwardsUOffset<RepoMigratedUpdate>>("migrated", at),
        5 | 7 => verifier.verify_union_variant::<ForwardsUOffset<NamedUpdate>>("created", at),
        6 | 8 | 9 => verifier.verify_union_variant::<ForwardsUOffset<NamedSnapshotUpdate>>("moved", at),
        10 => verifier.verify_union_variant::<ForwardsUOffset<NewCommitUpdate>>("commit", at),
        11 => verifier.verify_union_variant::<ForwardsUOffset<CommitAmendedUpdate>>("amended", at),
        12 => verifier.verify_union_variant::<ForwardsUOffset<NewDetachedSnapshotUpdate>>("detached", at),
        15 => verifier.verify_union_variant::<ForwardsUOffset<FeatureFlagChangedUpdate>>("feature", at),
        16 => verifier.verify_union_variant::<ForwardsUOffset<RepoStatusChangedUpdate>>("status", at),
        // The rest have no fields, or are of later versions, which are not looked into.
        _ => verifier.verify_union_variant::<ForwardsUOffset<GroupNodeData>>("update", at),
    }
}
