//! Heralded second-order correlation: coincidences of two detectors, given a herald.

mod fired;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::coincidence::{ChannelDelay, checked_delays, checked_ticks, delay_hint, delay_of, spread};
use super::fields::RequestFields;
use crate::counting::NewTimes;
use crate::counting::excerpts::Excerpts;
use crate::estimate::period::SharedDeadTime;
use crate::estimate::statistics::levels::CONSIDERABLE;
use crate::estimate::statistics::{Derived, Hint, Interval, Remark, RemarkCode};
use crate::estimate::steadiness::Steadiness;
use crate::numbers::Channel;
use crate::request::setters;
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::partial::total;
use crate::run::time_order::{ChannelTimes, Move, TimeOrder};
use crate::{Code, Error};
use fired::{Fired, Shifted, fired, heralded_g2};

/// Second-order correlation at delay 0 of the channels `a` and `b` behind a beam splitter, given a tag of `herald`: 0
/// for single photons, 1 for light that is independent of the herald.
///
/// Heralds are counted, not combinations. A herald at `t` has fired `a` if at least one tag of `a` lies in
/// `t - w ..= t + w` after the channels' delays are subtracted. It counts once for any number of such tags, and
/// likewise for `b`. With the number of heralds `N_h`, and of those that fired `a`, `b` and both,
///
/// ```text
/// g2 = N_hab * N_h / (N_ha * N_hb)
/// ```
///
/// after Grangier, Roger, Aspect, Europhys. Lett. 1, 173 (1986), with the tags of the herald as gates of `2w + 1`
/// ticks. For any rates, it is 1 if the light is independent of the herald, and `a` of `b`.
///
/// The error is that of counts which are parts of each other, to first order: with
/// `rest = -1/N_ha - 1/N_hb + (2 g2 - 1)/N_h`,
///
/// ```text
/// g2_error = g2 * sqrt(V / N_hab^2 + rest)
/// ```
///
/// where `V` is the number of threefold heralds plus twice the number of pairs of them that are at most `2w` apart.
/// Such heralds may share a tag: two pairs of photons within a window make two threefold heralds at once. Below 20
/// threefold heralds, there are an interval, which is Jeffreys' for their number with the same increase of the width,
/// and Garwood's upper limit of 95 %.
///
/// If rates drift or bunch together, g2 of independent light is `<I_h> <I_h I_a I_b> / (<I_h I_a> <I_h I_b>)`, which
/// differs from 1. The hint `drift` states it if it is significant in slices of time. If a correlation peak of the
/// herald with `a` or `b` lies outside the window, the hint `delay-found` has the channel's delay.
///
/// For disorder, crowds and memory, see [`crate::run`].
pub struct Heralded {
    parameters: HeraldedParameters,
    counts: HeraldedCounts,
    /// Twice the maximum time between two tags that are related to one herald, ticks.
    reach: i64,
}

/// The request for `heralded`: three different channels, and a window around the herald.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeraldedRequest {
    /// Channel whose tags herald a photon.
    pub herald: u64,
    /// Channel of one detector behind the beam splitter.
    pub a: u64,
    /// Channel of the other detector.
    pub b: u64,
    /// Maximum time between the herald and a tag, earlier or later, ticks.
    pub window: i64,
    /// Delay subtracted from the times of each channel, ticks.
    #[serde(default)]
    pub delays: Vec<(u64, i64)>,
}

setters! {
    /// Requests the correlation of `a` with `b` given tags of `herald`, within `window` ticks.
    HeraldedRequest::new(herald: u64, a: u64, b: u64, window: i64) { delays: Vec<(u64, i64)> }
}

impl RequestFields for HeraldedRequest {}

/// The channels of a heralded correlation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeraldedChannels {
    /// Channel whose tags herald a photon.
    pub herald: Channel,
    /// Channel of the first detector.
    pub a: Channel,
    /// Channel of the second detector.
    pub b: Channel,
}

/// `heralded`: `g2 = N_hab N_h / (N_ha N_hb)` from heralds with tags within the window.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeraldedResult {
    /// The three channels.
    #[serde(flatten)]
    pub of: HeraldedChannels,
    /// Maximum time between the herald and a tag, ticks: the window has `2 window + 1` ticks.
    pub window: i64,
    /// Delays subtracted from the times of channels.
    pub delays: Vec<ChannelDelay>,
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
    pub span: Option<i128>,
    /// Number of late tags that were sorted.
    pub reordered: u64,
    /// All channels of the recording.
    pub channels: Vec<Channel>,
    /// Number of tags of `herald`.
    pub tags_herald: u64,
    /// Number of tags of `a`.
    pub tags_a: u64,
    /// Number of tags of `b`.
    pub tags_b: u64,
    /// Heralds with at least one tag of `a` within the window, each counted once.
    pub herald_a: u64,
    /// Heralds with at least one tag of `b` within the window.
    pub herald_b: u64,
    /// Heralds with tags of both within the window.
    pub herald_a_b: u64,
    /// Second-order correlation at delay 0: `herald_a_b * tags_herald / (herald_a * herald_b)`.
    pub g2: Option<f64>,
    /// Standard error of `g2` (68 %); `None` if `herald_a_b` is below 20.
    pub g2_error: Option<f64>,
    /// Interval of `g2` (68 %), Jeffreys', if `herald_a_b` is below 20.
    pub g2_interval: Option<Interval>,
    /// Upper limit of `g2` (95 %), Garwood's, if `herald_a_b` is below 20.
    pub g2_upper: Option<f64>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

