//! Single references of a manifest and updated chunks of a transaction log, in runs and by columns.

use super::object_id::id_text;
use super::schema::{ChunkRef, Manifest, TransactionLog};
use super::table::Table;
use crate::zstd::DictionaryDecoder;

/// Bytes of a location at most; stores and servers take fewer.
pub(super) const MAX_LOCATION: usize = 1 << 16;

/// Where a chunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The reference says nothing of it.
    Unknown,
    /// In the manifest.
    Inline,
    /// In a file of the repository.
    Native,
    /// In a file somewhere else.
    Virtual,
}

impl Kind {
    /// All of them, by their number.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::Inline, Self::Native, Self::Virtual];

    /// The kind of a reference, by the fields it has.
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
}

/// Bytes of the chunk.
pub(super) fn reference_length(reference: Table<'_, ChunkRef>, kind: Kind) -> u64 {
    match kind {
        Kind::Inline => reference.inline().map_or(0, |bytes| bytes.len() as u64),
        _ => reference.length(),
    }
}

/// References, by columns.
#[derive(Debug, Clone, Default)]
pub struct References {
    /// The coordinates of all, one after the other.
    pub indices: Vec<u32>,
    /// How many coordinates each has.
    pub ranks: Vec<u32>,
    /// The number of its [`Kind`].
    pub kinds: Vec<u8>,
    /// First byte of the chunk in its file.
    pub offsets: Vec<u64>,
    /// Bytes of the chunk.
    pub lengths: Vec<u64>,
    /// Inline: the chunk's bytes. Native: the chunk's id as text. Virtual: the location; empty where it can't be
    /// decompressed.
    pub places: Strings,
    /// The entity tag that the location had; empty where it is not known.
    pub etags: Strings,
    /// When the location was last modified, in seconds since 1970; 0 where that is not known.
    pub modified: Vec<u32>,
    /// Bytes of the compressed location; 0 where it is not compressed.
    pub compressed: Vec<u32>,
}

/// Texts or bytes, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Strings {
    /// The bytes of all.
    pub bytes: Vec<u8>,
    /// How many each has.
    pub lengths: Vec<u32>,
}

impl Strings {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.lengths.push(bytes.len() as u32);
    }
}

/// At most `count` references of array number `array`, from number `from` on.
pub(super) fn read_references(
    manifest: Table<'_, Manifest>,
    array: usize,
    from: usize,
    count: usize,
) -> References {
    let mut read = References::default();
    let Some(references) = manifest.arrays().and_then(|arrays| arrays.get(array)?.refs()) else {
        return read;
    };
    let mut dictionary = manifest.location_dictionary().and_then(DictionaryDecoder::new);
    for k in from..references.len().min(from.saturating_add(count)) {
        let Some(reference) = references.get(k) else { break };
        let kind = Kind::of(reference);
        push_coordinates(reference.index(), &mut read.indices, &mut read.ranks);
        read.kinds.push(kind as u8);
        read.offsets.push(reference.offset());
        read.lengths.push(reference_length(reference, kind));
        let compressed = reference.compressed_location();
        match kind {
            Kind::Inline => read.places.push(reference.inline().unwrap_or_default()),
            Kind::Native => {
                read.places.push(reference.chunk_id().map(|id| id_text(id)).unwrap_or_default().as_bytes());
            }
            Kind::Virtual => match (reference.location(), compressed) {
                (Some(location), _) => read.places.push(location.as_bytes()),
                (None, Some(frame)) => {
                    let location =
                        dictionary.as_mut().and_then(|decoder| decoder.decode(frame, MAX_LOCATION));
                    read.places.push(location.as_deref().unwrap_or_default());
                }
                (None, None) => read.places.push(&[]),
            },
            Kind::Unknown => read.places.push(&[]),
        }
        read.etags.push(reference.checksum_etag().unwrap_or_default().as_bytes());
        read.modified.push(reference.checksum_last_modified());
        read.compressed.push(compressed.map_or(0, |frame| frame.len() as u32));
    }
    read
}

/// Coordinates of chunks.
#[derive(Debug, Clone, Default)]
pub struct UpdatedChunks {
    /// The coordinates of all, one after the other.
    pub indices: Vec<u32>,
    /// How many coordinates each has.
    pub ranks: Vec<u32>,
}

/// At most `count` updated chunks of array number `array`, from number `from` on.
pub(super) fn read_updated_chunks(
    log: Table<'_, TransactionLog>,
    array: usize,
    from: usize,
    count: usize,
) -> UpdatedChunks {
    let mut read = UpdatedChunks::default();
    let Some(chunks) = log.updated_chunks().and_then(|arrays| arrays.get(array)?.chunks()) else {
        return read;
    };
    for k in from..chunks.len().min(from.saturating_add(count)) {
        let Some(chunk) = chunks.get(k) else { break };
        push_coordinates(chunk.coords(), &mut read.indices, &mut read.ranks);
    }
    read
}

fn push_coordinates(coordinates: Option<&[[u8; 4]]>, indices: &mut Vec<u32>, ranks: &mut Vec<u32>) {
    let coordinates = coordinates.unwrap_or_default();
    indices.extend(coordinates.iter().map(|bytes| u32::from_le_bytes(*bytes)));
    ranks.push(coordinates.len() as u32);
}
