//! Readers of an opened file, which ask for the bytes they need: one look-up, one symbol, all values of a label, all
//! symbols.

use super::bytes::Fault;
use super::header::{INDEX_BYTES, INDEX_HEADER_BYTES, IndexVersion, Kind};
use super::lookup::{Place, range_in, symbol_in};
use super::opened::IndexHeader;
use super::postings_offset_table::{Entry, PostingsRange};
use super::section::{HEAD_BYTES, LONGEST_RECORD};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};

impl IndexHeader {
    /// What to add to a reference to a symbol for its place in this file; `None` where references are ordinals.
    pub(super) fn symbol_shift(&self) -> Option<u64> {
        let header = self.header.filter(|header| header.index_version == IndexVersion::V1);
        // References are places in the index, whose symbols stand behind a shorter header.
        header
            .map(|_| if self.kind == Some(Kind::IndexHeader) { INDEX_HEADER_BYTES - INDEX_BYTES } else { 0 })
    }
}

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

/// Texts one after the other.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Texts {
    /// All of them.
    pub bytes: Vec<u8>,
    /// Bytes of each.
    pub lengths: Vec<u32>,
}

impl Texts {
    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.lengths.push(text.len() as u32);
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.bytes.as_slice();
        self.lengths.iter().map(move |length| {
            let (text, after) = rest.split_at(*length as usize);
            rest = after;
            text
        })
    }
}

/// All values of a label, in order, with the ranges of their postings.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Values {
    /// The values.
    pub values: Texts,
    /// First bytes of the ranges.
    pub starts: Vec<u64>,
    /// Bytes after the last of the ranges.
    pub ends: Vec<u64>,
}

impl Values {
    fn push(&mut self, value: &[u8], range: PostingsRange) {
        self.values.push(value);
        self.starts.push(range.start);
        self.ends.push(range.end);
    }
}

/// Reads all values of a label.
#[derive(Debug)]
pub struct ValuesReader {
    wanted: Option<Wanted>,
    last_end: u64,
    /// The beginning of an entry that is not complete.
    cut: Vec<u8>,
    values: Values,
}

impl ValuesReader {
    /// For label number `label` of [`Table::all`](super::Table::all).
    ///
    /// # Errors
    /// `NotFound` of a sparse header, which has only samples.
    pub fn new(file: &IndexHeader, label: usize) -> Result<Self, Error> {
        let (last_end, cut, mut values) = (0, Vec::new(), Values::default());
        let table = &file.table;
        if let Some(ranges) = &table.ranges {
            let all = table.kept_of(label);
            for ((value, _), range) in table.samples(label).zip(&ranges[all]) {
                values.push(value, *range);
            }
            return Ok(Self { wanted: None, last_end, cut, values });
        }
        let Some(section) = file.table_section else {
            let message = "a sparse index-header keeps only every 32nd value";
            return Err(Error::new(Code::NotFound, message, "name the index-header beside it"));
        };
        let first = table.samples(label).next().map(|(_, at)| u64::from(at));
        let Some((from, label)) = first.zip(table.all().get(label)) else {
            return Ok(Self { wanted: None, last_end, cut, values });
        };
        let wanted = Wanted::of_file(section.offset + from, label.table_end.saturating_sub(from));
        Ok(Self { wanted: Some(wanted), last_end: label.last_end, cut, values })
    }

    /// The values, once nothing more is wanted.
    pub fn into_values(self) -> Values {
        self.values
    }

    /// Takes the entries that are complete; answers how many bytes those are.
    fn take(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        let mut taken = 0;
        loop {
            match Entry::read(&bytes[taken..]) {
                Ok(entry) => {
                    if let Some(end) = self.values.ends.last_mut() {
                        *end = PostingsRange::between(0, entry.offset).end;
                    }
                    self.values.push(entry.value, PostingsRange::between(entry.offset, 0));
                    taken += entry.length;
                }
                Err(Fault::Cut) => return Ok(taken),
                Err(_) => return Err(changed()),
            }
        }
    }
}

fn changed() -> Error {
    let message = "postings offset table: it is not what it was when the file was opened";
    Error::new(Code::BadSection, message, "open the file again")
}

/// Adds `bytes` to what was cut, and takes from it what `take` can.
fn join(
    cut: &mut Vec<u8>,
    bytes: &[u8],
    take: impl FnOnce(&[u8]) -> Result<usize, Error>,
) -> Result<(), Error> {
    if cut.len() + bytes.len() > LONGEST_RECORD + bytes.len() {
        return Err(changed());
    }
    cut.extend_from_slice(bytes);
    let taken = take(cut)?;
    cut.drain(..taken);
    Ok(())
}

impl RandomAccess for ValuesReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    /// # Errors
    /// `BadSection` where the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| self.take(bytes))?;
        self.cut = cut;
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.wanted = None;
        if let Some(end) = self.values.ends.last_mut() {
            *end = self.last_end;
        }
        Ok(())
    }
}

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
        let (cut, symbols, references) = Default::default();
        let shift = file.symbol_shift();
        let left = file.symbols.count;
        Ok(Self {
            wanted: Some(Wanted::of_file(from, length)),
            at: from,
            shift,
            left,
            cut,
            symbols,
            references,
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
            let length = super::bytes::varint_length(symbol.len() as u64) + symbol.len();
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
