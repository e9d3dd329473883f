//! The kept part of a postings offset table: the names of labels, and every 32nd value and the last of each.

use super::bytes::compare;
use super::postings_offset_table::PostingsRange;

/// Distance of the kept values: every 32nd one, as Mimir does by default.
pub const SAMPLING: u32 = 32;

/// A piece of [`Table::text`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    from: usize,
    to: usize,
}

/// A label: its name, its kept values, and counts of all its values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    pub(super) name: Span,
    /// The numbers of its kept values: from the first to before the last.
    pub(super) kept: (usize, usize),
    /// Its values; `None` if only samples were read.
    pub values: Option<u64>,
    /// Bytes of its values.
    pub value_bytes: u64,
    /// Bytes of its entries in the table.
    pub table_bytes: u64,
    /// Bytes of its values' postings lists, without their lengths and checksums.
    pub postings_bytes: u64,
    /// The byte after its last entry, from the section's beginning.
    pub table_end: u64,
    /// The end of the range of its last value's postings.
    pub last_end: u64,
    /// Whether its values ascend, so that they can be searched.
    pub ascends: bool,
}

impl Label {
    /// Number of series with the label: a list is a count and a reference to each series, of four bytes each.
    pub(super) fn series(&self) -> u64 {
        (self.postings_bytes / 4).saturating_sub(self.values.unwrap_or_default())
    }
}

/// A value that is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kept {
    pub value: Span,
    /// Where its entry begins, from the section's beginning.
    pub at: u32,
}

/// The sampled table; of index version 1, whose table is in no order, all of it.
#[derive(Debug, Clone)]
pub struct Table {
    /// Names and kept values, one after the other.
    text: Vec<u8>,
    /// In the order of the table, but of index version 1 by bytes.
    pub(super) labels: Vec<Label>,
    pub(super) kept: Vec<Kept>,
    /// For index version 1: the ranges of the kept values, which are all values.
    pub(super) ranges: Option<Vec<PostingsRange>>,
    /// Distance of the kept values; 1 if all are kept.
    pub sampling: u32,
    /// Whether the names ascend. Only then a binary search finds them.
    pub(super) ascends: bool,
}

/// Least and largest number of values of a label with this number of samples.
pub fn values_of_samples(samples: u64, sampling: u32) -> (u64, u64) {
    let sampling = u64::from(sampling);
    match samples {
        0 | 1 => (samples, samples),
        // Values 0, 32, ..., and the last, which may be one of those.
        n => ((n - 2) * sampling + 2, (n - 1) * sampling + 1),
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new(SAMPLING)
    }
}

impl Table {
    /// An empty table that will keep every `sampling`-th value.
    pub(super) fn new(sampling: u32) -> Self {
        Self { text: Vec::new(), labels: Vec::new(), kept: Vec::new(), ranges: None, sampling, ascends: true }
    }

    /// Keeps a string.
    pub(super) fn keep(&mut self, text: &[u8]) -> Span {
        let from = self.text.len();
        self.text.extend_from_slice(text);
        Span { from, to: self.text.len() }
    }

    pub(super) fn text(&self, Span { from, to }: Span) -> &[u8] {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Its label names, including the empty one if present, which means all series.
    pub fn all(&self) -> &[Label] {
        &self.labels
    }

    /// The label names.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(|label| !self.name(label).is_empty())
    }

    /// A label's name.
    pub fn name(&self, label: &Label) -> &[u8] {
        self.text(label.name)
    }

    /// The number of a label name among [`Table::all`].
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        if self.ascends {
            return self.labels.binary_search_by(|label| compare(self.name(label), name)).ok();
        }
        self.labels.iter().position(|label| self.name(label) == name)
    }

    /// The numbers of a label's kept values.
    pub(super) fn kept_of(&self, label: usize) -> std::ops::Range<usize> {
        let (from, to) = self.labels.get(label).map_or((0, 0), |label| label.kept);
        from..to
    }

    /// A label's kept values, each with its entry's place from the section's beginning.
    pub fn samples(&self, label: usize) -> impl DoubleEndedIterator<Item = (&[u8], u32)> + ExactSizeIterator {
        self.kept[self.kept_of(label)].iter().map(|kept| (self.text(kept.value), kept.at))
    }

    /// Bounds of the number of a label's values; from its samples if they were not counted.
    pub fn values_between(&self, label: usize) -> (u64, u64) {
        let counted = self.labels.get(label).and_then(|label| label.values);
        let samples = self.kept_of(label).len() as u64;
        counted.map_or_else(|| values_of_samples(samples, self.sampling), |values| (values, values))
    }

    /// Bytes of memory that it holds.
    pub fn memory(&self) -> usize {
        self.text.len()
            + size_of_val(&*self.labels)
            + size_of_val(&*self.kept)
            + self.ranges.as_ref().map_or(0, |ranges| size_of_val(&**ranges))
    }

    pub(super) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.labels.shrink_to_fit();
        self.kept.shrink_to_fit();
    }
}
