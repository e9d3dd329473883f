//! The references of a manifest as values, one by one. [`super::reference_columns`] reads runs of them as columns.

use super::reference_kind::{CompressedLocations, ReferenceKind};
use super::schema::{ChunkRef, Manifest};
use super::table::{Table, verify};
use crate::{Code, Error};

/// The location of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChunkLocation {
    /// The reference does not state it.
    Unknown,
    /// In the manifest: the chunk's bytes.
    Inline(Vec<u8>),
    /// In a file of the repository: the chunk's id. [`id_text`](super::id_text) returns it as the file's name.
    Native([u8; 12]),
    /// In another file: its location, decompressed; empty if that fails.
    Virtual(String),
}

/// One reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The coordinates of the chunk in its array's grid.
    pub index: Vec<u32>,
    /// The location of the chunk.
    pub location: ChunkLocation,
    /// First byte of the chunk in its file.
    pub offset: u64,
    /// Length of the chunk in bytes.
    pub length: u64,
    /// The entity tag of the location; `None` if unknown.
    pub etag: Option<String>,
    /// Time of the location's last change, in seconds since 1970; 0 if unknown.
    pub modified: u32,
}

impl Reference {
    /// Returns the size of the reference in memory, in bytes.
    pub fn memory(&self) -> usize {
        let location = match &self.location {
            ChunkLocation::Unknown | ChunkLocation::Native(_) => 0,
            ChunkLocation::Inline(bytes) => bytes.len(),
            ChunkLocation::Virtual(location) => location.len(),
        };
        size_of::<Self>() + 4 * self.index.len() + location + self.etag.as_ref().map_or(0, String::len)
    }
}

/// The references of all arrays of a manifest, one array after the other, read in place from its FlatBuffer.
pub struct ManifestReferences<'a>(Table<'a, Manifest>);

impl<'a> ManifestReferences<'a> {
    /// Reads the FlatBuffer of a manifest, which is verified as a whole.
    /// [`MetadataFile::manifest_references`](super::MetadataFile::manifest_references) reads an opened file.
    ///
    /// # Errors
    /// `BadTable` if it is not a manifest.
    pub fn verified(buffer: &'a [u8]) -> Result<Self, Error> {
        verify::<Manifest>(buffer).map_err(|what| {
            Error::new(
                Code::BadTable,
                format!("this is not the content of a valid manifest ({what})"),
                "check that the file is a manifest, or copy it again",
            )
        })?;
        Ok(Self::unverified(buffer))
    }

    /// Reads a FlatBuffer; only the requested parts are read. Positions outside the buffer count as missing.
    pub fn unverified(buffer: &'a [u8]) -> Self {
        Self(Table::root(buffer))
    }

    /// Number of references.
    pub fn count(&self) -> usize {
        let arrays = self.0.arrays().unwrap_or_default();
        arrays.iter().map(|array| array.refs().unwrap_or_default().len()).sum()
    }

    /// Returns the reference number `index`, counted over all arrays.
    pub fn get(&self, index: usize) -> Option<Reference> {
        let mut left = index;
        for array in self.0.arrays()?.iter() {
            let references = array.refs().unwrap_or_default();
            if left < references.len() {
                return Some(read(references.get(left)?, &mut CompressedLocations::of(self.0)));
            }
            left -= references.len();
        }
        None
    }

    /// Returns an iterator over all references.
    pub fn iter(&self) -> impl Iterator<Item = Reference> {
        let mut locations = CompressedLocations::of(self.0);
        let arrays = self.0.arrays().unwrap_or_default();
        arrays
            .iter()
            .flat_map(|array| array.refs().unwrap_or_default().iter())
            .map(move |reference| read(reference, &mut locations))
    }
}

fn read(reference: Table<'_, ChunkRef>, locations: &mut CompressedLocations) -> Reference {
    let kind = ReferenceKind::of(reference);
    let location = match kind {
        ReferenceKind::Unknown => ChunkLocation::Unknown,
        ReferenceKind::Inline => ChunkLocation::Inline(reference.inline().unwrap_or_default().to_vec()),
        ReferenceKind::Native => ChunkLocation::Native(reference.chunk_id().copied().unwrap_or_default()),
        ReferenceKind::Virtual => ChunkLocation::Virtual(match reference.location() {
            Some(location) => location.to_owned(),
            None => {
                let location = locations.read(reference).and_then(|bytes| String::from_utf8(bytes).ok());
                location.unwrap_or_default()
            }
        }),
    };
    let index = reference.index().unwrap_or_default();
    Reference {
        index: index.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect(),
        location,
        offset: reference.offset(),
        length: kind.chunk_bytes(reference),
        etag: reference.checksum_etag().map(str::to_owned),
        modified: reference.checksum_last_modified(),
    }
}
