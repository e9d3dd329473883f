//! The analysis `coincidence`: counting.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::counted::{Counted, Tally};
use super::parameters::CountingParameters;
use super::{CoincidenceRequest, CoincidenceResult};
use crate::counting::NewTimes;
use crate::counting::excerpts::Excerpts;
use crate::estimate::steadiness::GROUPED;
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::time_order::{Move, TimeOrder};
use crate::{Code, Error};

/// Coincidences of patterns of channels. Each channel's delay is subtracted from the times of its tags. A coincidence
/// is then one tag of each channel of the pattern, with the latest tag at most `window` after the earliest. Every such
/// combination counts.
///
/// Patterns are lists of 2 to 16 different channels. The default is every pair of channels of the recording, which may
/// then have at most 64 channels.
///
/// With `T` the time from the first to the last tag of any channel, `N_i` the channels' tags and `w` the window:
///
/// - `accidentals_rates` are those of `n` independent channels with rates `r_i` in slices of time,
///   `sum(prod(r_i) dt) ((w+1)^n - w^n)`.
/// - `accidentals_measured` of a pair are the mean count of 32 displaced windows. The displacement exceeds the range of
///   dead time and afterpulses; with a `period`, it is a whole number of periods. For three and more channels, groups
///   of channels are displaced against each other, for every way to split the channels into groups
///   (`accidentals_by`).
/// - `accidentals` are the measured ones, unless the request selects those from rates.
/// - `car = (counts - accidentals) / accidentals`.
/// - For pairs, the `efficiency` of one channel is `(counts - accidentals) / N` of the other: Klyshko,
///   Sov. J. Quantum Electron. 10, 1112 (1980).
///
/// `dispersion` is the variance of coincidences over time relative to Poisson counts. Bunched light makes it larger
/// than 1, and errors larger by its square root. Counts below 20 have
/// Jeffreys' interval and Garwood's upper limit instead.
///
/// If tags recur with a period and the request has none, accidentals, CAR and efficiencies are `None`, and there is the
/// hint `pulsed`.
///
/// CAR is meaningless if the channels are correlated by something other than pairs, for instance if one detector
/// triggers the other.
///
/// For disorder, crowds and memory, see [`crate::run`].
pub struct Coincidence {
    pub(super) parameters: CountingParameters,
    pub(super) counts: CoincidenceCounts,
    /// Buffers reused from block to block.
    joined: Vec<Vec<i64>>,
}

/// Maximum number of groups from the first to the last one after joining two runs; a single run has fewer.
const MAX_GROUPS: u64 = 1 << 14;

/// The counts of a run, see [`Coincidence`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CoincidenceCounts {
    /// Binary logarithm of the length of a group of slices, in ticks.
    exponent: u32,
    /// Counts by pattern, for patterns with any coincidence in the window or in a displaced one.
    pub(super) patterns: BTreeMap<Vec<u64>, Counted>,
    /// Excerpts of the tags, to search for a period and a shared dead time.
    pub(super) excerpts: Excerpts,
    /// See [`CoincidenceRequest::sync`]. A request that joins runs has no header with a sync.
    pub(super) sync: Option<u64>,
}

/// The times of some channels. Channels ascend, and so do the times of each channel.
type Times<'a> = [(u64, &'a [i64])];

impl CoincidenceCounts {
    /// Joins groups until they are `2^exponent` ticks long.
    fn widen(&mut self, exponent: u32) {
        let by = exponent.saturating_sub(self.exponent);
        if by > 0 {
            self.patterns.values_mut().for_each(|counted| counted.widen(by));
            self.exponent = exponent;
        }
    }

