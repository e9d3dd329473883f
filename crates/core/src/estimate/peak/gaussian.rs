//! Centre and width of a peak: a Gaussian fitted to its counts.

use std::f64::consts::{SQRT_2, TAU};

use super::fit::{Bin, fit};
use super::level::Level;
use super::stretch::Stretch;
use crate::estimate::statistics::levels::{MANY_COUNTS, NO_COUNTS};
use crate::estimate::statistics::{Estimate, FEW, full_width};

/// Position of a peak, in bins from the middle of the first one.
pub struct Gaussian {
    pub centre: Estimate,
    /// Full width at half maximum.
    pub fwhm: Result<Estimate, Unknown>,
    /// Significance, in standard deviations, of another shape than a Gaussian.
    pub misfit: f64,
}

/// Reason for an unknown width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// The peak has too few counts to determine its width.
    TooFewCounts,
    /// The peak is narrower than a bin.
    NarrowerThanABin,
}

/// Fits `level * exposure + pairs * Gaussian`, the Gaussian integrated over each bin with exposure, by Poisson
/// likelihood.
///
/// Errors are those of Fisher's information, including the error of the level. Above [`MANY_COUNTS`] pairs, errors from
/// the scatter of the counts are used if they are larger. With fewer pairs, the variance is multiplied by
/// `n / (n - 3)`, because the width is estimated as well.
pub fn gaussian(stretch: &Stretch) -> Option<Gaussian> {
    let Stretch { counts, exposure, level: Level { height: level, variance }, run: (first, end) } = stretch;
    let width = end - first;
    let (low, high) = (first.saturating_sub(width / 2), (end + width.div_ceil(2)).min(counts.len()));
    let excess = |k: usize| counts[k] - level * exposure[k];
    let sum: f64 = (low..high).map(excess).sum();
    let pairs = sum.max(1.0);
    let moment = (low..high).map(|k| excess(k) * k as f64).sum::<f64>() / pairs;
    let centre = moment.clamp(*first as f64, (*end - 1) as f64);
    let square = (low..high).map(|k| excess(k) * (k as f64 - centre).powi(2)).sum::<f64>() / pairs;
    let sigma = square.max(0.05).sqrt().max(0.25);
    let last = counts.len() as f64;
    let fitted = fit(counts, [pairs, centre, sigma], *variance, |k, [pairs, centre, sigma]| {
        let possible = pairs > 0.0 && sigma > 0.05 && centre > -1.0 && centre < last;
        if exposure[k] <= 0.0 {
            return possible.then_some(Bin { mean: NO_COUNTS, by: [0.0; 3], by_level: 0.0 });
        }
        let [z0, z1] = [-0.5, 0.5].map(|edge| (k as f64 + edge - centre) / sigma);
        let share = 0.5 * (libm::erf(z1 / SQRT_2) - libm::erf(z0 / SQRT_2));
        let [g0, g1] = [z0, z1].map(|z| libm::exp(-z * z / 2.0) / TAU.sqrt());
        possible.then(|| Bin {
            mean: (level * exposure[k] + pairs * share).max(NO_COUNTS),
            by: [share, -pairs * (g1 - g0) / sigma, -pairs * (z1 * g1 - z0 * g0) / sigma],
            by_level: exposure[k],
        })
    })?;
    let [pairs, centre, sigma] = fitted.at;
    let variance = |i: usize| {
        if pairs > MANY_COUNTS {
            fitted.variance[i].max(fitted.sandwich[i])
        } else {
            fitted.variance[i] * pairs / (pairs - 3.0).max(1.0)
        }
    };
    let narrow = full_width(sigma) < 1.0;
    let sigma_error = variance(2).sqrt();
    // The most likely width of n pairs is too narrow by the factor 1 - 3 / 4n on average.
    let unbiased = 1.0 + 0.75 / pairs;
    let fwhm = if narrow {
        Err(Unknown::NarrowerThanABin)
    } else if pairs < FEW as f64 || sigma_error.is_nan() || sigma_error >= sigma {
        Err(Unknown::TooFewCounts)
    } else {
        Ok(Estimate { value: sigma, error: sigma_error }.times(full_width(unbiased)))
    };
    let error = if narrow { 1.0 / 12.0_f64.sqrt() } else { variance(1).sqrt() };
    let centre = Estimate { value: centre, error };
    centre.is_finite().then_some(Gaussian { centre, fwhm, misfit: fitted.misfit })
}
