//! The slow check of a whole index: whether its postings lists are those of its series, and whether its symbols are used.
//!
//! ```text
//! Symbols -> Series -> Table -> Lists -> Table -> Lists ... -> Names -> Pairs -> Done
//! ```
//!
//! Memory is bounded: eight bytes for each symbol, a bit for each place of a series, and cells of a fixed number for the
//! comparison of lists and series. The names in findings are read again at the end.

mod bits;
mod describe;
mod differences;
mod entries;
mod list;
mod lists;
mod noted;
mod symbol_use;

use std::collections::{HashMap, HashSet};

use super::header::{IndexVersion, Kind};
use super::opened::IndexHeader;
use super::series::{Series, SeriesNames, SeriesSection, SeriesSink};
use crate::quote::quote;
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error, MAX_FINDINGS_OF_A_CODE};
use bits::Bits;
use differences::{Difference, Differences, hash_of, pair_of};
use entries::TableParts;
use lists::{Compared, Lists};
use noted::{ListEntry, Noted};
use symbol_use::SymbolUse;

/// Reads the series and the postings lists of an index, and compares them.
#[derive(Debug)]
pub struct IndexVerifier {
    state: State,
    section: (u64, u64),
    /// First byte of the postings, and the byte after the last list.
    postings: (u64, u64),
    series: SeriesSection<SeriesPairs>,
    table: TableParts,
    lists: Lists,
    names: SeriesNames,
    found: Vec<Difference>,
    /// Minimum number of differences that are not in `found`.
    more: u64,
    /// Number of unused symbols, and the reference to the first.
    unused: (u64, Option<u32>),
    /// Hashes of the label pairs whose names are wanted, and their names.
    pairs: HashSet<u64>,
    pair_names: HashMap<u64, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Symbols,
    Series,
    Table,
    Lists,
    Names,
    Pairs,
    Done,
}

/// The label pairs of the series so far.
#[derive(Debug)]
struct SeriesPairs {
    version: IndexVersion,
    symbols: SymbolUse,
    /// Hash of the label pair that all series have.
    all: u64,
    compared: Compared,
    series: u64,
}

impl SeriesSink for SeriesPairs {
    fn take(&mut self, series: &Series, at: u64) {
        self.series += 1;
        let Some(reference) = reference_of(self.version, at) else { return };
        let Self { symbols, compared, all, .. } = self;
        compared.series.set(reference.into());
        compared.differences.add(*all, reference);
        for label in &series.labels {
            let hashes = symbols.use_of(label.name).zip(symbols.use_of(label.value));
            match hashes {
                Some((name, value)) => compared.differences.add(pair_of(name, value), reference),
                // The statistics report a reference to a symbol that does not exist.
                None => compared.is_partial = true,
            }
        }
    }
}

/// The reference of postings lists to the series at byte `at`.
fn reference_of(version: IndexVersion, at: u64) -> Option<u32> {
    u32::try_from(at / step_of(version)).ok()
}

fn step_of(version: IndexVersion) -> u64 {
    match version {
        IndexVersion::V1 => 1,
        IndexVersion::V2 => 16,
    }
}

impl IndexVerifier {
    /// Verifies an opened index.
    ///
    /// # Errors
    /// `NotFound` for other files, which have no series. For a damaged index, its first error: the check relies on sound
    /// sections.
    pub fn new(file: &IndexHeader) -> Result<Self, Error> {
        if file.kind != Some(Kind::Index) {
            let message = "only a full index has series and postings lists";
            return Err(Error::new(Code::NotFound, message, "name the file index of the block"));
        }
        if let Some(error) = file.findings.first_error() {
            return Err(error.clone().into());
        }
        let parts = || {
            let toc = file.index_toc?;
            let ends = [toc.label_indices_table, toc.postings_table];
            let end = ends.into_iter().filter(|end| *end > toc.postings).min()?;
            let postings = (toc.postings, end);
            let (table, names) = (TableParts::new(file)?, SeriesNames::new(file)?);
            Some((file.series_section()?, postings, SymbolUse::new(file)?, table, names))
        };
        let Some((section, postings, symbols, table, names)) = parts() else {
            let message = "table of contents: the positions of the sections are unknown";
            return Err(Error::new(Code::BadToc, message, "copy the index again"));
        };
        let version = file.index_version();
        let compared = Compared {
            series: Bits::default(),
            differences: Differences::new(),
            noted: Noted::default(),
            lists: 0,
            postings: 0,
            is_partial: false,
        };
        let all = pair_of(hash_of(b""), hash_of(b""));
        let pairs = SeriesPairs { version, symbols, all, compared, series: 0 };
        Ok(Self {
            state: State::Symbols,
            section,
            postings,
            series: SeriesSection::new(version, section.0, pairs),
            table,
            lists: Lists::default(),
            names,
            found: Vec::new(),
            more: 0,
            unused: (0, None),
            pairs: HashSet::new(),
            pair_names: HashMap::new(),
        })
    }

