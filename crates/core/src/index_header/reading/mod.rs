//! Readers of an opened file, which ask for the bytes they need.

mod one;
mod symbols;
mod texts;
mod values;

pub use one::{Lookup, SymbolLookup};
pub use symbols::SymbolsReader;
pub use texts::Texts;
pub(super) use texts::join;
pub use values::{Values, ValuesReader};

use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Any of the readers.
#[derive(Debug)]
pub enum Reader {
    /// Reads the postings range of one value.
    Lookup(Lookup),
    /// Reads one symbol.
    Symbol(SymbolLookup),
    /// Reads all values of a label.
    Values(ValuesReader),
    /// Reads all symbols.
    Symbols(SymbolsReader),
}

impl RandomAccess for Reader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        match self {
            Self::Lookup(reader) => reader.wants(),
            Self::Symbol(reader) => reader.wants(),
            Self::Values(reader) => reader.wants(),
            Self::Symbols(reader) => reader.wants(),
        }
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        match self {
            Self::Lookup(reader) => reader.push(bytes, &mut ()),
            Self::Symbol(reader) => reader.push(bytes, &mut ()),
            Self::Values(reader) => reader.push(bytes, &mut ()),
            Self::Symbols(reader) => reader.push(bytes, &mut ()),
        }
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        match self {
            Self::Lookup(reader) => reader.end(&mut ()),
            Self::Symbol(reader) => reader.end(&mut ()),
            Self::Values(reader) => reader.end(&mut ()),
            Self::Symbols(reader) => reader.end(&mut ()),
        }
    }
}
