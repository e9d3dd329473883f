//! How many tags of one channel follow how long after those of another.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::accumulator::{Analysis, push_to_the_end};
use super::bins::{BinRequest, BinShape, Bins, BinsResult};
use super::pair_counting::strategy::PairCounter;
use super::partial::{differs, not_ours, total};
use super::peak::{Histogram, Sums};
use super::period::{Light, Period, PulsedResult};
use super::shape::{Channel, Count, Counts, Floats, Includes, LongTime, Part, Result as _, Shape, result};
use super::time_order::TimeOrder;
use crate::request::{Field, Params, request};
use crate::tags::TagBlock;
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
/// g2[k] = counts[k] * T / (w * N_a * N_b)
/// ```
///
/// (the same as Swabian Instruments' Time Tagger and PicoQuant's snAPI), logarithmic ones, which
/// may be a good part of the run long, after Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006):
///
/// ```text
/// g2[k] = counts[k] * (T - d) / (w * N_a(t <= last - d) * N_b(t >= first + d))
/// ```
///
/// with `d` the middle of the bin, which makes the expected value of independent steady light 1
/// (the printed formula omits the bin's width). `g2_error` is Poisson's: `g2 / sqrt(counts)`.
///
/// Tags out of order by up to [`super::LOOK_AHEAD`] are put in order, `reordered` counts them; at a tag that is later,
/// or one that makes a crowd ([`super::max_crowd`]), the run ends. Memory follows the tags of `a` and `b` within the
/// range and look-ahead of the run's two ends, at most [`super::MAX_HELD`].
///
/// Where linear bins show a period, or one is given, `pulsed` has g2 by the areas of peaks; see [`Light`].
pub struct Correlation {
    pairs: PairCounter,
    period: Period,
    partial: CorrelationPartial,
}

request! {
    /// What `correlation` is asked for: linear bins (`bin`, `from`, `to`) or logarithmic ones (`log` bins per decade
    /// of positive delay).
    pub(super) struct CorrelationRequest for "correlation" {
        /// Channel from whose tags the delay is counted.
        a: Channel,
        /// Channel to whose tags the delay is counted; may be `a`.
        b: Channel,
        /// Width of linear bins, ticks; by default a hundredth of the range.
        bin: Width,
        /// Where the first bin begins, ticks; of logarithmic bins the first contains it.
        from: Ticks,
        /// The last bin contains it, ticks.
        to: Ticks,
        /// Logarithmic bins per decade.
        log: Number,
        /// Ticks from one pulse of light to the next, 0 for light that is not pulsed; looked for where nothing is said.
        period: Real,
        /// A channel with a tag for each pulse of light, which tells the period.
        clock: AnyChannel,
    }
}

result! {
    /// What every analysis of two channels says.
    pub struct PairOfChannels as "PairOfChannels" {
        a: Channel,
        b: Channel,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        tags_a: Count,
        tags_b: Count,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
    }
}

result! {
    /// `correlation`: pairs of tags by their delay `t_b - t_a`. Not a number: can't be normalised.
    pub struct CorrelationResult as "Correlation" {
        pair: Includes<PairOfChannels>,
        bins: Includes<BinsResult>,
        /// Pairs in every bin.
        counts: Counts,
        g2: Floats,
        /// Standard error of `g2`, Poisson's.
        g2_error: Floats,
        /// Where the light is pulsed, what the areas of its peaks tell; else null.
        pulsed: Option<PulsedResult>,
    }
}

/// What a run was boiled down to, see [`Correlation`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorrelationPartial {
    shape: BinShape,
    a: u64,
    b: u64,
    order: TimeOrder,
    counts: Vec<u64>,
}

impl Correlation {
    /// # Errors
    /// `Usage` where the bins are out of range.
    pub(super) fn of(request: CorrelationRequest) -> Result<Self, Error> {
        let CorrelationRequest { a, b, bin, from, to, log, period, clock } = request;
        let period = Period::new(period, clock)?;
        let to = if log.is_some() { to.or(Some(DEFAULT_LOG_END)) } else { to };
        let bins = Bins::new(BinRequest { bin, from, to, log }, DEFAULT_RANGE);
        // Nothing was read yet: too many bins are a wrong request here.
        let bins = bins.map_err(|error| Error { code: Code::Usage, ..error })?;
        let pairs = PairCounter::new(bins)?;
        let partial = CorrelationPartial {
            shape: pairs.bins().shape().clone(),
            a,
            b,
            order: TimeOrder::new(pairs.largest_delay(), [a, b].into_iter().chain(period.clock()).collect()),
            counts: vec![0; pairs.bins().bins()],
        };
        Ok(Self { pairs, period, partial })
    }

