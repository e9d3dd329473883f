//! Metadata of Icechunk repositories, of versions 1 and 2 of the specification: snapshots, manifests, transaction logs
//! and repository info.
//!
//! ```text
//! header (39 bytes) | FlatBuffer "Ichk", compressed with zstd or stored
//! ```
//!
//! ```no_run
//! use tagview_core::icechunk::{ChunkLocation, id_text};
//!
//! let file = tagview_core::icechunk::open_bytes(&std::fs::read("REPOSITORY/manifests/ID")?)?;
//! let summary = file.summary();
//! for finding in &summary.findings {
//!     println!("damaged: {finding}");
//! }
//! for array in summary.manifest.into_iter().flat_map(|manifest| manifest.arrays) {
//!     println!("{}: {} references", array.node, array.refs);
//! }
//! for reference in file.manifest_references()?.iter() {
//!     match reference.location {
//!         ChunkLocation::Native(id) => println!("{:?}: chunks/{}", reference.index, id_text(&id)),
//!         other => println!("{:?}: {other:?}", reference.index),
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`open_bytes`] reads a file in memory, and [`MetadataReader`] one whose bytes arrive in chunks. Both decompress it.
//! [`MetadataFile`] verifies the FlatBuffer and reads it in place. [`MetadataFile::summary`] returns all but single
//! references and updated chunks. [`MetadataFile::manifest_references`] returns the references of a manifest, read one
//! by one by [`ManifestReferences::iter`]. [`MetadataFile::references`] and [`MetadataFile::updated_chunks`] return
//! columns, for tables of a million references.
//!
//! Source: Icechunk's specification (<https://icechunk.io/en/latest/spec/>).

mod content;
mod file;
mod header;
mod manifest;
mod object_id;
mod opening;
mod reference;
mod reference_columns;
mod reference_kind;
mod repo;
mod repo_content;
mod results;
mod schema;
mod snapshot;
mod table;
mod time;
mod transaction_log;
mod user_data;

use crate::signatures::{FileKind, Format, Mark};

pub use content::Frame;
pub use file::MetadataFile;
pub use header::{Compression, FileType, HEADER_BYTES, Header, MAGIC};
pub use object_id::id_text;
pub use opening::{MAX_CONTENT, MetadataReader, open_bytes};
pub use reference::{ChunkLocation, ManifestReferences, Reference};
pub use reference_columns::{ReferenceColumns, Strings, UpdatedChunks};
pub use reference_kind::ReferenceKind;
pub use repo_content::{Availability, RepoContent, RepoStatus, RepoUpdate, SnapshotInfo};
pub use results::{
    ArrayReferences, ArrayType, ArrayUpdates, GroupType, IcechunkArray, IcechunkDimension, IcechunkGroup,
    IcechunkNode, IcechunkSummary, ListedManifest, ManifestContent, ManifestExtents, MovedNode, MovedType,
    SnapshotContent, TransactionLogContent,
};
pub use user_data::{Encoding, UserData};

/// The row of metadata files in the list of formats.
pub(crate) const FORMAT: Format =
    Format::read_as(FileKind::Icechunk, "icechunk", "Icechunk metadata", Mark::Head(&MAGIC));
