//! Tables of contents: the last bytes of an index, and those of an index-header, which keeps the index's in front of
//! its own.

use super::bytes::Cursor;
use crate::checksum::crc32c;
use crate::{Code, Error};

/// Bytes of an index's table of contents.
pub const INDEX_TOC_BYTES: u64 = 52;
/// Bytes of an index-header's own table of contents.
pub const TOC_BYTES: u64 = 20;

/// Where the sections of a full index begin, in bytes from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexToc {
    /// The strings of all series.
    pub symbols: u64,
    /// Series with their chunks.
    pub series: u64,
    /// Values by label; newer writers leave them out.
    pub label_indices: u64,
    /// Where those are.
    pub label_indices_table: u64,
    /// Postings lists.
    pub postings: u64,
    /// The postings offset table.
    pub postings_table: u64,
}

/// Where the sections of an index-header begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toc {
    /// The symbols.
    pub symbols: u64,
    /// The postings offset table.
    pub postings_offset_table: u64,
}

impl IndexToc {
    /// From the 52 bytes that begin at byte `at` of the file.
    ///
    /// # Errors
    /// `Truncated`, `Checksum`.
    pub fn parse(bytes: &[u8], at: u64) -> Result<Self, Error> {
        let fields: [u64; 6] = parse(bytes, at, "table of contents of the index")?;
        let [symbols, series, label_indices, label_indices_table, postings, postings_table] = fields;
        Ok(Self { symbols, series, label_indices, label_indices_table, postings, postings_table })
    }

    /// The end of the last postings list: Mimir uses the beginning of the table of label indices, which follows the
    /// postings.
    pub fn postings_end(&self) -> u64 {
        self.label_indices_table
    }

    /// Whether an index-header may say that the last postings list ends at `end`: at the table of label indices, as Mimir
    /// writes, or at the postings offset table, as those do that leave out the other.
    pub fn may_end_postings(&self, end: u64) -> bool {
        [self.label_indices_table, self.postings_table].contains(&end)
    }
}

impl Toc {
    /// From the 20 bytes that begin at byte `at` of the file.
    ///
    /// # Errors
    /// `Truncated`, `Checksum`.
    pub fn parse(bytes: &[u8], at: u64) -> Result<Self, Error> {
        let [symbols, postings_offset_table] = parse(bytes, at, "table of contents")?;
        Ok(Self { symbols, postings_offset_table })
    }

    /// Its 20 bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let from = out.len();
        out.extend(self.symbols.to_be_bytes());
        out.extend(self.postings_offset_table.to_be_bytes());
        let checksum = crc32c(&out[from..]);
        out.extend(checksum.to_be_bytes());
    }
}

/// `N` offsets and their checksum.
fn parse<const N: usize>(bytes: &[u8], at: u64, name: &str) -> Result<[u64; N], Error> {
    let cut = |_| {
        Error::at(
            Code::Truncated,
            at,
            format!("{name}: the file has only {} bytes of it", bytes.len()),
            "copy the file again: its end is missing",
        )
    };
    let mut cursor = Cursor::new(bytes);
    let mut fields = [0; N];
    for field in &mut fields {
        *field = cursor.u64().map_err(cut)?;
    }
    let stored = cursor.u32().map_err(cut)?;
    let computed = crc32c(&bytes[..8 * N]);
    if stored == computed {
        return Ok(fields);
    }
    Err(Error::at(
        Code::Checksum,
        at + 8 * N as u64,
        format!("{name}: the checksum is {computed:08x}, the file has {stored:08x}"),
        "copy the file again: its end is damaged or missing",
    ))
}
