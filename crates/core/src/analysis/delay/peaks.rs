//! The list of all peaks of a correlation, and the hint that two of them are crosstalk.

use serde::Serialize;

use super::result::without_rounding;
use crate::estimate::peak::{Histogram, Peak, peaks};
use crate::estimate::statistics::Hint;

/// Maximum number of peaks in the list.
const MAX_PEAKS: usize = 8;

/// A peak of a correlation. Times are ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelationPeak {
    /// Fitted centre.
    pub delay: f64,
    /// Standard error of `delay`.
    pub delay_error: f64,
    /// Full width at half maximum; null if unknown.
    pub fwhm: Option<f64>,
    /// Standard error of `fwhm`.
    pub fwhm_error: Option<f64>,
    /// Pairs above the level beside the peak.
    pub pairs: f64,
    /// Standard error of `pairs`.
    pub pairs_error: f64,
    /// In standard deviations.
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
    Some(Hint::new(Hint::CROSSTALK, message))
}
