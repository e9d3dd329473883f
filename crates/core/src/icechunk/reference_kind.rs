//! The location of a reference's chunk, derived from the fields of the reference.

use super::schema::{ChunkRef, Manifest};
use super::table::Table;
use crate::zstd::DictionaryDecoder;

/// Bytes of a location at most; stores and servers take fewer.
const MAX_LOCATION: usize = 1 << 16;

/// The kind of a chunk's location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceKind {
    /// The reference does not state it.
    Unknown,
    /// In the manifest.
    Inline,
    /// In a file of the repository.
    Native,
    /// In a file somewhere else.
    Virtual,
}

impl ReferenceKind {
    /// Number of kinds, which are numbered consecutively.
    pub(super) const COUNT: usize = Self::Virtual as usize + 1;

    /// The kind of a reference.
    pub(super) fn of(reference: Table<'_, ChunkRef>) -> Self {
        if reference.inline().is_some() {
            Self::Inline
        } else if reference.chunk_id().is_some() {
            Self::Native
        } else if reference.compressed_location().is_some() || reference.location().is_some() {
            Self::Virtual
        } else {
            Self::Unknown
        }
    }

    /// Length in bytes of a reference's chunk of this kind; inline chunks do not state their length.
    pub(super) fn chunk_bytes(self, reference: Table<'_, ChunkRef>) -> u64 {
        match self {
            Self::Inline => reference.inline().map_or(0, |bytes| bytes.len() as u64),
            _ => reference.length(),
        }
    }
}

/// Reads those locations of a manifest's virtual references that are compressed with its dictionary.
pub struct CompressedLocations(Option<DictionaryDecoder>);

impl CompressedLocations {
    /// The locations of a manifest, with its dictionary if it has a valid one.
    pub fn of(manifest: Table<'_, Manifest>) -> Self {
        Self(manifest.location_dictionary().and_then(DictionaryDecoder::new))
    }

    /// The bytes of a reference's location; `None` if it has no compressed one, or if that cannot be decompressed.
    pub fn read(&mut self, reference: Table<'_, ChunkRef>) -> Option<Vec<u8>> {
        self.0.as_mut()?.decode(reference.compressed_location()?, MAX_LOCATION)
    }
}
