//! The analysis `coincidence`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::partial::{CoincidencePartial, DISPLACEMENTS, step};
use super::request::{CoincidenceRequest, Parameters};
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::partial::{differs, not_ours};
use crate::analysis::shape::{
    ByChannel, Channel, Count, Counts, Finite, Includes, LongTime, Part, Result as _, Shape, result,
};
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::request::{Field, Params};
use crate::tags::TagBlock;
use crate::{Error, Value};

/// Coincidences of patterns of channels. After each channel's delay is subtracted from its tags'
/// times, a coincidence is one tag of each of the pattern's channels, the latest at most `window`
/// after the earliest; every such combination counts.
///
/// Patterns are lists of 2 to 16 different channels, by default every pair of the channels there are, which may be 64
/// at most then.
///
/// With `T` the time from the first to the last tag, `N` the channels' tags and `w` the window:
///
/// - `accidentals`, what independent Poisson channels give: `T * prod(N_i / T) * ((w+1)^n - w^n)`;
/// - `accidentals_measured`: the mean count of four displaced windows, for which the delay of the pattern's k-th channel
///   is changed by k times -2, -1, 1 and 2 steps; a step is ten times the width `2w + 1` and at least 1000 ticks;
/// - `car = (counts - accidentals) / accidentals`;
/// - for pairs, `efficiency` of one channel is `(counts - accidentals) / N` of the other: Klyshko,
///   Sov. J. Quantum Electron. 10, 1112 (1980).
///
/// Errors are Poisson's. Disorder, crowds and memory are as with [`crate::analysis::Correlation`].
pub struct Coincidence {
    partial: CoincidencePartial,
    /// Memory that is used again from block to block.
    joined: Vec<Vec<i64>>,
}

result! {
    /// What is subtracted from the times of a channel.
    pub struct ChannelDelay as "ChannelDelay" {
        channel: Channel,
        /// Ticks.
        delay: i64,
    }
}

result! {
    /// What every analysis of coincidences says.
    pub struct CoincidenceHead as "CoincidenceHead" {
        /// Largest time from the earliest to the latest tag, ticks.
        window: i64,
        delays: Vec<ChannelDelay>,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
    }
}

result! {
    /// The coincidences of one pattern of channels.
    pub struct CoincidencePattern as "CoincidencePattern" {
        channels: Vec<Channel>,
        /// Tags of each channel.
        tags: Counts,
        counts: Count,
        counts_error: Finite,
        /// What independent Poisson channels would give.
        accidentals: f64,
        /// The mean of four displaced windows.
        accidentals_measured: Finite,
        accidentals_measured_error: Finite,
        /// Coincidences to accidentals, less 1.
        car: f64,
        car_error: f64,
        /// Klyshko's, by channel, for pairs.
        efficiency: Option<ByChannel<f64>>,
        efficiency_error: Option<ByChannel<f64>>,
    }
}

result! {
    /// `coincidence`: tags of several channels within a window.
    pub struct CoincidenceResult as "Coincidence" {
        head: Includes<CoincidenceHead>,
        patterns: Vec<CoincidencePattern>,
    }
}

impl CoincidencePartial {
    fn result_of(&self, pattern: &[u64]) -> CoincidencePattern {
        let (counts, displaced) = self.counts.get(pattern).copied().unwrap_or_default();
        let tags: Vec<u64> = pattern.iter().map(|channel| self.order.tags_of(*channel)).collect();
        let accidentals = self.accidentals(&tags);
        let (seen, error) = (counts as f64, (counts as f64).sqrt());
        let windows = DISPLACEMENTS.len() as f64;
        let efficiency = |of: &dyn Fn(f64) -> f64| match (pattern, tags.as_slice()) {
            ([a, b], [tags_a, tags_b]) => {
                Some(ByChannel(vec![(*a, of(*tags_b as f64)), (*b, of(*tags_a as f64))]))
            }
            _ => None,
        };
        CoincidencePattern {
            channels: pattern.iter().copied().map(Channel).collect(),
            counts: Count(counts),
            counts_error: Finite(error),
            accidentals,
            accidentals_measured: Finite(displaced as f64 / windows),
            accidentals_measured_error: Finite((displaced as f64).sqrt() / windows),
            car: (seen - accidentals) / accidentals,
            car_error: error / accidentals,
            efficiency: efficiency(&|tags| (seen - accidentals) / tags),
            // Where there is no efficiency, there is no error of it.
            efficiency_error: efficiency(&|tags| {
                if accidentals.is_finite() { error / tags } else { f64::NAN }
            }),
            tags: Counts(tags),
        }
    }

    fn accidentals(&self, tags: &[u64]) -> f64 {
        let span = self.order.span().filter(|span| *span > 0).map_or(f64::NAN, |span| span as f64);
        let (w, n) = (self.window as f64, tags.len() as i32);
        // (w+1)^n - w^n without the loss of digits.
        let width: f64 = (0..n).map(|k| (w + 1.0).powi(k) * w.powi(n - 1 - k)).sum();
        span * tags.iter().map(|tags| *tags as f64 / span).product::<f64>() * width
    }
}

impl Coincidence {
    /// With parameters that were checked.
    pub fn of(parameters: Parameters) -> Self {
        let Parameters { window, patterns, delays } = parameters;
        let ends = delays.iter().map(|(_, delay)| *delay).chain([0]);
        let spread = ends.clone().max().unwrap_or(0) - ends.min().unwrap_or(0);
        let most_channels = patterns.iter().map(Vec::len).max().unwrap_or(2) as i64;
        let range = window + spread + 2 * (most_channels - 1) * step(window);
        let mut only: Vec<u64> = patterns.concat();
        only.sort_unstable();
        only.dedup();
        let order = TimeOrder::new(range, only);
        let partial = CoincidencePartial { window, delays, patterns, range, order, counts: BTreeMap::new() };
        Self { partial, joined: Vec::new() }
    }

