//! The label sets of an index: how many series would remain without a label, and which two labels have most combinations
//! of values.
//!
//! The symbols are read first, for the references to label names, and then the series once.

mod counts;
mod results;

pub use results::{DroppedLabel, IndexCardinality, LabelNamePair};

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::METRIC_NAME;
use super::header::Kind;
use super::opened::IndexHeader;
use super::reading::SymbolsReader;
use super::results::{ByteText, StatisticsRemark};
use super::series::{LabelRef, SeriesSection};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};
use counts::{Dropped, LabelSets, MAX_COMBINATIONS, MAX_LABEL_SETS};

/// Number of label names, those with most values, that are combined for a whole index.
const MAX_COMBINED_NAMES: usize = 10;
/// Maximum number of listed pairs of label names.
const MAX_LISTED_PAIRS: usize = 100;

/// What is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CardinalityRequest {
    /// Names of the labels to drop, each from the label sets as they are.
    pub drop: Vec<Vec<u8>>,
    /// Whether pairs of label names are counted.
    pub pairs: bool,
    /// Name of the metric whose series are counted; `None` for all series.
    pub metric: Option<Vec<u8>>,
}

/// Counts the label sets of an index.
#[derive(Debug)]
pub struct CardinalityReader {
    request: CardinalityRequest,
    state: State,
    section: (u64, u64),
    symbols: SymbolsReader,
    series: SeriesSection<LabelSets>,
    /// Symbols whose references are wanted.
    wanted: HashSet<Vec<u8>>,
    found: HashMap<Vec<u8>, u32>,
    /// The label names to combine.
    combined: Vec<Vec<u8>>,
    error: Option<Error>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Symbols,
    Series,
    Done,
}

impl CardinalityReader {
    /// Counts in an opened index.
    ///
    /// # Errors
    /// `NotFound` for other files, which have no series; `BadToc` if the position of the series is unknown.
    pub fn new(file: &IndexHeader, request: CardinalityRequest) -> Result<Self, Error> {
        if file.kind != Some(Kind::Index) {
            let message = "only a full index has series";
            return Err(Error::new(Code::NotFound, message, "name the file index of the block"));
        }
        let Some(section) = file.series_section().filter(|_| file.symbols_section.is_some()) else {
            let message = "series: their position is unknown";
            let remedy = "copy the index again: its end is damaged or missing";
            return Err(Error::new(Code::BadToc, message, remedy));
        };
        let combined =
            if request.pairs { combined_names(file, request.metric.is_some()) } else { Vec::new() };
        let texts = [METRIC_NAME.to_vec()].into_iter().chain(request.metric.clone());
        Ok(Self {
            state: State::Symbols,
            section,
            symbols: SymbolsReader::new(file)?,
            series: SeriesSection::new(file.index_version(), section.0, LabelSets::default()),
            wanted: texts.chain(request.drop.clone()).chain(combined.clone()).collect(),
            found: HashMap::new(),
            combined,
            error: file.findings.first_error().cloned().map(Error::from),
            request,
        })
    }

    /// Bytes that are read of a sound index.
    pub fn bytes(&self) -> u64 {
        self.section.1 - self.section.0 + self.symbols.wants().map_or(0, |wanted| wanted.length)
    }

