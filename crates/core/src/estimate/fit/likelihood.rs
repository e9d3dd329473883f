//! The most likely parameters of a model, with their errors.

use levenberg_marquardt::LevenbergMarquardt;
use nalgebra::{DMatrix, DVector};

use super::deviance::deviance_of_truth;
use super::parameter::Parameter;
use super::problem::{Model, Problem, half_deviance};
use crate::estimate::statistics::Estimate;
use crate::estimate::statistics::levels::{DISCOVERY, EVIDENCE};

/// Relative change of the deviance, and of the parameters, at which a search ends.
const TOLERANCE: f64 = 1e-9;

/// Maximum number of evaluations of the model in one search, per parameter.
const PATIENCE: usize = 25;
const LONG_PATIENCE: usize = 100;

/// Minimum expected count in Fisher's information, see [`fit_of_few`].
const FEW: f64 = 1.0;

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The most likely parameters.
    pub values: Vec<f64>,
    /// Standard error of each value.
    pub errors: Vec<f64>,
    /// Covariance matrix of the values, by rows.
    pub covariance: Vec<Vec<f64>>,
    /// Expected value of each count.
    pub expected: Vec<f64>,
    /// Twice the logarithm of the likelihood ratio between a model that matches every count and this model.
    pub deviance: f64,
    /// Mean and standard deviation of the deviance of a true model.
    pub true_deviance: (f64, f64),
}

impl Fitted {
    /// Returns the most likely value of parameter `k`, with its error.
    pub fn estimate(&self, k: usize) -> Estimate {
        Estimate { value: self.values[k], error: self.errors[k] }
    }

    /// Returns the standard error of a number whose derivatives by the parameters are `slopes`.
    pub fn error_of(&self, slopes: &[f64]) -> f64 {
        let rows = self.covariance.iter().zip(slopes);
        let variance: f64 =
            rows.map(|(row, a)| row.iter().zip(slopes).map(|(c, b)| a * b * c).sum::<f64>()).sum();
        variance.max(0.0).sqrt()
    }

    /// Returns whether the deviance is more than [`DISCOVERY`] standard deviations above that of a true model. The
    /// model then does not describe the counts.
    pub fn is_poor(&self) -> bool {
        self.exceeds(DISCOVERY)
    }

    /// Returns whether the deviance is more than [`EVIDENCE`] standard deviations above that of a true model, as it is
    /// for every poor fit. The model then may not describe the counts.
    pub fn is_doubtful(&self) -> bool {
        self.exceeds(EVIDENCE)
    }

    fn exceeds(&self, level: f64) -> bool {
        let (mean, deviation) = self.true_deviance;
        self.deviance > mean + level * deviation
    }
}

/// Returns the most likely parameters of `model`, which returns the expected value of each of `counts`. The counts are
/// Poisson distributed, and the search begins at `parameters`. `None` if the search does not converge, or if the counts
/// do not determine a parameter.
///
/// The likelihood is maximised as the sum of the squares of the signed roots of the deviance,
/// `sign(m - n) sqrt(2 (m - n + n ln(n/m)))` (Laurence, Chromy, Nat. Methods 7, 338 (2010)), by Levenberg-Marquardt.
/// Errors are from the inverse of Fisher's information, `sum (dm/dp) (dm/dq) / m`.
pub fn fit(counts: &[u64], parameters: &[Parameter], model: &Model<'_>) -> Option<Fitted> {
    fit_with(counts, parameters, model, (0.0, PATIENCE))
}

/// Like [`fit`], for counts whose expected value may be 0, as in the minimum of a fringe. Fisher's information is
/// infinite there, so a position has at most the weight of one with [`FEW`] expected counts. The search may take
/// longer, for instance to distinguish a wide dip from a lower level.
pub fn fit_of_few(counts: &[u64], parameters: &[Parameter], model: &Model<'_>) -> Option<Fitted> {
    fit_with(counts, parameters, model, (FEW, LONG_PATIENCE))
}

