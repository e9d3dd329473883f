//! The entries of a postings offset table in parts of bounded size.

use crate::index_header::bytes::Fault;
use crate::index_header::opened::IndexHeader;
use crate::index_header::postings_offset_table::Entry;
use crate::index_header::section::HEAD_BYTES;
use crate::random_access::Wanted;

/// Bytes of a part. Its entries take a few times as many bytes.
const PART: u64 = 4 << 20;

/// Reads the entries of the table, part by part.
#[derive(Debug)]
pub struct TableParts {
    from: u64,
    /// The position of the next part, and the byte after the last entry.
    at: u64,
    end: u64,
    /// The beginning of an entry whose rest is in the next part.
    cut: Vec<u8>,
}

impl TableParts {
    /// `None` for a file whose table is nowhere.
    pub fn new(file: &IndexHeader) -> Option<Self> {
        let section = file.table_section?;
        let from = section.offset + HEAD_BYTES;
        let end = section.offset + 4 + u64::from(section.length);
        Some(Self { from, at: from, end: end.max(from), cut: Vec::new() })
    }

    /// Begins with the first entry again.
    pub fn restart(&mut self) {
        (self.at, self.cut) = (self.from, Vec::new());
    }

    /// Bytes of all entries.
    pub fn bytes(&self) -> u64 {
        self.end - self.from
    }

    pub fn is_done(&self) -> bool {
        self.at >= self.end
    }

    pub fn wants(&self) -> Option<Wanted> {
        (!self.is_done()).then(|| Wanted::of_file(self.at, PART.min(self.end - self.at)))
    }

    /// Passes each complete entry to `take`.
    pub fn push(&mut self, bytes: &[u8], mut take: impl FnMut(Entry<'_>)) {
        self.cut.extend_from_slice(bytes);
        let mut taken = 0;
        loop {
            match Entry::read(&self.cut[taken..]) {
                Ok(entry) => {
                    taken += entry.length;
                    take(entry);
                }
                Err(Fault::Cut) => break,
                // The opening of the file has found it.
                Err(_) => {
                    taken = self.cut.len();
                    break;
                }
            }
        }
        self.cut.drain(..taken);
    }

    /// The wanted part was pushed.
    pub fn end(&mut self) {
        self.at += PART.min(self.end - self.at);
    }
}