/// The parameters on which the counts of [`Heralded`] depend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeraldedParameters {
    /// Herald, `a` and `b`.
    of: [u64; 3],
    /// Maximum time between the herald and a tag, ticks.
    window: i64,
    /// Delay subtracted from the times of each channel, ticks. Channels ascend.
    delays: Vec<(u64, i64)>,
}

/// The counts of a run, see [`Heralded`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct HeraldedCounts {
    fired: Fired,
    /// Excerpts of the tags, to search for a shared dead time.
    excerpts: Excerpts,
}

impl Heralded {
    /// Returns a dead time that two of the channels share and that reaches into the windows.
    fn dead_time(&self) -> Option<SharedDeadTime> {
        let HeraldedParameters { of: [herald, a, b], window, .. } = self.parameters;
        let reaching = |((one, other), reach): ((u64, u64), i64)| {
            let dead = self.counts.excerpts.shared_dead_time((one, other))?;
            let shift = self.delay(other).saturating_sub(self.delay(one));
            dead.reaches(shift.saturating_sub(reach), shift.saturating_add(reach)).then_some(dead)
        };
        // Tags of a and b near one herald are at most two windows apart.
        let twice = window.saturating_mul(2);
        [((a, b), twice), ((herald, a), window), ((herald, b), window)].into_iter().find_map(reaching)
    }

    fn delay(&self, channel: u64) -> i64 {
        delay_of(&self.parameters.delays, channel)
    }

    fn fired_in(&self, times: [&[i64]; 3]) -> Fired {
        let Self { parameters: HeraldedParameters { of, window, .. }, .. } = self;
        let [h, a, b] = [0, 1, 2].map(|k| Shifted { times: times[k], delay: self.delay(of[k]) });
        fired(h, a, b, *window)
    }

    /// Returns the hint that rates were not steady. The rates of two channels are enough: the mean of their product
    /// then differs from the product of their means.
    fn drift_hint(&self, order: &TimeOrder) -> Option<Hint> {
        let [herald, a, b] = self.parameters.of;
        let (one, other) = [(herald, a), (herald, b), (a, b)].into_iter().find(|(one, other)| {
            let of = |channel: &u64| order.channel(*channel).map(ChannelTimes::slices);
            let found = of(one).zip(of(other)).and_then(|(x, y)| Steadiness::of(x, y, order.ends()));
            found.is_some_and(Steadiness::is_unsteady)
        })?;
        let message = format!(
            "the rates of channels {one} and {other} were not steady: g2 of independent light is not 1"
        );
        Some(Hint::new(RemarkCode::Drift, message))
    }

    /// Returns the hints that a correlation peak of the herald with another channel lies outside the window, unless the
    /// light is pulsed: all peaks of independent pulses are alike.
    fn delay_hints(&self) -> Vec<Hint> {
        let HeraldedParameters { of: [herald, a, b], window, delays } = &self.parameters;
        let excerpts = &self.counts.excerpts;
        let channels = [*herald, *a, *b];
        if excerpts.recurrence(&channels).period(&channels).is_some() {
            return Vec::new();
        }
        let hint = |other: &u64| delay_hint(*window, delays, excerpts, [(*herald, *other)]);
        [a, b].into_iter().filter_map(hint).collect()
    }

    /// Returns the reason for an unknown value, or cautions about it.
    fn remarks(&self, order: &TimeOrder, g2: Derived) -> Vec<Remark> {
        let HeraldedParameters { of: [herald, a, b], window, .. } = &self.parameters;
        let fired = self.counts.fired;
        let heralds = order.tags_of(*herald);
        let mut remarks = Vec::new();
        if g2 == Derived::Unknown {
            let none = match (heralds, fired.a) {
                (0, _) => format!("channel {herald} has no tags"),
                (_, 0) => format!("no tag of {a} lies within the window of a herald"),
                _ => format!("no tag of {b} lies within the window of a herald"),
            };
            remarks.push(Remark::new("g2", RemarkCode::NoCoincidences, none));
            return remarks;
        }
        if g2.error().is_none() {
            let few = format!(
                "{} heralds fired both, too few for a standard error: see the interval and the upper \
                 limit",
                fired.both
            );
            remarks.push(Remark::new("g2_error", RemarkCode::TooFewCounts, few));
        }
        let span = order.span().unwrap_or(0) as f64;
        if heralds as f64 * (2 * window + 1) as f64 > CONSIDERABLE * span {
            let what = "windows of heralds overlap: many heralds share a tag of the other channels";
            remarks.push(Remark::new("g2", RemarkCode::WindowsOverlap, what));
        }
        remarks
    }
}

