//! Models fitted to counts that are Poisson distributed: parameters of maximum likelihood.

use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{DMatrix, DVector, Dyn, Owned};

use super::statistics::Estimate;
use super::statistics::levels::{DISCOVERY, EVIDENCE, MANY_COUNTS, NEGLIGIBLE, NO_COUNTS};

/// Relative change of the deviance, and of the parameters, at which a search ends: a millionth of [`NEGLIGIBLE`].
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

/// A model: computes the expected value of every count from the parameters.
pub type Model<'a> = dyn Fn(&[f64]) -> Vec<f64> + 'a;

/// Returns the relative step of central differences at which rounding and truncation are equal: Press et al., Numerical
/// Recipes (2007), 5.7.
fn step() -> f64 {
    libm::cbrt(f64::EPSILON)
}

/// Counts, a model of them, and the state of the search for its parameters.
pub struct Problem<'a> {
    pub counts: &'a [u64],
    pub model: &'a Model<'a>,
    pub parameters: &'a [Parameter],
    /// The unbounded parameters, see [`Parameter::unbounded`].
    pub at: DVector<f64>,
}

impl Problem<'_> {
    /// Returns the values of the parameters.
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().zip(self.at.iter()).map(|(p, x)| p.value_at(*x).0).collect()
    }

    /// Returns the expected counts at `values`; `None` if one is not a number.
    pub fn expected(&self, values: &[f64]) -> Option<Vec<f64>> {
        let mut expected = (self.model)(values);
        expected.iter_mut().for_each(|m| *m = m.max(NO_COUNTS));
        (expected.len() == self.counts.len() && expected.iter().all(|m| m.is_finite())).then_some(expected)
    }

    /// Returns the derivatives of the expected counts by each value, one column for each value.
    pub fn slopes(&self, values: &[f64]) -> Option<Vec<Vec<f64>>> {
        let column = |k: usize| {
            let step = step() * values[k].abs().max(NEGLIGIBLE);
            let moved = |by: f64| {
                let mut values = values.to_vec();
                values[k] += by;
                self.expected(&values)
            };
            let (above, below) = moved(step).zip(moved(-step))?;
            Some(above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * step)).collect())
        };
        (0..values.len()).map(column).collect()
    }
}

/// Returns half of the contribution of the count `n` to the deviance for the expected value `m`: `m - n + n ln(n/m)`,
/// at least 0.
pub fn half_deviance(n: f64, m: f64) -> f64 {
    let from_logarithm = if n > 0.0 { n * libm::log(n / m) } else { 0.0 };
    (m - n + from_logarithm).max(0.0)
}

fn residual(n: f64, m: f64) -> f64 {
    (2.0 * half_deviance(n, m)).sqrt().copysign(m - n)
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        self.at.copy_from(x);
    }

    fn params(&self) -> DVector<f64> {
        self.at.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let expected = self.expected(&self.values())?;
        let residuals = self.counts.iter().zip(&expected).map(|(n, m)| residual(*n as f64, *m));
        Some(DVector::from_iterator(expected.len(), residuals))
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let values = self.values();
        let expected = self.expected(&values)?;
        let slopes = self.slopes(&values)?;
        let columns = slopes.iter().zip(self.parameters).zip(self.at.iter());
        let columns: Vec<Vec<f64>> = columns
            .map(|((slopes, parameter), at)| {
                let (_, scale) = parameter.value_at(*at);
                let rows = self.counts.iter().zip(&expected).zip(slopes);
                rows.map(|((n, m), slope)| {
                    let r = residual(*n as f64, *m);
                    let to_expected =
                        if r.abs() < step() * m.sqrt() { 1.0 / m.sqrt() } else { (1.0 - *n as f64 / m) / r };
                    to_expected * slope * scale
                })
                .collect()
            })
            .collect();
        Some(DMatrix::from_fn(expected.len(), columns.len(), |row, column| columns[column][row]))
    }
}

/// A parameter of a model: its initial value, and its range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameter {
    /// Any number.
    Free(f64),
    /// Greater than 0.
    Positive(f64),
    /// Greater than 0 and less than 1.
    Share(f64),
}

/// Maximum magnitude of the logarithm that represents a bounded parameter. Beyond it, the parameter is at its bound.
/// The square of `exp(300)` is still finite.
const FARTHEST: f64 = 300.0;

impl Parameter {
    /// Returns the unbounded number that represents the value: the value, its logarithm, or `ln(x / (1 - x))`.
    pub(super) fn unbounded(self) -> f64 {
        match self {
            Self::Free(x) => x,
            Self::Positive(x) => libm::log(x.max(f64::MIN_POSITIVE)),
            Self::Share(x) => {
                // At 0 and 1, the derivative of the share vanishes.
                let x = x.clamp(NEGLIGIBLE, 1.0 - NEGLIGIBLE);
                libm::log(x / (1.0 - x))
            }
        }
    }

    /// Returns the value represented by `unbounded`, and its derivative.
    pub(super) fn value_at(self, unbounded: f64) -> (f64, f64) {
        let limited = unbounded.clamp(-FARTHEST, FARTHEST);
        match self {
            Self::Free(_) => (unbounded, 1.0),
            Self::Positive(_) => (libm::exp(limited), libm::exp(limited)),
            Self::Share(_) => {
                let share = 1.0 / (1.0 + libm::exp(-limited));
                (share, share * (1.0 - share))
            }
        }
    }
}

/// Returns the mean and standard deviation of the deviance of counts with the given `expected` values, after fitting
/// parameters. For small counts, the mean differs from the number of counts minus the number of parameters (Kaastra,
/// Astron. Astrophys. 605, A51 (2017)).
pub fn deviance_of_truth(expected: &[f64], parameters: usize) -> (f64, f64) {
    let (mut mean, mut variance) = (0.0, 0.0);
    for m in expected {
        let (one_mean, one_variance) = of_one(*m);
        mean += one_mean;
        variance += one_variance;
    }
    ((mean - parameters as f64).max(0.0), variance.sqrt())
}

/// Returns the mean and variance of the deviance of one count with the expected value `m`. From [`MANY_COUNTS`] on, they
/// are nearly 1 and 2.
fn of_one(m: f64) -> (f64, f64) {
    if m > MANY_COUNTS {
        return (1.0 + 1.0 / (6.0 * m), 2.0 + 2.0 / (3.0 * m));
    }
    let (mut mean, mut square) = (0.0, 0.0);
    let mut probability = libm::exp(-m);
    // Ten standard deviations above the mean, the rest is below the precision of numbers.
    let last = (m + 10.0 * m.sqrt() + 20.0) as u32;
    for n in 0..=last {
        let deviance = 2.0 * half_deviance(f64::from(n), m);
        mean += probability * deviance;
        square += probability * deviance * deviance;
        probability *= m / f64::from(n + 1);
    }
    (mean, square - mean * mean)
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

    #[test]
    fn few_counts_have_less_and_some_have_more_than_many() {
        // 2m of an empty bin, nearly always; Cash's statistic has its largest mean, 1.15, near 1 to 2 counts.
        assert!((of_one(1e-4).0 - 2e-4 * (1.0 + 1e4_f64.ln() - 1.0)).abs() < 2e-4);
        assert!((1.1..1.2).contains(&of_one(1.5).0));
        let ((mean, variance), (above, wide)) = (of_one(MANY_COUNTS), of_one(MANY_COUNTS + 0.1));
        assert!((mean - above).abs() < 1e-3 && (variance - wide).abs() < 1e-2);
    }
}
