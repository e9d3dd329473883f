//! The delay between two channels: where their correlation has its peak.

use std::borrow::Cow;

use super::accumulator::Analysis;
use super::correlation::{Correlation, CorrelationPartial, CorrelationRequest, PairOfChannels};
use super::peak::{Peak, PeakResult};
use super::shape::{Includes, Part, Result as _, Shape, result};
use crate::request::{Field, Params, request};
use crate::tags::TagBlock;
use crate::{Code, Error, Value};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// Most bins, unless a width is asked for: they are wider where there would be more.
const MAX_FINE_BINS: i64 = 1 << 20;

/// The peak of the [`Correlation`] of `a` with `b`.
///
/// By default, delays from -6400 to 6400 ticks are searched in bins of 1 tick, or wider ones where that would be more
/// than 2^20.
///
/// The background is the mean of the bins away from the peak. The peak is the run of 1, 2, 4...
/// bins that is least likely on it: `significance` is `sqrt(2 (S ln(S/B) - (S - B)))` for S counts
/// where B are expected, the likelihood ratio of Cash, Astrophys. J. 228, 939 (1979), as a number
/// of standard deviations. It stands out where a flat background would look like that anywhere in
/// the range in less than one of 1000 recordings; otherwise `delay`, `centre` and `fwhm` are null.
///
/// `delay` is the highest bin's middle, `peak_counts` its counts and `background` the expected
/// ones, `centre` the centre of the excess over the background with its standard error, `fwhm`
/// the width at half of the excess, interpolated; times in ticks. A peak of 16 bins or more is
/// smoothed over an eighth of them for `fwhm`, and what that adds to a Gaussian is taken off.
pub struct Delay(Correlation);

request! {
    /// What `delay` is asked for.
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
    }
}

result! {
    /// `delay`: the peak of a correlation.
    pub struct DelayResult as "Delay" {
        pair: Includes<PairOfChannels>,
        /// Width of a bin, ticks.
        bin: i64,
        peak: Includes<PeakResult>,
    }
}

impl Analysis for Delay {
    const NAME: &'static str = "delay";
    const REQUEST: &'static [Field] = DelayRequest::FIELDS;
    type Partial = CorrelationPartial;

    fn shape() -> Shape {
        DelayResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("log") {
            return Err(Error::new(Code::Usage, "`log` is not for delays", "give `bin`"));
        }
        let DelayRequest { a, b, bin, from, to } = DelayRequest::read(params)?;
        let (from, to) = (from.unwrap_or(DEFAULT_RANGE.0), to.unwrap_or(DEFAULT_RANGE.1));
        let bin = bin.unwrap_or((to.saturating_sub(from) / MAX_FINE_BINS + 1).max(1));
        Correlation::of(CorrelationRequest {
            a,
            b,
            bin: Some(bin),
            from: Some(from),
            to: Some(to),
            log: None,
        })
        .map(Self)
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        Analysis::push(&mut self.0, block)
    }

    fn stopped(&self) -> Option<Error> {
        Analysis::stopped(&self.0)
    }

    fn partial(&self) -> Cow<'_, CorrelationPartial> {
        self.0.partial()
    }

    fn merge(&mut self, later: CorrelationPartial) -> Result<(), Error> {
        self.0.merge(later)
    }

    fn result(&self) -> Value {
        let histogram = self.0.histogram();
        let peak = histogram.as_ref().and_then(Peak::find);
        let all = DelayResult {
            pair: Includes(self.0.describe()),
            // The bins of a delay are linear, so there always is a histogram.
            bin: histogram.map_or(1, |histogram| histogram.bin),
            peak: Includes(PeakResult::of(peak.as_ref())),
        };
        all.value()
    }
}
