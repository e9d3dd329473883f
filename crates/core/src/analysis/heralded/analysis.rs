//! The analysis `heralded`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::fired::{Fired, Shifted, fired};
use super::value::heralded_g2;
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::coincidence::{ChannelDelay, UncheckedParameters};
use crate::analysis::partial::{differs, not_ours, total};
use crate::analysis::period::{Excerpts, SharedDeadTime};
use crate::analysis::shape::{Channel, Count, Includes, LongTime, Part, Result as _, Shape, result};
use crate::analysis::slices::Steadiness;
use crate::analysis::statistics::{Derived, Hint, Interval, Remark};
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::request::{Field, Params, request};
use crate::tags::{Extent, TagBlock};
use crate::{Code, Error, Value};

/// A larger share of the time within the windows of the heralds than this makes the windows overlap.
const CROWDED: f64 = 0.1;

/// Second-order correlation at no delay of what the channels `a` and `b` see behind a beam splitter, given a tag of
/// `herald`: 0 for single photons, 1 for light that is independent of the herald.
///
/// Heralds are counted, not combinations: a herald at `t` has fired `a` where at least one tag of `a` lies in
/// `t - w ..= t + w` after the channels' delays are subtracted, and counts once however many do; `b` likewise. With
/// the number of heralds `N_h`, of those that fired `a`, `b` and both,
///
/// ```text
/// g2 = N_hab * N_h / (N_ha * N_hb)
/// ```
///
/// after Grangier, Roger, Aspect, Europhys. Lett. 1, 173 (1986), with the tags of the herald as their gates, `2w + 1`
/// ticks long. For light that is independent of the herald, and `a` of `b`, it is 1 at any rate.
///
/// The error is that of counts which are parts of each other, to first order: with
/// `rest = -1/N_ha - 1/N_hb + (2 g2 - 1)/N_h`,
///
/// ```text
/// g2_error = g2 * sqrt(V / N_hab^2 + rest)
/// ```
///
/// where `V` is the number of threefold heralds and twice that of their pairs at most `2w` apart, which may share a tag:
/// two pairs of photons within a window make two of them at once. Below 20 threefold heralds an interval takes its
/// place, Jeffreys' for their number and as much wider, and an upper limit of 95 %, Garwood's.
///
/// Where rates drift or bunch together, g2 of independent light is
/// `<I_h> <I_h I_a I_b> / (<I_h I_a> <I_h I_b>)` and not 1; the hint `drift` states it where it is seen in slices of time.
///
/// Disorder, crowds and memory are as with [`crate::analysis::Correlation`].
pub struct Heralded {
    partial: HeraldedPartial,
}

request! {
    /// What `heralded` is asked for: three different channels, and how near to the herald their tags are.
    struct HeraldedRequest for "heralded" {
        /// Channel whose tags herald a photon.
        herald: Channel,
        /// Channel of one detector behind the beam splitter.
        a: Channel,
        /// Channel of the other.
        b: Channel,
        /// Largest time between the herald and a tag, earlier or later, ticks.
        window: RequiredTicks,
        /// What is subtracted from the times of a channel, ticks.
        delays: ChannelDelays,
    }
}

result! {
    /// The channels of a heralded correlation.
    pub struct HeraldedChannels as "HeraldedChannels" {
        herald: Channel,
        a: Channel,
        b: Channel,
    }
}

result! {
    /// `heralded`: `g2 = N_hab N_h / (N_ha N_hb)` with heralds that fired within the window.
    pub struct HeraldedResult as "Heralded" {
        of: Includes<HeraldedChannels>,
        /// Largest time between the herald and a tag, ticks: `2 window + 1` ticks count.
        window: i64,
        delays: Vec<ChannelDelay>,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
        tags_herald: Count,
        tags_a: Count,
        tags_b: Count,
        /// Heralds with at least one tag of `a` within the window, each counted once; and so on.
        herald_a: Count,
        herald_b: Count,
        herald_a_b: Count,
        g2: Option<f64>,
        /// Standard error of `g2` (68 %); null where `herald_a_b` is below 20.
        g2_error: Option<f64>,
        /// Interval of `g2` (68 %), Jeffreys', where `herald_a_b` is below 20.
        g2_interval: Option<Interval>,
        /// Upper limit of `g2` (95 %), Garwood's, where `herald_a_b` is below 20.
        g2_upper: Option<f64>,
        hints: Vec<Hint>,
        remarks: Vec<Remark>,
    }
}

