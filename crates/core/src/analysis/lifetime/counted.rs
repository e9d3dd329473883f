//! Decays of a histogram that another program counted.

use super::delay_result::{DelayCounts, result_of_delays};
use super::result::Wanted;
use super::result_types::LifetimeResult;
#[cfg(feature = "import")]
use crate::import::HistogramCurve;
use crate::{Code, Error};

/// Maximum number of bins of a histogram.
const MAX_BINS: usize = 1 << 20;
/// Maximum sum of counts: floating point numbers hold each integer up to it.
const MAX_COUNTS: u64 = 1 << 53;

/// Fits one decay, or two, to a curve of a file. The period of the light in seconds is that of the curve's sync rate if it
/// is not given.
///
/// # Errors
/// `Usage` if the curve states no resolution or no period is known; as [`lifetime_of_histogram`].
#[cfg(feature = "import")]
pub fn lifetime_of_curve(
    curve: &HistogramCurve,
    period_s: Option<f64>,
    two: bool,
) -> Result<LifetimeResult, Error> {
    let missing = |what: &str, remedy: &str| {
        Error::new(Code::Usage, format!("the curve does not state {what}"), remedy)
    };
    let resolution = curve
        .resolution_s
        .ok_or_else(|| missing("the width of its bins", "give the `unit` of its delays"))?;
    let period = period_s
        .or_else(|| curve.sync_rate_hz.map(|rate| 1.0 / rate))
        .ok_or_else(|| missing("the sync rate", "give the `period` of the light"))?;
    lifetime_of_histogram(&curve.counts.0, period / resolution, two)
}

/// Fits one decay, or two, to the counts of a histogram; a tick is a bin. Pulses are `period` bins apart: counts in later
/// bins are left out.
///
/// # Errors
/// `Usage` for a period that is not positive, and for too many bins.
pub fn lifetime_of_histogram(counts: &[u64], period: f64, two: bool) -> Result<LifetimeResult, Error> {
    if !(period.is_finite() && period >= 1.0) || counts.len() > MAX_BINS || period > MAX_BINS as f64 {
        let message =
            format!("a period of {period} bins and a histogram of {} can't be fitted", counts.len());
        return Err(Error::new(Code::Usage, message, "give the `period` of the light, at most 2^20 bins"));
    }
    let sum = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
    let Some(tags) = sum.filter(|sum| *sum <= MAX_COUNTS) else {
        let message = "the histogram has more than 2^53 counts";
        return Err(Error::new(Code::Usage, message, "check its column of counts"));
    };
    let counted = DelayCounts {
        channel: 0,
        tags,
        without: 0,
        channels: Vec::new(),
        span: None,
        period,
        bin: 1,
        all: counts.to_vec(),
        first: counts.to_vec(),
        recorded: Some(counts.len()),
    };
    let wanted = Wanted { period: Some(period), bins: true, fwhm: None, response: None, two, pile_up: false };
    let mut found = result_of_delays(&counted, &wanted);
    // How many pulses there were, and which photons were the first after one, is not stated.
    found.remarks.retain(|remark| remark.about != "period");
    for remark in found.remarks.iter_mut().filter(|remark| remark.code == "beyond-period") {
        remark.message =
            "the histogram is longer than a period; the fit leaves the counts beyond it out".to_owned();
    }
    Ok(found)
}
