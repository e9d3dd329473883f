//! Pairs of tags around the window, by their delay: they tell whether light is pulsed, and what lies whole periods
//! beside the window.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::analysis::bins::Bins;
use crate::analysis::limits::MAX_TAGS;
use crate::analysis::pair_counting::reach::reach;
use crate::analysis::pair_counting::strategy::PairCounter;
use crate::analysis::period::Period;

/// Time is cut into blocks of 2^20 ticks, 164 us at the usual 156.25 ps.
const BLOCK: u32 = 20;

/// The highest level of a block.
const HIGHEST: u32 = 20;

/// Delays in which a period is looked for, as in [`crate::analysis::Pairs`], ticks.
const SEARCHED: i64 = 6400;

/// Periods on either side of the window that are counted, where that is not farther than this many ticks.
const PERIODS: f64 = 16.0;
const FARTHEST: i64 = 1 << 17;

/// The longest period that a clock is taken to have, ticks.
const CLOCKED: i64 = 1 << 15;

/// Pairs that are kept to look for a period: of all pairs of channels together, and of one at least and at most.
const KEPT: u64 = 1 << 16;
const LEAST_KEPT: u64 = 1 << 12;
const MOST_KEPT: u64 = 1 << 14;

/// Which pairs of tags are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counting {
    /// Those up to so many ticks apart after the channels' delays are subtracted.
    pub reach: i64,
    /// Whether some are enough, to look for a period.
    pub thinned: bool,
}

impl Counting {
    /// For a window of so many ticks; `None` where there is no period.
    pub fn new(period: Period, window: i64) -> Option<Self> {
        // Windows beside the window that do not overlap it, and whole periods of them.
        let far = |periods: i64| window.saturating_mul(3).saturating_add(periods).clamp(SEARCHED, FARTHEST);
        match period {
            Period::Denied => None,
            Period::Unknown => Some(Self { reach: SEARCHED, thinned: true }),
            Period::Ticks(ticks) => Some(Self { reach: far((PERIODS * ticks) as i64), thinned: false }),
            Period::Clock(_) => Some(Self { reach: far(CLOCKED), thinned: false }),
        }
    }

    /// How many delays there are.
    pub fn delays(self) -> usize {
        2 * self.reach as usize + 1
    }

    /// How many pairs of tags are kept at most of each of so many pairs of channels.
    pub fn most(self, channels: usize) -> u64 {
        if self.thinned { (KEPT / channels.max(1) as u64).clamp(LEAST_KEPT, MOST_KEPT) } else { u64::MAX }
    }
}

/// The pairs of tags of two channels around the window.
///
/// A block of time whose number is a multiple of `2^l`, and of no higher power of two, has level `l`, and so have the
/// pairs whose first channel's tag lies in it. Where pairs are more than are to be kept, those of the lowest level are
/// left out, and no more of it are counted, until they are no more, or of one level. What is kept follows from the tags
/// alone, however a run is cut; and the work for a long recording grows with its logarithm.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Surroundings {
    /// Pairs of lower levels were left out.
    least: u32,
    levels: BTreeMap<u32, Level>,
    /// Where all pairs are counted, those of every delay; else empty.
    all: Vec<u64>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Level {
    pairs: u64,
    /// Delays in any order, each perhaps more than once, and how many pairs have it, never 0.
    #[serde(serialize_with = "put_together")]
    counts: Vec<(i64, u64)>,
    /// Once there are so many entries, those of one delay are put together.
    #[serde(skip)]
    many: usize,
}

/// Most pairs of a block that are found one by one. For more, a histogram takes less time, and memory that does not grow
/// with them: where every tick has a tag, each tag has as many pairs as there are delays.
const ONE_BY_ONE: usize = 1 << 16;

/// Entries that are not worth putting together.
const FEW: usize = 256;

impl Level {
    fn add(&mut self, delay: i64, pairs: u64) {
        if pairs == 0 {
            return;
        }
        if self.counts.len() >= self.many {
            sum_by_delay(&mut self.counts);
            // Twice as many: so that this takes each entry the same time, however many come.
            self.many = 2 * self.counts.len() + FEW;
        }
        self.counts.push((delay, pairs));
    }
}

/// Counts pairs of every delay in a range; `None` where that is too long.
fn counter((from, to): (i64, i64)) -> Option<PairCounter> {
    PairCounter::new(Bins::linear(Some(1), from, to).ok()?).ok()
}

/// Leaves one entry for each delay; delays ascend then.
fn sum_by_delay(counts: &mut Vec<(i64, u64)>) {
    counts.sort_unstable_by_key(|(delay, _)| *delay);
    counts.dedup_by(|(delay, pairs), (kept, sum)| {
        let same = delay == kept;
        if same {
            *sum = sum.saturating_add(*pairs);
        }
        same
    });
}

