//! Excerpts of a run: the tags of some blocks of time, to search for a period and a shared dead time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::counting::block_levels::{HIGHEST, level_of, next_of_level};

/// Binary logarithm of the length of a block in ticks: 4.3 ms at 1 ps, 0.67 s at 156.25 ps.
pub(crate) const BLOCK: u32 = 32;

/// Maximum kept tags of a channel in a block: its earliest ones.
const OF_CHANNEL: usize = 1 << 13;

/// Maximum kept tags in all blocks.
const KEPT: usize = 1 << 16;

/// Tags by block of time and channel.
///
/// If there are too many tags, those of blocks of the lowest level are dropped, until the number fits or only one level
/// is left.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved")]
pub struct Excerpts {
    /// Lowest level of the kept blocks.
    least: u32,
    #[serde(serialize_with = "save")]
    times: BTreeMap<BlockOfChannel, Vec<i64>>,
    /// Number of kept times.
    #[serde(skip)]
    tags: usize,
}

/// Number of a block, and a channel. Its times ascend.
type BlockOfChannel = (i64, u64);

/// Each time with its channel, by block and channel.
fn save<S: Serializer>(times: &BTreeMap<BlockOfChannel, Vec<i64>>, to: S) -> Result<S::Ok, S::Error> {
    let tags = times.iter().flat_map(|((_, channel), times)| times.iter().map(|time| (*channel, *time)));
    tags.collect::<Vec<(u64, i64)>>().serialize(to)
}

/// Bytes made by [`save`].
#[derive(Deserialize)]
struct Saved {
    least: u32,
    tags: Vec<(u64, i64)>,
}

impl From<Saved> for Excerpts {
    fn from(Saved { least, tags }: Saved) -> Self {
        let mut times: BTreeMap<BlockOfChannel, Vec<i64>> = BTreeMap::new();
        let count = tags.len();
        for (channel, time) in tags {
            times.entry((time >> BLOCK, channel)).or_default().push(time);
        }
        Self { least, times, tags: count }
    }
}

impl Excerpts {
    /// Adds ascending times of a channel.
    pub fn add(&mut self, channel: u64, mut times: &[i64]) {
        while let Some(first) = times.first() {
            let block = first >> BLOCK;
            let end = if level_of(block) >= self.least {
                let end = times.partition_point(|time| time >> BLOCK == block);
                self.add_to(block, channel, &times[..end]);
                self.thin();
                end
            } else {
                let next = next_of_level(block, self.least);
                times.partition_point(|time| time >> BLOCK < next)
            };
            times = &times[end..];
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

    fn add_to(&mut self, block: i64, channel: u64, times: &[i64]) {
        let kept = self.times.entry((block, channel)).or_default();
        let before = kept.len();
        let may_belong = kept.len() < OF_CHANNEL || times.first() < kept.last();
        if may_belong {
            kept.extend_from_slice(&times[..times.len().min(OF_CHANNEL)]);
            if !kept.is_sorted() {
                kept.sort_unstable();
            }
            kept.truncate(OF_CHANNEL);
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
        self.times.retain(|(block, _), _| level_of(*block) >= least);
        self.tags = self.times.values().map(Vec::len).sum();
    }

    fn is_too_many(&self) -> bool {
        self.tags > KEPT && self.times.keys().any(|(block, _)| level_of(*block) > self.least)
    }

    /// Adds the excerpts of other tags.
    pub fn append(&mut self, other: &Self) {
        self.leave_out_below(self.least.max(other.least));
        for ((block, channel), times) in &other.times {
            if level_of(*block) >= self.least {
                self.add_to(*block, *channel, times);
            }
        }
        self.thin();
    }

    /// Moves these to blocks after those of `earlier`, an independent run, so that no block has tags of both. Excerpts
    /// that would be after the last possible block are dropped.
    pub fn move_behind(&mut self, earlier: &Self) {
        let Some(((last, _), (first, _))) = earlier.times.keys().next_back().zip(self.times.keys().next())
        else {
            return;
        };
        // Moved by a multiple of this, no block has a lower level than the lowest stored one.
        let level = self.least.max(earlier.least);
        let by = (((last - first) >> level) + 1) << level;
        let moved = |time: &i64| time.checked_add(by.checked_mul(1 << BLOCK)?);
        let in_block = |((block, channel), times): (BlockOfChannel, Vec<i64>)| {
            Some(((block + by, channel), times.iter().map(moved).collect::<Option<Vec<i64>>>()?))
        };
        let times = std::mem::take(&mut self.times).into_iter();
        self.times = times.map(in_block).collect::<Option<_>>().unwrap_or_default();
        self.tags = self.times.values().map(Vec::len).sum();
    }

    /// Whether a run can have these excerpts.
    pub fn is_sound(&self) -> bool {
        let is_sound = |((block, _), times): (&BlockOfChannel, &Vec<i64>)| {
            level_of(*block) >= self.least && times.len() <= OF_CHANNEL && times.is_sorted()
        };
        self.least <= HIGHEST && self.times.iter().all(is_sound) && !self.is_too_many()
    }

    /// Returns the tags of each block of one channel: ascending times, complete within a block.
    pub(crate) fn blocks_of(&self, channel: u64) -> impl Iterator<Item = &[i64]> {
        self.times.iter().filter(move |((_, other), _)| *other == channel).map(|(_, times)| times.as_slice())
    }

    /// The known times of two channels, by block.
    pub(crate) fn shared_blocks(&self, (a, b): (u64, u64)) -> impl Iterator<Item = SharedBlock<'_>> {
        self.times.iter().filter(move |((_, channel), _)| *channel == a).filter_map(move |((block, _), a)| {
            let b = self.times.get(&(*block, b))?;
            // If tags of a channel were dropped, its tags after the last kept one are unknown.
            let known = |times: &Vec<i64>| times.last().filter(|_| times.len() == OF_CHANNEL).copied();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three tags in each block.
    fn times(blocks: std::ops::Range<i64>) -> Vec<i64> {
        blocks.flat_map(|block| (0..3).map(move |k| (block << BLOCK) + 1000 * k)).collect()
    }

    #[test]
    fn what_is_kept_does_not_depend_on_how_a_run_is_cut() {
        let many = KEPT as i64;
        let all = times(-many / 2..many / 2);
        let mut whole = Excerpts::default();
        whole.add(3, &all);
        assert!(whole.is_sound() && whole.tags <= KEPT && whole.tags > KEPT / 4, "{}", whole.tags);
        for cut in [0, 1, 50_000, all.len()] {
            let mut parts = Excerpts::default();
            for part in [&all[..cut], &all[cut..]] {
                let mut one = Excerpts::default();
                one.add(3, part);
                parts.append(&one);
            }
            assert_eq!((parts.least, &parts.times), (whole.least, &whole.times), "{cut}");
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
        assert_eq!((sum.tags, sum.blocks_of(3).count()), (48, 16));
        assert!(sum.blocks_of(3).all(|times| times[2] - times[0] == 2000));
    }

    #[test]
    fn of_many_tags_in_a_block_the_earliest_are_kept() {
        let many = 3 * OF_CHANNEL as i64;
        let (even, odd): (Vec<i64>, Vec<i64>) = (0..many).partition(|time| time % 2 == 0);
        let mut found = Excerpts::default();
        found.add(3, &odd);
        found.add(3, &even);
        assert_eq!(found.times[&(0, 3)], (0..OF_CHANNEL as i64).collect::<Vec<_>>());
    }
}
