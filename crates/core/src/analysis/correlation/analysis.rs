//! The analysis `correlation`.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::columns::{BinValues, Columns};
use super::normalisation::Normalisation;
use super::request::CorrelationRequest;
use super::result::{CorrelationResult, PairOfChannels};
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::bins::{BinCounts, BinRequest, BinShape, Bins};
use crate::analysis::pair_counting::strategy::PairCounter;
use crate::analysis::partial::{differs, not_ours, total};
use crate::analysis::peak::{Histogram, Sums};
use crate::analysis::period::{Excerpts, Period, PulsedResult, SharedDeadTime, pulsed_hint};
use crate::analysis::shape::{Channel, Count, Counts, Floats, Includes, LongTime, Part, Result as _, Shape};
use crate::analysis::statistics::{FEW, Hint, Remark};
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::request::{Field, Params};
use crate::tags::{Extent, TagBlock};
use crate::{Code, Error, Value};

/// 10 ns to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-64, 64);

/// Where logarithmic bins end unless said: 1 ms at the usual 156.25 ps per tick.
const DEFAULT_LOG_END: i64 = 6_400_000;

/// Second-order correlation of channel `a` with channel `b`: every pair of their tags, by the
/// delay `d = t_b - t_a`. Where `a` is `b`, no tag is paired with itself.
///
/// Bins are as [`Bins::new`] describes them; by default -64 to 64 ticks in bins of 1 tick, logarithmic ones up to
/// 6,400,000 ticks.
///
/// Counts are exact; with `T` the time from the first to the last tag of whatever channel, `N_a`
/// and `N_b` the channels' tags and `w` a bin's width, linear bins are normalised as
///
/// ```text
/// g2[k] = counts[k] * T^2 / (w * (T - |d|) * N_a * N_b)
/// ```
///
/// with `N (N - 1)` in place of `N_a N_b` where `a` is `b`, and
/// the mean of `T - |d|` over the bin, for which two tags `d` apart lie both within the recording: at delays that
/// are short against `T`, the same as Swabian Instruments' Time Tagger and PicoQuant's snAPI give. Rates that were not steady
/// make g2 of independent light another constant than 1, which the hint `drift` states
/// ([`crate::analysis::slices::Steadiness`]). Logarithmic bins, which
/// may be a good part of the run long, are normalised after Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006):
///
/// ```text
/// g2[k] = counts[k] * (T - d) / (w * N_a(t <= last - d) * N_b(t >= first + d))
/// ```
///
/// with `w` and `d` the width and the middle of the bin up to `T`, which makes the expected value of independent steady
/// light 1 (the printed formula omits the bin's width). Where `a` is `b`, tags that are among both are taken off the
/// product.
///
/// Errors are Poisson's, `g2_error = g2 sqrt(F / counts)` from 20 pairs on, and `g2_low` to `g2_high` is the interval
/// of 68 %, Jeffreys' below; `F` is 1 but in bins in which tags have many partners each
/// ([`crate::analysis::statistics::Delays`]). Of a channel with itself, a bin on both sides of 0 holds each pair
/// twice: `sqrt(2 counts)`.
///
/// Tags out of order by up to [`crate::analysis::LOOK_AHEAD`] are put in order, `reordered` counts them; at a tag that
/// is later, or one that makes a crowd ([`crate::analysis::max_crowd`]), the run ends. Memory follows the tags of `a`
/// and `b` within the range and look-ahead of the run's two ends, at most [`crate::analysis::MAX_HELD`].
///
/// With a `period`, `pulsed` has g2 by the areas of peaks in linear bins.
pub struct Correlation {
    pairs: PairCounter,
    partial: CorrelationPartial,
}

/// What a run was boiled down to, see [`Correlation`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorrelationPartial {
    shape: BinShape,
    a: u64,
    b: u64,
    period: Period,
    order: TimeOrder,
    counts: BinCounts,
    /// Excerpts of the tags, which show a period and a shared dead time.
    excerpts: Excerpts,
}

impl Correlation {
    /// # Errors
    /// `Usage` where the bins are out of range.
    pub fn of(request: CorrelationRequest) -> Result<Self, Error> {
        let CorrelationRequest { a, b, bin, from, to, log, period } = request;
        let to = if log.is_some() { to.or(Some(DEFAULT_LOG_END)) } else { to };
        let bins = Bins::new(BinRequest { bin, from, to, log }, DEFAULT_RANGE);
        // Nothing was read yet: too many bins are a wrong request here.
        let bins = bins.map_err(|error| Error { code: Code::Usage, ..error })?;
        let pairs = PairCounter::new(bins)?;
        let partial = CorrelationPartial {
            shape: pairs.bins().shape().clone(),
            a,
            b,
            period,
            order: TimeOrder::new(pairs.largest_delay(), vec![a, b]),
            counts: BinCounts::new(pairs.bins().bins()),
            excerpts: Excerpts::default(),
        };
        Ok(Self { pairs, partial })
    }

    /// The channels from whose tags, and to whose tags the delay is counted.
    pub fn channels(&self) -> (u64, u64) {
        (self.partial.a, self.partial.b)
    }

