//! The texts of some symbols, found by reading all of them.

use crate::Error;
use crate::index_header::bytes::{Cursor, Fault};
use crate::index_header::opened::IndexHeader;
use crate::index_header::reading::join;
use crate::index_header::section::HEAD_BYTES;
use crate::random_access::Wanted;

/// Finds the symbols of references.
#[derive(Debug)]
pub struct NamedSymbols {
    /// All symbols.
    wanted: Wanted,
    /// Whether references are places in the index rather than ordinals.
    by_place: bool,
    /// The reference to the next symbol.
    reference: u64,
    cut: Vec<u8>,
    /// The references in order, and their symbols.
    found: Vec<(u32, Option<Vec<u8>>)>,
    next: usize,
}

impl NamedSymbols {
    /// For an index whose symbols are known to lie somewhere.
    pub fn new(file: &IndexHeader) -> Option<Self> {
        let section = file.symbols_section?;
        let from = section.offset + HEAD_BYTES;
        let wanted = Wanted::of_file(from, u64::from(section.length).saturating_sub(4));
        let shift = file.symbol_shift();
        let reference = shift.map_or(0, |shift| from - shift);
        Some(Self {
            wanted,
            by_place: shift.is_some(),
            reference,
            cut: Vec::new(),
            found: Vec::new(),
            next: 0,
        })
    }

    /// Begins to look for these.
    pub fn look_for(&mut self, mut references: Vec<u32>) {
        references.sort_unstable();
        references.dedup();
        self.found = references.into_iter().map(|reference| (reference, None)).collect();
    }

    /// Bytes of all symbols.
    pub fn bytes(&self) -> u64 {
        self.wanted.length
    }

    /// The position of the next symbols; `None` once all are read.
    pub fn wants(&self) -> Option<Wanted> {
        (self.next < self.found.len()).then_some(self.wanted)
    }

    /// # Errors
    /// `BadSection` if a symbol exceeds the maximum length.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| Ok(self.take(bytes)))?;
        self.cut = cut;
        Ok(())
    }

    /// The symbol of `reference`; `None` if there is none.
    pub fn get(&self, reference: u32) -> Option<&[u8]> {
        let place = self.found.binary_search_by_key(&reference, |(reference, _)| *reference).ok()?;
        self.found.get(place)?.1.as_deref()
    }

    /// References without a symbol.
    pub fn missing(&self) -> impl Iterator<Item = u32> {
        self.found.iter().filter(|(_, text)| text.is_none()).map(|(reference, _)| *reference)
    }

    /// Takes the complete symbols; returns their number of bytes.
    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut cursor = Cursor::new(bytes);
        while self.next < self.found.len() {
            let before = cursor.len();
            let symbol = match cursor.string() {
                Ok(symbol) => symbol,
                Err(Fault::Cut) => return bytes.len() - before,
                // The opening of the file has noted it; the symbols after it stay unknown.
                Err(_) => {
                    self.next = self.found.len();
                    break;
                }
            };
            while let Some((reference, text)) =
                self.found.get_mut(self.next).filter(|(reference, _)| u64::from(*reference) <= self.reference)
            {
                if u64::from(*reference) == self.reference {
                    *text = Some(symbol.to_vec());
                }
                self.next += 1;
            }
            self.reference += if self.by_place { (before - cursor.len()) as u64 } else { 1 };
        }
        bytes.len()
    }
}
