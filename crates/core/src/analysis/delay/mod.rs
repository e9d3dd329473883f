//! The delay between two channels.

mod result;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::correlation::{Correlation, CorrelationCounts, CorrelationRequest, PairOfChannels};
use super::fields::{RequestFields, bins_between};
use crate::Error;
use crate::estimate::peak::{Histogram, Peak, Sums, peaks};
use crate::estimate::period::PulsedResult;
use crate::estimate::statistics::{Hint, RemarkCode};
use crate::request::{positive, setters};
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::time_order::{Move, TimeOrder};
use result::without_rounding;

pub use result::{DipResult, PeakResult};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// Maximum number of bins if the request has no width; bins become wider instead.
const MAX_FINE_BINS: i64 = 1 << 20;

/// The peak of the [`Correlation`] of `a` with `b`.
///
/// By default, delays from -6400 to 6400 ticks are searched in bins of 1 tick. Bins are wider if there would be more
/// than 2^20.
///
/// The peak is the run of 1, 2, 4... bins, up to a sixteenth of them, that differs most from the two stretches beside
/// it. Its `significance` is that of Li, Ma, Astrophys. J. 272, 317 (1983), relative to the scatter of the histogram,
/// after a correction for the overlap `T - |d|`. A peak is significant if a histogram without structure has such a peak
/// in less than one of 1000 recordings (every run is a trial); otherwise `delay`, `centre` and `fwhm` are `None`. A
/// significant lack is one of the `dips`, and the rim of a dip is not a peak. A channel with itself has a result, but
/// no delay.
///
/// `centre` and `fwhm` are those of a Gaussian, integrated over bins and fitted by Poisson likelihood to the counts
/// above the level beside the peak. `delay` is the rounded centre, `highest` the middle of the highest bin,
/// `peak_counts` its counts and `background` its expected counts. Errors are standard errors, times ticks. A dip is the
/// run of bins with the most significant lack, and its `depth` the missing share of counts.
/// [`crate::analysis::Correlation`] fits models of antibunching.
///
/// Pulsed light has a peak every period. With a `period` in the request, the peak is the pulse whose area is
/// significantly larger than the others. If there is none, all pulses are folded, and the delay is known modulo the
/// period. Without a period in the request, `delay` is `None` if tags recur with a period, and there is the hint
/// `pulsed`.
pub struct Delay {
    correlation: Correlation,
    /// Lower edge of the first bin, ticks.
    from: i64,
    /// Width of a bin, ticks.
    bin: i64,
}

/// The request for `delay`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DelayRequest {
    /// Channel of the earlier tag at positive delays.
    pub a: u64,
    /// Channel of the later tag at positive delays; may be `a`.
    pub b: u64,
    /// Width of a bin, ticks.
    pub bin: Option<i64>,
    /// Minimum delay to search, ticks; by default -6400.
    pub from: Option<i64>,
    /// Maximum delay to search, ticks; by default 6400.
    pub to: Option<i64>,
    /// Ticks from one pulse of light to the next, at least 1; 0 for light that is not pulsed. Without a period, a hint
    /// reports pulses.
    pub period: Option<f64>,
}

setters! {
    /// Requests the delay from channel `a` to channel `b`.
    DelayRequest::between(a: u64, b: u64) { bin: i64, from: i64, to: i64, period: f64 }
}

impl RequestFields for DelayRequest {
    fn clock_period(&mut self) -> Option<&mut Option<f64>> {
        Some(&mut self.period)
    }

    fn stated_bins(&self) -> i64 {
        bins_between(self.from, self.to, self.bin)
    }
}

/// `delay`: the peak of a correlation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DelayResult {
    /// The two channels.
    #[serde(flatten)]
    pub pair: PairOfChannels,
    /// Width of a bin, ticks.
    pub bin: i64,
    /// The peak.
    #[serde(flatten)]
    pub peak: PeakResult,
    /// All significant peaks, most significant first, at most 8. Empty for light with a period, and for a channel with
    /// itself.
    pub peaks: Vec<CorrelationPeak>,
    /// g2 by the areas of peaks, with a period in the request; otherwise `None`.
    pub pulsed: Option<PulsedResult>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
}

impl OrderedAnalysis for Delay {
    const NAME: &'static str = "delay";
    type Request = DelayRequest;
    type Result = DelayResult;
    type Parameters = <Correlation as OrderedAnalysis>::Parameters;
    type Counts = CorrelationCounts;

    fn new(request: &DelayRequest) -> Result<Self, Error> {
        let DelayRequest { a, b, bin, from, to, period } = *request;
        let (from, to) = (from.unwrap_or(DEFAULT_RANGE.0), to.unwrap_or(DEFAULT_RANGE.1));
        let finest = (to.saturating_sub(from) / MAX_FINE_BINS + 1).max(1);
        let bin = positive("bin", bin)?.unwrap_or(finest);
        let mut request = CorrelationRequest::between(a, b).bin(bin).from(from).to(to);
        request.period = period;
        Ok(Self { correlation: Correlation::of(&request)?, from, bin })
    }