fn fit_with(
    counts: &[u64],
    parameters: &[Parameter],
    model: &Model<'_>,
    (few, patience): (f64, usize),
) -> Option<Fitted> {
    if counts.len() <= parameters.len() {
        return None;
    }
    let at = DVector::from_iterator(parameters.len(), parameters.iter().map(|p| p.unbounded()));
    let problem = Problem { counts, model, parameters, at };
    let search = LevenbergMarquardt::new()
        .with_ftol(TOLERANCE)
        .with_xtol(TOLERANCE)
        .with_gtol(TOLERANCE)
        .with_patience(patience);
    let (found, report) = search.minimize(problem);
    if !report.termination.was_successful() {
        return None;
    }
    let values = found.values();
    let expected = found.expected(&values)?;
    let slopes = found.slopes(&values)?;
    let covariance = covariance(&slopes, &expected, few)?;
    let errors = (0..values.len()).map(|k| covariance[k][k].sqrt()).collect();
    let deviance = counts.iter().zip(&expected).map(|(n, m)| 2.0 * half_deviance(*n as f64, *m)).sum();
    let true_deviance = deviance_of_truth(&expected, parameters.len());
    Some(Fitted { values, errors, covariance, expected, deviance, true_deviance })
}

/// Returns the inverse of Fisher's information, with expected counts of at least `few`. Parameters are first scaled to
/// the same information, because they may differ by many orders of magnitude. An element of the scaled inverse is the
/// squared ratio of a parameter's error to its error with all other parameters known. Beyond half of the digits of a
/// number, the counts do not determine the parameter.
fn covariance(slopes: &[Vec<f64>], expected: &[f64], few: f64) -> Option<Vec<Vec<f64>>> {
    let information = |a: usize, b: usize| -> f64 {
        slopes[a].iter().zip(&slopes[b]).zip(expected).map(|((x, y), m)| x * y / m.max(few)).sum()
    };
    let n = slopes.len();
    let scale: Vec<f64> = (0..n).map(|k| information(k, k).sqrt()).collect();
    if scale.iter().any(|s| !s.is_finite() || *s <= 0.0) {
        return None;
    }
    let scaled = DMatrix::from_fn(n, n, |a, b| information(a, b) / (scale[a] * scale[b]));
    let inverse = scaled.cholesky()?.inverse();
    let determined = (0..n).all(|k| inverse[(k, k)] < 1.0 / f64::EPSILON.sqrt());
    let row = |a: usize| (0..n).map(|b| inverse[(a, b)] / (scale[a] * scale[b])).collect();
    determined.then(|| (0..n).map(row).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_of_its_counts() {
        let counts = [9, 16, 11, 12, 15, 9];
        let found = fit(&counts, &[Parameter::Positive(3.0)], &|p| vec![p[0]; 6]).unwrap();
        assert!((found.values[0] - 12.0).abs() < 1e-4, "{found:?}");
        assert!((found.errors[0] - (12.0_f64 / 6.0).sqrt()).abs() < 1e-4, "{found:?}");
        // For large counts it would be 5, their number minus that of the parameters.
        let (mean, deviation) = found.true_deviance;
        assert!((mean - 5.0).abs() < 0.2 && (deviation - 10.0_f64.sqrt()).abs() < 0.4, "{mean} {deviation}");
    }

    #[test]
    fn a_line_through_empty_bins_too() {
        let counts = [0, 0, 1, 0, 2, 3, 2, 5, 4, 6];
        let line = |p: &[f64]| (0..10).map(|k| p[0] + p[1] * f64::from(k)).collect::<Vec<_>>();
        let found = fit(&counts, &[Parameter::Positive(1.0), Parameter::Free(0.3)], &line).unwrap();
        // For the most likely line, the sum of the expected counts is that of the counts.
        let sum: f64 = found.expected.iter().sum();
        assert!((sum - 23.0).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn parameters_that_nothing_determines_have_no_fit() {
        let both = |p: &[f64]| vec![p[0] + p[1]; 6];
        assert!(fit(&[9, 8, 7, 9, 8, 7], &[Parameter::Free(4.0), Parameter::Free(4.0)], &both).is_none());
        assert!(fit(&[9], &[Parameter::Free(1.0)], &|p| vec![p[0]]).is_none());
    }
}
