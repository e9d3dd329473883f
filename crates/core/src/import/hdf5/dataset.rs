//! Description of a dataset: the type of its values, their number, and where they are.

use super::bytes::{Fields, File, damaged, refused};
use super::chunks::{self, Chunk};
use super::filters::Filter;
use super::object_header::Message;
use crate::import::number_column::Number;
use crate::{Code, Error};

/// Types of messages.
const DATASPACE: u64 = 0x01;
const DATATYPE: u64 = 0x03;
const LAYOUT: u64 = 0x08;
const FILTERS: u64 = 0x0B;

/// Maximum length of a chunk in bytes.
const MAX_CHUNK: u64 = 64 << 20;

/// Type of the values of a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Number {
        number: Number,
        /// Whether the highest byte is the first.
        is_reversed: bool,
    },
    /// Text of a fixed length.
    Text,
    /// Text in a heap.
    Elsewhere,
    Other,
}

/// Where the values are.
#[derive(Debug)]
pub enum DataLocation<'a> {
    /// In the header.
    Inline(&'a [u8]),
    /// Without a gap, from this address on.
    Contiguous(u64),
    Chunked {
        chunks: Vec<Chunk>,
        /// The error that ends the list of chunks early.
        fault: Option<Error>,
        /// Number of values of a chunk.
        rows: u64,
        filters: Vec<Filter>,
    },
}

/// A dataset.
#[derive(Debug)]
pub struct Dataset<'a> {
    pub kind: Kind,
    /// Length of a value in bytes, at least 1.
    pub size: usize,
    /// Number of values.
    pub rows: u64,
    pub place: DataLocation<'a>,
}

/// Whether the header with these messages is that of a dataset.
pub fn is_dataset(messages: &[Message<'_>]) -> bool {
    messages.iter().any(|message| message.kind == LAYOUT)
}

impl<'a> Dataset<'a> {
    /// Returns the number of values of the dataset with these messages.
    pub fn rows_of(messages: &[Message<'_>]) -> Option<u64> {
        let space = messages.iter().find(|message| message.kind == DATASPACE)?;
        dataspace(space.body).ok().map(|(rows, _)| rows)
    }

    /// Reads the header with these messages, at byte `at`.
    ///
    /// # Errors
    /// `BadHeader`, `Truncated`, and `UnknownFormat` for a dataset that is not read.
    pub fn read(file: File<'a>, messages: &[Message<'a>], at: u64) -> Result<Self, Error> {
        let message = |kind| messages.iter().find(|message| message.kind == kind).map(|message| message.body);
        let (Some(space), Some(datatype), Some(layout)) =
            (message(DATASPACE), message(DATATYPE), message(LAYOUT))
        else {
            return Err(damaged(at, "has a dataset without a type or a length"));
        };
        let (rows, rank) = dataspace(space)?;
        let (kind, size) = datatype_of(datatype)?;
        let filters = message(FILTERS).map_or(Ok(Vec::new()), Filter::read_all)?;
        let dataset = Self { kind, size, rows, place: DataLocation::Inline(&[]) };
        let place = dataset.place(file, layout, rank, filters)?;
        Ok(Self { place, ..dataset })
    }

    fn place(
        &self,
        file: File<'a>,
        mut layout: Fields<'a>,
        rank: u8,
        filters: Vec<Filter>,
    ) -> Result<DataLocation<'a>, Error> {
        let at = layout.at;
        let bytes = self.rows.checked_mul(self.size as u64);
        let too_short = || damaged(at, "has a dataset that is longer than its data");
        let bytes = bytes.ok_or_else(too_short)?;
        let (version, class) = (layout.byte()?, layout.byte()?);
        match (version, class) {
            (3..=5, 0) => {
                let length = layout.number(2)?;
                let inline = layout.take(length as usize)?;
                if length < bytes { Err(too_short()) } else { Ok(DataLocation::Inline(inline)) }
            }
            (3..=5, 1) => {
                let (address, length) = (layout.word()?, layout.word()?);
                let fits = bytes <= length
                    && (bytes == 0 || address.checked_add(bytes).is_some_and(|end| end <= file.end));
                if fits { Ok(DataLocation::Contiguous(address)) } else { Err(too_short()) }
            }
            (3..=5, 2) if rank != 1 => Err(refused(at, "chunks of a table of several columns")),
            (3, 2) => {
                // A dimension for the bytes of a value.
                layout.mark(&[2])?;
                let tree = layout.word()?;
                let rows = layout.number(4)?;
                self.chunked(file, at, rows, filters, |chunks| chunks::of_tree(file, tree, self.rows, chunks))
            }
            (4 | 5, 2) => {
                let flags = layout.byte()?;
                layout.mark(&[2])?;
                let width = usize::from(layout.byte()?);
                let rows = layout.number(width)?;
                layout.take(width)?;
                let is_filtered = !filters.is_empty();
                let bytes = rows.saturating_mul(self.size as u64);
                let index =
                    chunks::Index { rows, bytes, is_filtered, count: self.rows.div_ceil(rows.max(1)) };
                self.chunked(file, at, rows, filters, |chunks| index.read(file, flags, layout, chunks))
            }
            _ => Err(refused(at, format_args!("a data layout of version {version} and class {class}"))),
        }
    }

    /// Returns the chunks that `list` appends, each of `rows` values.
    fn chunked(
        &self,
        file: File<'_>,
        at: u64,
        rows: u64,
        filters: Vec<Filter>,
        list: impl FnOnce(&mut Vec<Chunk>) -> Result<(), Error>,
    ) -> Result<DataLocation<'a>, Error> {
        if rows == 0 {
            return Err(damaged(at, "has chunks without values"));
        }
        if rows.saturating_mul(self.size as u64) > MAX_CHUNK {
            return Err(refused(at, format_args!("chunks of more than {} MiB", MAX_CHUNK >> 20)));
        }
        let mut chunks = Vec::new();
        let mut fault = match list(&mut chunks) {
            Err(error) if error.code == Code::UnknownFormat => return Err(error),
            result => result.err(),
        };
        // Chunks of a sound file do not overlap. Without this check, a small file could claim any number of values.
        let bytes = chunks.iter().fold(0, |bytes: u64, chunk| bytes.saturating_add(chunk.bytes));
        if bytes > file.end {
            chunks.clear();
            fault = Some(damaged(at, "has chunks that are longer than the file"));
        }
        Ok(DataLocation::Chunked { chunks, fault, rows, filters })
    }
}

