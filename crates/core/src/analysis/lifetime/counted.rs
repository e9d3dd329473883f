//! Fits of decays to a histogram that another program counted.

use super::delay_result::{DelayCounts, result_of_delays};
use super::result::Wanted;
use super::result_types::LifetimeResult;
use crate::{Code, Error};

/// Maximum number of bins of a histogram.
const MAX_BINS: usize = 1 << 20;
/// Maximum sum of counts. Floating-point numbers are exact for integers up to it.
const MAX_COUNTS: u64 = 1 << 53;

/// Fits one or two decays to the counts of a curve of a file. `resolution_s` is the width of its bins, and `period_s` the
/// period of the light, both in seconds.
///
/// # Errors
/// `Usage` without a resolution or a period; otherwise as [`lifetime_of_histogram`].
pub fn lifetime_of_curve(
    counts: &[u64],
    resolution_s: Option<f64>,
    period_s: Option<f64>,
    two: bool,
) -> Result<LifetimeResult, Error> {
    let missing = |what: &str, remedy: &str| {
        Error::new(Code::Usage, format!("the curve does not state {what}"), remedy)
    };
    let resolution =
        resolution_s.ok_or_else(|| missing("the width of its bins", "give the `unit` of its delays"))?;
    let period = period_s.ok_or_else(|| missing("the sync rate", "give the `period` of the light"))?;
    lifetime_of_histogram(counts, period / resolution, two)
}

/// Fits one or two decays to the counts of a histogram; a tick is a bin. Pulses are `period` bins apart, and counts in
/// later bins are ignored.
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
    // The number of pulses, and the first photons after each pulse, are unknown.
    found.remarks.retain(|remark| remark.about != "period");
    for remark in found.remarks.iter_mut().filter(|remark| remark.code == "beyond-period") {
        remark.message =
            "the histogram is longer than a period; the fit ignores the counts after it".to_owned();
    }
    Ok(found)
}
