//! `lifetime` as an analysis: what it is asked for, and how runs are counted and joined.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::histogram::{Clock, Histograms};
use super::result::{LifetimeResult, Wanted, result};
use super::settled::{Stretch, held, settled, uncounted};
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::limits::{MAX_CELLS, MAX_DELAY};
use crate::analysis::partial::{differs, not_ours};
use crate::analysis::shape::{Part, Result as _, Shape};
use crate::analysis::time_order::TimeOrder;
use crate::request::{Field, Params, request};
use crate::tags::{Extent, TagBlock};
use crate::{Code, Error, Value};

/// Ticks after a pulse that are counted unless said: 164 us at the usual 156.25 ps per tick.
const DEFAULT_RANGE: i64 = (1 << 20) - 1;

/// Most cells of a histogram, of which there are three.
const MOST_CELLS: i64 = MAX_CELLS as i64 / 4;

/// Longest period, ticks: sums with times, and cells, stay within bounds.
const MAX_PERIOD: f64 = (1_u64 << 52) as f64;

/// The tags of a channel by the time since a clock's last pulse, folded by the clock's period, with a fit of one or two
/// exponential decays.
///
/// Every tag counts once, after the last tag of the channel `sync` that is not later (`counts`: all stops); `first` are
/// those that are the first of their channel after a pulse, as a time-to-amplitude converter has them. The period is the
/// mean gap between tags of `sync`, whatever number of them is missing; with `period` given, `sync` is taken to have a
/// tag for every `divider` pulses, the whole number that comes nearest, or times are folded by `period` as it is where
/// none does. Without `sync`, times themselves are folded by `period`: that is for recordings whose times count from the
/// clock's pulses (T3 mode, made into times by adding up), and takes the period as exact over the whole recording.
///
/// A bin's expected count is `e_k (N sum_i a_i D_i(k) + b)`: `D_i` a decay of lifetime `tau_i` after the instrument's
/// response, summed over all pulses before, `e_k` for how long the bin was open. The response is a Gaussian of the width
/// `response_fwhm`, fitted unless given, or the counts of `response`, bin by bin, less their background.
///
/// The fit is the likeliest one (Poisson) of one decay or, with `decays` of 2, of two, with errors from Fisher's information.
///
/// Disorder, crowds and memory are as with [`crate::analysis::Correlation`].
pub struct Lifetime {
    partial: LifetimePartial,
    wanted: Wanted,
    /// See [`Analysis::cover`].
    recording: Option<Extent>,
}

request! {
    /// What `lifetime` is asked for.
    struct LifetimeRequest for "lifetime" {
        /// Channel whose tags are counted.
        channel: Channel,
        /// Channel of the clock; without it, times are folded by `period`.
        sync: OptionalChannel,
        /// The clock's period, ticks; by default the mean gap of `sync`.
        period: RealTicks,
        /// The clock's period by the header of a recording in T3 mode, ticks; used where there is neither `sync` nor
        /// `period`.
        header_period: RealTicks,
        /// Width of a bin, ticks; by default 1, or wider where a period would have more than 2048, or the range more than can be
        /// counted.
        bin: Width,
        /// Times after a tag of `sync` are counted up to this, ticks; by default 2^20 - 1.
        range: Width,
        /// Full width at half maximum of a Gaussian instrument response, ticks; by default it is fitted.
        fwhm: RealTicks,
        /// Counts of a measured instrument response in every bin of a period, in place of a Gaussian.
        response: Numbers,
        /// Number of exponential decays that are fitted: 1 or 2; 1 unless stated.
        decays: Number,
    }
}

/// What a run was boiled down to, see [`Lifetime`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LifetimePartial {
    channel: u64,
    order: TimeOrder,
    /// Of the settled times.
    counted: Histograms,
}

fn usage(message: impl Into<String>, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}

impl LifetimePartial {
    fn count(&mut self, stretches: &[Stretch], pulses: &[i64], tags: &[i64]) {
        for stretch in stretches {
            self.counted.count(pulses, tags, *stretch);
        }
    }

    /// The times that are held of the clock and of the channel.
    fn held(&self, beginning: bool) -> (Vec<i64>, Vec<i64>) {
        let pulses = self.counted.clock.channel().map(|sync| held(&self.order, sync, beginning));
        (pulses.unwrap_or_default(), held(&self.order, self.channel, beginning))
    }

    /// All that was counted, what is not settled with it.
    fn complete(&self) -> Histograms {
        let Some(_) = self.order.span() else { return self.counted.clone() };
        let (least, greatest) = self.order.ends();
        let all = (i128::from(least), i128::from(greatest) + 1);
        let mut complete = self.clone();
        let (pulses, tags) = self.held(true);
        complete.count(&uncounted(all, &[settled(&self.order)]), &pulses, &tags);
        complete.counted
    }
}

impl Analysis for Lifetime {
    const NAME: &'static str = "lifetime";
    const REQUEST: &'static [Field] = LifetimeRequest::FIELDS;
    type Partial = LifetimePartial;

