//! The coincidences of patterns of channels, counted within the window and within displaced ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::accidentals::AccidentalsFrom;
use super::counted::{Counted, Tally};
use super::displaced::Displaced;
use crate::analysis::period::{Excerpts, Period};
use crate::analysis::slices::{GROUPED, Steadiness};
use crate::analysis::statistics::Hint;
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::tags::channels::paired;
use crate::{Code, Error};

/// What a run was boiled down to, see [`super::Coincidence`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CoincidencePartial {
    /// Largest time from the earliest to the latest tag of a coincidence, ticks.
    pub(super) window: i64,
    /// Where windows lie that measure the accidentals.
    pub(super) displaced: Displaced,
    /// The period of the light that the request has.
    pub(super) period: Period,
    /// The accidentals that the request chose.
    pub(super) from: AccidentalsFrom,
    /// What is subtracted from the times of a channel, ticks; channels ascend.
    pub(super) delays: Vec<(u64, i64)>,
    /// Empty: every pair.
    pub(super) patterns: Vec<Vec<u64>>,
    /// The farthest that two tags of a coincidence in any of the windows are apart, before delays are subtracted, ticks.
    pub(super) range: i64,
    pub(super) order: TimeOrder,
    /// By pattern, where there is any coincidence in the window or a displaced one.
    pub(super) counts: BTreeMap<Vec<u64>, Counted>,
    /// Excerpts of the tags, which show a period and a shared dead time.
    pub(super) excerpts: Excerpts,
}

/// The times of some channels, which ascend, each channel's ascending.
pub type Times<'a> = [(u64, &'a [i64])];

impl CoincidencePartial {
    /// Whether both were made with the same parameters.
    pub(super) fn has_parameters_of(&self, other: &Self) -> bool {
        let same_windows =
            (self.window, self.displaced, self.range) == (other.window, other.displaced, other.range);
        same_windows
            && (self.period, self.from) == (other.period, other.from)
            && (&self.delays, &self.patterns) == (&other.delays, &other.patterns)
    }

    /// Returns the hint that rates were not steady over the time between what is compared: for accidentals from rates, over
    /// the whole recording; for measured ones, over the displacement of windows.
    pub(super) fn drift_hint(&self, patterns: &[Vec<u64>]) -> Option<Hint> {
        let reach = |pattern: &Vec<u64>| self.displaced.reach(pattern.len());
        let is_long = |pattern: &&Vec<u64>| reach(pattern) >> self.order.slice_exponent() > 0;
        let compared =
            patterns.iter().filter(|pattern| self.from == AccidentalsFrom::Rates || is_long(pattern));
        let slices = |channel: u64| self.order.channel(channel).map(ChannelTimes::slices);
        let drifts = |(a, b): &(u64, u64)| {
            let found = Steadiness::of(slices(*a)?, slices(*b)?, self.order.ends())?;
            found.is_unsteady().then_some((*a, *b, found.excess))
        };
        let (a, b, excess) =
            compared.flat_map(|pattern| couples_of(pattern)).find_map(|pair| drifts(&pair))?;
        let message = format!(
            "the rates of channels {a} and {b} were not steady: independent light has {:.3} times the accidentals of steady rates",
            1.0 + excess
        );
        Some(Hint::new(Hint::DRIFT, message))
    }

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
        paired(channels, remedy)
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
        let patterns = self.patterns(&channels);
        if patterns.iter().any(|pattern| pattern.len() > 2) {
            joined.resize_with(old.len().max(joined.len()), Vec::new);
            for ((joined, (_, old)), (_, new)) in joined.iter_mut().zip(&old).zip(new) {
                join(joined, old, new);
            }
        }
        let all: Vec<(u64, &[i64])> =
            old.iter().zip(joined.iter()).map(|((channel, _), times)| (*channel, times.as_slice())).collect();
        let ranges = self.displaced.ranges();
        for pattern in patterns {
            let mut tally = Tally::new(exponent);
            if let [a, b] = *pattern {
                let shift = self.shift(&pattern);
                let inner = inner.then_some((new, new));
                for (of_a, of_b) in [Some((&*old, new)), Some((new, &*old)), inner].into_iter().flatten() {
                    let (of_a, of_b) = (times_of(of_a, a), times_of(of_b, b));
                    tally.count_pairs(of_a, of_b, shift, self.window, &ranges).ok_or_else(too_many)?;
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
