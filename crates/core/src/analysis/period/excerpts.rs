//! Excerpts of a run: tags of some blocks of time, which tell a period that is long against what pairs are counted over.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize, Serializer};
use twox_hash::XxHash64;

use super::after_clock::after_pulses;
use super::clock::regular_gap;
use super::light::{FarBins, Light};
use crate::analysis::block_levels::{HIGHEST, level_of, next_of_level};

/// Time is cut into blocks of 2^26 ticks: 67 us at 1 ps, 10 ms at 156.25 ps.
const BLOCK: u32 = 26;

/// Tags that are kept of a channel in a block: its earliest ones.
const OF_CHANNEL: usize = 1 << 12;

/// Tags that are kept in all blocks.
const KEPT: usize = 1 << 16;

/// Pairs of two channels, about, in which a period is looked for at most.
const PAIRS: u64 = 1 << 14;

/// Bins in which pairs are looked at; shorter periods first, from 512 ticks on. Thirteen of the longest period, 2.5 us at
/// 1 ps, lie in twice the reach.
const LOOKS: [FarBins; 3] = [
    FarBins { reach: 1 << 17, beyond: 1 << 11, bin: 4 },
    FarBins { reach: 1 << 20, beyond: 1 << 14, bin: 7 },
    FarBins { reach: 1 << 24, beyond: 1 << 17, bin: 11 },
];

/// Tags by block of time and channel.
///
/// Where tags are more than are to be kept, those of blocks of the lowest level are left out, until they are no more,
/// or of one level.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved")]
pub struct Excerpts {
    /// Blocks of lower levels were left out.
    least: u32,
    #[serde(serialize_with = "save")]
    times: BTreeMap<BlockOfChannel, Vec<i64>>,
    /// How many times that are.
    #[serde(skip)]
    tags: usize,
}

/// A block's number, and a channel. Its times ascend.
type BlockOfChannel = (i64, u64);

/// Each time with its channel, by block and channel.
fn save<S: Serializer>(times: &BTreeMap<BlockOfChannel, Vec<i64>>, to: S) -> Result<S::Ok, S::Error> {
    let tags = times.iter().flat_map(|((_, channel), times)| times.iter().map(|time| (*channel, *time)));
    tags.collect::<Vec<(u64, i64)>>().serialize(to)
}

