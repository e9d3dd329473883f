//! Counts over the series of an index, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;

use super::super::order::ordered;
use super::super::series::{LabelRef, Series};

/// Label names that are counted at a time; they take some 10 MB.
const MOST_NAMES: usize = 100_000;
/// Label pairs that are counted at a time; they take some 25 MB.
const MOST_PAIRS: usize = 450_000;

/// Counts of the series with a label name or a label pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of series.
    pub series: u64,
    /// Sum of the times from the first chunk's beginning to the last one's end, in milliseconds.
    pub covered_ms: i128,
    /// For a name: number of series whose value differs from that of the previous series, or that differ in having the
    /// name.
    pub differ: u64,
}

/// Counts by key. If there are too many keys, those with the lowest counts are dropped.
///
/// Source: Manku, Motwani, "Approximate frequency counts over data streams", VLDB 2002; this version subtracts the
/// median of the counts whenever the memory is full.
#[derive(Debug, Clone)]
pub struct Counted<K> {
    most: usize,
    counts: HashMap<K, Counts>,
    /// Maximum number of series by which the count of a key may be too low.
    missed: u64,
}

impl<K: Copy + Eq + Hash + Ord> Counted<K> {
    pub fn new(most: usize) -> Self {
        Self { most, counts: HashMap::new(), missed: 0 }
    }

    pub fn add(&mut self, key: K, change: impl FnOnce(&mut Counts)) {
        if self.counts.len() >= self.most && !self.counts.contains_key(&key) {
            self.forget();
        }
        change(self.counts.entry(key).or_default());
    }

    /// The counts in the order of their keys.
    pub fn sorted(&self) -> Vec<(K, Counts)> {
        let mut all: Vec<_> = self.counts.iter().map(|(key, counts)| (*key, *counts)).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all
    }

    /// Maximum number of series by which the count of a key may be too low; 0 if nothing was dropped.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    #[cold]
    fn forget(&mut self) {
        let mut series: Vec<u64> = self.counts.values().map(|counts| counts.series).collect();
        let middle = series.len() / 2;
        let (_, median, _) = series.select_nth_unstable(middle);
        let median = *median;
        self.counts.retain(|_, counts| counts.series > median);
        self.missed += median;
    }
}

/// The counts of all series so far.
#[derive(Debug, Clone)]
pub struct SeriesCounts {
    /// Series.
    pub series: u64,
    /// Series without a chunk.
    pub empty: u64,
    /// Chunks of all series.
    pub chunks: u64,
    /// Label pairs of all series, each as often as a series has it.
    pub pairs: u64,
    /// The least and the largest time of all chunks, in milliseconds since 1970.
    pub times: Option<(i64, i64)>,
    /// By references to label names.
    pub by_name: Counted<u32>,
    /// By label pairs.
    pub by_pair: Counted<LabelRef>,
    /// The labels of the last series.
    last: Vec<LabelRef>,
}

impl SeriesCounts {
    pub fn new() -> Self {
        Self {
            series: 0,
            empty: 0,
            chunks: 0,
            pairs: 0,
            times: None,
            by_name: Counted::new(MOST_NAMES),
            by_pair: Counted::new(MOST_PAIRS),
            last: Vec::new(),
        }
    }

    /// The labels of the last series; `None` before the first.
    pub fn last(&self) -> Option<&[LabelRef]> {
        (self.series > 0).then_some(self.last.as_slice())
    }

    /// Takes the next series in the order of the index.
    pub fn add(&mut self, series: &Series) {
        let Series { labels, chunks, times, .. } = series;
        if self.series > 0 {
            self.count_differing(labels);
        }
        self.series += 1;
        self.chunks += chunks.len() as u64;
        self.pairs += labels.len() as u64;
        self.empty += u64::from(times.is_none());
        let covered = times.map_or(0, |(from, to)| i128::from(to) - i128::from(from));
        if let Some((from, to)) = *times {
            let (least, most) = self.times.unwrap_or((from, to));
            self.times = Some((least.min(from), most.max(to)));
        }
        let count = |counts: &mut Counts| {
            counts.series += 1;
            counts.covered_ms += covered;
        };
        for label in labels {
            self.by_name.add(label.name, count);
            self.by_pair.add(*label, count);
        }
        self.last.clone_from(labels);
    }

    /// Returns the share of the whole time that a series of `counts` does not cover, summed over the series. For labels of
    /// short-lived pods, deployments or requests, it is close to the number of series. `None` if the time has no length.
    ///
    /// Source: Prometheus, `cmd/promtool/tsdb.go`, `analyzeBlock`, which takes the block's time from its `meta.json`.
    pub fn churn(&self, counts: &Counts) -> Option<f64> {
        let (from, to) = self.times?;
        let whole = i128::from(to) - i128::from(from);
        let uncovered = i128::from(counts.series) * whole - counts.covered_ms;
        (whole > 0).then(|| uncovered as f64 / whole as f64)
    }

    /// The `most` label pairs with the largest churn, that first; of equal ones, those with more series.
    pub fn most_churning(&self, most: usize) -> Vec<(LabelRef, Counts)> {
        let pairs = self.by_pair.sorted();
        let whole = self.times.map_or(0, |(from, to)| i128::from(to) - i128::from(from));
        let uncovered = |k: usize| i128::from(pairs[k].1.series) * whole - pairs[k].1.covered_ms;
        let order = ordered(pairs.len(), &|a, b| {
            uncovered(b).cmp(&uncovered(a)).then(pairs[b].1.series.cmp(&pairs[a].1.series))
        });
        order.into_iter().take(most).map(|k| pairs[k]).collect()
    }

    fn count_differing(&mut self, labels: &[LabelRef]) {
        let Self { last, by_name, .. } = self;
        let (mut a, mut b) = (last.as_slice(), labels);
        while let Some(name) = a.first().into_iter().chain(b.first()).map(|label| label.name).min() {
            let of = |labels: &mut &[LabelRef]| {
                let label = labels.first().filter(|label| label.name == name)?;
                *labels = &labels[1..];
                Some(label.value)
            };
            if of(&mut a) != of(&mut b) {
                by_name.add(name, |counts| counts.differ += 1);
            }
        }
    }
}