/// Returns the number of values and of dimensions.
fn dataspace(mut space: Fields<'_>) -> Result<(u64, u8), Error> {
    let at = space.at;
    let (version, rank) = (space.byte()?, space.byte()?);
    space.take(1)?;
    let kind = space.byte()?;
    match version {
        1 => drop(space.take(4)?),
        2 if kind == 2 => return Ok((0, rank)),
        2 => {}
        _ => return Err(refused(at, format_args!("a dataspace of version {version}"))),
    }
    let mut rows = 1_u64;
    for _ in 0..rank {
        let length = space.word()?;
        rows =
            rows.checked_mul(length).ok_or_else(|| damaged(at, "has a dataset of more than 2^64 values"))?;
    }
    Ok((rows, rank))
}

/// Returns the type of values and their length in bytes.
fn datatype_of(mut datatype: Fields<'_>) -> Result<(Kind, usize), Error> {
    let at = datatype.at;
    let (class, flags) = (datatype.byte()? & 0xf, datatype.number(3)?);
    let size = datatype.number(4)? as usize;
    if size == 0 {
        return Err(damaged(at, "has values of size 0"));
    }
    let is_whole = [1, 2, 4, 8].contains(&size);
    let number = match class {
        // A number of all bits of its bytes.
        0 if is_whole && datatype.number(2)? == 0 && datatype.number(2)? == 8 * size as u64 => {
            if flags & 8 != 0 { Number::Signed(size) } else { Number::Unsigned(size) }
        }
        1 if size == 4 => Number::Single,
        1 if size == 8 => Number::Double,
        3 => return Ok((Kind::Text, size)),
        // Names of numbers, such as `false` and `true`.
        8 if is_whole => Number::Unsigned(size),
        9 if flags & 0xf == 1 && size == 16 => return Ok((Kind::Elsewhere, size)),
        _ => return Ok((Kind::Other, size)),
    };
    Ok((Kind::Number { number, is_reversed: class < 2 && flags & 1 != 0 }, size))
}
