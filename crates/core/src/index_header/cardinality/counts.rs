//! Distinct label sets and distinct pairs of labels.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use crate::index_header::series::{LabelRef, Series, SeriesSink};

/// Maximum number of label sets, for all dropped labels together. A set takes 16 bytes.
pub const MAX_LABEL_SETS: usize = 16_000_000;
/// Maximum number of combinations of two labels. A combination takes 20 to 40 bytes.
pub const MAX_COMBINATIONS: usize = 7_000_000;

/// Counts over the series so far.
#[derive(Debug, Default)]
pub struct LabelSets {
    /// Label of the counted series; `None` for all series.
    pub metric: Option<LabelRef>,
    /// Number of counted series.
    pub series: u64,
    /// The labels to drop.
    pub dropped: Vec<Dropped>,
    /// Whether there are too many label sets to count.
    pub has_many_sets: bool,
    /// The label names to combine, and the combinations.
    pub combined: HashSet<u32>,
    combinations: HashSet<(LabelRef, LabelRef)>,
    values: HashSet<LabelRef>,
    /// Whether there are too many combinations to count.
    pub has_many_combinations: bool,
    labels: Vec<LabelRef>,
}

/// The label sets of all counted series without one label.
#[derive(Debug, Default)]
pub struct Dropped {
    /// The label name; `None` if no symbol has it.
    pub name: Option<u32>,
    /// Number of series with this label.
    pub series: u64,
    /// Hashes of the label sets. That two of 16 million sets have one hash has a probability below 1e-23.
    hashes: Vec<u128>,
}

/// A pair of label names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamePair {
    pub names: [u32; 2],
    pub values: [u64; 2],
    pub combinations: u64,
}

impl SeriesSink for LabelSets {
    fn take(&mut self, series: &Series, _: u64) {
        if self.metric.is_some_and(|metric| !series.labels.contains(&metric)) {
            return;
        }
        self.series += 1;
        self.add_sets(&series.labels);
        self.add_combinations(&series.labels);
    }
}

impl LabelSets {
    fn add_sets(&mut self, labels: &[LabelRef]) {
        let sets: usize = self.dropped.iter().map(|dropped| dropped.hashes.len()).sum();
        if sets + self.dropped.len() > MAX_LABEL_SETS {
            self.has_many_sets = true;
            self.dropped.iter_mut().for_each(|dropped| dropped.hashes = Vec::new());
        }
        for dropped in &mut self.dropped {
            dropped.series += u64::from(labels.iter().any(|label| Some(label.name) == dropped.name));
            if !self.has_many_sets {
                dropped.hashes.push(hash_without(labels, dropped.name));
            }
        }
    }

    fn add_combinations(&mut self, labels: &[LabelRef]) {
        if self.has_many_combinations || self.combined.is_empty() {
            return;
        }
        let Self { combined, combinations, values, labels: chosen, .. } = self;
        chosen.clear();
        chosen.extend(labels.iter().filter(|label| combined.contains(&label.name)));
        values.extend(chosen.iter());
        for (k, label) in chosen.iter().enumerate() {
            combinations.extend(chosen[k + 1..].iter().map(|other| (*label, *other)));
        }
        if combinations.len() + values.len() > MAX_COMBINATIONS {
            self.has_many_combinations = true;
            (*combinations, *values) = (HashSet::new(), HashSet::new());
        }
    }

    /// The pairs of label names, in the order of their references.
    pub fn pairs(&self) -> Vec<NamePair> {
        let mut values: HashMap<u32, u64> = HashMap::new();
        for label in &self.values {
            *values.entry(label.name).or_default() += 1;
        }
        let mut pairs: BTreeMap<[u32; 2], u64> = BTreeMap::new();
        for (label, other) in &self.combinations {
            *pairs.entry([label.name, other.name]).or_default() += 1;
        }
        let pair = |(names, combinations): ([u32; 2], u64)| NamePair {
            names,
            values: names.map(|name| values.get(&name).copied().unwrap_or_default()),
            combinations,
        };
        pairs.into_iter().map(pair).collect()
    }
}

impl Dropped {
    pub fn of(name: Option<u32>) -> Self {
        Self { name, ..Self::default() }
    }

    /// Number of distinct label sets, and number of series that share theirs with another series.
    pub fn remaining_and_colliding(&mut self) -> (u64, u64) {
        self.hashes.sort_unstable();
        let sets = self.hashes.chunk_by(|a, b| a == b);
        sets.fold((0, 0), |(remaining, colliding), set| {
            (remaining + 1, colliding + if set.len() > 1 { set.len() as u64 } else { 0 })
        })
    }
}

/// The hash of a label set without the label called `name`.
fn hash_without(labels: &[LabelRef], name: Option<u32>) -> u128 {
    let half = |begin: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(begin);
        for label in labels.iter().filter(|label| Some(label.name) != name) {
            hasher.write_u64(u64::from(label.name) << 32 | u64::from(label.value));
        }
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
