//! Centre and width of a peak: a Gaussian fitted to its counts, beside a measured level with a variance of its own.
//!
//! [`crate::estimate::fit`] fits any number of bounded parameters, without such a level. This fit of three runs for
//! every pair of channels: the model returns its derivatives in closed form, and no matrix is allocated.

use std::f64::consts::{SQRT_2, TAU};

use super::histogram::Sums;
use super::search::Run;
use crate::estimate::statistics::levels::{MANY_COUNTS, NO_COUNTS, NORMAL_COUNTS};
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
    // With a standard deviation of a quarter of a bin, 95 % of a peak lie in one bin: narrower peaks look alike.
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

/// Counts of successive bins around a peak.
pub struct Stretch {
    pub counts: Vec<f64>,
    /// Exposure of each, in bins.
    pub exposure: Vec<f64>,
    /// The level beside the peak.
    pub level: Level,
    /// First bin of the peak, and the bin after its last one.
    pub run: (usize, usize),
}

impl Stretch {
    /// Returns the bins around a run, two widths on either side, with the level beside those; and the first of them.
    pub fn around(sums: &Sums, run: Run) -> (Self, usize) {
        let Run { first, width, side, .. } = run;
        let bins = sums.bins();
        let (low, high) = (first.saturating_sub(2 * width), (first + 3 * width).min(bins));
        let (left, right) = (low.saturating_sub(side), (high + side).min(bins));
        let both = |of: fn(&Sums, usize, usize) -> f64| of(sums, left, low) + of(sums, high, right);
        let counts = both(|sums, low, high| sums.counts(low, high));
        let exposure = both(|sums, low, high| sums.exposure(low, high));
        let level = if exposure > 0.0 { Level::of(counts, exposure) } else { Level::default() };
        let each = |of: fn(&Sums, usize, usize) -> f64| (low..high).map(|k| of(sums, k, k + 1)).collect();
        let stretch = Self {
            counts: each(|sums, low, high| sums.counts(low, high)),
            exposure: each(|sums, low, high| sums.exposure(low, high)),
            level,
            run: (first - low, first + width - low),
        };
        (stretch, low)
    }
}

/// Counts per bin of exposure beside peaks and dips.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Level {
    pub height: f64,
    /// The variance of the height: that of its counts, at least of one.
    pub variance: f64,
}

impl Level {
    /// Returns the level of `counts` counts in `exposure` bins of exposure, which is above 0.
    pub fn of(counts: f64, exposure: f64) -> Self {
        Self { height: counts / exposure, variance: counts.max(1.0) / (exposure * exposure) }
    }
}

/// Maximum number of steps of a fit.
const MOST_STEPS: usize = 60;

/// A model of one bin: its mean, and the derivatives by each parameter and by the level beside it.
pub struct Bin {
    /// Expected counts, greater than 0.
    pub mean: f64,
    /// Derivatives by the parameters.
    pub by: [f64; 3],
    /// Derivative by the level.
    pub by_level: f64,
}

/// Parameters with their errors.
pub struct Fitted {
    /// Best parameters.
    pub at: [f64; 3],
    /// Their variances by Fisher's information.
    pub variance: [f64; 3],
    /// Their variances with the scatter of the counts instead of the model's, which differ if the counts do not have
    /// the shape of the model: Huber's sandwich.
    pub sandwich: [f64; 3],
    /// See [`misfit`].
    pub misfit: f64,
}

