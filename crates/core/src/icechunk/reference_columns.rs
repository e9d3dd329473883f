//! Runs of a manifest's references, and of a transaction log's updated chunks, by columns: a million of them make no
//! values of their own.

use std::ops::Range;

use super::object_id::id_text;
use super::reference_kind::{CompressedLocations, ReferenceKind};
use super::schema::{Manifest, TransactionLog};
use super::table::Table;

/// Bytes of coordinates, places and entity tags after which a run ends: compressed and shared ones take more than their
/// file.
const MAX_RUN_BYTES: usize = 16 << 20;

/// References, by columns.
#[derive(Debug, Clone, Default)]
pub struct ReferenceColumns {
    /// The coordinates of all, one after the other.
    pub indices: Vec<u32>,
    /// Number of coordinates of each.
    pub ranks: Vec<u32>,
    /// The number of its [`ReferenceKind`].
    pub kinds: Vec<u8>,
    /// First byte of the chunk in its file.
    pub offsets: Vec<u64>,
    /// Length of each chunk in bytes.
    pub lengths: Vec<u64>,
    /// Inline: the chunk's bytes. Native: the chunk's id as text. Virtual: the location; empty if it cannot be
    /// decompressed.
    pub places: Strings,
    /// The entity tag of the location; empty if unknown.
    pub etags: Strings,
    /// Time of the location's last change, in seconds since 1970; 0 if unknown.
    pub modified: Vec<u32>,
    /// Bytes of the compressed location; 0 if it is not compressed.
    pub compressed: Vec<u32>,
}

impl ReferenceColumns {
    /// Number of references.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether there is no reference.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }
}

/// Texts or bytes, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Strings {
    /// The bytes of all.
    pub bytes: Vec<u8>,
    /// Length of each.
    pub lengths: Vec<u32>,
}

impl Strings {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.lengths.push(bytes.len() as u32);
    }
}

/// At most `count` references of array number `array`, starting at number `from`. Long references reduce the count, but
/// at least one is returned if any is left.
pub fn read_references(
    manifest: Table<'_, Manifest>,
    array: usize,
    from: u64,
    count: u64,
) -> ReferenceColumns {
    let mut read = ReferenceColumns::default();
    let Some(references) = manifest.arrays().and_then(|arrays| arrays.get(array)?.refs()) else {
        return read;
    };
    let mut locations = CompressedLocations::of(manifest);
    for k in numbers(from, count, references.len()) {
        let Some(reference) = references.get(k) else { break };
        if read.places.bytes.len() + read.etags.bytes.len() + 4 * read.indices.len() > MAX_RUN_BYTES {
            break;
        }
        let kind = ReferenceKind::of(reference);
        push_coordinates(reference.index(), &mut read.indices, &mut read.ranks);
        read.kinds.push(kind as u8);
        read.offsets.push(reference.offset());
        read.lengths.push(kind.chunk_bytes(reference));
        match kind {
            ReferenceKind::Inline => read.places.push(reference.inline().unwrap_or_default()),
            ReferenceKind::Native => {
                let id = reference.chunk_id().map(|id| id_text(id)).unwrap_or_default();
                read.places.push(id.as_bytes());
            }
            ReferenceKind::Virtual => match reference.location() {
                Some(location) => read.places.push(location.as_bytes()),
                None => read.places.push(&locations.read(reference).unwrap_or_default()),
            },
            ReferenceKind::Unknown => read.places.push(&[]),
        }
        read.etags.push(reference.checksum_etag().unwrap_or_default().as_bytes());
        read.modified.push(reference.checksum_last_modified());
        read.compressed.push(reference.compressed_location().map_or(0, |frame| frame.len() as u32));
    }
    read
}

/// The coordinates of chunks, by columns.
#[derive(Debug, Clone, Default)]
pub struct UpdatedChunks {
    /// The coordinates of all, one after the other.
    pub indices: Vec<u32>,
    /// Number of coordinates of each.
    pub ranks: Vec<u32>,
}

/// At most `count` updated chunks of array number `array`, starting at number `from`. Long entries reduce the count,
/// but at least one is returned if any is left.
pub fn read_updated_chunks(
    log: Table<'_, TransactionLog>,
    array: usize,
    from: u64,
    count: u64,
) -> UpdatedChunks {
    let mut read = UpdatedChunks::default();
    let Some(chunks) = log.updated_chunks().and_then(|arrays| arrays.get(array)?.chunks()) else {
        return read;
    };
    for k in numbers(from, count, chunks.len()) {
        let Some(chunk) = chunks.get(k) else { break };
        if 4 * read.indices.len() > MAX_RUN_BYTES {
            break;
        }
        push_coordinates(chunk.coords(), &mut read.indices, &mut read.ranks);
    }
    read
}

/// The numbers of at most `count` of `len` elements, starting at number `from`.
fn numbers(from: u64, count: u64, len: usize) -> Range<usize> {
    let index = |number: u64| usize::try_from(number).map_or(len, |number| number.min(len));
    index(from)..index(from.saturating_add(count))
}

fn push_coordinates(coordinates: Option<&[[u8; 4]]>, indices: &mut Vec<u32>, ranks: &mut Vec<u32>) {
    let coordinates = coordinates.unwrap_or_default();
    indices.extend(coordinates.iter().map(|bytes| u32::from_le_bytes(*bytes)));
    ranks.push(coordinates.len() as u32);
}
