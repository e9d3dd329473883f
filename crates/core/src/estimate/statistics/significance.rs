//! The significance of an excess over counts beside it, and of counts that are missing.

use super::levels::DISCOVERY;
use super::normal::ln_normal_below;

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