    /// The coincidences of tags whose pairs were counted before: `count` tells how many pairs of two channels have a
    /// delay in a range, ends included. `None` where that does not tell.
    ///
    /// # Errors
    /// As [`Analysis::new`].
    pub fn from_counted(
        params: &Params,
        order: &TimeOrder,
        count: impl Fn((u64, u64), (i64, i64)) -> Option<u64>,
    ) -> Result<Option<Self>, Error> {
        let mut all = Self::new(params)?;
        all.partial.order = order.clone();
        for pattern in all.partial.patterns(&order.channel_numbers()) {
            let &[a, b] = pattern.as_slice() else { return Ok(None) };
            let Some(counts) = all.partial.count_pair((a, b), &count) else { return Ok(None) };
            all.partial.add(&pattern, counts)?;
        }
        Ok(Some(all))
    }

    /// Coincidences of `pattern`, one of those asked for.
    pub fn counts(&self, pattern: &[u64]) -> u64 {
        self.partial.counts.get(pattern).map_or(0, |(counts, _)| *counts)
    }

    /// How many tags `channel` has.
    pub fn tags(&self, channel: u64) -> u64 {
        self.partial.order.tags_of(channel)
    }

    /// What every result with coincidences names.
    pub fn describe(&self) -> CoincidenceHead {
        let CoincidencePartial { window, delays, order, .. } = &self.partial;
        let delay =
            |(channel, delay): &(u64, i64)| ChannelDelay { channel: Channel(*channel), delay: *delay };
        CoincidenceHead {
            window: *window,
            delays: delays.iter().map(delay).collect(),
            span: order.span().map(LongTime),
            reordered: Count(order.reordered()),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
        }
    }

    /// Adds the coincidences that the block that is being counted brings.
    fn count_block(&mut self) -> Result<(), Error> {
        let partial = &mut self.partial;
        partial.check_channels(partial.order.channel_count())?;
        // The order of time is taken out of the partial result while the counts in there change.
        let order = std::mem::replace(&mut partial.order, TimeOrder::new(0, Vec::new()));
        let channels = order.channels();
        let old: Vec<_> = channels.iter().map(|(channel, times)| (*channel, times.tail())).collect();
        let new: Vec<_> = channels.iter().map(|(channel, times)| (*channel, times.in_block())).collect();
        let counted = partial.count_across(&mut self.joined, &old, &new, true);
        drop(channels);
        partial.order = order;
        counted
    }
}

impl Analysis for Coincidence {
    const NAME: &'static str = "coincidence";
    const REQUEST: &'static [Field] = CoincidenceRequest::FIELDS;
    type Partial = CoincidencePartial;

    fn shape() -> Shape {
        CoincidenceResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        CoincidenceRequest::read(params)?.checked().map(Self::of)
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let taken = self.partial.order.begin_block(block);
        let counted = self.count_block();
        self.partial.order.end_block()?;
        counted?;
        taken
    }

    fn stopped(&self) -> Option<Error> {
        self.partial.order.stopped()
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
        self.partial.order.check(&later.order, Self::NAME)?;
        let known = |channel: &u64| later.order.channel(*channel).is_some();
        let sound = |pattern: &Vec<u64>| match self.partial.patterns.is_empty() {
            true => matches!(pattern.as_slice(), [a, b] if a < b) && pattern.iter().all(known),
            false => self.partial.patterns.contains(pattern),
        };
        if later.range != self.partial.range || !later.counts.keys().all(sound) {
            return Err(not_ours(Self::NAME, "its patterns contradict each other"));
        }
        let mut merged = self.partial.clone();
        if let Some(tags) = merged.order.cut_off(&later.order) {
            merged
                .check_channels(self.partial.order.channels_with(tags.iter().map(|tag| tag.channel)).len())?;
            self.partial.order.cut_off(&later.order);
            return push_to_the_end(self, &tags);
        }
        for (pattern, counts) in &later.counts {
            merged.add(pattern, *counts)?;
        }
        let channels = self.partial.order.channels_with(later.order.channel_numbers());
        merged.check_channels(channels.len())?;
        fn of<'a>(
            channels: &[u64],
            order: &'a TimeOrder,
            times: fn(&ChannelTimes) -> &[i64],
        ) -> Vec<(u64, &'a [i64])> {
            channels.iter().map(|c| (*c, order.channel(*c).map_or(&[][..], times))).collect()
        }
        let old = of(&channels, &self.partial.order, ChannelTimes::tail);
        let new = of(&channels, &later.order, ChannelTimes::head);
        merged.count_across(&mut self.joined, &old, &new, false)?;
        merged.order.merge(later.order)?;
        self.partial = merged;
        Ok(())
    }

    fn result(&self) -> Value {
        let partial = &self.partial;
        let channels = partial.order.channel_numbers();
        // Of too many channels nothing was counted.
        let patterns = match partial.check_channels(channels.len()) {
            Ok(()) => partial.patterns(&channels),
            Err(_) => Vec::new(),
        };
        let all = CoincidenceResult {
            head: Includes(self.describe()),
            patterns: patterns.iter().map(|pattern| partial.result_of(pattern)).collect(),
        };
        all.value()
    }
}
