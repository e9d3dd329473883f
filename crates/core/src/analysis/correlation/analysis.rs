//! The analysis `correlation`: counting and results.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::columns::{BinValues, Columns, Normalisation};
use super::fit::{dead_time_hint, few_counts_hint, fit};
use super::{CorrelationRequest, CorrelationResult, PairOfChannels};
use crate::counting::bins::{BinCounts, BinRequest, BinShape, Bins};
use crate::counting::excerpts::Excerpts;
use crate::counting::pair_counting::strategy::PairCounter;
use crate::estimate::models::Model;
use crate::estimate::peak::Histogram;
use crate::estimate::period::{Period, PulsedResult, SharedDeadTime, pulsed_hint};
use crate::estimate::statistics::{FEW, Hint, Remark, RemarkCode};
use crate::numbers::{Channel, Column, Counts, Floats};
use crate::request::positive;
use crate::run::accumulator::no_sum;
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::partial::total;
use crate::run::time_order::{Move, TimeOrder};
use crate::{Code, Error};

/// 10 ns to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-64, 64);

/// Default ratio of the length of a confocal focus to its width: Krichevsky, Bonnet, Rep. Prog. Phys. 65, 251 (2002).
const STRUCTURE: f64 = 5.0;

/// Default end of logarithmic bins: 1 ms at the usual 156.25 ps per tick.
const DEFAULT_LOG_END: i64 = 6_400_000;

/// Second-order correlation of channel `a` with channel `b`: every pair of their tags, by the delay `d = t_b - t_a`. If
/// `a` equals `b`, no tag is paired with itself.
///
/// Bins are linear, or logarithmic with `log` bins per decade. The default is -64 to 64 ticks in bins of 1 tick, and up
/// to 6,400,000 ticks for logarithmic bins.
///
/// Counts are exact. With `T` the time from the first to the last tag of any channel, `N_a` and `N_b` the channels'
/// tags and `w` the width of a bin, linear bins are normalised as
///
/// ```text
/// g2[k] = counts[k] * T^2 / (w * (T - |d|) * N_a * N_b)
/// ```
///
/// with `N (N - 1)` in place of `N_a N_b` if `a` equals `b`. `T - |d|` is the time for which both tags of a pair lie
/// within the recording, averaged over the bin. At delays much shorter than `T`, the result equals that of Swabian
/// Instruments' Time Tagger and of PicoQuant's snAPI. If rates are not steady, g2 of independent light is a constant
/// other than 1; the hint `drift` states it. Logarithmic bins may have the
/// length of a good part of the run. They are normalised after Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006):
///
/// ```text
/// g2[k] = counts[k] * (T - d) / (w * N_a(t <= last - d) * N_b(t >= first + d))
/// ```
///
/// with `w` and `d` the width and the middle of the bin up to `T`. The expected value for independent steady light is
/// then 1 (the published formula omits the width of the bin). If `a` equals `b`, tags that are in both factors are
/// subtracted from the product. Errors of logarithmic bins are unknown: the counts of fluctuating light scatter far
/// more than Poisson counts at long delays.
///
/// Errors of linear bins are Poisson's, `g2_error = g2 sqrt(F / counts)`, from 20 pairs on. `g2_low` to `g2_high` is
/// the interval of 68 %, which is Jeffreys' below 20 pairs. `F` is 1 except in bins in which tags have many partners
/// each. For a channel with itself, a bin on both sides of 0 contains each
/// pair twice: `sqrt(2 counts)`.
///
/// `reordered` counts late tags that were sorted, see [`crate::run`].
///
/// With a `period`, `pulsed` has g2 by the areas of peaks in linear bins.
pub struct Correlation {
    pairs: PairCounter,
    a: u64,
    b: u64,
    period: Period,
    /// The model to fit to g2.
    model: Option<Model>,
    /// See [`CorrelationRequest::structure`].
    structure: f64,
    counts: CorrelationCounts,
}

