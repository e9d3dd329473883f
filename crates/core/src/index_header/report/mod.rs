//! Statistics of a table: the largest postings lists, the lengths of values, and the labels with values like ids,
//! addresses or times, which rarely belong in labels.

mod largest;
mod likeness;

pub use largest::{Largest, LargestList};
pub use likeness::Likeness;

use super::METRIC_NAME;
use super::postings_offset_table::PostingsRange;

/// Maximum number of listed postings lists.
const LARGEST: usize = 100;
/// Classes of value lengths: 0, 1, 2 to 3, 4 to 7, ..., up to 2^31 bytes.
const CLASSES: usize = 33;
/// Maximum number of labels listed as culprits.
const MOST_CULPRITS: usize = 100;
/// Minimum number of values of a label that is listed as a culprit.
const FEW: u64 = 10;

/// Statistics of the values of all labels.
#[derive(Debug, Default)]
pub struct Report {
    largest: Largest,
    metrics: Largest,
    lengths: Vec<u64>,
    longest: u64,
    /// The conspicuous labels before the last one, in descending order of their number of values.
    culprits: Vec<Culprit>,
    /// The number of the last label, and the kinds of its values.
    last: Option<(usize, Looks)>,
    labels: usize,
}

/// The kinds of a label's values.
#[derive(Debug, Default)]
struct Looks {
    is_label: bool,
    is_metric: bool,
    values: u64,
    counts: [u64; Likeness::ALL.len()],
    /// Bytes of values that look like something.
    bytes: [u64; Likeness::ALL.len()],
    example: Option<(Likeness, Vec<u8>)>,
}

/// A label most of whose values look like one kind of thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Culprit {
    /// Number of the label in the table.
    pub label: usize,
    /// The kind of the values.
    pub likeness: Likeness,
    /// Number of values of this kind.
    pub values: u64,
    /// Bytes of these values.
    pub bytes: u64,
    /// One of these values.
    pub example: Vec<u8>,
}

impl Report {
    /// Creates statistics of no values.
    pub fn new() -> Self {
        let (largest, metrics) = (Largest::new(LARGEST), Largest::new(LARGEST));
        Self { largest, metrics, lengths: vec![0; CLASSES], ..Self::default() }
    }

    /// The values that follow are those of another label.
    pub fn label(&mut self, name: &[u8]) {
        let (is_label, is_metric) = (!name.is_empty(), name == METRIC_NAME);
        self.end_label();
        self.last = Some((self.labels, Looks { is_label, is_metric, ..Looks::default() }));
        self.labels += 1;
    }

    fn end_label(&mut self) {
        if self.last.as_ref().is_some_and(|(_, looks)| looks.example.is_some()) {
            self.culprits = self.culprits();
        }
        self.last = None;
    }

    /// Takes a value of the last label, which is number `label`.
    pub fn value(&mut self, label: usize, value: &[u8], range: PostingsRange) {
        let Some(looks) = self.last.as_mut().map(|(_, looks)| looks).filter(|looks| looks.is_label) else {
            return;
        };
        self.largest.add(label, value, range);
        if looks.is_metric {
            self.metrics.add(label, value, range);
        }
        let class = (usize::BITS - value.len().leading_zeros()) as usize;
        if let Some(count) = self.lengths.get_mut(class) {
            *count += 1;
        }
        self.longest = self.longest.max(value.len() as u64);
        looks.values += 1;
        if let Some(likeness) = Likeness::of(value) {
            looks.counts[likeness as usize] += 1;
            looks.bytes[likeness as usize] += value.len() as u64;
            if looks.example.as_ref().is_none_or(|(known, _)| {
                *known != likeness && looks.counts[likeness as usize] > looks.counts[*known as usize]
            }) {
                looks.example = Some((likeness, value.to_vec()));
            }
        }
    }

    /// The largest postings lists, the largest first.
    pub fn largest(&self) -> &[LargestList] {
        self.largest.sorted()
    }

    /// The largest postings lists of metric names, the largest first.
    pub fn metrics(&self) -> &[LargestList] {
        self.metrics.sorted()
    }

    /// The number of values with 0, 1, 2 to 3, 4 to 7, ... bytes, up to the longest.
    pub fn lengths(&self) -> &[u64] {
        let used = self.lengths.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        &self.lengths[..used]
    }

    /// Bytes of the longest value.
    pub fn longest(&self) -> u64 {
        self.longest
    }

    /// Labels with values that mostly look alike, at most a hundred, those with most such values first.
    pub fn culprits(&self) -> Vec<Culprit> {
        let mut culprits = self.culprits.clone();
        let last = self.last.as_ref().and_then(|(label, looks)| looks.culprit(*label));
        if let Some(last) = last {
            let place = culprits.partition_point(|culprit| culprit.values >= last.values);
            culprits.insert(place, last);
            culprits.truncate(MOST_CULPRITS);
        }
        culprits
    }
}

impl Looks {
    fn culprit(&self, label: usize) -> Option<Culprit> {
        let (likeness, example) = self.example.clone().filter(|_| self.values >= FEW)?;
        let (values, bytes) = (self.counts[likeness as usize], self.bytes[likeness as usize]);
        (2 * values > self.values).then_some(Culprit { label, likeness, values, bytes, example })
    }
}
