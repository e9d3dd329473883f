//! Tags of several channels that come together.

mod request;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::pair_counting::two_channels::{count_beside, count_tuples};
use super::pairs::PairsPartial;
use super::time_order::{ChannelTimes, TimeOrder};
use super::{Analysis, differs, not_ours};
use crate::request::Params;
use crate::tags::TagBlock;
use crate::tags::channels::paired;
use crate::{Code, Error, Value};

use request::Question;

/// Windows displaced by so many steps measure the accidentals.
const DISPLACED: [i64; 4] = [-2, -1, 1, 2];

/// Coincidences of patterns of channels. After each channel's delay is subtracted from its tags'
/// times, a coincidence is one tag of each of the pattern's channels, the latest at most `window`
/// after the earliest; every such combination counts.
///
/// Parameters, in ticks: `window`; `patterns`, lists of 2 to 16 different channels, by default
/// every pair of channels there is (of 64 at most); `delays`, a list of `[channel, delay]`.
///
/// With `T` the time from the first to the last tag, `N` the channels' tags and `w` the window:
///
/// - `accidentals`, what independent Poisson channels give: `T * prod(N_i / T) * ((w+1)^n - w^n)`;
/// - `accidentals_measured`: the mean count of four windows beside, in which the pattern's k-th
///   channel is displaced by k times -2, -1, 1 and 2 steps; a step is ten times the width `2w + 1`
///   and at least 1000 ticks;
/// - `car = (counts - accidentals) / accidentals`;
/// - for pairs, `efficiency` of one channel is `(counts - accidentals) / N` of the other: Klyshko,
///   Sov. J. Quantum Electron. 10, 1112 (1980).
///
/// Errors are Poisson's. Disorder and memory are as with [`super::Correlation`].
pub struct Coincidence {
    partial: CoincidencePartial,
    /// Reused from piece to piece.
    joined: Vec<Vec<i64>>,
}

/// What a run was boiled down to, see [`Coincidence`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CoincidencePartial {
    window: i64,
    /// Channels ascend.
    delays: Vec<(u64, i64)>,
    /// Empty: every pair.
    patterns: Vec<Vec<u64>>,
    reach: i64,
    ordered: TimeOrder,
    /// Coincidences within the window and in the displaced windows, where there are any.
    counts: BTreeMap<Vec<u64>, (u64, u64)>,
}

impl CoincidencePartial {
    fn delay(&self, channel: u64) -> i64 {
        self.delays.binary_search_by_key(&channel, |(channel, _)| *channel).map_or(0, |k| self.delays[k].1)
    }

    /// The patterns to count among `channels`, which ascend.
    fn patterns(&self, channels: &[u64]) -> Vec<Vec<u64>> {
        if !self.patterns.is_empty() {
            return self.patterns.clone();
        }
        let pairs =
            |(k, a): (usize, &u64)| channels[k + 1..].iter().map(|b| vec![*a, *b]).collect::<Vec<_>>();
        channels.iter().enumerate().flat_map(pairs).collect()
    }

    /// Coincidences of `pattern` within the window and in the displaced windows.
    fn count(&self, pattern: &[u64], times: &[(u64, &[i64])]) -> Result<(u64, u64), Error> {
        let step = step(self.window);
        let train = |channel: &u64| {
            let found = times.binary_search_by_key(channel, |(channel, _)| *channel);
            (found.map_or(&[][..], |at| times[at].1), self.delay(*channel))
        };
        if let [a, b] = pattern {
            let ((a, a_delay), (b, b_delay)) = (train(a), train(b));
            return Ok(count_beside(a, b, b_delay - a_delay, self.window, step));
        }
        let trains: Vec<_> = pattern.iter().map(train).collect();
        let displaced = |steps: i64| {
            let trains = trains.iter().enumerate();
            let trains = trains.map(|(k, (times, delay))| (*times, delay + k as i64 * steps * step));
            count_tuples(&trains.collect::<Vec<_>>(), self.window).ok_or_else(too_many)
        };
        let beside = DISPLACED
            .iter()
            .try_fold(0_u64, |sum, steps| sum.checked_add(displaced(*steps)?).ok_or_else(too_many))?;
        Ok((displaced(0)?, beside))
    }

