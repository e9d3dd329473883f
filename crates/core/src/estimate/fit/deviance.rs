//! The expected deviance of a true model.

use super::problem::half_deviance;
use crate::estimate::statistics::levels::MANY_COUNTS;

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
mod tests {
    use super::*;

    #[test]
    fn few_counts_have_less_and_some_have_more_than_many() {
        // 2m of an empty bin, nearly always; Cash's statistic has its largest mean, 1.15, near 1 to 2 counts.
        assert!((of_one(1e-4).0 - 2e-4 * (1.0 + 1e4_f64.ln() - 1.0)).abs() < 2e-4);
        assert!((1.1..1.2).contains(&of_one(1.5).0));
        let ((mean, variance), (above, wide)) = (of_one(MANY_COUNTS), of_one(MANY_COUNTS + 0.1));
        assert!((mean - above).abs() < 1e-3 && (variance - wide).abs() < 1e-2);
    }
}
