//! Readers of a single answer: the range of a value's postings, or one symbol. Only the bytes of an incomplete entry
//! are held.

use super::super::bytes::{Cursor, Fault};
use super::super::lookup::PostingsLocation;
use super::super::opened::IndexHeader;
use super::super::postings_offset_table::{Entry, PostingsRange};
use super::texts::join;
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Number of bytes read first to find a symbol whose end is unknown.
const FIRST_BYTES: u64 = 4 << 10;

/// Looks up one value.
#[derive(Debug)]
pub struct Lookup {
    wanted: Option<Wanted>,
    value: Vec<u8>,
    /// The end of the last value's range, if that value is among the wanted entries.
    last_end: Option<u64>,
    /// The offset of the value's postings, once its entry was read.
    offset: Option<u64>,
    range: Option<PostingsRange>,
    /// Whether the remaining wanted bytes are skipped.
    is_done: bool,
    /// The beginning of an entry that is not complete.
    cut: Vec<u8>,
}

impl Lookup {
    /// For `value` of the label `name`.
    pub fn new(file: &IndexHeader, name: &[u8], value: &[u8]) -> Self {
        let (wanted, last_end, range) = match file.place_of(name, value) {
            PostingsLocation::Nowhere => (None, None, None),
            PostingsLocation::Known(range) => (None, None, Some(range)),
            PostingsLocation::Entries { wanted, last_end } => (Some(wanted), last_end, None),
        };
        let value = value.to_owned();
        Self { wanted, value, last_end, offset: None, range, is_done: false, cut: Vec::new() }
    }

    /// The range of its postings after all wanted bytes were pushed; `None` if the table lacks it.
    pub fn range(&self) -> Option<PostingsRange> {
        self.range
    }

    /// Takes the entries that are complete, up to the one after the value's; returns their bytes.
    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while !self.is_done {
            match Entry::read(&bytes[taken..]) {
                Ok(entry) => {
                    taken += entry.length;
                    // A range ends at the beginning of the next entry's range.
                    self.range = self.offset.map(|offset| PostingsRange::between(offset, entry.offset));
                    self.is_done = self.range.is_some();
                    if !self.is_done && entry.value == self.value {
                        self.offset = Some(entry.offset);
                    }
                }
                Err(Fault::Cut) => return taken,
                Err(_) => self.is_done = true,
            }
        }
        bytes.len()
    }
}

impl RandomAccess for Lookup {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| Ok(self.take(bytes)))?;
        self.cut = cut;
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.wanted = None;
        if let (None, Some(offset), Some(end)) = (self.range, self.offset, self.last_end) {
            self.range = Some(PostingsRange { end, ..PostingsRange::between(offset, 0) });
        }
        Ok(())
    }
}

/// Looks up one symbol.
#[derive(Debug)]
pub struct SymbolLookup {
    /// The bytes that are pushed next, and those after them that can hold the symbol too.
    wanted: Option<Wanted>,
    more: u64,
    /// Number of symbols before it.
    skip: u32,
    symbol: Option<Vec<u8>>,
    /// Whether no more bytes are of use.
    is_done: bool,
    /// The beginning of a symbol that is not complete.
    cut: Vec<u8>,
}

impl SymbolLookup {
    /// Reads the symbol of `reference`: its number, or in index version 1 its position in the index.
    pub fn new(file: &IndexHeader, reference: u64) -> Self {
        let place = file.place_of_symbol(reference);
        let skip = place.map_or(0, |(_, skip)| skip);
        let bytes = place.map_or(0, |(wanted, _)| wanted.length);
        let first = bytes.min(FIRST_BYTES);
        let wanted = place.map(|(wanted, _)| Wanted { length: first, ..wanted });
        Self { wanted, more: bytes - first, skip, symbol: None, is_done: false, cut: Vec::new() }
    }

    /// The symbol after all wanted bytes were pushed; `None` if there is none.
    pub fn into_symbol(self) -> Option<Vec<u8>> {
        self.symbol
    }

    /// Reads the complete symbols, up to the requested one; returns their number of bytes.
    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut cursor = Cursor::new(bytes);
        while !self.is_done {
            let taken = bytes.len() - cursor.len();
            match cursor.string() {
                Ok(_) if self.skip > 0 => self.skip -= 1,
                Ok(symbol) => {
                    self.symbol = Some(symbol.to_vec());
                    self.is_done = true;
                }
                Err(Fault::Cut) => return taken,
                Err(_) => self.is_done = true,
            }
        }
        bytes.len()
    }
}

impl RandomAccess for SymbolLookup {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| Ok(self.take(bytes)))?;
        self.cut = cut;
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        let last = self.wanted.filter(|_| !self.is_done && self.more > 0);
        // The rest in doubled steps: of index version 1 it reaches to the end of the section.
        self.wanted = last.map(|last| {
            let length = self.more.min(2 * last.length);
            self.more -= length;
            Wanted { offset: last.offset + last.length, length, ..last }
        });
        Ok(())
    }
}