    /// Returns the counts in groups whose length is that for a run with `order`.
    pub(super) fn over(&self, order: &TimeOrder) -> Cow<'_, Self> {
        let mut counts = Cow::Borrowed(self);
        let exponent = order.slice_exponent() + GROUPED;
        if exponent > self.exponent {
            counts.to_mut().widen(exponent);
        }
        counts
    }

    /// Joins the groups of both runs until they have the same length and span at most [`MAX_GROUPS`] groups. The groups
    /// of the joined run are at least as long, so the result does not depend on this length.
    fn align(&mut self, later: &mut Self) {
        let exponent = self.exponent.max(later.exponent);
        self.widen(exponent);
        later.widen(exponent);
        let all = self.patterns.values().chain(later.patterns.values());
        let ends = all.filter_map(Counted::ends).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((first, last)) = ends else { return };
        let by = (0..i64::BITS).find(|by| ((last >> by).abs_diff(first >> by)) < MAX_GROUPS).unwrap_or(0);
        self.widen(exponent + by);
        later.widen(exponent + by);
    }

    /// Adds counts of a pattern in groups of the same length.
    fn add(&mut self, pattern: &[u64], counted: &Counted) -> Result<(), Error> {
        if counted.is_empty() {
            return Ok(());
        }
        self.patterns.entry(pattern.to_vec()).or_default().append(counted).ok_or_else(too_many)
    }
}

impl Coincidence {
    /// Adds the coincidences of `pattern` among `times` to `tally`.
    fn count_in(&self, pattern: &[u64], times: &Times, tally: &mut Tally) -> Result<(), Error> {
        let of_channel = |channel: &u64| (times_of(times, *channel), self.parameters.delay(*channel));
        let channels: Vec<_> = pattern.iter().map(of_channel).collect();
        tally.count(&channels, self.parameters.window, self.parameters.displaced).ok_or_else(too_many)
    }
}

impl OrderedAnalysis for Coincidence {
    const NAME: &'static str = "coincidence";
    type Request = CoincidenceRequest;
    type Result = CoincidenceResult;
    type Parameters = CountingParameters;
    type Counts = CoincidenceCounts;

    fn new(request: &CoincidenceRequest) -> Result<Self, Error> {
        let parameters = CountingParameters::of(request)?;
        let (patterns, excerpts) = (BTreeMap::new(), Excerpts::default());
        let counts = CoincidenceCounts { exponent: GROUPED, patterns, excerpts, sync: request.sync };
        Ok(Self { parameters, counts, joined: Vec::new() })
    }

    fn parameters(&self) -> CountingParameters {
        self.parameters.clone()
    }

    fn reach(&self) -> Reach {
        Reach { ticks: self.parameters.range, channels: self.parameters.channels() }
    }

