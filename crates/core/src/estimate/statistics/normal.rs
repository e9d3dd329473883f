//! The normal distribution: its width and its integral, accurate also for values near 0; the significance of counts.

use std::f64::consts::{LN_2, PI, SQRT_2};

use super::levels::DISCOVERY;

/// Below this, `erfc` underflows, and an asymptotic series is exact to 12 digits.
const FAR_BELOW: f64 = -20.0;

/// Returns the full width at half maximum of a Gaussian with this standard deviation.
pub fn full_width(sigma: f64) -> f64 {
    sigma * (8.0 * LN_2).sqrt()
}

/// Returns the median of `values`, which must not be empty; of an even number, the upper of the two in the middle.
pub fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Returns the fraction of a normal distribution below `z` standard deviations.
pub fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// Returns the logarithm of [`normal_below`]. Far below the mean, it uses an asymptotic series (Abramowitz, Stegun,
/// Handbook of Mathematical Functions (1964), 26.2.12).
pub fn ln_normal_below(z: f64) -> f64 {
    if z > FAR_BELOW {
        return libm::log(normal_below(z));
    }
    let u = 1.0 / (z * z);
    let series = 1.0 - u * (1.0 - 3.0 * u * (1.0 - 5.0 * u * (1.0 - 7.0 * u)));
    -0.5 * z * z - 0.5 * libm::log(2.0 * PI) - libm::log(-z) + libm::log(series)
}

/// Returns the minimum number of expected counts for which no count is significant, 15.065. The Poisson probability of
/// none is then that of [`DISCOVERY`].
pub fn min_missing() -> f64 {
    -ln_normal_below(-DISCOVERY)
}

/// Returns the significance, in standard deviations, of `on` counts compared with `off` counts on an exposure that is
/// `1 / alpha` times as large. It is negative if there are fewer counts than expected.
///
/// Li, Ma, Astrophys. J. 272, 317 (1983), equation 17.
pub fn li_ma(on: f64, off: f64, alpha: f64) -> f64 {
    let all = on + off;
    let term = |n: f64, share: f64| if n > 0.0 { n * libm::log(share * n / all) } else { 0.0 };
    let sum = term(on, (1.0 + alpha) / alpha) + term(off, 1.0 + alpha);
    (2.0 * sum.max(0.0)).sqrt().copysign(on - alpha * off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabulated_values() {
        for (z, below) in [(0.0, 0.5), (1.0, 0.841_344_746), (-2.0, 0.022_750_132), (-5.0, 2.866_515_72e-7)] {
            assert!((normal_below(z) / below - 1.0).abs() < 1e-8, "{z}");
            assert!((ln_normal_below(z) - libm::log(below)).abs() < 1e-8, "{z}");
        }
        assert!((ln_normal_below(-30.0) + 454.321_243_956).abs() < 1e-6);
    }

    #[test]
    fn the_series_continues_what_is_before_it() {
        let (above, below) = (ln_normal_below(FAR_BELOW + 1e-9), ln_normal_below(FAR_BELOW - 1e-9));
        assert!((above - below).abs() < 1e-6, "{above} {below}");
    }

    #[test]
    fn an_excess_is_positive_and_a_lack_negative() {
        assert!((li_ma(10.0, 10.0, 1.0)).abs() < 1e-6);
        assert!(li_ma(30.0, 100.0, 0.1) > 4.0);
        assert!(li_ma(0.0, 100.0, 0.1) < -4.0);
        assert_eq!(li_ma(0.0, 0.0, 0.5), 0.0);
    }

    #[test]
    fn it_approaches_the_normal_deviate_for_many_counts() {
        let z = li_ma(10_300.0, 1_000_000.0, 0.01);
        assert!((z - 300.0 / (10_000.0_f64 * 1.01).sqrt()).abs() < 0.03, "{z}");
    }
}
