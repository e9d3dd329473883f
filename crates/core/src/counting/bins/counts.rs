//! The counts of a histogram.

use std::cell::OnceCell;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::counting::compact_counts::read_counts;

/// A count for each bin. Memory is allocated at the first access, so that a run that only joins others reuses their
/// counts.
///
/// The byte form is the list of all counts.
#[derive(Debug, Clone)]
pub struct BinCounts {
    bins: usize,
    counts: OnceCell<Vec<u64>>,
}

impl BinCounts {
    /// Creates counts of 0.
    pub fn new(bins: usize) -> Self {
        Self { bins, counts: OnceCell::new() }
    }

    /// Number of bins.
    pub fn bins(&self) -> usize {
        self.bins
    }

    /// The counts of all bins.
    #[inline(never)]
    pub fn all(&self) -> &[u64] {
        self.counts.get_or_init(|| vec![0; self.bins])
    }

    /// The counts of all bins, to be changed.
    pub fn all_mut(&mut self) -> &mut [u64] {
        self.all();
        self.counts.get_mut().map_or(&mut [], Vec::as_mut_slice)
    }

    /// The counts that may differ from 0.
    pub fn seen(&self) -> &[u64] {
        self.counts.get().map_or(&[], Vec::as_slice)
    }

    /// Adds the counts of the same number of bins.
    pub fn add(&mut self, later: Self) {
        match (self.counts.get_mut(), later.counts.get()) {
            (None, _) => self.counts = later.counts,
            (Some(mine), Some(theirs)) => mine.iter_mut().zip(theirs).for_each(|(n, more)| *n += more),
            (Some(_), None) => {}
        }
    }
}

impl From<Vec<u64>> for BinCounts {
    fn from(counts: Vec<u64>) -> Self {
        Self { bins: counts.len(), counts: OnceCell::from(counts) }
    }
}

impl Serialize for BinCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.counts.get() {
            Some(counts) => counts.serialize(serializer),
            None => serializer.collect_seq((0..self.bins).map(|_| 0_u64)),
        }
    }
}

impl<'de> Deserialize<'de> for BinCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_counts::<Vec<u64>, D>(deserializer).map(Self::from)
    }
}
