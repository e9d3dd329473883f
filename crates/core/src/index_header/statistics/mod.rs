//! Statistics of the series of a block, from its index alone: their number, the labels in which they differ, and series
//! that come and go. `promtool tsdb analyze` prints the same from a whole block.
//!
//! The series are read once in order, and then the symbols, for the names of counted labels.

mod counts;
mod describe;
mod named_symbols;
mod order;
mod series;
mod series_builder;

use super::findings::Findings;
use super::header::{IndexVersion, Kind};
use super::opened::IndexHeader;
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};
use counts::{Counts, SeriesCounts};
use named_symbols::NamedSymbols;
use series::LabelRef;
use series_builder::SeriesBuilder;

const WRITE_ANEW: &str = "see to what else is wrong with the index, or write the block anew";

/// Label pairs that are listed.
const MOST_LISTED: usize = 100;

/// Reads the series of an index.
#[derive(Debug)]
pub struct StatisticsReader {
    /// Bytes of the file that hold the series, from the first to before the last.
    section: (u64, u64),
    /// Number of series in the postings list of all series; `None` if there is none.
    listed: Option<u64>,
    state: State,
    builder: SeriesBuilder,
    symbols: NamedSymbols,
    /// The label pairs that most of the time is not covered by, that first.
    churning: Vec<(LabelRef, Counts)>,
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
            let message = "series: it is not known where they are";
            Error::new(Code::BadToc, message, "copy the index again: its end is damaged or missing")
        };
        let toc = file.index_toc.ok_or_else(nowhere)?;
        let symbols = NamedSymbols::new(file).ok_or_else(nowhere)?;
        let others =
            [toc.symbols, toc.label_indices, toc.label_indices_table, toc.postings, toc.postings_table];
        // The section after the series depends on the program that wrote the index.
        let end = others.into_iter().filter(|offset| *offset >= toc.series).min().ok_or_else(nowhere)?;
        let version = file.header.map_or(IndexVersion::V2, |header| header.index_version);
        Ok(Self {
            section: (toc.series, end),
            listed: file.series(),
            state: State::Series,
            builder: SeriesBuilder::new(version, toc.series, !file.symbols.is_out_of_order),
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
        let Self { mut builder, symbols, churning, section, .. } = self;
        for reference in symbols.missing() {
            let message = || format!("series: they refer to symbol {reference}, which there is not");
            builder.findings.error(Code::BadSection, section.0, message, WRITE_ANEW);
        }
        builder.disorder.report(&symbols, &mut builder.findings);
        Statistics { counts: builder.counts, symbols, churning, findings: builder.findings }
    }

    fn end_series(&mut self) {
        let Self { builder, section, listed, symbols, .. } = self;
        builder.end(section.1);
        let counts = &builder.counts;
        if let Some(listed) = listed.filter(|listed| *listed != counts.series) {
            let message = || {
                format!(
                    "series: there are {}, and the postings list of all series has {listed}",
                    counts.series
                )
            };
            builder.findings.warn(Code::Mismatch, section.0, message, WRITE_ANEW);
        }
        self.churning = counts.most_churning(MOST_LISTED);
        let names = counts.by_name.sorted().into_iter().map(|(name, _)| name);
        let pairs = self.churning.iter().flat_map(|(label, _)| [label.name, label.value]);
        symbols.look_for(names.chain(pairs).chain(builder.disorder.references()).collect());
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
            State::Series => self.builder.push(bytes),
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
