//! The delay between two channels: where their correlation has its peak.

use std::borrow::Cow;

use super::peaks::{CorrelationPeak, crosstalk_hint, list};
use super::result::PeakResult;
use crate::analysis::correlation::{Correlation, CorrelationCounts, CorrelationRequest, PairOfChannels};
use crate::estimate::peak::Sums;
use crate::estimate::period::{Period, PulsedResult};
use crate::estimate::statistics::Hint;
use crate::request::{Field, Params, request};
use crate::run::accumulator::Example;
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::time_order::{Move, TimeOrder};
use crate::shape::{Includes, Part, Result as _, Shape, result};
use crate::{Code, Error, Value};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// Maximum number of bins unless the request has a width; they are wider where there would be more.
const MAX_FINE_BINS: i64 = 1 << 20;

/// The peak of the [`Correlation`] of `a` with `b`.
///
/// By default, delays from -6400 to 6400 ticks are searched in bins of 1 tick, or wider ones where that would be more
/// than 2^20.
///
/// The peak is the run of 1, 2, 4... bins, up to a sixteenth of them, that differs the most from the two stretches beside
/// it; `significance` is that of Li, Ma, Astrophys. J. 272, 317 (1983), over the spread that the histogram itself has,
/// with the run's overlap `T - |d|` taken off. It stands out where anything in the histogram would look like that without
/// structure in less than one of 1000 recordings (every run is a trial); otherwise `delay`, `centre` and `fwhm` are
/// null. A lack that stands out in the same way is one of the `dips`, and the rim of a dip is no peak. A channel with
/// itself is described, and has no delay.
///
/// `centre` and `fwhm` are those of a Gaussian, integrated over bins, fitted by Poisson likelihood on the level beside;
/// `delay` is the centre rounded, `highest` the highest bin's middle, `peak_counts` its counts and `background` the
/// expected ones. Errors are standard errors, times ticks. A dip is the run of bins with the most significant
/// lack, its `depth` the share missing there; [`crate::analysis::Correlation`] fits models of antibunching.
///
/// Pulsed light has a peak every period. With a `period` in the request, the peak is the pulse whose area stands out of the
/// others or, where none does, all of them folded: the delay is known modulo the period. Without one, `delay` is null where
/// tags are seen to recur, with the hint `pulsed`.
pub struct Delay(Correlation);

request! {
    /// The request for `delay`.
    struct DelayRequest for "delay" {
        /// Channel from whose tags the delay is counted.
        a: Channel,
        /// Channel to whose tags the delay is counted; may be `a`.
        b: Channel,
        /// Width of a bin, ticks.
        bin: Width,
        /// Least delay that is searched, ticks.
        from: Ticks,
        /// Greatest delay that is searched, ticks.
        to: Ticks,
        ..period: Period,
    }
}

result! {
    /// `delay`: the peak of a correlation.
    pub struct DelayResult as "Delay" {
        pair: Includes<PairOfChannels>,
        /// Width of a bin, ticks.
        bin: i64,
        peak: Includes<PeakResult>,
        /// All peaks that stand out, the most significant first, at most 8; empty of light with a period, and of a channel with
        /// itself.
        peaks: Vec<CorrelationPeak>,
        /// With a period in the request, g2 by the areas of peaks; else null.
        pulsed: Option<PulsedResult>,
        hints: Vec<Hint>,
    }
}

impl OrderedAnalysis for Delay {
    const NAME: &'static str = "delay";
    const REQUEST: &'static [Field] = DelayRequest::FIELDS;
    const EXAMPLES: &'static [Example] = &[
        &[("a", 3), ("b", 15), ("from", -90), ("to", 800)],
        &[("a", 3), ("b", 15), ("from", -5), ("to", 9)],
    ];
    type Parameters = <Correlation as OrderedAnalysis>::Parameters;
    type Counts = CorrelationCounts;

    fn shape() -> Shape {
        DelayResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("log") {
            return Err(Error::new(Code::Usage, "`log` is not for delays", "give `bin`"));
        }
        let DelayRequest { a, b, bin, from, to, period } = DelayRequest::read(params)?;
        let (from, to) = (from.unwrap_or(DEFAULT_RANGE.0), to.unwrap_or(DEFAULT_RANGE.1));
        let bin = bin.unwrap_or((to.saturating_sub(from) / MAX_FINE_BINS + 1).max(1));
        Correlation::of(CorrelationRequest {
            a,
            b,
            bin: Some(bin),
            from: Some(from),
            to: Some(to),
            log: None,
            fit: None,
            period,
        })
        .map(Self)
    }

    fn parameters(&self) -> Self::Parameters {
        self.0.parameters()
    }

    fn reach(&self) -> Reach {
        self.0.reach()
    }

    fn counts(&self) -> Cow<'_, CorrelationCounts> {
        self.0.counts()
    }

    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        self.0.count(new)
    }

    fn add(&mut self, later: CorrelationCounts) -> Result<(), Error> {
        self.0.add(later)
    }

    fn move_run(&self, counts: &mut CorrelationCounts, order: &TimeOrder, to: Move) -> Result<(), Error> {
        self.0.move_run(counts, order, to)
    }

    fn is_sound(&self, counts: &CorrelationCounts, order: &TimeOrder) -> Result<bool, Error> {
        self.0.is_sound(counts, order)
    }

    fn report(&self, Run { order, is_interim }: Run) -> Value {
        // The bins of a delay are linear, so there always is a histogram.
        let Some(histogram) = self.0.histogram(order) else { return Value::Null };
        let sums = Sums::new(&histogram);
        let period = self.0.period().ticks();
        let dead = self.0.shared_dead_time();
        let mut hints = self.0.hints(dead, is_interim);
        let pulsed = hints.iter().any(|hint| hint.code.0 == Hint::PULSED);
        let peak = PeakResult::of(&histogram, &sums, period, pulsed).unless_dead(dead);
        let has_list = !is_interim && period.is_none() && peak.delay.is_some();
        let peaks = if has_list { list(&histogram) } else { Vec::new() };
        hints.extend(crosstalk_hint(&peaks));
        let all = DelayResult {
            pair: Includes(self.0.describe(order)),
            bin: histogram.bin,
            peak: Includes(peak),
            pulsed: period.map(|period| PulsedResult::of(period, &histogram, &sums).unless_dead(dead)),
            peaks,
            hints: Hint::worst_first(hints),
        };
        all.value()
    }
}
