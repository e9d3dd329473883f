//! Fits three parameters to counts by Poisson likelihood, beside a measured level with a variance of its own.
//!
//! [`crate::estimate::fit`] fits any number of bounded parameters, without such a level. This one runs for every pair
//! of channels: the model returns its derivatives in closed form, and no matrix is allocated.

use crate::estimate::statistics::levels::NORMAL_COUNTS;

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

/// The parameters that maximise the Poisson likelihood of `counts`, by Fisher scoring with Levenberg's damping.
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