/// The counts of a run, see [`Correlation`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorrelationCounts {
    bins: BinCounts,
    /// Excerpts of the tags, to search for a period and a shared dead time.
    excerpts: Excerpts,
}

impl Correlation {
    /// # Errors
    /// `Usage` if the bins are out of range.
    pub(crate) fn of(request: &CorrelationRequest) -> Result<Self, Error> {
        let CorrelationRequest { a, b, bin, from, to, log, fit, structure, period } = *request;
        let structure = positive("structure", structure)?;
        let (bin, log, period) = (positive("bin", bin)?, positive("log", log)?, Period::new(period)?);
        let to = if log.is_some() { to.or(Some(DEFAULT_LOG_END)) } else { to };
        let bins = Bins::new(BinRequest { bin, from, to, log }, DEFAULT_RANGE);
        // No tags were read yet, so too many bins are an error in the request.
        let bins = bins.map_err(|error| Error { code: Code::Usage, ..error })?;
        let pairs = PairCounter::new(bins)?;
        let counts =
            CorrelationCounts { bins: BinCounts::new(pairs.bins().bins()), excerpts: Excerpts::default() };
        Ok(Self { pairs, a, b, period, model: fit, structure: structure.unwrap_or(STRUCTURE), counts })
    }

    /// Returns the channels `a` and `b`; delays are `t_b - t_a`.
    pub(crate) fn channels(&self) -> (u64, u64) {
        (self.a, self.b)
    }

    /// Returns excerpts of the tags.
    pub(crate) fn excerpts(&self) -> &Excerpts {
        &self.counts.excerpts
    }

    fn distinct_channels(&self) -> Vec<u64> {
        if self.a == self.b { vec![self.a] } else { vec![self.a, self.b] }
    }

    /// Returns the dead time that the two channels share, unless pairs within it were counted.
    pub(crate) fn shared_dead_time(&self) -> Option<SharedDeadTime> {
        let found = self.counts.excerpts.shared_dead_time(self.channels())?;
        found.unless_counted(self.counts.bins.all(), |k| self.pairs.bins().edge(k))
    }

    /// Returns a correlation whose pairs were counted before, with `excerpts` of the tags. `count` returns the number
    /// of pairs of two channels with a delay in a range, both ends inclusive; `None` if it is unknown.
    ///
    /// # Errors
    /// As [`OrderedAnalysis::new`].
    pub(crate) fn from_counted(
        request: &CorrelationRequest,
        excerpts: &Excerpts,
        count: impl Fn((u64, u64), (i64, i64)) -> Option<u64>,
    ) -> Result<Option<Self>, Error> {
        let mut all = Self::of(request)?;
        let bins = all.pairs.bins();
        if matches!(bins.shape(), BinShape::Log { .. }) {
            return Ok(None);
        }
        let edge = |k| i64::try_from(bins.edge(k)).ok();
        let count = |k| count(all.channels(), (edge(k)?, edge(k + 1)? - 1));
        let Some(counts) = (0..bins.bins()).map(count).collect::<Option<Vec<u64>>>() else { return Ok(None) };
        all.counts = CorrelationCounts { bins: counts.into(), excerpts: excerpts.clone() };
        Ok(Some(all))
    }

