//! The hash of each symbol, and which symbols the series use.

use super::bits::Bits;
use super::differences::hash_of;
use crate::Error;
use crate::index_header::bytes::Cursor;
use crate::index_header::opened::IndexHeader;
use crate::index_header::reading::join;
use crate::index_header::section::HEAD_BYTES;
use crate::random_access::Wanted;

/// Symbols in the order of the index: eight bytes each, no more than a few times their own bytes, as they ascend.
#[derive(Debug)]
pub struct SymbolUse {
    wanted: Wanted,
    /// The reference to the next symbol in index version 1, where references are positions.
    place: Option<u64>,
    /// For index version 1, the references to the symbols.
    places: Vec<u32>,
    hashes: Vec<u64>,
    used: Bits,
    left: u64,
    cut: Vec<u8>,
}

impl SymbolUse {
    /// `None` for a file whose symbols are nowhere.
    pub fn new(file: &IndexHeader) -> Option<Self> {
        let section = file.symbols_section?;
        let from = section.offset + HEAD_BYTES;
        Some(Self {
            wanted: Wanted::of_file(from, u64::from(section.length).saturating_sub(4)),
            place: file.symbol_shift().map(|shift| from - shift),
            places: Vec::new(),
            hashes: Vec::new(),
            used: Bits::default(),
            left: file.symbols.count,
            cut: Vec::new(),
        })
    }

    pub fn wants(&self) -> Wanted {
        self.wanted
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| Ok(self.take(bytes)))?;
        self.cut = cut;
        Ok(())
    }

    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut cursor = Cursor::new(bytes);
        while self.left > 0 {
            let before = cursor.len();
            let Ok(symbol) = cursor.string() else { return bytes.len() - before };
            // The empty symbol is the name and the value of all series.
            if symbol.is_empty() {
                self.used.set(self.hashes.len() as u64);
            }
            self.hashes.push(hash_of(symbol));
            if let Some(place) = &mut self.place {
                self.places.push(*place as u32);
                *place += (before - cursor.len()) as u64;
            }
            self.left -= 1;
        }
        bytes.len()
    }

    /// The hash of the symbol that a series refers to, which counts as used from then on; `None` if there is none.
    pub fn use_of(&mut self, reference: u32) -> Option<u64> {
        let number = self.number(reference)?;
        let hash = self.hashes.get(number).copied()?;
        self.used.set(number as u64);
        Some(hash)
    }

    /// The hash of the symbol of `reference`.
    pub fn hash(&self, reference: u32) -> Option<u64> {
        self.hashes.get(self.number(reference)?).copied()
    }

    /// Number of symbols that no series uses, and the reference to the first of them.
    pub fn unused(&self) -> (u64, Option<u32>) {
        let mut unused = (0..self.hashes.len()).filter(|number| !self.used.has(*number as u64));
        let first = unused.next();
        let reference = first.and_then(|number| match self.place {
            Some(_) => self.places.get(number).copied(),
            None => u32::try_from(number).ok(),
        });
        (unused.count() as u64 + u64::from(first.is_some()), reference)
    }

    fn number(&self, reference: u32) -> Option<usize> {
        match self.place {
            Some(_) => self.places.binary_search(&reference).ok(),
            None => usize::try_from(reference).ok(),
        }
    }
}