/// What a run was boiled down to, see [`Heralded`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HeraldedPartial {
    /// Herald, `a` and `b`.
    of: [u64; 3],
    /// Ticks.
    window: i64,
    /// What is subtracted from the times of a channel, ticks; channels ascend.
    delays: Vec<(u64, i64)>,
    order: TimeOrder,
    fired: Fired,
    /// Excerpts of the tags, which show a shared dead time.
    excerpts: Excerpts,
}

impl HeraldedPartial {
    /// Returns a dead time that two of the channels share and that reaches into the windows.
    fn dead_time(&self) -> Option<SharedDeadTime> {
        let [herald, a, b] = self.of;
        let reaching = |((one, other), reach): ((u64, u64), i64)| {
            let dead = self.excerpts.shared_dead_time((one, other))?;
            let shift = self.delay(other).saturating_sub(self.delay(one));
            dead.reaches(shift.saturating_sub(reach), shift.saturating_add(reach)).then_some(dead)
        };
        // Tags of a and b near one herald are at most two windows apart.
        let twice = self.window.saturating_mul(2);
        [((a, b), twice), ((herald, a), self.window), ((herald, b), self.window)]
            .into_iter()
            .find_map(reaching)
    }

    fn delay(&self, channel: u64) -> i64 {
        self.delays.iter().find(|(of, _)| *of == channel).map_or(0, |(_, delay)| *delay)
    }

    /// What fires with the `new` times that did not with the `old` ones, less what fires in the new ones alone unless
    /// `inner`.
    fn across(&self, old: [&[i64]; 3], new: [&[i64]; 3], inner: bool) -> Fired {
        let joined = [0, 1, 2].map(|k| {
            let mut all = [old[k], new[k]].concat();
            if !all.is_sorted() {
                all.sort_unstable();
            }
            all
        });
        let found = self.fired_in(joined.each_ref().map(Vec::as_slice)).minus(self.fired_in(old));
        if inner { found } else { found.minus(self.fired_in(new)) }
    }

    fn fired_in(&self, times: [&[i64]; 3]) -> Fired {
        let [h, a, b] = [0, 1, 2].map(|k| Shifted { times: times[k], delay: self.delay(self.of[k]) });
        fired(h, a, b, self.window)
    }

    /// A part of each channel's times in `order`.
    fn times<'a>(&self, order: &'a TimeOrder, part: fn(&ChannelTimes) -> &[i64]) -> [&'a [i64]; 3] {
        self.of.map(|channel| order.channel(channel).map_or(&[][..], part))
    }

    /// Returns the hint that rates were not steady. Two of the three are enough: the mean of their product is not that of their
    /// means.
    fn drift_hint(&self) -> Option<Hint> {
        let [herald, a, b] = self.of;
        let order = &self.order;
        let (one, other) = [(herald, a), (herald, b), (a, b)].into_iter().find(|(one, other)| {
            let of = |channel: &u64| order.channel(*channel).map(ChannelTimes::slices);
            let found = of(one).zip(of(other)).and_then(|(x, y)| Steadiness::of(x, y, order.ends()));
            found.is_some_and(Steadiness::is_unsteady)
        })?;
        let message = format!(
            "the rates of channels {one} and {other} were not steady: g2 of independent light is not 1"
        );
        Some(Hint::new(Hint::DRIFT, message))
    }

    /// Why the value is not known, or what to know of it.
    fn remarks(&self, g2: Derived) -> Vec<Remark> {
        let Self { of: [herald, a, b], window, order, fired, .. } = self;
        let heralds = order.tags_of(*herald);
        let mut remarks = Vec::new();
        if g2 == Derived::Unknown {
            let none = match (heralds, fired.a) {
                (0, _) => format!("channel {herald} has no tags"),
                (_, 0) => format!("no tag of {a} lies within the window of a herald"),
                _ => format!("no tag of {b} lies within the window of a herald"),
            };
            remarks.push(Remark::new("g2", "no-coincidences", none));
            return remarks;
        }
        if g2.error().is_none() {
            let few = format!("{} heralds fired both: an interval and an upper limit say more", fired.both);
            remarks.push(Remark::new("g2_error", "too-few-counts", few));
        }
        let span = order.span().unwrap_or(0) as f64;
        if heralds as f64 * (2 * window + 1) as f64 > CROWDED * span {
            let what = "heralds come within each other's windows: many share a tag of the other channels";
            remarks.push(Remark::new("g2", "windows-overlap", what));
        }
        remarks
    }
}

impl Analysis for Heralded {
    const NAME: &'static str = "heralded";
    const REQUEST: &'static [Field] = HeraldedRequest::FIELDS;
    type Partial = HeraldedPartial;

