//! Excerpts of a run: the tags of some blocks of time, to search for a period and a shared dead time.
//!
//! A block whose number is a multiple of `2^l`, and of no higher power of two, has level `l`. When the stored data
//! exceed a limit, the blocks of the lowest level, half of them, are dropped. The remaining ones depend on the tags
//! alone, and the work for a long recording grows with its logarithm.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Binary logarithm of the length of a block in ticks: 4.3 ms at 1 ps, 0.67 s at 156.25 ps.
pub(crate) const BLOCK: u32 = 32;

/// Maximum kept tags of a channel in a block: its earliest ones.
const IN_BLOCK: usize = 1 << 13;

/// Maximum kept tags of a channel in all blocks.
const KEPT: usize = 1 << 15;

/// Tags by channel and block of time.
///
/// The kept tags of a channel depend on no other channel: two channels show the same dead time alone and among others.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Excerpts {
    channels: BTreeMap<u64, Excerpt>,
}

/// Tags of one channel by block of time.
///
/// If there are too many tags, those of blocks of the lowest level are dropped, until the number fits or only one level
/// is left.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
struct Excerpt {
    /// Lowest level of the kept blocks.
    least: u32,
    /// Ascending times by number of block.
    blocks: BTreeMap<i64, Vec<i64>>,
    /// Number of kept times.
    tags: usize,
}

/// Bytes of an [`Excerpt`].
#[derive(Serialize, Deserialize)]
struct Saved {
    least: u32,
    times: Vec<i64>,
}

impl From<Excerpt> for Saved {
    fn from(Excerpt { least, blocks, .. }: Excerpt) -> Self {
        Self { least, times: blocks.into_values().flatten().collect() }
    }
}

impl From<Saved> for Excerpt {
    fn from(Saved { least, times }: Saved) -> Self {
        let mut blocks: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        let tags = times.len();
        for time in times {
            blocks.entry(time >> BLOCK).or_default().push(time);
        }
        Self { least, blocks, tags }
    }
}

impl Excerpt {
    fn add(&mut self, mut times: &[i64]) {
        while let Some(first) = times.first() {
            let block = first >> BLOCK;
            let end = if level_of(block) >= self.least {
                let end = times.partition_point(|time| time >> BLOCK == block);
                self.add_to(block, &times[..end]);
                self.thin();
                end
            } else {
                let next = next_of_level(block, self.least);
                times.partition_point(|time| time >> BLOCK < next)
            };
            times = &times[end..];
        }
    }

    fn add_to(&mut self, block: i64, times: &[i64]) {
        let kept = self.blocks.entry(block).or_default();
        let before = kept.len();
        let may_belong = kept.len() < IN_BLOCK || times.first() < kept.last();
        if may_belong {
            kept.extend_from_slice(&times[..times.len().min(IN_BLOCK)]);
            if !kept.is_sorted() {
                kept.sort_unstable();
            }
            kept.truncate(IN_BLOCK);
        }
        self.tags += kept.len() - before;
    }

    /// Drops blocks until the number of tags fits.
    fn thin(&mut self) {
        while self.is_too_many() {
            self.leave_out_below(self.least + 1);
        }
    }

    fn leave_out_below(&mut self, least: u32) {
        self.least = least;
        self.blocks.retain(|block, _| level_of(*block) >= least);
        self.tags = self.blocks.values().map(Vec::len).sum();
    }

    fn is_too_many(&self) -> bool {
        self.tags > KEPT && self.blocks.keys().any(|block| level_of(*block) > self.least)
    }

    fn append(&mut self, other: &Self) {
        self.leave_out_below(self.least.max(other.least));
        for (block, times) in &other.blocks {
            if level_of(*block) >= self.least {
                self.add_to(*block, times);
            }
        }
        self.thin();
    }

    /// Moves times by `by` blocks; `None` if one is then too large.
    fn moved(&self, by: i64) -> Option<Self> {
        let ticks = by.checked_mul(1 << BLOCK)?;
        let moved = |time: &i64| time.checked_add(ticks);
        let times = self.blocks.values().flatten().map(moved).collect::<Option<_>>()?;
        Some(Saved { least: self.least, times }.into())
    }

    fn is_sound(&self) -> bool {
        let is_sound = |(block, times): (&i64, &Vec<i64>)| {
            level_of(*block) >= self.least && times.len() <= IN_BLOCK && times.is_sorted()
        };
        self.least <= HIGHEST && self.blocks.iter().all(is_sound) && !self.is_too_many()
    }
}

impl Excerpts {
    /// Adds ascending times of a channel.
    pub fn add(&mut self, channel: u64, times: &[i64]) {
        if !times.is_empty() {
            self.channels.entry(channel).or_default().add(times);
        }
    }

    /// Adds times of a channel that may go back.
    pub fn add_unsorted(&mut self, channel: u64, times: &[i64]) {
        if times.is_sorted() {
            return self.add(channel, times);
        }
        let mut times = times.to_vec();
        times.sort_unstable();
        self.add(channel, &times);
    }

    /// Adds the excerpts of other tags.
    pub fn append(&mut self, other: &Self) {
        for (channel, excerpt) in &other.channels {
            self.channels.entry(*channel).or_default().append(excerpt);
        }
    }