impl OrderedAnalysis for Heralded {
    const NAME: &'static str = "heralded";
    type Request = HeraldedRequest;
    type Result = HeraldedResult;
    type Parameters = HeraldedParameters;
    type Counts = HeraldedCounts;

    fn new(request: &HeraldedRequest) -> Result<Self, Error> {
        let HeraldedRequest { herald, a, b, window, delays } = request.clone();
        if herald == a || herald == b || a == b {
            return Err(Error::new(
                Code::Usage,
                "`herald`, `a` and `b` are not three different channels",
                "name each once",
            ));
        }
        let (window, delays) = (checked_ticks("window", window)?, checked_delays(&delays)?);
        // Tags up to this distance determine whether a herald fired, and whether two heralds are near each other.
        let reach = 2 * (window + spread(&delays) + window);
        let parameters = HeraldedParameters { of: [herald, a, b], window, delays };
        Ok(Self { parameters, counts: HeraldedCounts::default(), reach })
    }

    fn parameters(&self) -> HeraldedParameters {
        self.parameters.clone()
    }

    fn reach(&self) -> Reach {
        Reach { ticks: self.reach, channels: self.parameters.of.to_vec() }
    }

    fn counts(&self) -> Cow<'_, HeraldedCounts> {
        Cow::Borrowed(&self.counts)
    }

    /// Adds the heralds that fired only with the new times. Those that fired among the new times alone are subtracted
    /// if they were counted before.
    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        new.add_to(&mut self.counts.excerpts, &self.parameters.of);
        let times = self.parameters.of.map(|channel| new.of(channel));
        let joined = times.map(|NewTimes { before, new, .. }| {
            let mut all = [before, new].concat();
            if !all.is_sorted() {
                all.sort_unstable();
            }
            all
        });
        let before = self.fired_in(times.map(|times| times.before));
        let mut more = self.fired_in(joined.each_ref().map(Vec::as_slice)).minus(before);
        if !new.are_among_themselves() {
            more = more.minus(self.fired_in(times.map(|times| times.new)));
        }
        self.counts.fired = self.counts.fired.plus(more);
        Ok(())
    }

    fn add(&mut self, later: HeraldedCounts) -> Result<(), Error> {
        total(Self::NAME, [&self.counts.fired.near, &later.fired.near])?;
        self.counts.fired = self.counts.fired.plus(later.fired);
        self.counts.excerpts.append(&later.excerpts);
        Ok(())
    }

    fn move_run(&self, counts: &mut HeraldedCounts, _order: &TimeOrder, _to: Move) -> Result<(), Error> {
        counts.excerpts.move_behind(&self.counts.excerpts);
        Ok(())
    }

    fn is_sound(&self, counts: &HeraldedCounts, order: &TimeOrder) -> Result<bool, Error> {
        let Fired { a, b, both, near } = counts.fired;
        let pairs = u128::from(both) * u128::from(both.saturating_sub(1)) / 2;
        let is_possible = a.max(b) <= order.tags_of(self.parameters.of[0]) && both <= a.min(b);
        Ok(is_possible && u128::from(near) <= pairs && counts.excerpts.is_sound())
    }

    fn report(&self, Run { order, is_interim }: Run) -> HeraldedResult {
        let HeraldedParameters { of: [herald, a, b], window, delays } = &self.parameters;
        let fired = self.counts.fired;
        let heralds = order.tags_of(*herald);
        let dead = self.dead_time();
        let g2 = if dead.is_some() { Derived::Unknown } else { heralded_g2(heralds, fired) };
        let mut hints: Vec<Hint> = SharedDeadTime::hint(dead).into_iter().collect();
        // The edges of a shared dead time look like peaks. The search is too slow for a snapshot.
        if dead.is_none() && !is_interim {
            hints.extend(self.delay_hints());
        }
        hints.extend(self.drift_hint(order));
        HeraldedResult {
            of: HeraldedChannels { herald: Channel(*herald), a: Channel(*a), b: Channel(*b) },
            window: *window,
            delays: delays.iter().copied().map(ChannelDelay::of).collect(),
            span: order.span(),
            reordered: order.reordered(),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
            tags_herald: heralds,
            tags_a: order.tags_of(*a),
            tags_b: order.tags_of(*b),
            herald_a: fired.a,
            herald_b: fired.b,
            herald_a_b: fired.both,
            g2: g2.value(),
            g2_error: g2.error(),
            g2_interval: g2.interval(),
            g2_upper: g2.upper(),
            hints: Hint::worst_first(hints),
            remarks: match dead {
                Some(dead) => vec![dead.remark("g2")],
                None => self.remarks(order, g2),
            },
        }
    }
}
