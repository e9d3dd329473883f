//! Counts of one pattern over time, and the groupings of its channels whose accidentals are counted.
//!
//! A grouping is a partition of a pattern's channels into groups. A group is a set of channels by its bits: bit `k` is
//! the k-th channel. A count with groups displaced against each other contains the coincidences of this grouping and of
//! all finer ones. Möbius inversion over the partitions separates them: Speed, Austral. J. Statist. 25, 378 (1983).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::parameters::{Displaced, STEPS};
use crate::counting::pair_counting::tuples::{Delayed, count_pairs, count_tuples};
use crate::counting::slices::Slices;

/// The counts of a pattern, in groups of slices of time.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Counted {
    /// Coincidences within the window.
    pub counts: Slices,
    /// Coincidences within the displaced windows, by the index of the grouping in [`groupings`].
    pub displaced: BTreeMap<u32, Slices>,
    /// Coincidences of a pair of channels within the windows at neighbouring pulses: see [`Displaced::neighbours`].
    pub neighbours: Slices,
}

impl Counted {
    /// Returns whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.displaced.is_empty() && self.counts.is_empty() && self.neighbours.is_empty()
    }

    /// Returns the first and the last stored group; `None` if nothing was counted.
    pub fn ends(&self) -> Option<(i64, i64)> {
        let all = self.displaced.values().chain([&self.counts, &self.neighbours]);
        all.filter_map(Slices::ends).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// Joins groups until each is `2^by` times as long.
    pub fn widen(&mut self, by: u32) {
        self.counts.widen(by);
        self.neighbours.widen(by);
        self.displaced.values_mut().for_each(|counts| counts.widen(by));
    }

    /// Returns the counts of a run whose times are moved by `by` ticks: see [`Slices::moved`].
    pub fn moved(&self, by: i64, exponents: (u32, u32), ends: (i64, i64)) -> Option<Self> {
        let moved = |counts: &Slices| counts.moved(by, exponents, ends);
        let mut displaced = self.displaced.clone();
        for counts in displaced.values_mut() {
            *counts = moved(counts)?;
        }
        Some(Self { counts: moved(&self.counts)?, displaced, neighbours: moved(&self.neighbours)? })
    }

    /// Adds counts in groups of the same length. `None` if a sum exceeds 64 bits.
    pub fn append(&mut self, other: &Self) -> Option<()> {
        self.counts.append(&other.counts)?;
        self.neighbours.append(&other.neighbours)?;
        other
            .displaced
            .iter()
            .try_for_each(|(grouping, more)| self.displaced.entry(*grouping).or_default().append(more))
    }

    /// Returns whether these can be counts of a pattern with this number of channels, in groups of `2^exponent` ticks,
    /// of a run with these ends.
    pub fn is_sound(&self, channels: usize, ends: (i64, i64), exponent: u32) -> bool {
        let is_grouping =
            |grouping: &u32| channels <= MAX_GROUPED && (*grouping as usize) < groupings(channels).len();
        let mut counts = self.displaced.values().chain([&self.counts, &self.neighbours]);
        counts.all(|counts| counts.is_sound(ends, exponent)) && self.displaced.keys().all(is_grouping)
    }
}

/// A counted quantity of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Counts,
    Displaced(u32),
    Neighbours,
}

/// Counts by subject and group of slices. Counts of parts of the tags can be subtracted again.
#[derive(Default)]
pub struct Tally {
    sums: BTreeMap<(Subject, i64), u64>,
    /// Whether counts are subtracted.
    less: bool,
    /// Binary logarithm of a group's length in ticks.
    exponent: u32,
}

impl Tally {
    /// Creates an empty tally with groups of `2^exponent` ticks.
    pub fn new(exponent: u32) -> Self {
        Self { exponent, ..Self::default() }
    }

    /// Returns the tally in a mode that subtracts further counts.
    pub fn less(self) -> Self {
        Self { less: true, ..self }
    }

    /// Counts the coincidences of a pattern of three and more channels. `None` if a sum exceeds 64 bits.
    pub fn count(&mut self, channels: &[Delayed], window: i64, displaced: Displaced) -> Option<()> {
        let exponent = self.exponent;
        let grouped = if channels.len() <= MAX_GROUPED { groupings(channels.len()) } else { Vec::new() };
        for (grouping, groups) in grouped.iter().enumerate() {
            let group_of = |channel: usize| groups.iter().position(|group| group >> channel & 1 == 1);
            for steps in STEPS {
                let shift = |channel: usize| displaced.unit(steps * group_of(channel).unwrap_or(0) as i64);
                let shifted: Vec<_> = channels
                    .iter()
                    .enumerate()
                    .map(|(channel, (times, delay))| (*times, delay + shift(channel)))
                    .collect();
                let subject = Subject::Displaced(grouping as u32);
                count_tuples(&shifted, window, |time, n| self.add(subject, time >> exponent, n))?;
            }
        }
        count_tuples(channels, window, |time, n| self.add(Subject::Counts, time >> exponent, n))
    }

