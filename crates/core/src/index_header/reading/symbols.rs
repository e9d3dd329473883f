//! The reader of all symbols.

use super::super::bytes::varint_length;
use super::super::lookup::symbol_in;
use super::super::opened::IndexHeader;
use super::super::section::HEAD_BYTES;
use super::texts::{Texts, join};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};

/// Reads all symbols.
#[derive(Debug)]
pub struct SymbolsReader {
    wanted: Option<Wanted>,
    /// Bytes of the section before the next symbol, and what they are more than a reference, in index version 1.
    at: u64,
    shift: Option<u64>,
    left: u64,
    cut: Vec<u8>,
    symbols: Texts,
    references: Vec<u64>,
}

impl SymbolsReader {
    /// # Errors
    /// `NotFound` of a sparse header, which has none.
    pub fn new(file: &IndexHeader) -> Result<Self, Error> {
        let Some(section) = file.symbols_section else {
            let message = "a sparse index-header has no symbols, only where they are";
            return Err(Error::new(Code::NotFound, message, "name the index-header beside it"));
        };
        let from = section.offset + HEAD_BYTES;
        let length = u64::from(section.length).saturating_sub(4);
        let shift = file.symbol_shift();
        let left = file.symbols.count;
        Ok(Self {
            wanted: Some(Wanted::of_file(from, length)),
            at: from,
            shift,
            left,
            cut: Vec::new(),
            symbols: Texts::default(),
            references: Vec::new(),
        })
    }

    /// The symbols and the references to them, once nothing more is wanted.
    pub fn into_symbols(self) -> (Texts, Vec<u64>) {
        (self.symbols, self.references)
    }

    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while self.left > 0 {
            let Some(symbol) = symbol_in(&bytes[taken..], 0) else { break };
            let length = varint_length(symbol.len() as u64) + symbol.len();
            let number = self.references.len() as u64;
            self.references.push(self.shift.map_or(number, |shift| self.at - shift));
            self.symbols.push(symbol);
            taken += length;
            self.at += length as u64;
            self.left -= 1;
        }
        taken
    }
}

impl RandomAccess for SymbolsReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    /// # Errors
    /// `BadSection` where the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| Ok(self.take(bytes)))?;
        self.cut = cut;
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.wanted = None;
        Ok(())
    }
}
