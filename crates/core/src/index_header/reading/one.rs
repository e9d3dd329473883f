//! Readers of one answer: the range of a value's postings, one symbol.

use super::super::lookup::{Place, range_in, symbol_in};
use super::super::opened::IndexHeader;
use super::super::postings_offset_table::PostingsRange;
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Bytes that are read as a whole.
#[derive(Debug, Default)]
struct Whole {
    wanted: Option<Wanted>,
    bytes: Vec<u8>,
}

impl Whole {
    fn of(wanted: Option<Wanted>) -> Self {
        Self { wanted, bytes: Vec::new() }
    }
}

/// Looks one value up.
#[derive(Debug)]
pub struct Lookup {
    value: Vec<u8>,
    last_end: Option<u64>,
    whole: Whole,
    range: Option<PostingsRange>,
}

impl Lookup {
    /// For `value` of the label `name`.
    pub fn new(file: &IndexHeader, name: &[u8], value: &[u8]) -> Self {
        let (wanted, last_end, range) = match file.place_of(name, value) {
            Place::Nowhere => (None, None, None),
            Place::Known(range) => (None, None, Some(range)),
            Place::Entries { wanted, last_end } => (Some(wanted), last_end, None),
        };
        Self { value: value.to_owned(), last_end, whole: Whole::of(wanted), range }
    }

    /// The range of its postings, once nothing more is wanted; `None` where it is not in the table.
    pub fn range(&self) -> Option<PostingsRange> {
        self.range
    }
}

impl RandomAccess for Lookup {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.whole.wanted
    }

    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        self.whole.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.range = range_in(&self.whole.bytes, &self.value, self.last_end);
        self.whole = Whole::default();
        Ok(())
    }
}

/// Looks one symbol up.
#[derive(Debug)]
pub struct SymbolLookup {
    skip: u32,
    whole: Whole,
    symbol: Option<Vec<u8>>,
}

impl SymbolLookup {
    /// For the symbol that `reference` stands for: its number, or in index version 1 its place in the index.
    pub fn new(file: &IndexHeader, reference: u64) -> Self {
        let place = file.place_of_symbol(reference);
        let skip = place.map_or(0, |(_, skip)| skip);
        Self { skip, whole: Whole::of(place.map(|(wanted, _)| wanted)), symbol: None }
    }

    /// The symbol, once nothing more is wanted; `None` where there is none.
    pub fn into_symbol(self) -> Option<Vec<u8>> {
        self.symbol
    }
}

impl RandomAccess for SymbolLookup {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.whole.wanted
    }

    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        self.whole.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.symbol = symbol_in(&self.whole.bytes, self.skip).map(<[u8]>::to_vec);
        self.whole = Whole::default();
        Ok(())
    }
}