    /// Bytes that are read of a sound index.
    pub fn bytes(&self) -> u64 {
        let lists = self.postings.1 - self.postings.0;
        self.section.1 - self.section.0 + lists + self.table.bytes() + self.series.sink.symbols.wants().length
    }

    /// Takes a list of the table.
    fn add_list(lists: &mut Lists, postings: (u64, u64), compared: &mut Compared, entry: ListEntry) {
        if (postings.0..postings.1).contains(&entry.offset) {
            lists.add(entry);
            return;
        }
        compared.is_partial = true;
        compared.lists += 1;
        let what = format!("is outside the postings, which are from byte {} to {}", postings.0, postings.1);
        compared.noted.list(Code::BadToc, entry, what);
    }

    /// Begins to read the lists of the part of the table that was read.
    fn begin_lists(&mut self) -> State {
        self.lists.begin(self.table.is_done().then_some(self.postings.1));
        match self.lists.wants() {
            Some(_) => State::Lists,
            None => self.end_lists(),
        }
    }

    fn end_lists(&mut self) -> State {
        let is_last = self.table.is_done();
        self.lists.end(is_last, &mut self.series.sink.compared);
        if is_last { self.begin_names() } else { State::Table }
    }

    fn begin_names(&mut self) -> State {
        let Self { series, names, found, more, unused, pairs, .. } = self;
        let SeriesPairs { compared, symbols, version, .. } = &series.sink;
        if !compared.is_partial {
            (*found, *more) = compared.differences.found(MAX_FINDINGS_OF_A_CODE);
            *unused = symbols.unused();
        }
        pairs.extend(found.iter().map(|difference| difference.pair).chain(compared.noted.pairs()));
        let step = step_of(*version);
        let places = found.iter().map(|difference| u64::from(difference.series) * step).collect();
        names.look_for(places, unused.1.into_iter().collect());
        self.begin_pairs()
    }

    /// Begins to read the names of label pairs once those of series are read.
    fn begin_pairs(&mut self) -> State {
        if self.names.wants().is_some() {
            return State::Names;
        }
        self.table.restart();
        if self.pairs.is_empty() { State::Done } else { State::Pairs }
    }
}

impl RandomAccess for IndexVerifier {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        match self.state {
            State::Symbols => Some(self.series.sink.symbols.wants()),
            State::Series => Some(Wanted::of_file(self.section.0, self.section.1 - self.section.0)),
            State::Table | State::Pairs => self.table.wants(),
            State::Lists => self.lists.wants(),
            State::Names => self.names.wants(),
            State::Done => None,
        }
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        let Self { series, table, lists, names, postings, pairs, pair_names, .. } = self;
        match self.state {
            State::Symbols => series.sink.symbols.push(bytes)?,
            State::Series => series.push(bytes),
            State::Table => table.push(bytes, |entry| {
                let pair = pair_of(hash_of(entry.name), hash_of(entry.value));
                let entry = ListEntry { offset: entry.offset, pair };
                Self::add_list(lists, *postings, &mut series.sink.compared, entry);
            }),
            State::Lists => lists.push(bytes, &mut series.sink.compared),
            State::Names => names.push(bytes)?,
            State::Pairs => table.push(bytes, |entry| {
                let pair = pair_of(hash_of(entry.name), hash_of(entry.value));
                if pairs.contains(&pair) {
                    let text = match entry.name.is_empty() {
                        true => "all series".to_owned(),
                        false => format!("{}={}", quote(entry.name), quote(entry.value)),
                    };
                    pair_names.insert(pair, text);
                }
            }),
            State::Done => {}
        }
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.state = match self.state {
            State::Symbols => State::Series,
            State::Series => {
                self.series.end(self.section.1);
                // The statistics report damaged series.
                self.series.sink.compared.is_partial |= !self.series.findings.is_empty();
                match self.table.is_done() {
                    true => self.begin_lists(),
                    false => State::Table,
                }
            }
            State::Table => {
                self.table.end();
                self.begin_lists()
            }
            State::Lists => self.end_lists(),
            State::Names => {
                self.names.end();
                self.begin_pairs()
            }
            State::Pairs => {
                self.table.end();
                if self.table.is_done() { State::Done } else { State::Pairs }
            }
            State::Done => State::Done,
        };
        Ok(())
    }
}
