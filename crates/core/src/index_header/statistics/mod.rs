//! Statistics of the series of a block, from its index alone: their number, the labels in which they differ, and series
//! that come and go. `promtool tsdb analyze` prints the same from a whole block.
//!
//! The series are read once in order, and then the symbols, for the names of counted labels.

mod counts;
mod describe;
mod order;

use super::header::Kind;
use super::opened::IndexHeader;
use super::series::{LabelRef, NamedSymbols, Series, SeriesSection, SeriesSink};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error, Findings};
use counts::{Counts, SeriesCounts};
use order::Disorder;

const WRITE_ANEW: &str = "correct the other errors of the index, or write the block again";

/// Maximum number of listed label pairs.
const MOST_LISTED: usize = 100;

/// Reads the series of an index.
#[derive(Debug)]
pub struct StatisticsReader {
    /// Bytes of the file that hold the series, from the first to before the last.
    section: (u64, u64),
    /// Number of series in the postings list of all series; `None` if there is none.
    listed: Option<u64>,
    state: State,
    series: SeriesSection<Observed>,
    symbols: NamedSymbols,
    /// The label pairs that most of the time is not covered by, that first.
    churning: Vec<(LabelRef, Counts)>,
}

/// Counts over the series so far, and violations of their order.
#[derive(Debug)]
struct Observed {
    /// Whether references to symbols ascend as the symbols do, so that labels can be compared by them.
    are_comparable: bool,
    counts: SeriesCounts,
    disorder: Disorder,
}

impl SeriesSink for Observed {
    fn take(&mut self, series: &Series, at: u64) {
        let Self { counts, disorder, .. } = self;
        if self.are_comparable {
            disorder.check_labels(series, counts.last(), at);
        }
        disorder.check_chunks(series, at);
        counts.add(series);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Series,
    Symbols,
    Done,
}

/// Reads the statistics of an index's series.
#[derive(Debug)]
pub struct Statistics {
    counts: SeriesCounts,
    symbols: NamedSymbols,
    churning: Vec<(LabelRef, Counts)>,
    findings: Findings,
}

impl StatisticsReader {
    /// Reads an opened index.
    ///
    /// # Errors
    /// `NotFound` for other files, which have no series; `BadToc` if the position of the series is unknown.
    pub fn new(file: &IndexHeader) -> Result<Self, Error> {
        if file.kind != Some(Kind::Index) {
            let message = "only a full index has series";
            return Err(Error::new(Code::NotFound, message, "name the file index of the block"));
        }
        let nowhere = || {
            let message = "series: their position is unknown";
            Error::new(Code::BadToc, message, "copy the index again: its end is damaged or missing")
        };
        let section = file.series_section().ok_or_else(nowhere)?;
        let symbols = NamedSymbols::new(file).ok_or_else(nowhere)?;
        let observed = Observed {
            are_comparable: !file.symbols.is_out_of_order,
            counts: SeriesCounts::new(),
            disorder: Disorder::default(),
        };
        Ok(Self {
            section,
            listed: file.series(),
            state: State::Series,
            series: SeriesSection::new(file.index_version(), section.0, observed),
            symbols,
            churning: Vec::new(),
        })
    }

    /// Bytes that are read at most.
    pub fn bytes(&self) -> u64 {
        self.section.1 - self.section.0 + self.symbols.bytes()
    }

    /// The statistics after all wanted bytes were pushed.
    pub fn finish(self) -> Statistics {
        let Self { series, symbols, churning, section, .. } = self;
        let SeriesSection { sink: Observed { counts, disorder, .. }, mut findings, .. } = series;
        for reference in symbols.missing() {
            let message = || format!("series: they refer to symbol {reference}, which does not exist");
            findings.error(Code::BadSection, section.0, message, WRITE_ANEW);
        }
        disorder.report(&symbols, &mut findings);
        Statistics { counts, symbols, churning, findings }
    }

    fn end_series(&mut self) {
        let Self { series, section, listed, symbols, .. } = self;
        series.end(section.1);
        let Observed { counts, disorder, .. } = &series.sink;
        if let Some(listed) = listed.filter(|listed| *listed != counts.series) {
            let message = || {
                format!(
                    "series: the index has {}, but the postings list of all series has {listed}",
                    counts.series
                )
            };
            series.findings.warn(Code::Mismatch, section.0, message, WRITE_ANEW);
        }
        self.churning = counts.most_churning(MOST_LISTED);
        let names = counts.by_name.sorted().into_iter().map(|(name, _)| name);
        let pairs = self.churning.iter().flat_map(|(label, _)| [label.name, label.value]);
        symbols.look_for(names.chain(pairs).chain(disorder.references()).collect());
    }
}

impl RandomAccess for StatisticsReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        match self.state {
            State::Series => Some(Wanted::of_file(self.section.0, self.section.1 - self.section.0)),
            State::Symbols => self.symbols.wants(),
            State::Done => None,
        }
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        match self.state {
            State::Series => self.series.push(bytes),
            State::Symbols => self.symbols.push(bytes)?,
            State::Done => {}
        }
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.state = match self.state {
            State::Series => {
                self.end_series();
                State::Symbols
            }
            State::Symbols | State::Done => State::Done,
        };
        Ok(())
    }
}