    /// Moves these to blocks after those of `earlier`, an independent run, so that no block has tags of both. Excerpts
    /// that would be after the last possible block are dropped.
    pub fn move_behind(&mut self, earlier: &Self) {
        let blocks = |all: &Self| {
            let ends = |excerpt: &Excerpt| {
                Some((*excerpt.blocks.keys().next()?, *excerpt.blocks.keys().next_back()?))
            };
            all.channels.values().filter_map(ends).reduce(|x, y| (x.0.min(y.0), x.1.max(y.1)))
        };
        let Some(((_, last), (first, _))) = blocks(earlier).zip(blocks(self)) else { return };
        // Moved by a multiple of this, no block has a lower level than the lowest stored one.
        let levels = self.channels.values().chain(earlier.channels.values()).map(|excerpt| excerpt.least);
        let level = levels.max().unwrap_or(0);
        let by = (((last - first) >> level) + 1) << level;
        for excerpt in self.channels.values_mut() {
            match excerpt.moved(by) {
                Some(moved) => *excerpt = moved,
                None => return self.channels.clear(),
            }
        }
    }

    /// Whether a run can have these excerpts.
    pub fn is_sound(&self) -> bool {
        self.channels.values().all(Excerpt::is_sound)
    }

    /// Returns the blocks of one channel with their numbers.
    fn numbered(&self, channel: u64) -> impl Iterator<Item = (&i64, &Vec<i64>)> {
        self.channels.get(&channel).into_iter().flat_map(|excerpt| &excerpt.blocks)
    }

    /// Returns the tags of each block of one channel: ascending times, complete within a block.
    pub(crate) fn blocks_of(&self, channel: u64) -> impl Iterator<Item = &[i64]> {
        self.numbered(channel).map(|(_, times)| times.as_slice())
    }

    /// The known times of two channels, by block.
    pub(crate) fn shared_blocks(&self, (a, b): (u64, u64)) -> impl Iterator<Item = SharedBlock<'_>> {
        let of_b = self.channels.get(&b);
        self.numbered(a).filter_map(move |(block, a)| {
            let b = of_b?.blocks.get(block)?;
            // If tags of a channel were dropped, its tags after the last kept one are unknown.
            let known = |times: &Vec<i64>| times.last().filter(|_| times.len() == IN_BLOCK).copied();
            let last = (block << BLOCK) | ((1 << BLOCK) - 1);
            let end = [known(a), known(b)].into_iter().flatten().fold(last, i64::min);
            let until = |times: &[i64]| times.partition_point(|time| *time <= end);
            let ticks = (end & ((1 << BLOCK) - 1)) as f64 + 1.0;
            Some(SharedBlock { a: &a[..until(a)], b: &b[..until(b)], ticks })
        })
    }
}

/// The tags of two channels in the first ticks of a block, in which both are complete.
pub(crate) struct SharedBlock<'a> {
    pub a: &'a [i64],
    pub b: &'a [i64],
    /// Length of the range in which both are complete.
    pub ticks: f64,
}

/// Maximum level; blocks of higher powers of two also have it.
pub const HIGHEST: u32 = 20;

pub fn level_of(block: i64) -> u32 {
    block.trailing_zeros().min(HIGHEST)
}

/// Returns the first block after `block` with at least the level `least`.
pub fn next_of_level(block: i64, least: u32) -> i64 {
    ((block >> least) + 1) << least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three tags in each block.
    fn times(blocks: std::ops::Range<i64>) -> Vec<i64> {
        blocks.flat_map(|block| (0..3).map(move |k| (block << BLOCK) + 1000 * k)).collect()
    }

    fn tags_of(excerpts: &Excerpts) -> usize {
        excerpts.channels.values().map(|excerpt| excerpt.tags).sum()
    }

    #[test]
    fn what_is_kept_does_not_depend_on_how_a_run_is_cut() {
        let many = KEPT as i64;
        let all = times(-many / 2..many / 2);
        let mut whole = Excerpts::default();
        whole.add(3, &all);
        let tags = tags_of(&whole);
        assert!(whole.is_sound() && tags <= KEPT && tags > KEPT / 4, "{tags}");
        for cut in [0, 1, 50_000, all.len()] {
            let mut parts = Excerpts::default();
            for part in [&all[..cut], &all[cut..]] {
                let mut one = Excerpts::default();
                one.add(3, part);
                parts.append(&one);
            }
            assert_eq!(parts, whole, "{cut}");
        }
    }

    #[test]
    fn independent_runs_share_no_block() {
        let mut sum = Excerpts::default();
        for begin in [0, 0, -5, 1 << 30] {
            let mut run = Excerpts::default();
            run.add(3, &times(begin..begin + 4));
            run.move_behind(&sum);
            sum.append(&run);
            assert!(sum.is_sound());
        }
        assert_eq!((tags_of(&sum), sum.blocks_of(3).count()), (48, 16));
        assert!(sum.blocks_of(3).all(|times| times[2] - times[0] == 2000));
    }

    #[test]
    fn of_many_tags_in_a_block_the_earliest_are_kept() {
        let many = 3 * IN_BLOCK as i64;
        let (even, odd): (Vec<i64>, Vec<i64>) = (0..many).partition(|time| time % 2 == 0);
        let mut found = Excerpts::default();
        found.add(3, &odd);
        found.add(3, &even);
        assert_eq!(found.blocks_of(3).collect::<Vec<_>>(), [(0..IN_BLOCK as i64).collect::<Vec<_>>()]);
    }

    #[test]
    fn the_kept_tags_of_a_channel_depend_on_no_other_channel() {
        let mut alone = Excerpts::default();
        alone.add(3, &times(0..1000));
        let mut among_others = alone.clone();
        (4..20).for_each(|channel| among_others.add(channel, &times(0..20_000)));
        assert!(among_others.is_sound());
        assert_eq!(among_others.channels[&3], alone.channels[&3]);
    }
}
