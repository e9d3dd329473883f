//! The analysis `coincidence`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::accidentals::AccidentalsFrom;
use super::displaced::Displaced;
use super::partial::CoincidencePartial;
use super::request::{CoincidenceRequest, Parameters};
use super::result::{ChannelDelay, CoincidenceHead, CoincidenceResult};
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::partial::{differs, not_ours};
use crate::analysis::period::{Excerpts, Period, SharedDeadTime, pulsed_hint};
use crate::analysis::shape::{Channel, Count, Includes, LongTime, Part, Result as _, Shape, Text};
use crate::analysis::slices::GROUPED;
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::request::{Field, Params};
use crate::tags::{Extent, TagBlock};
use crate::{Error, Value};

/// Coincidences of patterns of channels. After each channel's delay is subtracted from its tags'
/// times, a coincidence is one tag of each of the pattern's channels, the latest at most `window`
/// after the earliest; every such combination counts.
///
/// Patterns are lists of 2 to 16 different channels, by default every pair of the channels there are, which may be 64
/// at most then.
///
/// With `T` the time from the first to the last tag of any channel, `N_i` the channels' tags and `w` the window:
///
/// - `accidentals_rates` are what `n` independent channels of these rates give, `T prod(N_i / T) ((w+1)^n - w^n)`.
/// - `accidentals_measured` of a pair are the mean count of 32 windows that are displaced by more than dead time and
///   afterpulses reach; with a `period`, by whole periods. Of three and more channels, groups of channels are displaced
///   against each other, for every way to split the channels into groups (`accidentals_by`): [`groupings`].
/// - `accidentals` are the measured ones, unless the request asks for those from rates.
/// - `car = (counts - accidentals) / accidentals`;
/// - for pairs, `efficiency` of one channel is `(counts - accidentals) / N` of the other: Klyshko,
///   Sov. J. Quantum Electron. 10, 1112 (1980).
///
/// `dispersion` is how much more the coincidences vary over time than chance makes them; where bunched light makes it
/// more than 1, errors are as much larger. Errors of ratios are derived at [`ratios`]. Counts below 20 have Jeffreys'
/// interval and Garwood's upper limit instead.
///
/// Where tags are seen to recur and the request has no period, accidentals, CAR and efficiencies are null, with the hint
/// `pulsed`.
///
/// CAR means nothing where channels are not independent without pairs, as where one detector triggers the other.
///
/// [`groupings`]: super::groupings
/// [`ratios`]: super::ratios
///
/// Disorder, crowds and memory are as with [`crate::analysis::Correlation`].
pub struct Coincidence {
    partial: CoincidencePartial,
    /// Memory that is used again from block to block.
    joined: Vec<Vec<i64>>,
}

impl Coincidence {
    /// With parameters that were checked.
    pub fn of(parameters: Parameters, period: Period, from: AccidentalsFrom) -> Self {
        let spread = parameters.spread();
        let Parameters { window, patterns, delays, displaced } = parameters;
        let displaced = Displaced::new(window, displaced, period.ticks());
        let reach = patterns.iter().map(|pattern| displaced.reach(pattern.len())).max();
        let range = spread + reach.unwrap_or(displaced.reach(2)) + window;
        let mut only: Vec<u64> = patterns.iter().flatten().copied().collect();
        only.sort_unstable();
        only.dedup();
        let order = TimeOrder::new(range, only);
        let (counts, excerpts) = (BTreeMap::new(), Excerpts::default());
        let partial = CoincidencePartial {
            window,
            displaced,
            period,
            from,
            delays,
            patterns,
            range,
            order,
            counts,
            excerpts,
        };
        Self { partial, joined: Vec::new() }
    }

    fn describe_all(&self, interim: bool) -> Value {
        let partial = &self.partial;
        let period = partial.period;
        let channels = partial.order.channel_numbers();
        // Of too many channels nothing was counted.
        let patterns = match partial.check_channels(channels.len()) {
            Ok(()) => partial.patterns(&channels),
            Err(_) => Vec::new(),
        };
        // The search for a period would take longer than a snapshot may.
        let is_searched = !interim && period != Period::Steady;
        let recurrence = is_searched.then(|| partial.excerpts.recurrence(&channels));
        let period_of = |pattern: &Vec<u64>| recurrence.as_ref()?.period(pattern);
        let is_pulsed = |pattern: &Vec<u64>| period == Period::NotGiven && period_of(pattern).is_some();
        let dead = patterns.iter().flat_map(|pattern| partial.dead_times(pattern));
        let mut hints = SharedDeadTime::hints(dead);
        let shortest = recurrence.as_ref().and_then(|all| all.shortest(patterns.iter().map(Vec::as_slice)));
        hints.extend(pulsed_hint(shortest, period));
        hints.extend(partial.drift_hint(&patterns));
        let patterns = patterns.iter().map(|pattern| partial.pattern(pattern, is_pulsed(pattern))).collect();
        CoincidenceResult { head: Includes(self.describe()), patterns, hints }.value()
    }

