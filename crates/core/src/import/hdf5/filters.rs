//! Filters of chunks: deflate, shuffle and the checksum Fletcher-32.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::bytes::{Fields, damaged};
use crate::{Code, Error};

/// Identifiers of filters that are read.
const DEFLATE: u64 = 1;
const SHUFFLE: u64 = 2;
const FLETCHER: u64 = 3;

/// Maximum number of filters, of the format.
const MAX_FILTERS: u8 = 32;
/// Lowest identifier of filters that are registered by other projects.
const REGISTERED: u64 = 256;
/// Length in bytes of the checksum.
const CHECKSUM: usize = 4;

/// Common filters that are not read.
const NAMES: [(u64, &str); 8] = [
    (4, "szip"),
    (307, "bzip2"),
    (32000, "LZF"),
    (32001, "Blosc"),
    (32004, "LZ4"),
    (32008, "Bitshuffle"),
    (32015, "Zstandard"),
    (32026, "Blosc2"),
];

/// A filter that is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    Deflate,
    /// First bytes of all values, then second ones.
    Shuffle {
        size: usize,
    },
    Fletcher,
}

impl Filter {
    /// Reads the message that lists filters, in the order of writing.
    ///
    /// # Errors
    /// `BadHeader`, and `UnknownFormat` naming a filter that is not read.
    pub fn read_all(mut fields: Fields<'_>) -> Result<Vec<Self>, Error> {
        let at = fields.at;
        let (version, count) = (fields.byte()?, fields.byte()?);
        if count > MAX_FILTERS {
            return Err(damaged(at, "has a dataset of more than 32 filters"));
        }
        let is_old = version == 1;
        fields.take(if is_old { 6 } else { 0 })?;
        let mut filters = Vec::new();
        for _ in 0..count {
            let id = fields.number(2)?;
            let name = if is_old || id >= REGISTERED { fields.number(2)? as usize } else { 0 };
            fields.take(2)?;
            let values = fields.number(2)? as usize;
            fields.take(if is_old { name.next_multiple_of(8) } else { name })?;
            let first = fields.bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
            fields.take(4 * (values + usize::from(is_old && values % 2 == 1)))?;
            filters.push(match id {
                DEFLATE => Self::Deflate,
                SHUFFLE => Self::Shuffle { size: first as usize },
                FLETCHER => Self::Fletcher,
                id => return Err(unknown(at, id)),
            });
        }
        Ok(filters)
    }

    /// Returns the content of a chunk of `bytes` bytes; `None` if it is damaged. `omitted` has a bit for each filter that
    /// was left out.
    pub fn undo(filters: &[Self], omitted: u32, stored: &[u8], bytes: usize) -> Option<Vec<u8>> {
        let mut content = stored.to_vec();
        for (k, filter) in filters.iter().enumerate().rev() {
            if omitted.checked_shr(k as u32).unwrap_or(0) & 1 == 1 {
                continue;
            }
            content = match *filter {
                Self::Deflate => decompress_to_vec_zlib_with_limit(&content, bytes + CHECKSUM).ok()?,
                Self::Shuffle { size } => unshuffled(&content, size),
                Self::Fletcher => {
                    let (sound, sum) = content.split_last_chunk::<CHECKSUM>()?;
                    (fletcher32(sound) == u32::from_le_bytes(*sum)).then(|| sound.to_vec())?
                }
            };
        }
        (content.len() == bytes).then_some(content)
    }
}

#[cold]
fn unknown(at: u64, id: u64) -> Error {
    let name = NAMES.iter().find(|(known, _)| *known == id).map_or("another filter", |(_, name)| name);
    let message = format!("the values are compressed with {name} (filter {id}), which is not supported");
    let remedy = match name {
        "Blosc" | "Blosc2" => "rewrite the file with PyTables' ptrepack and the compression zlib",
        _ => "rewrite the file with 'h5repack -f GZIP=6 IN OUT'",
    };
    Error::at(Code::UnknownFormat, at, message, remedy)
}

/// Values of `size` bytes again; bytes after the last whole value are unchanged.
fn unshuffled(shuffled: &[u8], size: usize) -> Vec<u8> {
    let mut values = shuffled.to_vec();
    let count = shuffled.len().checked_div(size).unwrap_or(0);
    if count > 0 {
        for (place, bytes) in shuffled.chunks_exact(count).take(size).enumerate() {
            for (k, byte) in bytes.iter().enumerate() {
                values[k * size + place] = *byte;
            }
        }
    }
    values
}

/// Sums of words of 16 bits, the higher byte first.
fn fletcher32(bytes: &[u8]) -> u32 {
    let (mut sum, mut sums) = (0_u32, 0_u32);
    for word in bytes.chunks(2) {
        let word = u32::from(word[0]) << 8 | u32::from(word.get(1).copied().unwrap_or(0));
        sum = (sum + word) % 0xffff;
        sums = (sums + sum) % 0xffff;
    }
    sums << 16 | sum
}
