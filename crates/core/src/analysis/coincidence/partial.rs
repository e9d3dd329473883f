//! The coincidences of patterns of channels, counted within the window and within displaced ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::analysis::pair_counting::tuples::{count_pairs_and_displaced, count_tuples};
use crate::analysis::time_order::TimeOrder;
use crate::tags::channels::paired;
use crate::{Code, Error};

/// The displaced windows that measure the accidentals: by so many steps each.
pub const DISPLACEMENTS: [i64; 4] = [-2, -1, 1, 2];

/// What a run was boiled down to, see [`super::Coincidence`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CoincidencePartial {
    /// Largest time from the earliest to the latest tag of a coincidence, ticks.
    pub(super) window: i64,
    /// What is subtracted from the times of a channel, ticks; channels ascend.
    pub(super) delays: Vec<(u64, i64)>,
    /// Empty: every pair.
    pub(super) patterns: Vec<Vec<u64>>,
    /// The farthest that two tags of a coincidence in any of the windows are apart, before delays are subtracted, ticks.
    pub(super) range: i64,
    pub(super) order: TimeOrder,
    /// Coincidences within the window, and in the displaced windows together, where there are any.
    pub(super) counts: BTreeMap<Vec<u64>, (u64, u64)>,
}

/// The times of some channels, which ascend, each channel's ascending.
pub type Times<'a> = [(u64, &'a [i64])];

impl CoincidencePartial {
    fn delay(&self, channel: u64) -> i64 {
        self.delays.binary_search_by_key(&channel, |(channel, _)| *channel).map_or(0, |k| self.delays[k].1)
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

    /// Coincidences of `pattern` among `times`, within the window and in the displaced windows.
    fn count(&self, pattern: &[u64], times: &Times) -> Result<(u64, u64), Error> {
        let step = step(self.window);
        let of_channel = |channel: &u64| {
            let found = times.binary_search_by_key(channel, |(channel, _)| *channel);
            (found.map_or(&[][..], |at| times[at].1), self.delay(*channel))
        };
        if let [a, b] = pattern {
            let ((a, a_delay), (b, b_delay)) = (of_channel(a), of_channel(b));
            return Ok(count_pairs_and_displaced(a, b, b_delay - a_delay, self.window, step));
        }
        let channels: Vec<_> = pattern.iter().map(of_channel).collect();
        let displaced_by = |steps: i64| {
            let channels = channels.iter().enumerate();
            let channels = channels.map(|(k, (times, delay))| (*times, delay + k as i64 * steps * step));
            count_tuples(&channels.collect::<Vec<_>>(), self.window).ok_or_else(too_many)
        };
        let displaced = DISPLACEMENTS
            .iter()
            .try_fold(0_u64, |sum, steps| sum.checked_add(displaced_by(*steps)?).ok_or_else(too_many))?;
        Ok((displaced_by(0)?, displaced))
    }

    /// The same of a pattern of two, where `count` tells how many pairs of them have a delay in a range.
    pub(super) fn count_pair(
        &self,
        (a, b): (u64, u64),
        count: impl Fn((u64, u64), (i64, i64)) -> Option<u64>,
    ) -> Option<(u64, u64)> {
        let displaced_by = |steps: i64| {
            let shift = self.delay(b) - self.delay(a) + steps * step(self.window);
            count((a, b), (shift - self.window, shift + self.window))
        };
        let displaced = DISPLACEMENTS.iter().map(|steps| displaced_by(*steps)).sum::<Option<u64>>()?;
        Some((displaced_by(0)?, displaced))
    }

    pub(super) fn add(&mut self, pattern: &[u64], (counts, displaced): (u64, u64)) -> Result<(), Error> {
        if (counts, displaced) != (0, 0) {
            let sums = self.counts.entry(pattern.to_vec()).or_default();
            let added = sums.0.checked_add(counts).zip(sums.1.checked_add(displaced));
            *sums = added.ok_or_else(too_many)?;
        }
        Ok(())
    }

    /// Whether every pair of so many channels can be counted, where that is asked for.
    pub(super) fn check_channels(&self, channels: usize) -> Result<(), Error> {
        if self.patterns.is_empty() {
            paired(channels, "choose some with --pattern or --channel")
        } else {
            Ok(())
        }
    }

    /// Adds the coincidences that `new` tags have with `old` ones, and with each other if `inner`. The channels are the
    /// same in both. `joined` is memory that is used again.
    pub(super) fn count_across(
        &mut self,
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
        joined.resize_with(old.len().max(joined.len()), Vec::new);
        for ((joined, (_, old)), (_, new)) in joined.iter_mut().zip(&old).zip(new) {
            join(joined, old, new);
        }
        let all: Vec<(u64, &[i64])> =
            old.iter().zip(joined.iter()).map(|((channel, _), times)| (*channel, times.as_slice())).collect();
        let channels: Vec<u64> = old.iter().map(|(channel, _)| *channel).collect();
        for pattern in self.patterns(&channels) {
            let (mut counts, mut displaced) = self.count(&pattern, &all)?;
            for less in [Some(old.as_slice()), (!inner).then_some(new)].into_iter().flatten() {
                let less = self.count(&pattern, less)?;
                (counts, displaced) = (counts - less.0, displaced - less.1);
            }
            self.add(&pattern, (counts, displaced))?;
        }
        Ok(())
    }
}

/// How far a window is displaced at least, in ticks: ten times its width, and 1000.
pub fn step(window: i64) -> i64 {
    (10 * (2 * window + 1)).max(1000)
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
