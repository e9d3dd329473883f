//! The reader of all symbols.

use super::super::bytes::Cursor;
use super::super::opened::IndexHeader;
use super::super::section::HEAD_BYTES;
use super::texts::{Texts, join};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};

/// Reads all symbols.
#[derive(Debug)]
pub struct SymbolsReader {
    wanted: Option<Wanted>,
    /// Number of bytes of the section before the next symbol, and their excess over a reference in index version 1.
    at: u64,
    shift: Option<u64>,
    /// The number of the next symbol, and the number of remaining symbols.
    number: u64,
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
            let message = "a sparse index-header has only the positions of symbols";
            return Err(Error::new(Code::NotFound, message, "name the index-header next to it"));
        };
        let from = section.offset + HEAD_BYTES;
        let length = u64::from(section.length).saturating_sub(4);
        let shift = file.symbol_shift();
        let left = file.symbols.count;
        Ok(Self {
            wanted: Some(Wanted::of_file(from, length)),
            at: from,
            shift,
            number: 0,
            left,
            cut: Vec::new(),
            symbols: Texts::default(),
            references: Vec::new(),
        })
    }

    /// Takes the symbols read since the last call, and the references to them.
    pub fn take_symbols(&mut self) -> (Texts, Vec<u64>) {
        (std::mem::take(&mut self.symbols), std::mem::take(&mut self.references))
    }

    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut cursor = Cursor::new(bytes);
        while self.left > 0 {
            let before = cursor.len();
            let Ok(symbol) = cursor.string() else { return bytes.len() - before };
            self.references.push(self.shift.map_or(self.number, |shift| self.at - shift));
            self.symbols.push(symbol);
            self.at += (before - cursor.len()) as u64;
            self.number += 1;
            self.left -= 1;
        }
        bytes.len()
    }
}

impl RandomAccess for SymbolsReader {
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
        Ok(())
    }
}
