//! Chunks of a dataset of one dimension, by the index in which the file lists them.

use super::bytes::{Fields, File, UNDEFINED, damaged, refused};
use super::lookup3;
use super::tree;
use crate::Error;

/// Length in bytes of a key in the tree of chunks: bytes, filters that were left out, first value, and a 0.
const KEY: u64 = 24;
/// Flag of a dataset of a single chunk that is filtered.
const SINGLE_IS_FILTERED: u8 = 2;

/// A chunk of a dataset.
#[derive(Debug, Clone, Copy)]
pub struct Chunk {
    /// Number of its first value.
    pub first: u64,
    pub address: u64,
    /// Length in the file, in bytes.
    pub bytes: u64,
    /// A bit for each filter that was left out.
    pub omitted: u32,
}

/// Appends the chunks of the tree at `root`, in order, of a dataset of `rows` values.
pub fn of_tree(file: File<'_>, root: u64, rows: u64, chunks: &mut Vec<Chunk>) -> Result<(), Error> {
    if root == UNDEFINED {
        return Ok(());
    }
    tree::walk(file, root, 1, KEY, |key, address| {
        let mut key = Fields { bytes: key, at: address };
        let (bytes, omitted, first) = (key.number(4)?, key.number(4)? as u32, key.word()?);
        if first >= rows || chunks.last().is_some_and(|last: &Chunk| last.first >= first) {
            return Err(damaged(address, "has a chunk at a wrong place"));
        }
        chunks.push(Chunk { first, address, bytes, omitted });
        Ok(())
    })
}

/// An index of HDF5 1.10 and later.
#[derive(Debug, Clone, Copy)]
pub struct Index {
    /// Number of values of a chunk, and their length in bytes.
    pub rows: u64,
    pub bytes: u64,
    pub is_filtered: bool,
    /// Number of chunks.
    pub count: u64,
}

impl Index {
    /// Appends the chunks of the index that `layout` describes.
    pub fn read(
        self,
        file: File<'_>,
        flags: u8,
        mut layout: Fields<'_>,
        chunks: &mut Vec<Chunk>,
    ) -> Result<(), Error> {
        let (at, kind) = (layout.at, layout.byte()?);
        let mut single = Chunk { first: 0, address: UNDEFINED, bytes: self.bytes, omitted: 0 };
        match kind {
            1 => {
                if flags & SINGLE_IS_FILTERED != 0 {
                    (single.bytes, single.omitted) = (layout.word()?, layout.number(4)? as u32);
                }
                single.address = layout.word()?;
                chunks.extend(Some(single).filter(|chunk| chunk.address != UNDEFINED));
                Ok(())
            }
            3 => {
                layout.take(1)?;
                self.fixed_array(file, layout.word()?, chunks)
            }
            _ => Err(refused(at, format_args!("an index of chunks of type {kind}"))),
        }
    }

    /// Appends the chunks of the fixed array at `address`.
    fn fixed_array(self, file: File<'_>, address: u64, chunks: &mut Vec<Chunk>) -> Result<(), Error> {
        if address == UNDEFINED {
            return Ok(());
        }
        lookup3::check(file.part(address, 28)?, address)?;
        let mut header = file.fields(address, 28)?;
        header.mark(b"FAHD\0")?;
        header.take(1)?;
        let (entry, page_bits) = (u64::from(header.byte()?), header.byte()?);
        let (count, block) = (header.word()?, header.word()?);
        let size = usize::try_from(entry).ok().and_then(|entry| entry.checked_sub(12));
        let wrong = || damaged(address, "has an index that does not fit its dataset");
        let size = if self.is_filtered { size.filter(|size| *size <= 8).ok_or_else(wrong)? } else { 0 };
        if count < self.count || page_bits > 32 || (!self.is_filtered && entry != 8) {
            return Err(wrong());
        }
        if block == UNDEFINED {
            return Ok(());
        }
        let page = 1_u64 << page_bits;
        let pages = if count > page { count.div_ceil(page) } else { 0 };
        // Mark, version, client, and address of the header; then a bit for each page.
        let start = 14 + pages.div_ceil(8);
        let length = |entries: u64| entries.checked_mul(entry).ok_or_else(wrong);
        if pages == 0 {
            lookup3::check(file.part(block, start + length(count)? + 4)?, block)?;
        }
        file.fields(block, 4)?.mark(b"FADB")?;
        // Pages follow the checksum of the block, and each has its own checksum.
        let mut at = block + start + if pages == 0 { 0 } else { 4 };
        for first in 0..self.count {
            if pages > 0 && first % page == 0 {
                at += if first == 0 { 0 } else { 4 };
                lookup3::check(file.part(at, length(page.min(count - first))? + 4)?, at)?;
            }
            let mut fields = file.fields(at, entry)?;
            at += entry;
            let address = fields.word()?;
            let (mut bytes, mut omitted) = (self.bytes, 0);
            if self.is_filtered {
                (bytes, omitted) = (fields.number(size)?, fields.number(4)? as u32);
            }
            if address != UNDEFINED {
                chunks.push(Chunk { first: first * self.rows, address, bytes, omitted });
            }
        }
        Ok(())
    }
}
