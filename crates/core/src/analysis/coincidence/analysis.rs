//! The analysis `coincidence`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::counting::Counting;
use super::displaced::Displaced;
use super::partial::CoincidencePartial;
use super::request::{CoincidenceRequest, Parameters};
use super::result::{ChannelDelay, CoincidenceHead, CoincidenceResult};
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::partial::{differs, not_ours};
use crate::analysis::period::{Excerpts, Period, SharedDeadTime, are_clocks};
use crate::analysis::shape::{Channel, Count, Includes, LongTime, Part, Result as _, Shape};
use crate::analysis::slices::GROUPED;
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::request::{Field, Params};
use crate::tags::{Extent, TagBlock};
use crate::{Error, Value};

/// Maximum number of patterns in which a period is searched before the remaining ones are taken to have none: each
/// search takes some milliseconds, and all pairs of 64 channels are 2016.
const MAX_SEARCHED: usize = 64;

/// Coincidences of patterns of channels. After each channel's delay is subtracted from its tags'
/// times, a coincidence is one tag of each of the pattern's channels, the latest at most `window`
/// after the earliest; every such combination counts.
///
/// Patterns are lists of 2 to 16 different channels, by default every pair of the channels there are, which may be 64
/// at most then.
///
/// With `T` the time from the first to the last tag of any channel, `N` the channels' tags and `w` the window, so that
/// a pair has `W = 2w + 1` ticks:
///
/// - `accidentals` of a pair are what independent channels give, `N_a N_b W / T`. Where the channels' rates in slices
///   of time show that they were not steady, their mean product takes the place of `N_a N_b / T^2`:
///   [`crate::analysis::slices::Steadiness`].
/// - `accidentals_measured`: the mean count of 32 displaced windows beyond the afterpulses. Where it differs
///   from what was computed by more than 5 standard errors, it is taken instead.
/// - Of three and more channels, all that come together by chance: a coincidence of some of them with the rest, for
///   every partition of the channels (`accidentals_by`), from the coincidences of every set of them: [`partitions`].
///   Coincidences of all channels that have one origin are what is left, if there are any. Displaced windows take
///   all channels apart and measure only one of the partitions, that into single channels.
/// - `car = (counts - accidentals) / accidentals`;
/// - for pairs, `efficiency` of one channel is `(counts - accidentals) / N` of the other: Klyshko,
///   Sov. J. Quantum Electron. 10, 1112 (1980).
///
/// `dispersion` is how much more the coincidences vary over time than chance makes them; where bunched light makes it
/// more than 1, errors are as much larger. Errors of ratios are derived at [`ratios`]. Counts below 20 have Jeffreys'
/// interval and Garwood's upper limit instead.
///
/// Of pulsed light, `accidentals` of a pair are measured in the window displaced by whole periods, on either side as
/// many as are near: [`PeriodWindows`]. They are not known of three and more channels. The period is given, or that of
/// a clock's tags. Where nothing is said, it is looked for in the pairs up to 6400 ticks apart, of which 2^14 are kept
/// at most (of many pairs of channels fewer, at least 2^12), in those up to 2^17 ticks apart, of which a quarter as
/// many are: [`Surroundings`]; and in [`Excerpts`]. Where that finds a period and pairs were left out, or few whole
/// periods lie in 6400 ticks, accidentals and CAR are null with the remark `pulsed`, and `period` says what to ask
/// for. Of more than 64 patterns, the 64 whose channels have the most tags are searched, and the others where one of
/// these is pulsed. Light whose pulses make but some hundredths of the pairs, or come more than 2.5 million ticks apart, is not
/// seen to be pulsed.
///
/// CAR means nothing where channels are not independent without pairs, as where one detector triggers the other.
///
/// [`partitions`]: super::partitions
/// [`ratios`]: super::ratios
/// [`PeriodWindows`]: super::pulses::PeriodWindows
/// [`Surroundings`]: super::surroundings::Surroundings
/// [`Excerpts`]: crate::analysis::period::Excerpts
///
/// Disorder, crowds and memory are as with [`crate::analysis::Correlation`].
pub struct Coincidence {
    partial: CoincidencePartial,
    period: Period,
    /// Memory that is used again from block to block.
    joined: Vec<Vec<i64>>,
}