/// What [`save`] made of them.
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
    /// Adds tags of a channel, whose times ascend.
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

    /// Leaves tags out until they are no more than are kept.
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

    /// Adds those of other tags.
    pub fn append(&mut self, other: &Self) {
        self.leave_out_below(self.least.max(other.least));
        for ((block, channel), times) in &other.times {
            if level_of(*block) >= self.least {
                self.add_to(*block, *channel, times);
            }
        }
        self.thin();
    }

    /// Whether a run can have left these.
    pub fn is_sound(&self) -> bool {
        let is_sound = |((block, _), times): (&BlockOfChannel, &Vec<i64>)| {
            level_of(*block) >= self.least && times.len() <= OF_CHANNEL && times.is_sorted()
        };
        self.least <= HIGHEST && self.times.iter().all(is_sound) && !self.is_too_many()
    }

    /// Whether the light of two channels is pulsed, as far as these tell. A `likely` period is tried before others.
    pub fn light(&self, channels: (u64, u64), likely: Option<f64>) -> Option<Light> {
        let clock = match (self.clock(channels.0), self.clock(channels.1)) {
            (Some(clock), None) => Some((clock, false)),
            (None, Some(clock)) => Some((clock, true)),
            _ => None,
        };
        if let Some((clock, is_second)) = clock {
            let shared = self.shared_blocks(channels);
            let stretches = shared.map(|SharedBlock { a, b, .. }| if is_second { (b, a) } else { (a, b) });
            return after_pulses(stretches, clock).map(Light::found);
        }
        LOOKS.into_iter().find_map(|bins| Light::of_far(&self.counts(channels, bins), bins, likely))
    }

    /// Pairs of two channels by their delay.
    fn counts(&self, channels: (u64, u64), bins: FarBins) -> Vec<u64> {
        let mut counts = vec![0; bins.many()];
        self.some_pairs(channels, -bins.reach..=bins.reach, PAIRS, &mut |delay| {
            if let Some(place) = bins.place(delay) {
                counts[place] += 1;
            }
        });
        counts
    }

    /// Visits the delays of pairs of two channels within a range, of about so many at most: where they are more, those
    /// of a part of both channels' tags, so that they are of all blocks, and of all of each. Tags are chosen by a hash
    /// of their times: every third tag of a clock is a clock, too, whose pairs would tell three times its period.
    pub(super) fn some_pairs(
        &self,
        channels: (u64, u64),
        delays: RangeInclusive<i64>,
        most: u64,
        visit: &mut dyn FnMut(i64),
    ) {
        let near = |time: i64, b: &[i64]| {
            let first = b.partition_point(|other| other - time < *delays.start());
            first..first + b[first..].partition_point(|other| other - time <= *delays.end())
        };
        let of_block = |SharedBlock { a, b, .. }: SharedBlock| {
            a.iter().map(|time| near(*time, b).len() as u64).sum::<u64>()
        };
        let pairs: u64 = self.shared_blocks(channels).map(of_block).sum();
        let part = (most as f64 / pairs as f64).sqrt();
        let chosen = |times: &[i64], seed: u64| -> Vec<i64> {
            let hash = |time: &i64| XxHash64::oneshot(seed, &time.to_le_bytes()) as f64;
            times.iter().copied().filter(|time| part >= 1.0 || hash(time) < part * 2.0_f64.powi(64)).collect()
        };
        for SharedBlock { a, b, .. } in self.shared_blocks(channels) {
            let b = chosen(b, 1);
            for time in chosen(a, 0) {
                b[near(time, &b)].iter().for_each(|other| visit(other - time));
            }
        }
    }

    /// The mean gap in ticks of the clock that a channel is; `None` where it is none.
    fn clock(&self, channel: u64) -> Option<f64> {
        let blocks = self.times.iter().filter(|((_, other), _)| *other == channel).map(|(_, times)| times);
        regular_gap(blocks.max_by_key(|times| times.len())?)
    }

    /// What is known of two channels, by blocks.
    pub(super) fn shared_blocks(&self, (a, b): (u64, u64)) -> impl Iterator<Item = SharedBlock<'_>> {
        self.times.iter().filter(move |((_, channel), _)| *channel == a).filter_map(move |((block, _), a)| {
            let b = self.times.get(&(*block, b))?;
            // Of a channel of which not all tags were kept, those after the last are not known.
            let known = |times: &Vec<i64>| times.last().filter(|_| times.len() == OF_CHANNEL).copied();
            let last = (block << BLOCK) | ((1 << BLOCK) - 1);
            let end = [known(a), known(b)].into_iter().flatten().fold(last, i64::min);
            let until = |times: &[i64]| times.partition_point(|time| *time <= end);
            let ticks = (end & ((1 << BLOCK) - 1)) as f64 + 1.0;
            Some(SharedBlock { a: &a[..until(a)], b: &b[..until(b)], ticks })
        })
    }
}

/// The tags of two channels in a block's first ticks, in which all are known of both.
pub(super) struct SharedBlock<'a> {
    pub a: &'a [i64],
    pub b: &'a [i64],
    /// The length of what is known of both.
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
    fn of_many_tags_in_a_block_the_earliest_are_kept() {
        let many = 3 * OF_CHANNEL as i64;
        let (even, odd): (Vec<i64>, Vec<i64>) = (0..many).partition(|time| time % 2 == 0);
        let mut found = Excerpts::default();
        found.add(3, &odd);
        found.add(3, &even);
        assert_eq!(found.times[&(0, 3)], (0..OF_CHANNEL as i64).collect::<Vec<_>>());
    }
}
