//! A fit as an equivalent least squares problem.

use levenberg_marquardt::LeastSquaresProblem;
use nalgebra::{DMatrix, DVector, Dyn, Owned};

use super::parameter::Parameter;
use crate::estimate::statistics::levels::{NEGLIGIBLE, NO_COUNTS};

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