    /// The same of a pattern of two, by the delays of all their pairs.
    fn count_pair(&self, (a, b): (u64, u64), pairs: &PairsPartial) -> Option<(u64, u64)> {
        let within = |steps: i64| {
            let shift = self.delay(b) - self.delay(a) + steps * step(self.window);
            pairs.count((a, b), (shift - self.window, shift + self.window))
        };
        let beside = DISPLACED.iter().map(|steps| within(*steps)).sum::<Option<u64>>()?;
        Some((within(0)?, beside))
    }

    fn add(&mut self, pattern: &[u64], (counts, beside): (u64, u64)) -> Result<(), Error> {
        if (counts, beside) != (0, 0) {
            let sums = self.counts.entry(pattern.to_vec()).or_default();
            sums.0 = sums.0.checked_add(counts).ok_or_else(too_many)?;
            sums.1 = sums.1.checked_add(beside).ok_or_else(too_many)?;
        }
        Ok(())
    }

    fn check_channels(&self, channels: usize) -> Result<(), Error> {
        if self.patterns.is_empty() {
            paired(channels, "choose some with --pattern or --channel")
        } else {
            Ok(())
        }
    }

    fn result_of(&self, pattern: &[u64]) -> Value {
        let (counts, beside) = self.counts.get(pattern).copied().unwrap_or_default();
        let tags: Vec<u64> = pattern
            .iter()
            .map(|channel| self.ordered.train(*channel).map_or(0, |train| train.tags()))
            .collect();
        let accidentals = self.accidentals(&tags);
        let (seen, error) = (counts as f64, (counts as f64).sqrt());
        let measured = DISPLACED.len() as f64;
        let efficiency = |of: &dyn Fn(f64) -> f64| match (pattern, tags.as_slice()) {
            ([a, b], [tags_a, tags_b]) => Value::Map(vec![
                (a.to_string(), Value::Float(of(*tags_b as f64))),
                (b.to_string(), Value::Float(of(*tags_a as f64))),
            ]),
            _ => Value::Null,
        };
        Value::map([
            ("channels", Value::List(pattern.iter().copied().map(Value::UInt).collect())),
            ("tags", Value::Counts(tags.clone())),
            ("counts", Value::Count(counts)),
            ("counts_error", Value::Float(error)),
            ("accidentals", Value::Float(accidentals)),
            ("accidentals_measured", Value::Float(beside as f64 / measured)),
            ("accidentals_measured_error", Value::Float((beside as f64).sqrt() / measured)),
            ("car", Value::Float((seen - accidentals) / accidentals)),
            ("car_error", Value::Float(error / accidentals)),
            ("efficiency", efficiency(&|tags| (seen - accidentals) / tags)),
            // Where there is no efficiency, there is no error of it.
            (
                "efficiency_error",
                efficiency(&|tags| if accidentals.is_finite() { error / tags } else { f64::NAN }),
            ),
        ])
    }

    fn accidentals(&self, tags: &[u64]) -> f64 {
        let span = self.ordered.span().filter(|span| *span > 0).map_or(f64::NAN, |span| span as f64);
        let (w, n) = (self.window as f64, tags.len() as i32);
        // (w+1)^n - w^n without the loss of digits.
        let width: f64 = (0..n).map(|k| (w + 1.0).powi(k) * w.powi(n - 1 - k)).sum();
        span * tags.iter().map(|tags| *tags as f64 / span).product::<f64>() * width
    }
}