/// The parameters that maximise the Poisson likelihood of `counts`, by Fisher scoring with Levenberg's damping,
/// whose start and factor are those of Press et al., Numerical Recipes (2007), 15.5.
/// `model(k, parameters)` describes bin `k`, and is `None` for parameters out of range. The level has a variance of its
/// own. `None` if the information matrix is singular.
pub fn fit(
    counts: &[f64],
    start: [f64; 3],
    level_variance: f64,
    model: impl Fn(usize, [f64; 3]) -> Option<Bin>,
) -> Option<Fitted> {
    let all = |at: [f64; 3]| (0..counts.len()).map(|k| model(k, at)).collect::<Option<Vec<Bin>>>();
    let mut at = start;
    let mut bins = all(at)?;
    let mut deviance = deviance_of(counts, &bins);
    let mut damping = 1e-3;
    for _ in 0..MOST_STEPS {
        let mut matrix = weighted(&bins, |bin| 1.0 / bin.mean);
        let slope: [f64; 3] = std::array::from_fn(|i| {
            counts.iter().zip(&bins).map(|(n, bin)| bin.by[i] * (n / bin.mean - 1.0)).sum()
        });
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += damping * row[i] + 1e-12;
        }
        let inverse = inverted(matrix)?;
        let next = std::array::from_fn(|i| at[i] + dot(inverse[i], slope));
        let tried = all(next).map(|bins| (deviance_of(counts, &bins), bins));
        match tried {
            Some((lower, better)) if lower <= deviance + 1e-12 => {
                let still = deviance - lower < 1e-9;
                (at, bins, deviance) = (next, better, lower);
                damping = (damping / 10.0_f64).max(1e-9);
                if still {
                    break;
                }
            }
            _ => damping *= 10.0,
        }
        if damping > 1e9 {
            break;
        }
    }
    let covariance = inverted(weighted(&bins, |bin| 1.0 / bin.mean))?;
    let mut scattered = counts.iter().zip(&bins).map(|(n, bin)| n / bin.mean.powi(2));
    let scatter = weighted(&bins, |_| scattered.next().unwrap_or(0.0));
    let by_level: [f64; 3] =
        std::array::from_fn(|i| bins.iter().map(|bin| bin.by[i] * bin.by_level / bin.mean).sum());
    let from_level = |i: usize| dot(covariance[i], by_level).powi(2) * level_variance;
    let sandwich = |i: usize| -> f64 {
        let row = covariance[i];
        (0..3).map(|j| row[j] * dot(scatter[j], row)).sum()
    };
    Some(Fitted {
        at,
        variance: std::array::from_fn(|i| covariance[i][i] + from_level(i)),
        sandwich: std::array::from_fn(|i| sandwich(i) + from_level(i)),
        misfit: misfit(counts.iter().copied().zip(bins.iter().map(|bin| bin.mean))),
    })
}

/// Returns the significance, in standard deviations, of the difference between counts and their expected values after a
/// fit of three parameters: Pearson's chi squared of successive bins joined to [`NORMAL_COUNTS`] expected counts, made
/// normal after Wilson, Hilferty, Proc. Natl. Acad. Sci. 17, 684 (1931). 0 without degrees of freedom.
fn misfit(bins: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut chi2, mut terms) = (0.0, 0.0);
    let (mut counts, mut expected) = (0.0, 0.0);
    for (n, mean) in bins {
        (counts, expected) = (counts + n, expected + mean);
        if expected >= NORMAL_COUNTS {
            chi2 += (counts - expected).powi(2) / expected;
            terms += 1.0;
            (counts, expected) = (0.0, 0.0);
        }
    }
    let free: f64 = terms - 3.0;
    if free < 1.0 {
        return 0.0;
    }
    let variance = 2.0 / (9.0 * free);
    (libm::cbrt(chi2 / free) - 1.0 + variance) / variance.sqrt()
}

fn deviance_of(counts: &[f64], bins: &[Bin]) -> f64 {
    let term = |(n, bin): (&f64, &Bin)| {
        let log = if *n > 0.0 { n * libm::log(n / bin.mean) } else { 0.0 };
        2.0 * (bin.mean - n + log)
    };
    counts.iter().zip(bins).map(term).sum()
}

/// The sum of the products of derivatives, each bin with a weight.
fn weighted(bins: &[Bin], mut weight: impl FnMut(&Bin) -> f64) -> [[f64; 3]; 3] {
    let mut sum = [[0.0; 3]; 3];
    for bin in bins {
        let weight = weight(bin);
        for (row, x) in sum.iter_mut().zip(bin.by) {
            for (cell, y) in row.iter_mut().zip(bin.by) {
                *cell += weight * x * y;
            }
        }
    }
    sum
}

fn dot(x: [f64; 3], y: [f64; 3]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn cross(x: [f64; 3], y: [f64; 3]) -> [f64; 3] {
    [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
}

/// The inverse of a symmetric matrix; `None` if it is singular.
fn inverted([a, b, c]: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let rows = [cross(b, c), cross(c, a), cross(a, b)];
    let determinant = dot(a, rows[0]);
    let inverse = rows.map(|row| row.map(|x| x / determinant));
    (determinant != 0.0 && inverse.iter().flatten().all(|x| x.is_finite())).then_some(inverse)
}
