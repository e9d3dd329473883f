//! Counts of one pattern over time, and their sums over parts of the tags.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::displaced::{Displaced, STEPS};
use super::groupings::{MAX_GROUPED, groupings};
use crate::counting::pair_counting::near::Delayed;
use crate::counting::pair_counting::tuples::{count_pairs, count_tuples};
use crate::counting::slices::Slices;

/// The counts of a pattern, in groups of slices of time.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Counted {
    /// Coincidences within the window.
    pub counts: Slices,
    /// Coincidences within the displaced windows, by the index of the grouping in [`groupings`].
    pub displaced: BTreeMap<u32, Slices>,
}

impl Counted {
    /// Returns whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.displaced.is_empty() && self.counts.is_empty()
    }

    /// Returns the first and the last stored group; `None` if nothing was counted.
    pub fn ends(&self) -> Option<(i64, i64)> {
        let all = self.displaced.values().chain([&self.counts]);
        all.filter_map(Slices::ends).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// Joins groups until each is `2^by` times as long.
    pub fn widen(&mut self, by: u32) {
        self.counts.widen(by);
        self.displaced.values_mut().for_each(|counts| counts.widen(by));
    }

    /// Returns the counts of a run whose times are moved by `by` ticks: see [`Slices::moved`].
    pub fn moved(&self, by: i64, exponents: (u32, u32), ends: (i64, i64)) -> Option<Self> {
        let moved = |counts: &Slices| counts.moved(by, exponents, ends);
        let displaced = self.displaced.iter().map(|(grouping, counts)| Some((*grouping, moved(counts)?)));
        Some(Self { counts: moved(&self.counts)?, displaced: displaced.collect::<Option<_>>()? })
    }

    /// Adds counts in groups of the same length. `None` if a sum exceeds 64 bits.
    pub fn append(&mut self, other: &Self) -> Option<()> {
        self.counts.append(&other.counts)?;
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
        let mut counts = self.displaced.values().chain([&self.counts]);
        counts.all(|counts| counts.is_sound(ends, exponent)) && self.displaced.keys().all(is_grouping)
    }
}

/// A counted quantity of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Counts,
    Displaced(u32),
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
        displaced: &[(i64, i64)],
    ) -> Option<()> {
        while let Some(first) = a.first() {
            let group = first >> self.exponent;
            let (here, later) = a.split_at(a.partition_point(|time| time >> self.exponent == group));
            let within = |(from, to)| count_pairs(here, b, (shift + from, shift + to));
            self.add(Subject::Counts, group, within((-window, window)))?;
            for range in displaced {
                self.add(Subject::Displaced(0), group, within(*range))?;
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
                Subject::Displaced(grouping) => all.displaced.entry(grouping).or_default().add(group, n)?,
            }
        }
        Some(all)
    }
}