fn step(window: i64) -> i64 {
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

impl Coincidence {
    /// What it finds in the tags of which all pairs were counted; `None` where that does not tell.
    ///
    /// # Errors
    /// As [`Analysis::new`].
    pub(super) fn of_pairs(params: &Params, pairs: &PairsPartial) -> Result<Option<Self>, Error> {
        let mut all = Self::new(params)?;
        all.partial.ordered = pairs.ordered().clone();
        for pattern in all.partial.patterns(&all.channels()) {
            let &[a, b] = pattern.as_slice() else { return Ok(None) };
            let Some(counts) = all.partial.count_pair((a, b), pairs) else { return Ok(None) };
            all.partial.add(&pattern, counts)?;
        }
        Ok(Some(all))
    }

    /// Coincidences of `pattern`, one of those asked for.
    pub(super) fn counts(&self, pattern: &[u64]) -> u64 {
        self.partial.counts.get(pattern).map_or(0, |(counts, _)| *counts)
    }

    /// Tags of `channel`.
    pub(super) fn tags(&self, channel: u64) -> u64 {
        self.partial.ordered.train(channel).map_or(0, ChannelTimes::tags)
    }

    fn channels(&self) -> Vec<u64> {
        self.partial.ordered.trains().into_iter().map(|(channel, _)| channel).collect()
    }

    /// What every result with coincidences names.
    pub(super) fn describe(&self) -> [(&'static str, Value); 5] {
        let CoincidencePartial { window, delays, ordered, .. } = &self.partial;
        let delay = |(channel, delay): &(u64, i64)| {
            Value::map([("channel", Value::UInt(*channel)), ("delay", Value::Int(*delay))])
        };
        [
            ("window", Value::Int(*window)),
            ("delays", Value::List(delays.iter().map(delay).collect())),
            ("span", ordered.span().map_or(Value::Null, Value::big)),
            ("moved", Value::Count(ordered.moved())),
            ("channels", Value::List(self.channels().into_iter().map(Value::UInt).collect())),
        ]
    }

    /// Adds the coincidences that `new` tags have with `old` ones, and with each other if `inner`.
    /// Channels ascend, and are the same in both.
    fn count_across(
        partial: &mut CoincidencePartial,
        joined: &mut Vec<Vec<i64>>,
        old: &[(u64, &[i64])],
        new: &[(u64, &[i64])],
        inner: bool,
    ) -> Result<(), Error> {
        let Some(first) = new.iter().filter_map(|(_, times)| times.first()).min() else { return Ok(()) };
        let near = first.saturating_sub(partial.reach);
        let near: Vec<(u64, &[i64])> = old
            .iter()
            .map(|(channel, times)| (*channel, &times[times.partition_point(|time| *time < near)..]))
            .collect();
        joined.resize_with(near.len().max(joined.len()), Vec::new);
        for ((joined, (_, old)), (_, new)) in joined.iter_mut().zip(&near).zip(new) {
            join(joined, old, new);
        }
        let all: Vec<(u64, &[i64])> = near
            .iter()
            .zip(joined.iter())
            .map(|((channel, _), times)| (*channel, times.as_slice()))
            .collect();
        let channels: Vec<u64> = near.iter().map(|(channel, _)| *channel).collect();
        for pattern in partial.patterns(&channels) {
            let (mut counts, mut beside) = partial.count(&pattern, &all)?;
            for less in [Some(near.as_slice()), (!inner).then_some(new)].into_iter().flatten() {
                let less = partial.count(&pattern, less)?;
                (counts, beside) = (counts - less.0, beside - less.1);
            }
            partial.add(&pattern, (counts, beside))?;
        }
        Ok(())
    }

    fn count_piece(&mut self) -> Result<(), Error> {
        let partial = &mut self.partial;
        partial.check_channels(partial.ordered.channels())?;
        // The trains are lent out while the counts change.
        let ordered = std::mem::replace(&mut partial.ordered, TimeOrder::new(0, Vec::new()));
        let trains = ordered.trains();
        let old: Vec<_> = trains.iter().map(|(channel, train)| (*channel, train.tail())).collect();
        let new: Vec<_> = trains.iter().map(|(channel, train)| (*channel, train.fresh())).collect();
        let counted = Self::count_across(partial, &mut self.joined, &old, &new, true);
        drop(trains);
        partial.ordered = ordered;
        counted
    }
}

impl Analysis for Coincidence {
    const NAME: &'static str = "coincidence";
    type Partial = CoincidencePartial;

    fn new(params: &Params) -> Result<Self, Error> {
        let Question { window, patterns, delays } = Question::new(params)?;
        let ends = delays.iter().map(|(_, delay)| *delay).chain([0]);
        let spread = ends.clone().max().unwrap_or(0) - ends.min().unwrap_or(0);
        let fold = patterns.iter().map(Vec::len).max().unwrap_or(2) as i64;
        let reach = window + spread + 2 * (fold - 1) * step(window);
        let mut only: Vec<u64> = patterns.concat();
        only.sort_unstable();
        only.dedup();
        let partial = CoincidencePartial {
            window,
            delays,
            patterns,
            reach,
            ordered: TimeOrder::new(reach, only),
            counts: BTreeMap::new(),
        };
        Ok(Self { partial, joined: Vec::new() })
    }

    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        let taken = self.partial.ordered.take(piece);
        let counted = self.count_piece();
        self.partial.ordered.settle()?;
        counted?;
        taken
    }

    fn partial(&self) -> Cow<'_, CoincidencePartial> {
        Cow::Borrowed(&self.partial)
    }

    fn merge(&mut self, later: CoincidencePartial) -> Result<(), Error> {
        let name = |p: &CoincidencePartial| {
            format!("window {}, delays {:?}, patterns {:?}", p.window, p.delays, p.patterns)
        };
        let (ours, theirs) = (name(&self.partial), name(&later));
        if ours != theirs {
            return Err(differs(Self::NAME, "parameters", &ours, &theirs));
        }
        self.partial.ordered.check(&later.ordered, Self::NAME)?;
        let known = |channel: &u64| later.ordered.train(*channel).is_some();
        let sound = |pattern: &Vec<u64>| match self.partial.patterns.is_empty() {
            true => matches!(pattern.as_slice(), [a, b] if a < b) && pattern.iter().all(known),
            false => self.partial.patterns.contains(pattern),
        };
        if later.reach != self.partial.reach || !later.counts.keys().all(sound) {
            return Err(not_ours(Self::NAME, "its patterns contradict each other"));
        }
        let mut merged = self.partial.clone();
        for (pattern, counts) in &later.counts {
            merged.add(pattern, *counts)?;
        }
        let mut channels: Vec<u64> = [&self.partial, &later]
            .iter()
            .flat_map(|p| p.ordered.trains())
            .map(|(channel, _)| channel)
            .collect();
        channels.sort_unstable();
        channels.dedup();
        merged.check_channels(channels.len())?;
        let old: Vec<_> = channels
            .iter()
            .map(|channel| (*channel, self.partial.ordered.train(*channel).map_or(&[][..], |t| t.tail())))
            .collect();
        let new: Vec<_> = channels
            .iter()
            .map(|channel| (*channel, later.ordered.train(*channel).map_or(&[][..], |t| t.head())))
            .collect();
        Self::count_across(&mut merged, &mut self.joined, &old, &new, false)?;
        merged.ordered.merge(later.ordered)?;
        self.partial = merged;
        Ok(())
    }

    fn result(&self) -> Value {
        let partial = &self.partial;
        // Of too many channels nothing was counted.
        let channels = self.channels();
        let patterns = match partial.check_channels(channels.len()) {
            Ok(()) => partial.patterns(&channels),
            Err(_) => Vec::new(),
        };
        let patterns = patterns.iter().map(|pattern| partial.result_of(pattern)).collect();
        let mut entries = Vec::from(self.describe());
        entries.push(("patterns", Value::List(patterns)));
        Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}
