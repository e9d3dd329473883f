//! Readers of one answer: the range of a value's postings, one symbol.

use super::super::lookup::{Place, range_in, symbol_in};
use super::super::opened::IndexHeader;
use super::super::postings_offset_table::PostingsRange;
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Reads bytes as a whole, in which `question` finds its answer.
#[derive(Debug)]
pub struct One<Q> {
    wanted: Option<Wanted>,
    bytes: Vec<u8>,
    question: Q,
}

/// What is asked of some bytes of the file.
pub trait Question {
    /// Finds the answer in all of the bytes.
    fn answer(&mut self, bytes: &[u8]);
}

impl<Q> One<Q> {
    fn of(wanted: Option<Wanted>, question: Q) -> Self {
        Self { wanted, bytes: Vec::new(), question }
    }
}

impl<Q: Question> RandomAccess for One<Q> {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.wanted = None;
        self.question.answer(&std::mem::take(&mut self.bytes));
        Ok(())
    }
}

/// Looks one value up.
pub type Lookup = One<ValueQuestion>;

/// Where the postings of a value are.
#[derive(Debug)]
pub struct ValueQuestion {
    value: Vec<u8>,
    last_end: Option<u64>,
    range: Option<PostingsRange>,
}

impl Question for ValueQuestion {
    fn answer(&mut self, bytes: &[u8]) {
        self.range = range_in(bytes, &self.value, self.last_end);
    }
}

impl Lookup {
    /// For `value` of the label `name`.
    pub fn new(file: &IndexHeader, name: &[u8], value: &[u8]) -> Self {
        let (wanted, last_end, range) = match file.place_of(name, value) {
            Place::Nowhere => (None, None, None),
            Place::Known(range) => (None, None, Some(range)),
            Place::Entries { wanted, last_end } => (Some(wanted), last_end, None),
        };
        Self::of(wanted, ValueQuestion { value: value.to_owned(), last_end, range })
    }

    /// The range of its postings, once nothing more is wanted; `None` where it is not in the table.
    pub fn range(&self) -> Option<PostingsRange> {
        self.question.range
    }
}

/// Looks one symbol up.
pub type SymbolLookup = One<SymbolQuestion>;

/// The symbol behind so many others.
#[derive(Debug)]
pub struct SymbolQuestion {
    skip: u32,
    symbol: Option<Vec<u8>>,
}

impl Question for SymbolQuestion {
    fn answer(&mut self, bytes: &[u8]) {
        self.symbol = symbol_in(bytes, self.skip).map(<[u8]>::to_vec);
    }
}

impl SymbolLookup {
    /// For the symbol that `reference` stands for: its number, or in index version 1 its place in the index.
    pub fn new(file: &IndexHeader, reference: u64) -> Self {
        let place = file.place_of_symbol(reference);
        let skip = place.map_or(0, |(_, skip)| skip);
        Self::of(place.map(|(wanted, _)| wanted), SymbolQuestion { skip, symbol: None })
    }

    /// The symbol, once nothing more is wanted; `None` where there is none.
    pub fn into_symbol(self) -> Option<Vec<u8>> {
        self.question.symbol
    }
}
