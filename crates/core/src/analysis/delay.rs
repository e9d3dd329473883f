//! The delay between two channels: where their correlation has its peak.

use std::borrow::Cow;

use super::Analysis;
use super::correlation::{Correlation, CorrelationPartial};
use super::peak::{Peak, describe};
use crate::request::Params;
use crate::tags::TagBlock;
use crate::{Code, Error, Value};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// More bins than this are joined, unless a width is asked for.
const FINE_BINS: i64 = 1 << 20;

/// The peak of the [`Correlation`] of `a` with `b`.
///
/// Parameters, in ticks: `a`, `b`; `from`, `to`, `bin`. Without them, -6400 to 6400 in bins of 1
/// (wider where that would be more than 2^20).
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

impl Analysis for Delay {
    const NAME: &'static str = "delay";
    type Partial = CorrelationPartial;

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("log") {
            return Err(Error::new(Code::Usage, "`log` is not for delays", "give `bin`"));
        }
        let from = params.time("from")?.unwrap_or(DEFAULT_RANGE.0);
        let to = params.time("to")?.unwrap_or(DEFAULT_RANGE.1);
        let bin = to.saturating_sub(from) / FINE_BINS + 1;
        let params = params.clone().or("from", Value::Int(from)).or("to", Value::Int(to));
        Correlation::new(&params.or("bin", Value::Int(bin.max(1)))).map(Self)
    }

    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        Analysis::push(&mut self.0, piece)
    }

    fn partial(&self) -> Cow<'_, CorrelationPartial> {
        self.0.partial()
    }

    fn merge(&mut self, later: CorrelationPartial) -> Result<(), Error> {
        self.0.merge(later)
    }

    fn result(&self) -> Value {
        let peak = self.0.histogram().and_then(|histogram| Peak::find(&histogram));
        let mut entries = Vec::from(self.0.describe());
        entries.push(("bin", self.0.histogram().map_or(Value::Null, |h| Value::Int(h.bin))));
        entries.extend(describe(peak.as_ref()));
        Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}
