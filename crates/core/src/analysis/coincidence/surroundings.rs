//! Pairs of tags around the window, by their delay: they tell whether light is pulsed, and what lies whole periods
//! beside the window.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::counting::Counting;
use crate::analysis::bins::Bins;
use crate::analysis::block_levels::{HIGHEST, level_of, next_of_level};
use crate::analysis::limits::MAX_TAGS;
use crate::analysis::pair_counting::reach::reach;
use crate::analysis::pair_counting::strategy::PairCounter;
use crate::analysis::pair_counting::tuples::count_pairs;

/// The pairs of tags of two channels around the window.
///
/// Pairs have the level of the block of time in which the first channel's tag lies. Where pairs are more than are to be
/// kept, those of the lowest level are left out, and no more of it are counted, until they are no more, or of one level.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Surroundings {
    /// Pairs of lower levels were left out.
    least: u32,
    levels: BTreeMap<u32, PairsOfLevel>,
    /// Where all pairs are counted, those of every delay; else empty.
    all: Vec<u64>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct PairsOfLevel {
    pairs: u64,
    /// Bins of delays in any order, each perhaps more than once, and how many pairs are in it, never 0.
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

impl PairsOfLevel {
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

/// Counts pairs of every delay in a range, in bins as wide; `None` where that is too long.
fn counter((from, to): (i64, i64), bin: u32) -> Option<PairCounter> {
    PairCounter::up_to(Bins::linear(Some(1 << bin), from, to).ok()?, i128::from(to)).ok()
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

    /// Counts the pairs of `a` and `b`, both ascending, by their delay less `shift`, of which at most so many are kept.
    /// `None` where they are too many.
    pub fn count(
        &mut self,
        (counting, kept): (Counting, u64),
        a: &[i64],
        b: &[i64],
        shift: i64,
    ) -> Option<()> {
        if a.is_empty() || b.is_empty() {
            return Some(());
        }
        let range = (shift - counting.reach, shift + counting.reach);
        if !counting.thinned {
            self.all.resize(counting.delays(), 0);
            if let Some(windows) = counting.windows {
                let both = windows.offsets(counting.farthest()).flat_map(|off| [-off, off]);
                for (sum, off) in self.all.iter_mut().zip(both) {
                    let middle = shift + off;
                    let within = count_pairs(a, b, (middle - windows.window, middle + windows.window));
                    *sum = sum.checked_add(within)?;
                }
                return Some(());
            }
            counter(range, counting.bin)?.count_between(a, b, &mut self.all);
            return Some(());
        }
        let length = counting.block();
        let (mut rest, mut partners) = (a, b);
        while let Some(first) = rest.first() {
            let block = first >> length;
            let level = level_of(block);
            if level >= self.least {
                let (here, later) = rest.split_at(rest.partition_point(|time| time >> length == block));
                // Blocks ascend: what is before the partners of this one is before those of all later ones.
                let before = first.saturating_add(range.0);
                partners = &partners[partners.partition_point(|time| *time < before)..];
                self.count_block(level, here, partners, (shift, range, counting))?;
                self.thin(kept);
                rest = later;
            } else {
                let next = next_of_level(block, self.least);
                rest = &rest[rest.partition_point(|time| time >> length < next)..];
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
        (shift, range, counting): (i64, (i64, i64), Counting),
    ) -> Option<()> {
        let Some(last) = a.last() else { return Some(()) };
        let after = last.saturating_add(range.1);
        let b = &b[..b.partition_point(|time| *time <= after)];
        if b.is_empty() {
            return Some(());
        }
        let mut found = Vec::new();
        if a.len().saturating_mul(b.len()) > ONE_BY_ONE {
            // Bins begin at whole multiples of their width; those that are not counted are left out as a whole.
            let counter = counter(range, counting.bin)?;
            let mut counts = vec![0; counter.bins().bins()];
            counter.count_between(a, b, &mut counts);
            let counted = (-counting.reach >> counting.bin..).zip(counts).filter(|(_, n)| *n > 0);
            found.extend(counted.filter(|(bin, _)| counting.holds(bin << counting.bin)));
        } else {
            let mut b = b;
            for time in a {
                let Some((least, most)) = reach(*time, range) else { continue };
                b = &b[b.iter().take_while(|other| **other < least).count()..];
                let near = b.iter().take_while(|other| **other <= most);
                let bins = near.map(|other| (other - time - shift) >> counting.bin);
                found.extend(bins.filter(|bin| counting.holds(bin << counting.bin)).map(|bin| (bin, 1)));
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

    /// The pairs in windows of `window` ticks to either side, displaced by `-off` and by `off` ticks for all `offsets`, which
    /// are those of [`Windows`]. `None` where one is out of reach.
    pub fn within(&self, counting: Counting, window: i64, offsets: &[i64]) -> Option<Vec<u64>> {
        if counting.windows.is_some() {
            let mut counted = self.all.clone();
            counted.resize(counting.delays(), 0);
            return counted.get(..2 * offsets.len()).map(<[u64]>::to_vec);
        }
        let counts = self.counts(counting);
        let place = |delay: i64| usize::try_from(delay + counting.reach).ok();
        let sum =
            |off: i64| counts.get(place(off - window)?..=place(off + window)?).map(|all| all.iter().sum());
        offsets.iter().flat_map(|off| [-off, *off]).map(sum).collect()
    }

    /// The pairs by the bins of their delay, from `-reach` to `reach` ticks.
    pub fn counts(&self, counting: Counting) -> Vec<u64> {
        let mut all = self.all.clone();
        all.resize(counting.delays(), 0);
        for (delay, n) in self.levels.values().flat_map(|level| &level.counts) {
            let place = usize::try_from(delay + (counting.reach >> counting.bin)).ok();
            if let Some(sum) = place.and_then(|place| all.get_mut(place)) {
                *sum = sum.saturating_add(*n);
            }
        }
        all
    }

    /// Whether a run can have left these, with so many pairs at most.
    pub fn is_sound(&self, counting: Counting, most: u64) -> bool {
        let all = self.all.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n));
        if !counting.thinned {
            let only_all = (self.least, self.levels.len()) == (0, 0);
            return only_all
                && self.all.len() == counting.delays()
                && all.is_some_and(|pairs| pairs <= MAX_TAGS);
        }
        let reach = counting.reach >> counting.bin;
        let is_bin = |bin: i64| (-reach..=reach).contains(&bin) && counting.holds(bin << counting.bin);
        let level_is_sound = |(at, level): (&u32, &PairsOfLevel)| {
            let sum = level.counts.iter().try_fold(0_u64, |sum, (_, n)| sum.checked_add(*n));
            (self.least..=HIGHEST).contains(at)
                && level.pairs > 0
                && level.pairs <= MAX_TAGS
                && sum == Some(level.pairs)
                && level.counts.iter().all(|(delay, n)| *n > 0 && is_bin(*delay))
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

    const THINNED: Counting = Counting::near(100, true);
    const ALL: u64 = u64::MAX;

    /// A time in each block, with a partner 7 ticks later.
    fn times(blocks: std::ops::Range<i64>) -> (Vec<i64>, Vec<i64>) {
        let a: Vec<i64> = blocks.map(|block| (block << THINNED.block()) + 5).collect();
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
        all.count((THINNED, ALL), &a, &b, 0).unwrap();
        assert!(all.is_complete());
        assert_eq!(all.counts(THINNED)[107], 64);
        all.thin(20);
        // Every fourth block is kept.
        assert_eq!((all.counts(THINNED)[107], all.is_complete()), (16, false));
        assert!(all.is_sound(THINNED, 20) && !all.is_sound(THINNED, 10));
        // No more of the others are counted.
        let (a, b) = times(65..129);
        all.count((THINNED, ALL), &a, &b, 0).unwrap();
        assert_eq!(all.counts(THINNED)[107], 32);
    }

    #[test]
    fn what_is_kept_does_not_depend_on_the_order_of_thinning() {
        let (a, b) = times(-40..200);
        let mut whole = Surroundings::default();
        whole.count((THINNED, ALL), &a, &b, 3).unwrap();
        whole.thin(20);
        for cut in [0, 1, 50, 239, 240] {
            let mut parts = Surroundings::default();
            for part in [&a[..cut], &a[cut..]] {
                let mut one = Surroundings::default();
                one.count((THINNED, ALL), part, &b, 3).unwrap();
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
            found.count((THINNED, ALL), &times, &times, 3).unwrap();
            let expected = |delay: i64| (many - (delay + 3).abs()).max(0) as u64 * (crowd * crowd) as u64;
            assert_eq!(found.counts(THINNED), (-100..=100).map(expected).collect::<Vec<_>>(), "{many}");
        }
    }

    #[test]
    fn all_pairs_are_counted_where_a_period_is_known() {
        let all = Counting { thinned: false, ..THINNED };
        let (a, b) = times(0..64);
        let mut found = Surroundings::default();
        found.count((all, ALL), &a, &b, 3).unwrap();
        found.thin(all.most(1));
        assert_eq!((found.counts(all)[104], found.is_complete()), (64, true));
    }
}