    /// The counts after all wanted bytes were pushed.
    pub fn finish(self) -> IndexCardinality {
        let Self { request, mut series, found, error, .. } = self;
        let sets = &mut series.sink;
        let dropped = request.drop.iter().zip(&mut sets.dropped).map(|(name, dropped)| {
            let (remaining, colliding) = dropped.remaining_and_colliding();
            let saved = sets.series - remaining;
            DroppedLabel { name: (&**name).into(), series: dropped.series, remaining, saved, colliding }
        });
        let is_counted = !request.drop.is_empty() && !sets.has_many_sets;
        let dropped = is_counted.then(|| dropped.collect());
        let texts: HashMap<u32, &[u8]> = found.iter().map(|(text, number)| (*number, &**text)).collect();
        let pairs = (request.pairs && !sets.has_many_combinations).then(|| listed_pairs(sets, &texts));
        let mut remarks = Vec::new();
        let mut too_many = |about, most: usize, what| {
            let message = format!("there are more than {most} {what}, too many to count");
            remarks.push(StatisticsRemark { about, code: "too-many", message });
        };
        if sets.has_many_sets {
            too_many("dropped", MAX_LABEL_SETS, "label sets");
        }
        if sets.has_many_combinations {
            too_many("pairs", MAX_COMBINATIONS, "combinations of labels");
        }
        let error = error.or_else(|| series.findings.first_error().cloned().map(Error::from));
        IndexCardinality {
            metric: request.metric.as_deref().map(ByteText::from),
            series: series.sink.series,
            dropped,
            pairs,
            remarks,
            complete: error.is_none(),
            error,
        }
    }

    fn take_symbols(&mut self) {
        let (symbols, references) = self.symbols.take_symbols();
        for (symbol, reference) in symbols.iter().zip(references) {
            if let Some((text, reference)) = self.wanted.take(symbol).zip(u32::try_from(reference).ok()) {
                self.found.insert(text, reference);
            }
        }
    }

    fn begin_series(&mut self) {
        let Self { request, series, found, combined, .. } = self;
        let reference = |text: &[u8]| found.get(text).copied();
        // No series refers to the last number, as a symbol takes at least a byte.
        let label = |value: &[u8]| LabelRef {
            name: reference(METRIC_NAME).unwrap_or(u32::MAX),
            value: reference(value).unwrap_or(u32::MAX),
        };
        let sets = &mut series.sink;
        sets.metric = request.metric.as_deref().map(label);
        sets.dropped = request.drop.iter().map(|name| Dropped::of(reference(name))).collect();
        sets.combined = combined.iter().filter_map(|name| reference(name)).collect();
    }
}

/// The names to combine: those with most values; of a metric all names but that of metrics.
fn combined_names(file: &IndexHeader, is_metric: bool) -> Vec<Vec<u8>> {
    let table = &file.table;
    let mut labels: Vec<_> = table.labels().collect();
    labels.sort_by_key(|label| Reverse(label.values));
    let names = labels.into_iter().map(|label| table.name(label).to_vec());
    match is_metric {
        true => names.filter(|name| name != METRIC_NAME).collect(),
        false => names.take(MAX_COMBINED_NAMES).collect(),
    }
}

/// The pairs with most combinations first; of equal ones, the larger product, then the order of the names.
fn listed_pairs(sets: &LabelSets, texts: &HashMap<u32, &[u8]>) -> Vec<LabelNamePair> {
    let mut pairs = sets.pairs();
    let product = |values: [u64; 2]| values[0].saturating_mul(values[1]);
    pairs.sort_by_key(|pair| Reverse((pair.combinations, product(pair.values))));
    let text = |name: u32| texts.get(&name).copied().unwrap_or_default().into();
    let listed = pairs.into_iter().take(MAX_LISTED_PAIRS).map(|pair| LabelNamePair {
        names: pair.names.map(text),
        values: pair.values,
        product: product(pair.values),
        combinations: pair.combinations,
    });
    listed.collect()
}

impl RandomAccess for CardinalityReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        match self.state {
            State::Symbols => self.symbols.wants(),
            State::Series => Some(Wanted::of_file(self.section.0, self.section.1 - self.section.0)),
            State::Done => None,
        }
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        match self.state {
            State::Symbols => {
                self.symbols.push(bytes, &mut ())?;
                self.take_symbols();
            }
            State::Series => self.series.push(bytes),
            State::Done => {}
        }
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.state = match self.state {
            State::Symbols => {
                self.begin_series();
                State::Series
            }
            State::Series => {
                self.series.end(self.section.1);
                State::Done
            }
            State::Done => State::Done,
        };
        Ok(())
    }
}
