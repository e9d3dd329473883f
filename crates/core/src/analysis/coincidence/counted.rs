//! What is counted of one pattern, spread over time, and how counts of parts of the tags are put together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::displaced::{Displaced, STEPS};
use crate::analysis::pair_counting::near::Delayed;
use crate::analysis::pair_counting::tuples::{count_pairs, count_tuples};
use crate::analysis::pair_counting::windows::{Found, MOST_CHANNELS, slide};
use crate::analysis::slices::Slices;

/// The counts of a pattern, in groups of slices of time.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Counted {
    /// Coincidences within the window.
    pub counts: Slices,
    /// Coincidences within the displaced windows.
    pub displaced: Slices,
    /// Of patterns of 3 to [`MOST_CHANNELS`] channels: each set of two and more of them, by its bits.
    pub sets: BTreeMap<u32, SetCounted>,
}

/// The counts of a set of a pattern's channels.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SetCounted {
    /// Coincidences within the window.
    pub counts: Slices,
    /// Positions of a window of `window + 1` ticks, each as often as there are coincidences within it.
    pub positions: u64,
}

impl Counted {
    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty() && [&self.counts, &self.displaced].into_iter().all(Slices::is_empty)
    }

    /// Joins groups until each is `2^by` times as long.
    pub fn widen(&mut self, by: u32) {
        self.counts.widen(by);
        self.displaced.widen(by);
        self.sets.values_mut().for_each(|set| set.counts.widen(by));
    }

    /// Adds counts in groups as long. `None` where they are too many.
    pub fn append(&mut self, other: &Self) -> Option<()> {
        self.counts.append(&other.counts)?;
        self.displaced.append(&other.displaced)?;
        for (set, more) in &other.sets {
            let all = self.sets.entry(*set).or_default();
            all.counts.append(&more.counts)?;
            all.positions = all.positions.checked_add(more.positions)?;
        }
        Some(())
    }

    /// Whether these are counts of a pattern of so many channels, in groups of `2^exponent` ticks of a run with these
    /// ends.
    pub fn is_sound(&self, channels: usize, ends: (i64, i64), exponent: u32) -> bool {
        let is_set =
            |set: u32| (3..=MOST_CHANNELS).contains(&channels) && set < 1 << channels && set.count_ones() > 1;
        let counts = [&self.counts, &self.displaced].into_iter();
        counts.chain(self.sets.values().map(|set| &set.counts)).all(|counts| counts.is_sound(ends, exponent))
            && self.sets.keys().all(|set| is_set(*set))
    }
}

/// What is counted of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Counts,
    Displaced,
    Set(u32),
    Positions(u32),
}

/// Counts by what they are of and their group, of which those of parts of the tags can be taken off again.
#[derive(Default)]
pub struct Tally {
    sums: BTreeMap<(What, i64), u64>,
    /// Whether counts are taken off.
    less: bool,
    /// The binary logarithm of a group's length.
    exponent: u32,
}

impl Tally {
    /// Empty, in groups of `2^exponent` ticks.
    pub fn new(exponent: u32) -> Self {
        Self { exponent, ..Self::default() }
    }

    /// The same, from which is taken off what comes.
    pub fn less(self) -> Self {
        Self { less: true, ..self }
    }

    /// Counts the coincidences of a pattern of three and more channels. `None` where they are too many.
    pub fn count(&mut self, channels: &[Delayed], window: i64, displaced: Displaced) -> Option<()> {
        for steps in STEPS {
            let shifted: Vec<_> = channels
                .iter()
                .enumerate()
                .map(|(k, (times, delay))| (*times, delay + k as i64 * steps * displaced.from))
                .collect();
            count_tuples(&shifted, window, |time, n| self.add(What::Displaced, time, n))?;
        }
        if channels.len() <= MOST_CHANNELS {
            return slide(channels, window, &mut Sets { tally: self, all: (1 << channels.len()) - 1 });
        }
        count_tuples(channels, window, |time, n| self.add(What::Counts, time, n))
    }

    /// Counts the coincidences of two channels, the second of which is `shift` ticks later; the group of a pair is that
    /// of its first tag. `None` where they are too many.
    pub fn count_pairs(
        &mut self,
        mut a: &[i64],
        b: &[i64],
        shift: i64,
        window: i64,
        displaced: Displaced,
    ) -> Option<()> {
        let (near, far) = (displaced.from, displaced.to());
        while let Some(first) = a.first() {
            let group = first >> self.exponent;
            let (here, later) = a.split_at(a.partition_point(|time| time >> self.exponent == group));
            let within = |from, to| count_pairs(here, b, (shift + from, shift + to));
            self.add_to(What::Counts, group, within(-window, window))?;
            self.add_to(What::Displaced, group, within(near, far))?;
            a = later;
        }
        Some(())
    }

    fn add(&mut self, what: What, time: i64, n: u64) -> Option<()> {
        self.add_to(what, time >> self.exponent, n)
    }

    fn add_to(&mut self, what: What, group: i64, n: u64) -> Option<()> {
        if n == 0 {
            return Some(());
        }
        let sum = self.sums.entry((what, group)).or_default();
        *sum = if self.less { sum.saturating_sub(n) } else { sum.checked_add(n)? };
        Some(())
    }

    /// What was counted.
    pub fn counted(self) -> Option<Counted> {
        let mut all = Counted::default();
        for ((what, group), n) in self.sums.into_iter().filter(|(_, n)| *n > 0) {
            match what {
                What::Counts => all.counts.add(group, n)?,
                What::Displaced => all.displaced.add(group, n)?,
                What::Set(set) => all.sets.entry(set).or_default().counts.add(group, n)?,
                What::Positions(set) => all.sets.entry(set).or_default().positions = n,
            }
        }
        Some(all)
    }
}

/// Tells a tally what a window that slides over all channels of a pattern finds.
struct Sets<'t> {
    tally: &'t mut Tally,
    /// All channels' bits.
    all: usize,
}

impl Found for Sets<'_> {
    fn coincidences(&mut self, set: usize, latest: i64, n: u64) -> Option<()> {
        if set == self.all {
            self.tally.add(What::Counts, latest, n)?;
        }
        self.tally.add(What::Set(set as u32), latest, n)
    }

    fn positions(&mut self, set: usize, n: u64) -> Option<()> {
        self.tally.add_to(What::Positions(set as u32), 0, n)
    }
}
