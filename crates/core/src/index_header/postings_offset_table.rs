//! The postings offset table: the position in the index of the postings list for each name and value of a label.
//!
//! An entry is `0x02, varint and name, varint and value, varint offset`. In index version 2 entries ascend by name and
//! value; the first has the empty name and value, which mean all series.

use super::bytes::{Cursor, Fault, LONGEST_VARINT};
use super::section::place_in_section;

/// An entry of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    pub name: &'a [u8],
    pub value: &'a [u8],
    /// Where its postings list begins in the index.
    pub offset: u64,
    /// Bytes of the entry.
    pub length: usize,
}

/// The bytes of the index that hold the series numbers of a postings list: without the list's length (4 bytes in
/// front) and checksum (4 bytes after).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostingsRange {
    /// First byte.
    pub start: u64,
    /// Byte after the last.
    pub end: u64,
}

impl PostingsRange {
    /// The range of the list at `offset`; `next` is the offset of the next list in the table's order, or the end of the
    /// last one.
    pub fn between(offset: u64, next: u64) -> Self {
        Self { start: offset.saturating_add(4), end: next.saturating_sub(4) }
    }

    /// Length in bytes; 0 if the table is out of order.
    pub fn bytes(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// Series in a postings list with this number of bytes: their count, and a reference to each, of four bytes.
    pub fn series_in(bytes: u64) -> u64 {
        bytes.saturating_sub(4) / 4
    }
}

impl<'a> Entry<'a> {
    /// The entry at the beginning of `bytes`.
    #[inline]
    pub fn read(bytes: &'a [u8]) -> Result<Self, Fault> {
        let mut cursor = Cursor::new(bytes);
        if cursor.byte()? != 2 {
            return Err(Fault::Form("does not begin with 2, the number of its strings"));
        }
        let name = cursor.string()?;
        let value = cursor.string()?;
        let offset = cursor.varint()?;
        if offset > i64::MAX as u64 {
            return Err(Fault::Form("has an offset that no file reaches"));
        }
        Ok(Self { name, value, offset, length: bytes.len() - cursor.len() })
    }

    /// The entry after the first `taken` of `bytes`, which begin `at` bytes into the section, and its position there.
    #[inline]
    pub fn read_at(at: u64, bytes: &'a [u8], taken: usize) -> Result<(u32, Self), Fault> {
        Ok((place_in_section(at, taken)?, Self::read(&bytes[taken..])?))
    }

    /// Bytes of the longest entry with this name and value. Varints may be longer than they need to be.
    pub fn longest(name: &[u8], value: &[u8]) -> u64 {
        (1 + name.len() + value.len() + 3 * LONGEST_VARINT) as u64
    }
}
