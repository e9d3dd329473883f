//! The labels of some series, read again for messages.

use super::section::split;
use super::{LabelRef, NamedSymbols, Series};
use crate::Error;
use crate::index_header::bytes::Fault;
use crate::index_header::opened::IndexHeader;
use crate::index_header::section::LONGEST_RECORD;
use crate::quote::quote;
use crate::random_access::Wanted;

/// Maximum number of labels of a series that a message names.
pub const MOST_LABELS: usize = 16;
/// Number of bytes read for a series first, and the factor by which that grows until the series is whole.
const FIRST_BYTES: u64 = 4 << 10;
const GROWTH: u64 = 16;

/// Reads the series at given bytes of an index, then the symbols of their labels.
#[derive(Debug)]
pub struct SeriesNames {
    /// The byte after the last series.
    end: u64,
    /// Positions of the series in ascending order, and their labels.
    series: Vec<(u64, Vec<LabelRef>)>,
    next: usize,
    /// Number of bytes wanted of the next series.
    length: u64,
    bytes: Vec<u8>,
    symbols: NamedSymbols,
    /// Further symbols to read.
    references: Vec<u32>,
    is_done: bool,
}

impl SeriesNames {
    /// `None` for a file whose sections are unknown.
    pub fn new(file: &IndexHeader) -> Option<Self> {
        Some(Self {
            end: file.series_section()?.1,
            series: Vec::new(),
            next: 0,
            length: FIRST_BYTES,
            bytes: Vec::new(),
            symbols: NamedSymbols::new(file)?,
            references: Vec::new(),
            is_done: true,
        })
    }

    /// Begins to read the series at these bytes of the file, and the symbols of `references`.
    pub fn look_for(&mut self, mut places: Vec<u64>, references: Vec<u32>) {
        places.sort_unstable();
        places.dedup();
        self.series = places.into_iter().map(|at| (at, Vec::new())).collect();
        self.references = references;
        self.is_done = false;
        self.look_for_symbols();
    }

    /// As [`RandomAccess::wants`](crate::random_access::RandomAccess::wants).
    pub fn wants(&self) -> Option<Wanted> {
        match self.series.get(self.next) {
            Some((at, _)) => Some(Wanted::of_file(*at, self.length.min(self.end.saturating_sub(*at)))),
            None if self.is_done => None,
            None => self.symbols.wants(),
        }
    }

    /// # Errors
    /// `BadSection` if a symbol exceeds the maximum length.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.next < self.series.len() {
            self.bytes.extend_from_slice(bytes);
            return Ok(());
        }
        self.symbols.push(bytes)
    }

    pub fn end(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        let Some((at, labels)) = self.series.get_mut(self.next) else {
            self.is_done = true;
            return;
        };
        let mut series = Series::default();
        match split(&bytes).and_then(|(content, ..)| series.read(content)) {
            Err(Fault::Cut) if self.length < (self.end - *at).min(LONGEST_RECORD as u64) => {
                self.length *= GROWTH;
                return;
            }
            // A series that can't be read has no labels.
            Err(_) => {}
            Ok(()) => *labels = series.labels,
        }
        self.length = FIRST_BYTES;
        self.next += 1;
        self.look_for_symbols();
    }

    /// The labels of the series at byte `at`; none if it could not be read.
    pub fn labels(&self, at: u64) -> &[LabelRef] {
        let place = self.series.binary_search_by_key(&at, |(at, _)| *at).ok();
        place.and_then(|place| self.series.get(place)).map_or(&[], |(_, labels)| labels)
    }

    /// `{"name"="value", ...}`
    pub fn text(&self, at: u64) -> String {
        series_text(self.labels(at), &self.symbols)
    }

    /// The symbol of `reference` for messages.
    pub fn name(&self, reference: u32) -> String {
        name_text(reference, &self.symbols)
    }

    /// Once all series are read, requests their symbols.
    fn look_for_symbols(&mut self) {
        if self.next == self.series.len() {
            let labels = self.series.iter().flat_map(|(_, labels)| labels.iter().take(MOST_LABELS));
            let labels = labels.flat_map(|label| [label.name, label.value]);
            self.symbols.look_for(labels.chain(self.references.iter().copied()).collect());
        }
    }
}

pub fn name_text(reference: u32, symbols: &NamedSymbols) -> String {
    symbols.get(reference).map_or_else(|| format!("symbol {reference}"), quote)
}

/// `{"name"="value", ...}`
pub fn series_text(labels: &[LabelRef], symbols: &NamedSymbols) -> String {
    let texts: Vec<String> = labels
        .iter()
        .take(MOST_LABELS)
        .map(|label| format!("{}={}", name_text(label.name, symbols), name_text(label.value, symbols)))
        .collect();
    let more = if labels.len() > MOST_LABELS { ", ..." } else { "" };
    format!("{{{}{more}}}", texts.join(", "))
}