    fn parameters(&self) -> Self::Parameters {
        self.correlation.parameters()
    }

    fn reach(&self) -> Reach {
        self.correlation.reach()
    }

    fn counts(&self) -> Cow<'_, CorrelationCounts> {
        self.correlation.counts()
    }

    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        self.correlation.count(new)
    }

    fn add(&mut self, later: CorrelationCounts) -> Result<(), Error> {
        self.correlation.add(later)
    }

    fn move_run(&self, counts: &mut CorrelationCounts, order: &TimeOrder, to: Move) -> Result<(), Error> {
        self.correlation.move_run(counts, order, to)
    }

    fn is_sound(&self, counts: &CorrelationCounts, order: &TimeOrder) -> Result<bool, Error> {
        self.correlation.is_sound(counts, order)
    }

    fn report(&self, Run { order, is_interim }: Run) -> DelayResult {
        let histogram = self.correlation.linear_histogram(self.from, self.bin, order);
        let sums = Sums::new(&histogram);
        let period = self.correlation.period().ticks();
        let dead = self.correlation.shared_dead_time();
        let mut hints = self.correlation.hints(dead, is_interim);
        let pulsed = hints.iter().any(|hint| hint.code == RemarkCode::Pulsed);
        let mut peak = PeakResult::of(&histogram, &sums, period, pulsed).unless_dead(dead);
        peak = peak.without_shadows(self.correlation.excerpts(), self.correlation.channels());
        if !histogram.doubled
            && let Some(none) = self.correlation.channel_without_tags(order)
        {
            peak.forget(RemarkCode::TooFewCounts, format!("channel {none} has no tags"));
        }
        let has_list = !is_interim && period.is_none() && peak.delay.is_some();
        let peaks = if has_list { list(&histogram) } else { Vec::new() };
        hints.extend(crosstalk_hint(&peaks));
        DelayResult {
            pair: self.correlation.describe(order),
            bin: histogram.bin,
            peak,
            pulsed: period.map(|period| PulsedResult::of(period, &histogram).unless_dead(dead)),
            peaks,
            hints: Hint::worst_first(hints),
        }
    }
}

/// Maximum number of peaks in the list.
const MAX_PEAKS: usize = 8;

/// A peak of a correlation. Times are ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelationPeak {
    /// Fitted centre, ticks.
    pub delay: f64,
    /// Standard error of `delay`.
    pub delay_error: f64,
    /// Full width at half maximum, ticks; `None` if unknown.
    pub fwhm: Option<f64>,
    /// Standard error of `fwhm`.
    pub fwhm_error: Option<f64>,
    /// Pairs above the level beside the peak.
    pub pairs: f64,
    /// Standard error of `pairs`.
    pub pairs_error: f64,
    /// Significance in standard deviations.
    pub significance: f64,
}

/// Returns the significant peaks of a histogram, most significant first.
pub fn list(histogram: &Histogram) -> Vec<CorrelationPeak> {
    peaks(histogram, MAX_PEAKS).into_iter().map(described).collect()
}

fn described(Peak { centre, fwhm, pairs, significance }: Peak) -> CorrelationPeak {
    let fwhm = fwhm.and_then(|fwhm| without_rounding(fwhm).ok());
    CorrelationPeak {
        delay: centre.value,
        delay_error: centre.error,
        fwhm: fwhm.map(|fwhm| fwhm.value),
        fwhm_error: fwhm.map(|fwhm| fwhm.error),
        pairs: pairs.value,
        pairs_error: pairs.error,
        significance,
    }
}

/// Returns the hint on crosstalk: two peaks are at equal distances before and after the strongest peak, or 0.
pub fn crosstalk_hint(peaks: &[CorrelationPeak]) -> Option<Hint> {
    let middles = [0.0, peaks.first()?.delay];
    let is_around = |x: &CorrelationPeak, y: &CorrelationPeak, middle: f64| {
        let width = x.fwhm.unwrap_or(1.0).max(y.fwhm.unwrap_or(1.0));
        let (x, y) = (x.delay - middle, y.delay - middle);
        x.abs().min(y.abs()) > width && (x + y).abs() < width
    };
    let pairs = || peaks.iter().enumerate().flat_map(|(k, y)| peaks[..k].iter().map(move |x| (x, y)));
    let found = middles.into_iter().find_map(|middle| {
        let (x, y) = pairs().find(|(x, y)| is_around(x, y, middle))?;
        Some((x.delay - y.delay).abs() / 2.0)
    })?;
    let message = format!(
        "two peaks lie symmetrically, {found:.1} ticks before and after their middle, as for detectors that detect \
         each other's emission: shield the detectors, or exclude these delays"
    );
    Some(Hint::new(RemarkCode::Crosstalk, message))
}