    fn shape() -> Shape {
        HeraldedResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("patterns") {
            return Err(Error::new(
                Code::Usage,
                "`patterns` are not for heralded correlation",
                "give `herald`, `a` and `b`",
            ));
        }
        let HeraldedRequest { herald, a, b, window, delays } = HeraldedRequest::read(params)?;
        if herald == a || herald == b || a == b {
            return Err(Error::new(
                Code::Usage,
                "`herald`, `a` and `b` are not three different channels",
                "name each once",
            ));
        }
        let unchecked = UncheckedParameters { window, delays, ..UncheckedParameters::default() };
        let parameters = unchecked.checked()?;
        let window = parameters.window;
        let of = [herald, a, b];
        // Whether a herald fires depends on tags this far from it; whether two are near, on tags about both.
        let reach = window + parameters.spread();
        let order = TimeOrder::new(2 * (reach + window), of.to_vec());
        let delays = parameters.delays;
        Ok(Self {
            partial: HeraldedPartial {
                of,
                window,
                delays,
                order,
                fired: Fired::default(),
                excerpts: Excerpts::default(),
            },
        })
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let partial = &mut self.partial;
        let taken = partial.order.begin_block(block);
        let (old, new) = (ChannelTimes::tail, ChannelTimes::in_block);
        let more =
            partial.across(partial.times(&partial.order, old), partial.times(&partial.order, new), true);
        partial.fired = partial.fired.plus(more);
        for channel in partial.of {
            let times = partial.order.channel(channel).map_or(&[][..], ChannelTimes::in_block);
            partial.excerpts.add(channel, times);
        }
        partial.order.end_block()?;
        taken
    }

    fn stopped(&self) -> Option<Error> {
        self.partial.order.stopped()
    }

    fn partial(&self) -> Cow<'_, HeraldedPartial> {
        Cow::Borrowed(&self.partial)
    }

    fn merge(&mut self, later: HeraldedPartial) -> Result<(), Error> {
        let mine = &mut self.partial;
        let name = |p: &HeraldedPartial| format!("{:?} within {} delayed by {:?}", p.of, p.window, p.delays);
        let (ours, theirs) = (name(mine), name(&later));
        if ours != theirs {
            return Err(differs(Self::NAME, "parameters", &ours, &theirs));
        }
        mine.order.check(&later.order, Self::NAME)?;
        let Fired { a, b, both, near } = later.fired;
        let pairs = u128::from(both) * u128::from(both.saturating_sub(1)) / 2;
        if !later.excerpts.is_sound()
            || a.max(b) > later.order.tags_of(mine.of[0])
            || both > a.min(b)
            || u128::from(near) > pairs
        {
            return Err(not_ours(Self::NAME, "its counts contradict each other"));
        }
        total(Self::NAME, [&mine.fired.near, &near])?;
        if let Some(tags) = mine.order.cut_off(&later.order) {
            return push_to_the_end(self, &tags);
        }
        let (old, new) = (ChannelTimes::tail, ChannelTimes::head);
        let more = mine.across(mine.times(&mine.order, old), mine.times(&later.order, new), false);
        mine.fired = mine.fired.plus(later.fired).plus(more);
        mine.excerpts.append(&later.excerpts);
        mine.order.merge(later.order)
    }

    fn cover(&mut self, recording: Extent) {
        self.partial.order.cover(recording);
    }

    fn result(&self) -> Value {
        let HeraldedPartial { of: [herald, a, b], window, delays, order, fired, .. } = &self.partial;
        let heralds = order.tags_of(*herald);
        let dead = self.partial.dead_time();
        let g2 = if dead.is_some() { Derived::Unknown } else { heralded_g2(heralds, *fired) };
        let all = HeraldedResult {
            of: Includes(HeraldedChannels { herald: Channel(*herald), a: Channel(*a), b: Channel(*b) }),
            window: *window,
            delays: delays.iter().copied().map(ChannelDelay::of).collect(),
            span: order.span().map(LongTime),
            reordered: Count(order.reordered()),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
            tags_herald: Count(heralds),
            tags_a: Count(order.tags_of(*a)),
            tags_b: Count(order.tags_of(*b)),
            herald_a: Count(fired.a),
            herald_b: Count(fired.b),
            herald_a_b: Count(fired.both),
            g2: g2.value(),
            g2_error: g2.error(),
            g2_interval: g2.interval(),
            g2_upper: g2.upper(),
            hints: SharedDeadTime::hints(dead).into_iter().chain(self.partial.drift_hint()).collect(),
            remarks: match dead {
                Some(dead) => vec![dead.remark("g2")],
                None => self.partial.remarks(g2),
            },
        };
        all.value()
    }
}