    /// Counts the coincidences of two channels, with the second one `shift` ticks later. A pair belongs to the group of
    /// its first tag. `None` if a sum exceeds 64 bits.
    pub fn count_pairs(
        &mut self,
        mut a: &[i64],
        b: &[i64],
        shift: i64,
        window: i64,
        [displaced, neighbours]: [&[(i64, i64)]; 2],
    ) -> Option<()> {
        while let Some(first) = a.first() {
            let group = first >> self.exponent;
            let (here, later) = a.split_at(a.partition_point(|time| time >> self.exponent == group));
            let within = |(from, to)| count_pairs(here, b, (shift + from, shift + to));
            self.add(Subject::Counts, group, within((-window, window)))?;
            for range in displaced {
                self.add(Subject::Displaced(0), group, within(*range))?;
            }
            for range in neighbours {
                self.add(Subject::Neighbours, group, within(*range))?;
            }
            a = later;
        }
        Some(())
    }

    fn add(&mut self, subject: Subject, group: i64, n: u64) -> Option<()> {
        if n == 0 {
            return Some(());
        }
        let sum = self.sums.entry((subject, group)).or_default();
        *sum = if self.less { sum.saturating_sub(n) } else { sum.checked_add(n)? };
        Some(())
    }

    /// Returns the counts. `None` if a sum exceeds 64 bits.
    pub fn counted(self) -> Option<Counted> {
        let mut all = Counted::default();
        for ((subject, group), n) in self.sums.into_iter().filter(|(_, n)| *n > 0) {
            match subject {
                Subject::Counts => all.counts.add(group, n)?,
                Subject::Neighbours => all.neighbours.add(group, n)?,
                Subject::Displaced(grouping) => all.displaced.entry(grouping).or_default().add(group, n)?,
            }
        }
        Some(all)
    }
}

/// Maximum number of channels of a pattern whose accidentals are measured; five channels have 51 groupings.
pub const MAX_GROUPED: usize = 5;

/// Returns the groupings of this number of channels into at least two groups.
pub fn groupings(channels: usize) -> Vec<Vec<usize>> {
    let mut all = partitions((1 << channels) - 1);
    all.retain(|groups| groups.len() > 1);
    all
}

/// Returns all partitions of `set`, with groups in the order of their lowest channel.
fn partitions(set: usize) -> Vec<Vec<usize>> {
    if set == 0 {
        return vec![Vec::new()];
    }
    let lowest = set & set.wrapping_neg();
    let others = set & !lowest;
    let mut all = Vec::new();
    let mut more = others;
    loop {
        for rest in partitions(others & !more) {
            all.push([vec![lowest | more], rest].concat());
        }
        if more == 0 {
            return all;
        }
        more = (more - 1) & others;
    }
}

/// Returns the factor of the count of grouping `finer` in the accidentals of grouping `coarser` alone; 0 if `finer` is
/// not finer than `coarser`.
pub fn weight(finer: &[usize], coarser: &[usize]) -> f64 {
    let parts = |group: &usize| finer.iter().filter(|part| **part & !group == 0).count();
    let is_finer = finer.iter().all(|part| coarser.iter().any(|group| part & !group == 0));
    if is_finer { coarser.iter().map(|group| connected(parts(group))).product() } else { 0.0 }
}

/// Returns the Möbius function of a grouping into `k = parts` groups: `(-1)^(k-1) (k-1)!`.
pub fn connected(parts: usize) -> f64 {
    (1..parts).map(|k| -(k as f64)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groupings_are_bells_numbers_but_for_one_group() {
        assert_eq!([2, 3, 4, 5].map(|channels| groupings(channels).len()), [1, 4, 14, 51]);
    }

    #[test]
    fn what_is_left_of_the_groupings_is_their_sum() {
        // Every grouping has some coincidences; the count of a grouping includes those of all finer ones.
        for channels in 2..=MAX_GROUPED {
            let all = groupings(channels);
            let own: Vec<f64> = (0..all.len()).map(|k| 1.0 + (k * k % 7) as f64).collect();
            let is_finer = |finer: &[usize], coarser: &[usize]| {
                finer.iter().all(|part| coarser.iter().any(|group| part & !group == 0))
            };
            let counted = |coarser: &Vec<usize>| -> f64 {
                let finer = all.iter().zip(&own).filter(|(finer, _)| is_finer(finer, coarser));
                finer.map(|(_, own)| own).sum()
            };
            let counts: Vec<f64> = all.iter().map(counted).collect();
            for (groups, own) in all.iter().zip(&own) {
                let left: f64 = all.iter().zip(&counts).map(|(finer, n)| weight(finer, groups) * n).sum();
                assert!((left - own).abs() < 1e-9, "{groups:?}: {left} {own}");
            }
            let total: f64 = all.iter().zip(&counts).map(|(groups, n)| -connected(groups.len()) * n).sum();
            assert!((total - own.iter().sum::<f64>()).abs() < 1e-9);
        }
    }
}