/// Writes an entry for each delay, so that the bytes do not tell how a run was cut.
fn put_together<S: Serializer>(counts: &[(i64, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut counts = counts.to_vec();
    sum_by_delay(&mut counts);
    counts.serialize(serializer)
}

impl Surroundings {
    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty() && self.all.iter().all(|n| *n == 0)
    }

    /// Whether no pair was left out.
    pub fn is_complete(&self) -> bool {
        self.least == 0
    }

    /// Counts the pairs of `a` and `b`, both ascending, by their delay less `shift`. `None` where they are too many.
    pub fn count(&mut self, counting: Counting, a: &[i64], b: &[i64], shift: i64) -> Option<()> {
        if a.is_empty() || b.is_empty() {
            return Some(());
        }
        let range = (shift - counting.reach, shift + counting.reach);
        if !counting.thinned {
            self.all.resize(counting.delays(), 0);
            counter(range)?.count_between(a, b, &mut self.all);
            return Some(());
        }
        let (mut rest, mut partners) = (a, b);
        while let Some(first) = rest.first() {
            let block = first >> BLOCK;
            let level = block.trailing_zeros().min(HIGHEST);
            if level >= self.least {
                let (here, later) = rest.split_at(rest.partition_point(|time| time >> BLOCK == block));
                // Blocks ascend: what is before the partners of this one is before those of all later ones.
                let before = first.saturating_add(range.0);
                partners = &partners[partners.partition_point(|time| *time < before)..];
                self.count_block(level, here, partners, (shift, range))?;
                rest = later;
            } else {
                // The next block of the least level that counts.
                let next = ((block >> self.least) + 1) << self.least;
                rest = &rest[rest.partition_point(|time| time >> BLOCK < next)..];
            }
        }
        Some(())
    }

    /// Counts the pairs of `a`, a block of this level, and `b`, which begins where their partners do.
    fn count_block(
        &mut self,
        level: u32,
        a: &[i64],
        b: &[i64],
        (shift, range): (i64, (i64, i64)),
    ) -> Option<()> {
        let Some(last) = a.last() else { return Some(()) };
        let after = last.saturating_add(range.1);
        let b = &b[..b.partition_point(|time| *time <= after)];
        if b.is_empty() {
            return Some(());
        }
        let mut found = Vec::new();
        if a.len().saturating_mul(b.len()) > ONE_BY_ONE {
            let counter = counter(range)?;
            let mut counts = vec![0; counter.bins().bins()];
            counter.count_between(a, b, &mut counts);
            let counted = (range.0..).zip(counts).filter(|(_, n)| *n > 0);
            found.extend(counted.map(|(delay, n)| (delay - shift, n)));
        } else {
            let mut b = b;
            for time in a {
                let Some((least, most)) = reach(*time, range) else { continue };
                b = &b[b.iter().take_while(|other| **other < least).count()..];
                let near = b.iter().take_while(|other| **other <= most);
                found.extend(near.map(|other| (other - time - shift, 1)));
            }
        }
        if found.is_empty() {
            return Some(());
        }
        let level = self.levels.entry(level).or_default();
        level.pairs = found.iter().try_fold(level.pairs, |sum, (_, n)| sum.checked_add(*n))?;
        found.into_iter().for_each(|(delay, n)| level.add(delay, n));
        Some(())
    }

    /// Leaves pairs out until they are at most so many.
    pub fn thin(&mut self, most: u64) {
        while self.is_too_many(most) {
            self.levels.remove(&self.least);
            self.least += 1;
        }
    }

    fn is_too_many(&self, most: u64) -> bool {
        let above = self.levels.last_key_value().is_some_and(|(highest, _)| *highest > self.least);
        above && self.levels.values().fold(0_u64, |sum, level| sum.saturating_add(level.pairs)) > most
    }

    /// Adds those of other tags. `None` where they are too many.
    pub fn append(&mut self, other: &Self) -> Option<()> {
        self.all.resize(self.all.len().max(other.all.len()), 0);
        for (sum, n) in self.all.iter_mut().zip(&other.all) {
            *sum = sum.checked_add(*n)?;
        }
        self.least = self.least.max(other.least);
        self.levels = self.levels.split_off(&self.least);
        for (level, more) in other.levels.range(self.least..) {
            let all = self.levels.entry(*level).or_default();
            all.pairs = all.pairs.checked_add(more.pairs)?;
            more.counts.iter().for_each(|(delay, n)| all.add(*delay, *n));
        }
        Some(())
    }

    /// The pairs by delay, from `-reach` to `reach` ticks.
    pub fn counts(&self, counting: Counting) -> Vec<u64> {
        let mut all = self.all.clone();
        all.resize(counting.delays(), 0);
        for (delay, n) in self.levels.values().flat_map(|level| &level.counts) {
            let place = usize::try_from(delay + counting.reach).ok();
            if let Some(sum) = place.and_then(|place| all.get_mut(place)) {
                *sum = sum.saturating_add(*n);
            }
        }
        all
    }

    /// Whether a run can have left these, with so many pairs at most.
    pub fn is_sound(&self, counting: Counting, most: u64) -> bool {
        let reach = counting.reach;
        let all = self.all.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n));
        if !counting.thinned {
            let only_all = (self.least, self.levels.len()) == (0, 0);
            return only_all
                && self.all.len() == counting.delays()
                && all.is_some_and(|pairs| pairs <= MAX_TAGS);
        }
        let level_is_sound = |(at, level): (&u32, &Level)| {
            let sum = level.counts.iter().try_fold(0_u64, |sum, (_, n)| sum.checked_add(*n));
            (self.least..=HIGHEST).contains(at)
                && level.pairs > 0
                && level.pairs <= MAX_TAGS
                && sum == Some(level.pairs)
                && level.counts.iter().all(|(delay, n)| *n > 0 && (-reach..=reach).contains(delay))
        };
        self.all.is_empty()
            && self.least <= HIGHEST
            && self.levels.iter().all(level_is_sound)
            && !self.is_too_many(most)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const THINNED: Counting = Counting { reach: 100, thinned: true };

    /// A time in each block, with a partner 7 ticks later.
    fn times(blocks: std::ops::Range<i64>) -> (Vec<i64>, Vec<i64>) {
        let a: Vec<i64> = blocks.map(|block| (block << BLOCK) + 5).collect();
        let b = a.iter().map(|time| time + 7).collect();
        (a, b)
    }

    /// What was kept: from which level on, how many pairs of each, and of each delay.
    fn kept(all: &Surroundings) -> (u32, Vec<(u32, u64)>, Vec<u64>) {
        (all.least, all.levels.iter().map(|(at, level)| (*at, level.pairs)).collect(), all.counts(THINNED))
    }

    #[test]
    fn too_many_pairs_are_thinned_by_halves() {
        let (a, b) = times(1..65);
        let mut all = Surroundings::default();
        all.count(THINNED, &a, &b, 0).unwrap();
        assert!(all.is_complete());
        assert_eq!(all.counts(THINNED)[107], 64);
        all.thin(20);
        // Every fourth block is kept.
        assert_eq!((all.counts(THINNED)[107], all.is_complete()), (16, false));
        assert!(all.is_sound(THINNED, 20) && !all.is_sound(THINNED, 10));
        // No more of the others are counted.
        let (a, b) = times(65..129);
        all.count(THINNED, &a, &b, 0).unwrap();
        assert_eq!(all.counts(THINNED)[107], 32);
    }

    #[test]
    fn what_is_kept_does_not_depend_on_the_order_of_thinning() {
        let (a, b) = times(-40..200);
        let mut whole = Surroundings::default();
        whole.count(THINNED, &a, &b, 3).unwrap();
        whole.thin(20);
        for cut in [0, 1, 50, 239, 240] {
            let mut parts = Surroundings::default();
            for part in [&a[..cut], &a[cut..]] {
                let mut one = Surroundings::default();
                one.count(THINNED, part, &b, 3).unwrap();
                one.thin(20);
                parts.append(&one).unwrap();
                parts.thin(20);
            }
            assert_eq!(kept(&parts), kept(&whole));
        }
    }

    #[test]
    fn pairs_of_light_with_a_tag_at_every_tick_are_counted_alike() {
        for (many, crowd) in [(20, 1), (400, 1), (5, 300)] {
            let times: Vec<i64> = (0..many).flat_map(|time| vec![time; crowd]).collect();
            let mut found = Surroundings::default();
            found.count(THINNED, &times, &times, 3).unwrap();
            let expected = |delay: i64| (many - (delay + 3).abs()).max(0) as u64 * (crowd * crowd) as u64;
            assert_eq!(found.counts(THINNED), (-100..=100).map(expected).collect::<Vec<_>>(), "{many}");
        }
    }

    #[test]
    fn all_pairs_are_counted_where_a_period_is_known() {
        let all = Counting { thinned: false, ..THINNED };
        let (a, b) = times(0..64);
        let mut found = Surroundings::default();
        found.count(all, &a, &b, 3).unwrap();
        found.thin(all.most(1));
        assert_eq!((found.counts(all)[104], found.is_complete()), (64, true));
    }
}