    /// The correlation of tags whose pairs were counted before: `count` tells how many pairs of two channels have a
    /// delay in a range, ends included. `None` where that does not tell.
    ///
    /// # Errors
    /// As [`Analysis::new`].
    pub(super) fn from_counted(
        params: &Params,
        order: &TimeOrder,
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
        let Some(counts) = (0..bins.bins()).map(count).collect() else { return Ok(None) };
        all.partial.counts = counts;
        all.partial.order = order.clone();
        Ok(Some(all))
    }

    /// Adds the pairs that the block that is being counted brings.
    fn count_block(&mut self) {
        let CorrelationPartial { a, b, order, counts, .. } = &mut self.partial;
        self.pairs.count_block((*a, order.channel(*a)), (*b, order.channel(*b)), counts);
    }

    /// `counts` of linear bins.
    pub(super) fn histogram(&self) -> Option<Histogram<'_>> {
        match *self.pairs.bins().shape() {
            BinShape::Linear { from, bin, .. } => Some(Histogram {
                from,
                bin,
                counts: &self.partial.counts,
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

    /// Whether the light is pulsed, as far as the request and the histogram tell.
    pub(super) fn light(&self, histogram: &Histogram, sums: &Sums) -> Option<Light> {
        Light::of(self.period, &self.partial.order, histogram, sums, None)
    }

    /// What the request says about the light's period.
    pub(super) fn period(&self) -> Period {
        self.period
    }

    fn pulsed(&self) -> Option<PulsedResult> {
        let histogram = self.histogram()?;
        let sums = Sums::new(&histogram);
        Some(self.light(&histogram, &sums)?.areas(&histogram, &sums))
    }

    pub(super) fn describe(&self) -> PairOfChannels {
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

    /// What the counts of bin `k` are multiplied with to be normalised; not finite where they can't be.
    fn norm(&self, k: usize) -> f64 {
        let CorrelationPartial { a, b, order, .. } = &self.partial;
        let Some(span) = order.span() else { return f64::NAN };
        let (low, high) = (self.pairs.bins().edge(k), self.pairs.bins().edge(k + 1));
        let (mut tags_a, mut tags_b) = (order.tags_of(*a), order.tags_of(*b));
        let mut time = span;
        if matches!(self.pairs.bins().shape(), BinShape::Log { .. }) {
            let d = (low + high - 1) / 2;
            let (first, last) = order.ends();
            let (first, last) = (i128::from(first), i128::from(last));
            if let Some(times) = order.channel(*a) {
                let paired = times.tail().partition_point(|t| i128::from(*t) <= last - d);
                tags_a -= (times.tail().len() - paired) as u64;
            }
            if let Some(times) = order.channel(*b) {
                tags_b -= times.head().partition_point(|t| i128::from(*t) < first + d) as u64;
            }
            time = span - d;
        }
        if time <= 0 || tags_a == 0 || tags_b == 0 {
            return f64::NAN;
        }
        time as f64 / ((high - low) as f64 * tags_a as f64 * tags_b as f64)
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
        if (&later.shape, later.a, later.b) != (&mine.shape, mine.a, mine.b) {
            let name = |p: &CorrelationPartial| format!("{} -> {} {:?}", p.a, p.b, p.shape);
            return Err(differs(Self::NAME, "channels or bins", &name(mine), &name(&later)));
        }
        if later.counts.len() != mine.counts.len() {
            return Err(not_ours(Self::NAME, "its bins are not those it names"));
        }
        mine.order.check(&later.order, Self::NAME)?;
        total(Self::NAME, mine.counts.iter().chain(&later.counts))?;
        if let Some(tags) = mine.order.cut_off(&later.order) {
            return push_to_the_end(self, &tags);
        }
        for (n, more) in mine.counts.iter_mut().zip(&later.counts) {
            *n += more;
        }
        self.pairs.count_across(&mine.order, &later.order, (mine.a, mine.b), &mut mine.counts);
        mine.order.merge(later.order)
    }

    fn result(&self) -> Value {
        let counts = &self.partial.counts;
        let norms = (0..counts.len()).map(|k| self.norm(k));
        let (g2, errors) =
            counts.iter().zip(norms).map(|(n, norm)| (*n as f64 * norm, (*n as f64).sqrt() * norm)).unzip();
        let all = CorrelationResult {
            pair: Includes(self.describe()),
            bins: Includes(self.pairs.bins().describe(counts.len())),
            counts: Counts(counts.clone()),
            g2: Floats(g2),
            g2_error: Floats(errors),
            pulsed: self.pulsed(),
        };
        all.value()
    }
}
