//! The coincidences of patterns of channels, counted within the window and within displaced ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::counted::{Counted, Tally};
use super::counting::Counting;
use super::displaced::Displaced;
use super::surroundings::Surroundings;
use crate::analysis::limits::MAX_CELLS;
use crate::analysis::pair_counting::windows::MOST_CHANNELS;
use crate::analysis::period::Excerpts;
use crate::analysis::slices::GROUPED;
use crate::analysis::time_order::TimeOrder;
use crate::tags::channels::paired;
use crate::{Code, Error};

/// What a run was boiled down to, see [`super::Coincidence`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CoincidencePartial {
    /// Largest time from the earliest to the latest tag of a coincidence, ticks.
    pub(super) window: i64,
    /// Where windows lie that measure the accidentals.
    pub(super) displaced: Displaced,
    /// What is subtracted from the times of a channel, ticks; channels ascend.
    pub(super) delays: Vec<(u64, i64)>,
    /// Empty: every pair.
    pub(super) patterns: Vec<Vec<u64>>,
    /// The farthest that two tags of a coincidence in any of the windows are apart, before delays are subtracted, ticks.
    pub(super) range: i64,
    pub(super) order: TimeOrder,
    /// By pattern, where there is any coincidence in the window or a displaced one.
    pub(super) counts: BTreeMap<Vec<u64>, Counted>,
    /// Which pairs are counted around the window; `None` for light that is not pulsed.
    pub(super) counting: Option<Counting>,
    /// The pairs around the window of two channels, of which the first is the lower one, where there are any.
    pub(super) around: BTreeMap<(u64, u64), Surroundings>,
    /// The same of pairs farther apart, where a period is looked for.
    pub(super) far_counting: Option<Counting>,
    pub(super) far: BTreeMap<(u64, u64), Surroundings>,
    /// Excerpts of the tags, which show longer periods and a shared dead time.
    pub(super) excerpts: Excerpts,
}

/// The times of some channels, which ascend, each channel's ascending.
pub type Times<'a> = [(u64, &'a [i64])];

impl CoincidencePartial {
    pub(super) fn delay(&self, channel: u64) -> i64 {
        self.delays.binary_search_by_key(&channel, |(channel, _)| *channel).map_or(0, |k| self.delays[k].1)
    }

    /// How much later the last channel of a pattern is taken to be than its first, of more than two at most, ticks.
    pub(super) fn shift(&self, pattern: &[u64]) -> i64 {
        let delays = || pattern.iter().map(|channel| self.delay(*channel));
        match pattern {
            [a, b] => self.delay(*b).saturating_sub(self.delay(*a)),
            _ => delays().max().unwrap_or(0).saturating_sub(delays().min().unwrap_or(0)),
        }
    }

    /// The patterns to count among `channels`, which ascend.
    pub(super) fn patterns(&self, channels: &[u64]) -> Vec<Vec<u64>> {
        if !self.patterns.is_empty() {
            return self.patterns.clone();
        }
        let pairs =
            |(k, a): (usize, &u64)| channels[k + 1..].iter().map(|b| vec![*a, *b]).collect::<Vec<_>>();
        channels.iter().enumerate().flat_map(pairs).collect()
    }