    /// The dead time that the two channels share, unless pairs within it were counted.
    pub fn shared_dead_time(&self) -> Option<SharedDeadTime> {
        let found = self.partial.excerpts.shared_dead_time(self.channels())?;
        let bins = self.pairs.bins();
        let within =
            |k: usize| bins.edge(k) > -i128::from(found.ticks) && bins.edge(k + 1) <= i128::from(found.ticks);
        let counts = self.partial.counts.all();
        let contradicts = (0..counts.len()).any(|k| counts[k] > 0 && within(k));
        (!contradicts).then_some(found)
    }

    /// Returns the correlation of tags whose pairs were counted before, with `excerpts` of them. `count` returns the number
    /// of pairs of two channels with a delay in a range, ends included; `None` where it is not known.
    ///
    /// # Errors
    /// As [`Analysis::new`].
    pub fn from_counted(
        params: &Params,
        (order, excerpts): (&TimeOrder, &Excerpts),
        count: impl Fn((u64, u64), (i64, i64)) -> Option<u64>,
    ) -> Result<Option<Self>, Error> {
        let mut all = Self::new(params)?;
        let bins = all.pairs.bins();
        if matches!(bins.shape(), BinShape::Log { .. }) {
            return Ok(None);
        }
        let edge = |k| i64::try_from(bins.edge(k)).ok();
        let CorrelationPartial { a, b, .. } = all.partial;
        let count = |k| count((a, b), (edge(k)?, edge(k + 1)? - 1));
        let Some(counts) = (0..bins.bins()).map(count).collect::<Option<Vec<u64>>>() else { return Ok(None) };
        all.partial.counts = counts.into();
        all.partial.order = order.clone();
        all.partial.excerpts = excerpts.clone();
        Ok(Some(all))
    }

    /// Adds the pairs that the block that is being counted brings.
    fn count_block(&mut self) {
        let CorrelationPartial { a, b, order, counts, excerpts, .. } = &mut self.partial;
        for channel in if a == b { vec![*a] } else { vec![*a, *b] } {
            excerpts.add(channel, order.channel(channel).map_or(&[][..], ChannelTimes::in_block));
        }
        self.pairs.count_block((*a, order.channel(*a)), (*b, order.channel(*b)), counts.all_mut());
    }

    /// `counts` of linear bins.
    pub fn histogram(&self) -> Option<Histogram<'_>> {
        match *self.pairs.bins().shape() {
            BinShape::Linear { from, bin, .. } => Some(Histogram {
                from,
                bin,
                counts: self.partial.counts.all(),
                span: self.partial.order.span().map(|span| span as f64),
                tags: (
                    self.partial.order.tags_of(self.partial.a),
                    self.partial.order.tags_of(self.partial.b),
                ),
                doubled: self.partial.a == self.partial.b,
            }),
            BinShape::Log { .. } => None,
        }
    }

    /// Returns what the data suggest; `dead` is the dead time that the channels share. A period is not searched for a result
    /// that is `interim`, which takes too long for that.
    pub fn hints(&self, dead: Option<SharedDeadTime>, interim: bool) -> Vec<Hint> {
        let (a, b) = self.channels();
        let channels = if a == b { vec![a] } else { vec![a, b] };
        let mut hints = SharedDeadTime::hints(dead);
        if !interim && self.partial.period != Period::Steady {
            let period = self.partial.excerpts.recurrence(&channels).period(&channels);
            hints.extend(pulsed_hint(period, self.partial.period));
        }
        hints
    }

    /// The period of the light that the request has.
    pub fn period(&self) -> Period {
        self.partial.period
    }

    fn pulsed(&self, dead: Option<SharedDeadTime>) -> Option<PulsedResult> {
        let (period, histogram) = (self.partial.period.ticks()?, self.histogram()?);
        let sums = Sums::sparse(&histogram);
        Some(PulsedResult::of(period, &histogram, &sums).unless_dead(dead))
    }

    /// Returns the hint that rates were not steady, so that g2 of independent light is not 1.
    fn drift_hint(&self) -> Option<Hint> {
        let CorrelationPartial { a, b, .. } = &self.partial;
        let unsteadiness = self.normalisation().unsteadiness();
        let message = format!(
            "the rates of channels {a} and {b} were not steady: g2 of independent light is {unsteadiness:.3}"
        );
        (unsteadiness != 1.0).then(|| Hint::new(Hint::DRIFT, message))
    }

    /// What every result about two channels begins with.
    pub fn describe(&self) -> PairOfChannels {
        let CorrelationPartial { a, b, order, .. } = &self.partial;
        PairOfChannels {
            a: Channel(*a),
            b: Channel(*b),
            span: order.span().map(LongTime),
            tags_a: Count(order.tags_of(*a)),
            tags_b: Count(order.tags_of(*b)),
            reordered: Count(order.reordered()),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
        }
    }

    fn is_linear(&self) -> bool {
        matches!(self.pairs.bins().shape(), BinShape::Linear { .. })
    }

    fn normalisation(&self) -> Normalisation<'_> {
        let CorrelationPartial { a, b, order, .. } = &self.partial;
        Normalisation { a: *a, b: *b, order }
    }

    fn values(&self) -> BinValues<'_> {
        let of = self.normalisation();
        BinValues {
            of,
            bins: self.pairs.bins(),
            is_linear: self.is_linear(),
            dead: self.shared_dead_time(),
            counts: self.partial.counts.all(),
        }
    }

    /// The result, with these columns.
    fn result_of(&self, values: BinValues, columns: Columns, interim: bool) -> Value {
        let Columns { counts, value, error, low, high } = columns;
        let mut hints = self.hints(values.dead, interim);
        hints.extend(self.drift_hint());
        let all = CorrelationResult {
            pair: Includes(self.describe()),
            bins: Includes(self.pairs.bins().describe(values.counts.len())),
            counts: Counts(counts),
            g2: Floats(value),
            g2_error: Floats(error),
            g2_low: Floats(low),
            g2_high: Floats(high),
            pulsed: self.pulsed(values.dead),
            hints,
            remarks: self.remarks(values),
        };
        all.value()
    }

    /// Why numbers are missing, and what to know of those that are there.
    fn remarks(&self, values: BinValues) -> Vec<Remark> {
        let CorrelationPartial { a, b, order, .. } = &self.partial;
        let mut remarks = Vec::new();
        if let Some(none) = [a, b].into_iter().find(|channel| order.tags_of(**channel) == 0) {
            remarks.push(Remark::new("g2", "no-coincidences", format!("channel {none} has no tags")));
            return remarks;
        }
        if values.has_unknown() {
            let why =
                "tags can't be as far apart as these delays: the recording is too short to normalise them";
            remarks.push(Remark::new("g2", "range-too-short", why));
        }
        if values.has_dead() {
            remarks.extend(values.dead.map(|dead| dead.remark("g2")));
        }
        if values.has_few() {
            let why = format!("bins of fewer than {FEW} pairs have an interval instead");
            remarks.push(Remark::new("g2_error", "too-few-counts", why));
        }
        remarks
    }
}