    /// Returns the counts of linear bins.
    pub(crate) fn histogram(&self, order: &TimeOrder) -> Option<Histogram<'_>> {
        match *self.pairs.bins().shape() {
            BinShape::Linear { from, bin, .. } => Some(self.linear_histogram(from, bin, order)),
            BinShape::Log { .. } => None,
        }
    }

    /// Returns the counts of linear bins, of `bin` ticks from `from` on.
    pub(crate) fn linear_histogram(&self, from: i64, bin: i64, order: &TimeOrder) -> Histogram<'_> {
        Histogram {
            from,
            bin,
            counts: self.counts.bins.all(),
            span: order.span().map(|span| span as f64),
            tags: (order.tags_of(self.a), order.tags_of(self.b)),
            doubled: self.a == self.b,
        }
    }

    /// Returns the hints; `dead` is the dead time that the channels share. The search for a period is too slow for an
    /// `interim` result.
    pub(crate) fn hints(&self, dead: Option<SharedDeadTime>, interim: bool) -> Vec<Hint> {
        let channels = self.distinct_channels();
        let mut hints: Vec<Hint> = SharedDeadTime::hint(dead).into_iter().collect();
        if !interim && self.period != Period::Steady {
            let period = self.counts.excerpts.recurrence(&channels).period(&channels);
            hints.extend(pulsed_hint(period, self.period));
        }
        hints
    }

    /// Returns the period of the light in the request.
    pub(crate) fn period(&self) -> Period {
        self.period
    }

    fn pulsed(&self, order: &TimeOrder, dead: Option<SharedDeadTime>) -> Option<PulsedResult> {
        let (period, histogram) = (self.period.ticks()?, self.histogram(order)?);
        Some(PulsedResult::of(period, &histogram).unless_dead(dead))
    }

    /// Returns the hint that rates were not steady, so that g2 of independent light is not 1.
    fn drift_hint(&self, of: Normalisation) -> Option<Hint> {
        let Self { a, b, .. } = self;
        let unsteadiness = of.unsteadiness();
        let message = format!(
            "the rates of channels {a} and {b} were not steady: g2 of independent light is {unsteadiness:.3}"
        );
        (unsteadiness != 1.0).then(|| Hint::new(RemarkCode::Drift, message))
    }

    /// Returns the first of the two channels that has no tags.
    pub(crate) fn channel_without_tags(&self, order: &TimeOrder) -> Option<u64> {
        [self.a, self.b].into_iter().find(|channel| order.tags_of(*channel) == 0)
    }

    /// Returns the common keys of results about two channels.
    pub(crate) fn describe(&self, order: &TimeOrder) -> PairOfChannels {
        let Self { a, b, .. } = self;
        PairOfChannels {
            a: Channel(*a),
            b: Channel(*b),
            span: order.span(),
            tags_a: order.tags_of(*a),
            tags_b: order.tags_of(*b),
            reordered: order.reordered(),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
        }
    }

    fn is_linear(&self) -> bool {
        matches!(self.pairs.bins().shape(), BinShape::Linear { .. })
    }

    fn values<'a>(&'a self, order: &'a TimeOrder) -> BinValues<'a> {
        BinValues {
            of: Normalisation { a: self.a, b: self.b, order },
            bins: self.pairs.bins(),
            is_linear: self.is_linear(),
            dead: self.shared_dead_time(),
            counts: self.counts.bins.all(),
        }
    }

    /// Returns the result with these columns.
    fn result_of(&self, values: BinValues, columns: Columns, interim: bool) -> CorrelationResult {
        let Columns { counts, value, error, low, high } = columns;
        let mut hints = self.hints(values.dead, interim);
        // Diffusing molecules also make rates unsteady.
        if !self.model.is_some_and(Model::is_diffusion) {
            hints.extend(self.drift_hint(values.of));
        }
        hints.extend(dead_time_hint(values, &self.counts.excerpts));
        hints.extend(few_counts_hint(self.pairs.bins().shape(), values.counts));
        let mut remarks = self.remarks(values);
        let fit = if interim {
            None
        } else {
            self.model.map(|model| fit((model, self.structure), values, !counts.is_empty()))
        };
        let fit = fit.and_then(|(fit, remark)| {
            remarks.extend(remark);
            fit
        });
        CorrelationResult {
            pair: self.describe(values.of.order),
            bins: self.pairs.bins().describe(values.counts.len()),
            counts: Counts(counts),
            g2: Floats(value),
            g2_error: Floats(error),
            g2_low: Floats(low),
            g2_high: Floats(high),
            pulsed: self.pulsed(values.of.order, values.dead),
            fit,
            hints: Hint::worst_first(hints),
            remarks,
        }
    }

    /// Returns the reasons for missing numbers, and cautions about the others.
    fn remarks(&self, values: BinValues) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if let Some(none) = self.channel_without_tags(values.of.order) {
            remarks.push(Remark::new(
                "g2",
                RemarkCode::NoCoincidences,
                format!("channel {none} has no tags"),
            ));
            return remarks;
        }
        if values.has_unknown() {
            let why =
                "tags can't be as far apart as these delays: the recording is too short to normalise them";
            remarks.push(Remark::new("g2", RemarkCode::RangeTooShort, why));
        }
        if values.has_dead() {
            remarks.extend(values.dead.map(|dead| dead.remark("g2")));
        }
        if !values.is_linear {
            let why =
                "the pairs of long delays are not independent, so errors in logarithmic bins are unknown";
            remarks.push(Remark::new("g2_error", RemarkCode::ErrorsNotKnown, why));
        }
        if values.has_few() {
            let why = format!("bins of fewer than {FEW} pairs have an interval instead of a standard error");
            remarks.push(Remark::new("g2_error", RemarkCode::TooFewCounts, why));
        }
        remarks
    }
}