    /// What the result begins with.
    fn describe(&self) -> CoincidenceHead {
        let CoincidencePartial { window, displaced, period, from, delays, order, .. } = &self.partial;
        CoincidenceHead {
            window: *window,
            delays: delays.iter().copied().map(ChannelDelay::of).collect(),
            displaced_from: displaced.ends().0,
            displaced_to: displaced.ends().1,
            period: period.ticks(),
            accidentals_from: Text(from.name().into()),
            span: order.span().map(LongTime),
            reordered: Count(order.reordered()),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
        }
    }

    /// Adds the coincidences that the block that is being counted brings.
    fn count_block(&mut self) -> Result<(), Error> {
        let partial = &mut self.partial;
        partial.check_channels(partial.order.channel_count())?;
        let exponent = partial.group_exponent();
        // The order of time is taken out of the partial result while the counts in there change.
        let order = std::mem::replace(&mut partial.order, TimeOrder::new(0, Vec::new()));
        let channels = order.channels();
        let old: Vec<_> = channels.iter().map(|(channel, times)| (*channel, times.tail())).collect();
        let new: Vec<_> = channels.iter().map(|(channel, times)| (*channel, times.in_block())).collect();
        new.iter().for_each(|(channel, times)| partial.excerpts.add(*channel, times));
        let counted = partial.count_across(exponent, &mut self.joined, &old, &new, true);
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
        CoincidenceRequest::read(params)?
            .checked()
            .map(|(parameters, period, from)| Self::of(parameters, period, from))
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let exponent = self.partial.group_exponent();
        let taken = self.partial.order.begin_block(block);
        self.partial.widen_groups(exponent);
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
        if !self.partial.has_parameters_of(&later) {
            let name = |p: &CoincidencePartial| {
                let (window, displaced, from) = (p.window, p.displaced, p.from.name());
                format!(
                    "window {window}, {displaced:?}, {from}, delays {:?}, patterns {:?}",
                    p.delays, p.patterns
                )
            };
            return Err(differs(Self::NAME, "parameters", &name(&self.partial), &name(&later)));
        }
        self.partial.order.check(&later.order, Self::NAME)?;
        let known = |channel: &u64| later.order.channel(*channel).is_some();
        let sound = |pattern: &Vec<u64>| match self.partial.patterns.is_empty() {
            true => matches!(pattern.as_slice(), [a, b] if a < b) && pattern.iter().all(known),
            false => self.partial.patterns.contains(pattern),
        };
        let exponent = later.group_exponent();
        let counts_are_sound = later.counts.iter().all(|(pattern, counted)| {
            sound(pattern) && counted.is_sound(pattern.len(), later.order.ends(), exponent)
        });
        if !counts_are_sound || !later.excerpts.is_sound() {
            return Err(not_ours(Self::NAME, "its patterns contradict each other"));
        }
        let mut merged = self.partial.clone();
        let merged_exponent = merged.group_exponent();
        if let Some(tags) = merged.order.cut_off(&later.order) {
            merged
                .check_channels(self.partial.order.channels_with(tags.iter().map(|tag| tag.channel)).len())?;
            self.partial.order.cut_off(&later.order);
            return push_to_the_end(self, &tags);
        }
        let after = merged.order.exponent_after(&later.order) + GROUPED;
        merged.counts.values_mut().for_each(|counted| counted.widen(after - merged_exponent));
        for (pattern, counted) in &later.counts {
            let mut counted = counted.clone();
            counted.widen(after - exponent);
            merged.add(pattern, &counted)?;
        }
        merged.excerpts.append(&later.excerpts);
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
        merged.count_across(after, &mut self.joined, &old, &new, false)?;
        merged.order.merge(later.order)?;
        self.partial = merged;
        Ok(())
    }

    fn cover(&mut self, recording: Extent) {
        let exponent = self.partial.group_exponent();
        self.partial.order.cover(recording);
        self.partial.widen_groups(exponent);
    }

    fn result(&self) -> Value {
        self.describe_all(false)
    }

    fn interim(&self) -> Value {
        self.describe_all(true)
    }
}