    fn counts(&self) -> Cow<'_, CoincidenceCounts> {
        Cow::Borrowed(&self.counts)
    }

    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        self.counts.widen(new.slice_exponent() + GROUPED);
        let channels = new.channels();
        new.add_to(&mut self.counts.excerpts, &channels);
        let all = new.by_channel();
        let Some(first) = all.iter().filter_map(|times| times.new.first()).min() else { return Ok(()) };
        let soon = first.saturating_sub(self.parameters.range);
        let from_soon = |times: &[i64]| times.partition_point(|time| *time < soon);
        let old: Vec<(u64, &[i64])> = all
            .iter()
            .map(|NewTimes { channel, before, .. }| (*channel, &before[from_soon(before)..]))
            .collect();
        let new_times: Vec<(u64, &[i64])> = all.iter().map(|times| (times.channel, times.new)).collect();
        let patterns = self.parameters.patterns(&channels);
        let mut joined = std::mem::take(&mut self.joined);
        if patterns.iter().any(|pattern| pattern.len() > 2) {
            joined.resize_with(old.len().max(joined.len()), Vec::new);
            for ((joined, (_, old)), (_, new)) in joined.iter_mut().zip(&old).zip(&new_times) {
                join(joined, old, new);
            }
        }
        let all: Vec<(u64, &[i64])> =
            channels.iter().zip(joined.iter()).map(|(channel, times)| (*channel, times.as_slice())).collect();
        let (displaced, neighbours) =
            (self.parameters.displaced.ranges(), self.parameters.displaced.neighbours());
        let inner = new.are_among_themselves();
        for pattern in patterns {
            let mut tally = Tally::new(self.counts.exponent);
            if let [a, b] = *pattern {
                let (shift, window) = (self.parameters.shift(&pattern), self.parameters.window);
                let among_new = inner.then_some((&new_times, &new_times));
                for (of_a, of_b) in
                    [Some((&old, &new_times)), Some((&new_times, &old)), among_new].into_iter().flatten()
                {
                    let (of_a, of_b) = (times_of(of_a, a), times_of(of_b, b));
                    tally
                        .count_pairs(of_a, of_b, shift, window, [&displaced, &neighbours])
                        .ok_or_else(too_many)?;
                }
            } else {
                self.count_in(&pattern, &all, &mut tally)?;
                tally = tally.less();
                for less in [Some(&old), (!inner).then_some(&new_times)].into_iter().flatten() {
                    self.count_in(&pattern, less, &mut tally)?;
                }
            }
            self.counts.add(&pattern, &tally.counted().ok_or_else(too_many)?)?;
        }
        self.joined = joined;
        Ok(())
    }

    fn add(&mut self, mut later: CoincidenceCounts) -> Result<(), Error> {
        let mut merged = self.counts.clone();
        merged.align(&mut later);
        for (pattern, counted) in &later.patterns {
            merged.add(pattern, counted)?;
        }
        merged.excerpts.append(&later.excerpts);
        merged.sync = merged.sync.or(later.sync);
        self.counts = merged;
        Ok(())
    }

    fn move_run(&self, counts: &mut CoincidenceCounts, _order: &TimeOrder, to: Move) -> Result<(), Error> {
        counts.excerpts.move_behind(&self.counts.excerpts);
        let exponent = to.exponent + GROUPED;
        for counted in counts.patterns.values_mut() {
            *counted = counted.moved(to.by, (counts.exponent, exponent), to.ends).ok_or_else(too_many)?;
        }
        counts.exponent = exponent;
        Ok(())
    }

    fn is_sound(&self, counts: &CoincidenceCounts, order: &TimeOrder) -> Result<bool, Error> {
        let patterns = &self.parameters.patterns;
        let known = |channel: &u64| order.channel(*channel).is_some();
        let is_counted = |pattern: &Vec<u64>| match patterns.is_empty() {
            true => matches!(pattern.as_slice(), [a, b] if a < b) && pattern.iter().all(known),
            false => patterns.contains(pattern),
        };
        let exponent = order.slice_exponent() + GROUPED;
        let are_sound = counts.patterns.iter().all(|(pattern, counted)| {
            is_counted(pattern) && counted.is_sound(pattern.len(), order.ends(), exponent)
        });
        Ok(counts.exponent == exponent && are_sound && counts.excerpts.is_sound())
    }

    fn check_channels(&self, channels: usize) -> Result<(), Error> {
        self.parameters.check_channels(channels)
    }

    fn report(&self, run: Run) -> CoincidenceResult {
        self.describe(run)
    }
}

/// Returns the times of a channel; empty if it is not among `times`.
fn times_of<'a>(times: &Times<'a>, channel: u64) -> &'a [i64] {
    times.binary_search_by_key(&channel, |(channel, _)| *channel).map_or(&[][..], |at| times[at].1)
}

fn too_many() -> Error {
    Error::new(
        Code::RangeTooLong,
        "there are more coincidences than 64 bits can count",
        "use a shorter `window`",
    )
}

/// Merges ascending `a` and `b` into `joined`.
fn join(joined: &mut Vec<i64>, a: &[i64], b: &[i64]) {
    joined.clear();
    joined.extend_from_slice(a);
    joined.extend_from_slice(b);
    if !joined.is_sorted() {
        joined.sort_unstable();
    }
}