impl OrderedAnalysis for Correlation {
    const NAME: &'static str = "correlation";
    type Request = CorrelationRequest;
    type Result = CorrelationResult;
    type Parameters = (BinShape, u64, u64, Period);
    type Counts = CorrelationCounts;

    fn new(request: &CorrelationRequest) -> Result<Self, Error> {
        Self::of(request)
    }

    fn parameters(&self) -> Self::Parameters {
        (self.pairs.bins().shape().clone(), self.a, self.b, self.period)
    }

    fn reach(&self) -> Reach {
        Reach { ticks: self.pairs.largest_delay(), channels: vec![self.a, self.b] }
    }

    fn counts(&self) -> Cow<'_, CorrelationCounts> {
        Cow::Borrowed(&self.counts)
    }

    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        let channels = self.distinct_channels();
        new.add_to(&mut self.counts.excerpts, &channels);
        let (a, b) = (new.of(self.a), new.of(self.b));
        self.pairs.count_new(a, b, new.are_among_themselves(), self.counts.bins.all_mut());
        Ok(())
    }

    fn add(&mut self, later: CorrelationCounts) -> Result<(), Error> {
        self.counts.excerpts.append(&later.excerpts);
        self.counts.bins.add(later.bins);
        Ok(())
    }

    fn move_run(&self, counts: &mut CorrelationCounts, _order: &TimeOrder, _to: Move) -> Result<(), Error> {
        if !self.is_linear() {
            return Err(no_sum("logarithmic bins"));
        }
        counts.excerpts.move_behind(&self.counts.excerpts);
        Ok(())
    }

    fn is_sound(&self, counts: &CorrelationCounts, _order: &TimeOrder) -> Result<bool, Error> {
        let bins = || self.counts.bins.seen().iter().chain(counts.bins.seen());
        total(Self::NAME, bins())?;
        Ok(counts.bins.bins() == self.counts.bins.bins() && counts.excerpts.is_sound())
    }

    fn report(&self, run: Run) -> CorrelationResult {
        let values = self.values(run.order);
        self.result_of(values, values.columns(), run.is_interim)
    }

    fn bins(&self) -> usize {
        self.counts.bins.bins()
    }

    fn columns(&self) -> usize {
        5
    }

    fn outline(&self, run: Run) -> CorrelationResult {
        self.result_of(self.values(run.order), Columns::default(), run.is_interim)
    }

    fn column(&self, run: Run, name: &str, bins: Range<usize>) -> Option<Column> {
        let values = self.values(run.order);
        let counts = values.counts.get(bins.clone())?;
        let each = |of: fn(BinValues, usize) -> f64| {
            Some(Column::Floats(Floats(bins.clone().map(|k| of(values, k)).collect())))
        };
        match name {
            "counts" => Some(Column::Counts(Counts(counts.to_vec()))),
            "g2" => each(|values, k| values.value(k)),
            "g2_error" => each(|values, k| values.g2(k).error),
            "g2_low" => each(|values, k| values.g2(k).low),
            "g2_high" => each(|values, k| values.g2(k).high),
            _ => None,
        }
    }
}
