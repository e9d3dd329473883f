//! A series of an index: its labels and its chunks.
//!
//! ```text
//! length varint | labels n, n * (name, value) | chunks n, n * (times, place) | CRC32C without the length u32
//! ```
//!
//! Names and values are references to symbols. The times of a chunk are its earliest time and its duration. The earliest
//! time of the first chunk is a signed varint, that of each other chunk the difference from the latest time of the chunk
//! before. Times are milliseconds since 1970. The place of the first chunk is a varint, that of the others a signed
//! difference.
//!
//! Source: Prometheus, `tsdb/docs/format/index.md`, "Series"; `tsdb/index/index.go`, `Decoder.Series`.

mod named_symbols;
mod names;
mod section;

pub use named_symbols::NamedSymbols;
pub use names::{MOST_LABELS, SeriesNames, name_text, series_text};
pub use section::{SeriesSection, SeriesSink};

use super::bytes::{Cursor, Fault};

/// A label as references to symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelRef {
    pub name: u32,
    pub value: u32,
}

/// A series that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Series {
    /// Its labels as they stand, ordered by name.
    pub labels: Vec<LabelRef>,
    /// Its chunks.
    pub chunks: Vec<ChunkMeta>,
    /// The least and the largest time of its chunks.
    pub times: Option<(i64, i64)>,
    /// The first chunk that does not begin after the end of the one before it, if any.
    pub misplaced: Option<MisplacedChunk>,
}

/// A chunk as the index describes it. Times are in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkMeta {
    /// The number of its segment file, from 0, in the upper 32 bits, and its first byte in that file.
    pub reference: u64,
    /// Its first and its last time.
    pub times: (i64, i64),
}

/// A chunk that does not begin after the end of the chunk before it. Times are in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MisplacedChunk {
    /// Its number in the series, from 1.
    pub number: u64,
    /// Its first and its last time.
    pub times: (i64, i64),
    /// Times of the previous chunk; `None` if the chunk itself ends before it begins.
    pub before: Option<(i64, i64)>,
}

impl Series {
    /// Reads the series in `content`, the bytes between an entry's length and its checksum.
    pub fn read(&mut self, content: &[u8]) -> Result<(), Fault> {
        let mut cursor = Cursor::new(content);
        self.labels.clear();
        for _ in 0..cursor.varint()? {
            self.labels.push(LabelRef { name: reference(&mut cursor)?, value: reference(&mut cursor)? });
        }
        self.chunks.clear();
        (self.times, self.misplaced) = (None, None);
        let (mut last, mut before): (i64, Option<(i64, i64)>) = (0, None);
        let mut reference: u64 = 0;
        for chunk in 0..cursor.varint()? {
            // Prometheus adds as these do, so that chunks that overlap can be written too.
            let least = match chunk {
                0 => zigzag(cursor.varint()?),
                _ => last.wrapping_add(cursor.varint()? as i64),
            };
            last = least.wrapping_add(cursor.varint()? as i64);
            reference = match chunk {
                0 => cursor.varint()?,
                _ => reference.wrapping_add_signed(zigzag(cursor.varint()?)),
            };
            let (times, is_backwards) = ((least, last), last < least);
            if is_backwards || before.is_some_and(|(_, end)| least <= end) {
                let before = before.filter(|_| !is_backwards);
                self.misplaced.get_or_insert(MisplacedChunk { number: chunk + 1, times, before });
            }
            before = Some(times);
            self.chunks.push(ChunkMeta { reference, times });
            let (from, to) = self.times.unwrap_or((least, last));
            self.times = Some((from.min(least), to.max(last)));
        }
        match cursor.len() {
            0 => Ok(()),
            _ => Err(Fault::Form("has bytes after its last chunk")),
        }
    }
}

fn reference(cursor: &mut Cursor<'_>) -> Result<u32, Fault> {
    u32::try_from(cursor.varint()?).map_err(|_| Fault::Form("refers to a symbol beyond any index"))
}

/// Decodes a signed number: `value` 0, 1, 2, 3, ... means 0, -1, 1, -2, ...
pub fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