    fn shape() -> Shape {
        LifetimeResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        let LifetimeRequest { channel, sync, period, header_period, bin, range, fwhm, response, decays } =
            LifetimeRequest::read(params)?;
        let decays = decays.unwrap_or(1);
        if !(1..=2).contains(&decays) {
            return Err(usage("`decays` is neither 1 nor 2", "give one of them"));
        }
        let is_header = period.is_none() && sync.is_none() && header_period.is_some();
        let period = if is_header { header_period } else { period };
        if sync == Some(channel) {
            return Err(usage("`sync` and `channel` are the same", "name the clock's channel as `sync`"));
        }
        if period.is_some_and(|period| !(1.0..=MAX_PERIOD).contains(&period)) {
            return Err(usage("`period` is not between 1 and 2^52 ticks", "give the clock's period"));
        }
        let clock = match (sync, period) {
            (Some(sync), _) => Clock::of_channel(sync),
            (None, Some(period)) => Clock::every(period),
            (None, None) => {
                return Err(usage(
                    "there is neither `sync` nor `period`",
                    "give the clock's channel or period",
                ));
            }
        };
        let range = if sync.is_some() { range.unwrap_or(DEFAULT_RANGE) } else { 0 };
        let longest = if sync.is_some() { range } else { period.unwrap_or(0.0) as i64 };
        let width = bin.unwrap_or(longest / MOST_CELLS + 1);
        if range > MAX_DELAY || longest / width >= MOST_CELLS {
            let message = format!("{longest} ticks in bins of {width} are more than {MOST_CELLS} bins");
            return Err(usage(message, "give a shorter `range` or a wider `bin`"));
        }
        if response.as_ref().is_some_and(|counts| counts.iter().any(|n| *n < 0)) {
            return Err(usage("`response` has a negative count", "give counts"));
        }
        let order = TimeOrder::new(range, sync.into_iter().chain([channel]).collect());
        let counted = Histograms::new(clock, width, range);
        let wanted = Wanted { period, is_header, bins: bin.is_some(), fwhm, response, two: decays == 2 };
        Ok(Self { partial: LifetimePartial { channel, order, counted }, wanted, recording: None })
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let partial = &mut self.partial;
        let before = settled(&partial.order);
        let taken = partial.order.begin_block(block);
        let stretches = uncounted(settled(&partial.order), &[before]);
        if !stretches.is_empty() {
            let beginning = before.0 >= before.1 || stretches.iter().any(|(from, _)| *from < before.0);
            let (pulses, tags) = partial.held(beginning);
            partial.count(&stretches, &pulses, &tags);
        }
        partial.order.end_block()?;
        taken
    }

    fn stopped(&self) -> Option<Error> {
        self.partial.order.stopped()
    }

    fn partial(&self) -> Cow<'_, LifetimePartial> {
        Cow::Borrowed(&self.partial)
    }

    fn merge(&mut self, later: LifetimePartial) -> Result<(), Error> {
        let mine = &mut self.partial;
        let name = |p: &LifetimePartial| {
            format!("{} after {:?} in {} of {}", p.channel, p.counted.clock, p.counted.bin, p.counted.range)
        };
        if name(&later) != name(mine) {
            return Err(differs(Self::NAME, "clock, channel or bins", &name(mine), &name(&later)));
        }
        mine.order.check(&later.order, Self::NAME)?;
        let pulses = later.counted.clock.channel().map_or(0, |sync| later.order.tags_of(sync));
        if !later.counted.is_sound(later.order.tags_of(later.channel), pulses) {
            return Err(not_ours(Self::NAME, "its counts contradict each other"));
        }
        if let Some(tags) = mine.order.cut_off(&later.order) {
            return push_to_the_end(self, &tags);
        }
        let counted = [settled(&mine.order), settled(&later.order)];
        let both = |(mut mine, mut theirs): (Vec<i64>, Vec<i64>)| {
            mine.append(&mut theirs);
            mine.sort_unstable();
            mine
        };
        let ((pulses, tags), (later_pulses, later_tags)) = (mine.held(true), later.held(true));
        let (pulses, tags) = (both((pulses, later_pulses)), both((tags, later_tags)));
        mine.counted.merge(&later.counted);
        mine.order.merge(later.order)?;
        let stretches = uncounted(settled(&mine.order), &counted);
        mine.count(&stretches, &pulses, &tags);
        Ok(())
    }

    fn cover(&mut self, recording: Extent) {
        self.recording = Some(recording);
    }

    fn result(&self) -> Value {
        // What is settled follows from the ends of the tags that were pushed.
        let counted = self.partial.complete();
        let mut order = Cow::Borrowed(&self.partial.order);
        if let Some(recording) = self.recording {
            order.to_mut().cover(recording);
        }
        result(self.partial.channel, &order, &counted, &self.wanted).value()
    }
}