    /// The two channels, the lower one first, of which pairs are counted around the window: those of patterns of two, and
    /// where a period is looked for, every two of a pattern. `channels` ascend.
    pub(super) fn couples(&self, channels: &[u64]) -> Vec<(u64, u64)> {
        let Some(Counting { thinned, .. }) = self.counting else { return Vec::new() };
        let most = if thinned { MOST_CHANNELS } else { 2 };
        let patterns = self.patterns(channels);
        let of_pattern = |pattern: Vec<u64>| couples_of(&pattern);
        let mut all: Vec<_> =
            patterns.into_iter().filter(|pattern| pattern.len() <= most).flat_map(of_pattern).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether the pairs around the window can be counted so.
    pub(super) fn around_is_sound(&self) -> bool {
        let couples = self.couples(&self.order.channel_numbers());
        let all_sound = |counting: Option<Counting>, all: &BTreeMap<(u64, u64), Surroundings>| {
            let Some(counting) = counting else { return all.is_empty() };
            let most = counting.most(couples.len());
            let sound = |(couple, around): (&(u64, u64), &Surroundings)| {
                couples.binary_search(couple).is_ok() && !around.is_empty() && around.is_sound(counting, most)
            };
            all.iter().all(sound)
        };
        all_sound(self.counting, &self.around)
            && all_sound(self.far_counting, &self.far)
            && self.excerpts.is_sound()
    }

    /// Adds the pairs around the window of later tags.
    pub(super) fn add_around(&mut self, later: &Self) -> Result<(), Error> {
        for (ours, theirs) in [(&mut self.around, &later.around), (&mut self.far, &later.far)] {
            for (couple, around) in theirs {
                ours.entry(*couple).or_default().append(around).ok_or_else(too_many)?;
            }
        }
        self.excerpts.append(&later.excerpts);
        Ok(())
    }

    /// The binary logarithm of the length of a group of slices, in ticks.
    pub(super) fn group_exponent(&self) -> u32 {
        self.order.slice_exponent() + GROUPED
    }

    /// Joins groups of `2^exponent` ticks until they are as long as they are to be by now.
    pub(super) fn widen_groups(&mut self, exponent: u32) {
        let by = self.group_exponent().saturating_sub(exponent);
        if by > 0 {
            self.counts.values_mut().for_each(|counted| counted.widen(by));
        }
    }

    /// Adds the coincidences of `pattern` among `times` to `tally`.
    fn count(&self, pattern: &[u64], times: &Times, tally: &mut Tally) -> Result<(), Error> {
        let of_channel = |channel: &u64| (times_of(times, *channel), self.delay(*channel));
        let channels: Vec<_> = pattern.iter().map(of_channel).collect();
        tally.count(&channels, self.window, self.displaced).ok_or_else(too_many)
    }

    /// Adds counts of a pattern, in groups as long as they are by now.
    pub(super) fn add(&mut self, pattern: &[u64], counted: &Counted) -> Result<(), Error> {
        if counted.is_empty() {
            return Ok(());
        }
        self.counts.entry(pattern.to_vec()).or_default().append(counted).ok_or_else(too_many)
    }

    /// Whether every pair of so many channels can be counted, where that is asked for.
    pub(super) fn check_channels(&self, channels: usize) -> Result<(), Error> {
        if !self.patterns.is_empty() {
            return Ok(());
        }
        let remedy = "choose some with --pattern or --channel";
        paired(channels, remedy)?;
        let counting = self.counting.filter(|counting| !counting.thinned);
        let cells = counting.map_or(0, Counting::delays) * (channels * channels.saturating_sub(1) / 2);
        if cells <= MAX_CELLS {
            return Ok(());
        }
        let what = format!("windows of every pair of {channels} channels displaced so far are too many");
        Err(Error::new(Code::TooManyBins, what, remedy))
    }

    /// Adds the coincidences that `new` tags have with `old` ones, and with each other if `inner`. The channels are the
    /// same in both. `joined` is memory that is used again, `exponent` the binary logarithm of the length of groups.
    pub(super) fn count_across(
        &mut self,
        exponent: u32,
        joined: &mut Vec<Vec<i64>>,
        old: &Times,
        new: &Times,
        inner: bool,
    ) -> Result<(), Error> {
        let Some(first) = new.iter().filter_map(|(_, times)| times.first()).min() else { return Ok(()) };
        let soon = first.saturating_sub(self.range);
        let old: Vec<(u64, &[i64])> = old
            .iter()
            .map(|(channel, times)| (*channel, &times[times.partition_point(|time| *time < soon)..]))
            .collect();
        let channels: Vec<u64> = old.iter().map(|(channel, _)| *channel).collect();
        self.count_around(&channels, &old, new, inner)?;
        let patterns = self.patterns(&channels);
        if patterns.iter().any(|pattern| pattern.len() > 2) {
            joined.resize_with(old.len().max(joined.len()), Vec::new);
            for ((joined, (_, old)), (_, new)) in joined.iter_mut().zip(&old).zip(new) {
                join(joined, old, new);
            }
        }
        let all: Vec<(u64, &[i64])> =
            old.iter().zip(joined.iter()).map(|((channel, _), times)| (*channel, times.as_slice())).collect();
        for pattern in patterns {
            let mut tally = Tally::new(exponent);
            if let [a, b] = *pattern {
                let shift = self.shift(&pattern);
                let inner = inner.then_some((new, new));
                for (of_a, of_b) in [Some((&*old, new)), Some((new, &*old)), inner].into_iter().flatten() {
                    let (of_a, of_b) = (times_of(of_a, a), times_of(of_b, b));
                    tally.count_pairs(of_a, of_b, shift, self.window, self.displaced).ok_or_else(too_many)?;
                }
                self.add(&pattern, &tally.counted().ok_or_else(too_many)?)?;
                continue;
            }
            self.count(&pattern, &all, &mut tally)?;
            let mut tally = tally.less();
            for less in [Some(old.as_slice()), (!inner).then_some(new)].into_iter().flatten() {
                self.count(&pattern, less, &mut tally)?;
            }
            self.add(&pattern, &tally.counted().ok_or_else(too_many)?)?;
        }
        Ok(())
    }

    /// The same of pairs around the window.
    fn count_around(&mut self, channels: &[u64], old: &Times, new: &Times, inner: bool) -> Result<(), Error> {
        let couples = self.couples(channels);
        let shifts: Vec<i64> = couples.iter().map(|(a, b)| self.delay(*b) - self.delay(*a)).collect();
        for (counting, all) in [(self.counting, &mut self.around), (self.far_counting, &mut self.far)] {
            let Some(counting) = counting else { continue };
            let most = counting.most(couples.len());
            for ((a, b), shift) in couples.iter().zip(&shifts) {
                let mut around = all.remove(&(*a, *b)).unwrap_or_default();
                let inner = inner.then_some((new, new));
                for (of_a, of_b) in [Some((old, new)), Some((new, old)), inner].into_iter().flatten() {
                    let (of_a, of_b) = (times_of(of_a, *a), times_of(of_b, *b));
                    around.count((counting, most), of_a, of_b, *shift).ok_or_else(too_many)?;
                }
                around.thin(most);
                if !around.is_empty() {
                    all.insert((*a, *b), around);
                }
            }
        }
        Ok(())
    }
}

/// The times of a channel, none where it is not among `times`.
fn times_of<'a>(times: &Times<'a>, channel: u64) -> &'a [i64] {
    times.binary_search_by_key(&channel, |(channel, _)| *channel).map_or(&[][..], |at| times[at].1)
}

/// Every two of a pattern's channels, the lower one first.
pub fn couples_of(pattern: &[u64]) -> Vec<(u64, u64)> {
    let pairs = (0..pattern.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
    pairs.map(|(j, k)| (pattern[j].min(pattern[k]), pattern[j].max(pattern[k]))).collect()
}

fn too_many() -> Error {
    Error::new(
        Code::RangeTooLong,
        "there are more coincidences than 64 bits can count",
        "use a shorter --window",
    )
}

/// Ascending `a` and `b` in one, into `joined`.
fn join(joined: &mut Vec<i64>, a: &[i64], b: &[i64]) {
    joined.clear();
    joined.extend_from_slice(a);
    joined.extend_from_slice(b);
    if !joined.is_sorted() {
        joined.sort_unstable();
    }
}
