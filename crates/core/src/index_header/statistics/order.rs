//! Series, labels and chunks out of the order that Prometheus writes and readers rely on.
//!
//! Series ascend by their labels without duplicates; the labels of a series ascend by name; its chunks ascend and do
//! not overlap. Compactors refuse other blocks.
//!
//! Source: Thanos, `pkg/block/index.go`, `GatherIndexHealthStats`; Prometheus, `tsdb/index/index.go`,
//! `Writer.AddSeries`.

use super::super::series::{
    LabelRef, MOST_LABELS, MisplacedChunk, NamedSymbols, Series, name_text, series_text,
};
use crate::{Code, Findings, MAX_FINDINGS_OF_A_CODE};

const COMPACTORS_HALT: &str =
    "write the block again, or mark it as not to be compacted: compactors halt at it";

/// Violations of the order, before the names of their labels are known.
#[derive(Debug, Default)]
pub struct Disorder {
    listed: Vec<Misordered>,
    /// Number of violations that are not listed.
    more: u64,
}

#[derive(Debug)]
struct Misordered {
    /// Byte of the file at which the series begins.
    at: u64,
    /// The first labels of the series.
    labels: Vec<LabelRef>,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// The series has the labels of the one before it.
    SameSeries,
    /// The series belongs before the one before it.
    Series,
    /// The label with this name occurs twice.
    SameLabel(u32),
    /// The label with the first name follows the one with the second.
    Label(u32, u32),
    Chunk(MisplacedChunk),
}

impl What {
    fn code(self) -> Code {
        match self {
            Self::SameSeries | Self::SameLabel(_) => Code::Duplicate,
            Self::Series | Self::Label(..) | Self::Chunk(_) => Code::Order,
        }
    }
}

impl Disorder {
    /// Checks the labels of the series at byte `at` of the file. `last` are those of the series before it.
    pub fn check_labels(&mut self, Series { labels, .. }: &Series, last: Option<&[LabelRef]>, at: u64) {
        let unsorted = labels.windows(2).find(|two| two[0].name >= two[1].name);
        if let Some([before, label]) = unsorted {
            let what = match label.name == before.name {
                true => What::SameLabel(label.name),
                false => What::Label(label.name, before.name),
            };
            self.note(what, labels, at);
        }
        match last {
            Some(last) if last == labels.as_slice() => self.note(What::SameSeries, labels, at),
            Some(last) if last > labels.as_slice() => self.note(What::Series, labels, at),
            _ => {}
        }
    }

    /// Checks the chunks of the series at byte `at` of the file.
    pub fn check_chunks(&mut self, Series { labels, misplaced, .. }: &Series, at: u64) {
        if let Some(chunk) = misplaced {
            self.note(What::Chunk(*chunk), labels, at);
        }
    }

    #[cold]
    fn note(&mut self, what: What, labels: &[LabelRef], at: u64) {
        if self.listed.iter().filter(|listed| listed.what.code() == what.code()).count()
            >= MAX_FINDINGS_OF_A_CODE
        {
            self.more += 1;
            return;
        }
        let labels = labels.iter().copied().take(MOST_LABELS + 1).collect();
        self.listed.push(Misordered { at, labels, what });
    }

    /// The symbols that its messages need.
    pub fn references(&self) -> impl Iterator<Item = u32> {
        self.listed.iter().flat_map(|Misordered { labels, what, .. }| {
            let named = match *what {
                What::SameLabel(name) => [Some(name), None],
                What::Label(name, before) => [Some(name), Some(before)],
                _ => [None, None],
            };
            labels.iter().flat_map(|label| [label.name, label.value]).chain(named.into_iter().flatten())
        })
    }

    /// Adds a finding for each, with the strings in `symbols`.
    pub fn report(self, symbols: &NamedSymbols, findings: &mut Findings) {
        for Misordered { at, labels, what } in self.listed {
            let message =
                || format!("series: {} {}", series_text(&labels, symbols), what_text(what, symbols));
            findings.error(what.code(), at, message, COMPACTORS_HALT);
        }
        findings.count_more(self.more);
    }
}

fn what_text(what: What, symbols: &NamedSymbols) -> String {
    match what {
        What::SameSeries => "appears twice".to_owned(),
        What::Series => "is smaller than the series before it".to_owned(),
        What::SameLabel(name) => format!("has the label {} twice", name_text(name, symbols)),
        What::Label(name, before) => {
            format!("has the label {} after {}", name_text(name, symbols), name_text(before, symbols))
        }
        What::Chunk(MisplacedChunk { number, times: (from, to), before }) => match before {
            None => format!("has chunk {number} from {from} to {to} ms, which ends before it begins"),
            Some((first, last)) => {
                let how = if to < first { "is earlier than" } else { "overlaps" };
                let chunk = format!("has chunk {number} from {from} to {to} ms, which {how}");
                format!("{chunk} the chunk from {first} to {last} ms before it")
            }
        },
    }
}