impl Analysis for Correlation {
    const NAME: &'static str = "correlation";
    const REQUEST: &'static [Field] = CorrelationRequest::FIELDS;
    type Partial = CorrelationPartial;

    fn shape() -> Shape {
        CorrelationResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        Self::of(CorrelationRequest::read(params)?)
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let taken = self.partial.order.begin_block(block);
        self.count_block();
        self.partial.order.end_block()?;
        taken
    }

    fn stopped(&self) -> Option<Error> {
        self.partial.order.stopped()
    }

    fn partial(&self) -> Cow<'_, CorrelationPartial> {
        Cow::Borrowed(&self.partial)
    }

    fn merge(&mut self, later: CorrelationPartial) -> Result<(), Error> {
        let mine = &mut self.partial;
        let parameters = |p: &CorrelationPartial| (p.shape.clone(), p.a, p.b, p.period);
        if parameters(&later) != parameters(mine) {
            let name = |p: &CorrelationPartial| format!("{} -> {} {:?} {:?}", p.a, p.b, p.shape, p.period);
            return Err(differs(Self::NAME, "channels, bins or period", &name(mine), &name(&later)));
        }
        if later.counts.bins() != mine.counts.bins() {
            return Err(not_ours(Self::NAME, "its bins are not those it names"));
        }
        if !later.excerpts.is_sound() {
            return Err(not_ours(Self::NAME, "its excerpts can't be those of a run"));
        }
        mine.order.check(&later.order, Self::NAME)?;
        total(Self::NAME, mine.counts.seen().iter().chain(later.counts.seen()))?;
        if let Some(tags) = mine.order.cut_off(&later.order) {
            return push_to_the_end(self, &tags);
        }
        mine.excerpts.append(&later.excerpts);
        mine.counts.add(later.counts);
        self.pairs.count_across(&mine.order, &later.order, (mine.a, mine.b), mine.counts.all_mut());
        mine.order.merge(later.order)
    }

    fn cover(&mut self, recording: Extent) {
        self.partial.order.cover(recording);
    }

    fn result(&self) -> Value {
        let values = self.values();
        self.result_of(values, values.columns(), false)
    }

    fn interim(&self) -> Value {
        let values = self.values();
        self.result_of(values, values.columns(), true)
    }

    fn bins(&self) -> usize {
        self.partial.counts.bins()
    }

    fn columns(&self) -> usize {
        5
    }

    fn outline(&self) -> Value {
        self.result_of(self.values(), Columns::default(), false)
    }

    fn column(&self, name: &str, bins: Range<usize>) -> Option<Value> {
        let values = self.values();
        let counts = values.counts.get(bins.clone())?;
        let each = |of: fn(BinValues, usize) -> f64| {
            Some(Value::Floats(bins.clone().map(|k| of(values, k)).collect()))
        };
        match name {
            "counts" => Some(Value::Counts(counts.to_vec())),
            "g2" => each(|values, k| values.value(k)),
            "g2_error" => each(|values, k| values.g2(k).error),
            "g2_low" => each(|values, k| values.g2(k).low),
            "g2_high" => each(|values, k| values.g2(k).high),
            _ => None,
        }
    }
}