impl Coincidence {
    /// With parameters that were checked.
    pub fn of(parameters: Parameters, period: Period) -> Self {
        let spread = parameters.spread();
        let Parameters { window, patterns, delays, displaced } = parameters;
        let displaced = Displaced::new(window, displaced);
        let reach = patterns.iter().map(|pattern| displaced.reach(pattern.len())).max();
        let counting = Counting::new(period, window);
        let reach = reach.unwrap_or(displaced.reach(2)) + window;
        let far_counting = Counting::far(period);
        let around = [counting, far_counting].into_iter().flatten().map(|counting| counting.reach);
        let range = spread + around.fold(reach, i64::max);
        let clock = period.clock().filter(|_| !patterns.is_empty());
        let mut only: Vec<u64> = patterns.iter().flatten().copied().chain(clock).collect();
        only.sort_unstable();
        only.dedup();
        let order = TimeOrder::new(range, only);
        let (counts, around, far) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let partial = CoincidencePartial {
            window,
            displaced,
            delays,
            patterns,
            range,
            order,
            counts,
            counting,
            around,
            far_counting,
            far,
            excerpts: Excerpts::default(),
        };
        Self { partial, period, joined: Vec::new() }
    }

    fn result_of(&self, period: Period) -> Value {
        let partial = &self.partial;
        let channels = partial.order.channel_numbers();
        // Of too many channels nothing was counted.
        let patterns = match partial.check_channels(channels.len()) {
            Ok(()) => partial.patterns(&channels),
            Err(_) => Vec::new(),
        };
        // Pairs of one recording mostly have the same light.
        let mut likely = None;
        let mut results: Vec<_> = patterns.iter().map(|_| None).collect();
        for (place, k) in self.brightest_first(&patterns).into_iter().enumerate() {
            let pattern = &patterns[k];
            let is_unsearched = place >= MAX_SEARCHED && period == Period::Unknown && likely.is_none();
            let result =
                partial.pattern(pattern, if is_unsearched { Period::Denied } else { period }, likely);
            likely = likely.or_else(|| result.period.filter(|_| !are_clocks(&partial.order, pattern)));
            results[k] = Some(result);
        }
        let hints = SharedDeadTime::hints(patterns.iter().flat_map(|pattern| partial.dead_times(pattern)));
        let patterns = results.into_iter().flatten().collect();
        CoincidenceResult { head: Includes(self.describe()), patterns, hints }.value()
    }

    /// The places of `patterns`, of more than [`MAX_SEARCHED`] those first whose channels have the most tags.
    fn brightest_first(&self, patterns: &[Vec<u64>]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..patterns.len()).collect();
        if places.len() > MAX_SEARCHED {
            let least =
                |k: &usize| patterns[*k].iter().map(|channel| self.partial.order.tags_of(*channel)).min();
            places.sort_by_key(|k| std::cmp::Reverse(least(k)));
        }
        places
    }

    /// What the result begins with.
    fn describe(&self) -> CoincidenceHead {
        let CoincidencePartial { window, displaced, delays, order, .. } = &self.partial;
        CoincidenceHead {
            window: *window,
            delays: delays.iter().copied().map(ChannelDelay::of).collect(),
            displaced_from: displaced.from,
            displaced_to: displaced.to(),
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
        CoincidenceRequest::read(params)?.checked().map(|(parameters, period)| Self::of(parameters, period))
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
        let name = |p: &CoincidencePartial| {
            format!(
                "window {}, displaced by {}, delays {:?}, patterns {:?}, around the window {:?} {:?}",
                p.window, p.displaced.from, p.delays, p.patterns, p.counting, p.far_counting
            )
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
        let exponent = later.group_exponent();
        let counts_are_sound = later.counts.iter().all(|(pattern, counted)| {
            sound(pattern) && counted.is_sound(pattern.len(), later.order.ends(), exponent)
        });
        let same = (later.range, later.displaced) == (self.partial.range, self.partial.displaced);
        if !same || !counts_are_sound || !later.around_is_sound() {
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
        merged.add_around(&later)?;
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
        self.result_of(self.period)
    }

    fn interim(&self) -> Value {
        // A period that has to be looked for takes long where there are many patterns.
        self.result_of(if self.period == Period::Unknown { Period::Denied } else { self.period })
    }
}
