//! The value of a heralded correlation, and its error.

use super::fired::Fired;
use crate::estimate::statistics::{Derived, Estimate, FEW, Interval, jeffreys, upper_limit};

/// Minimum relative variance of the number of threefold heralds, relative to Poisson counts.
const LEAST_VARIANCE: f64 = 0.1;

/// Returns `g2(0)` for this number of heralds, and those that `fired`.
pub fn heralded_g2(heralds: u64, fired: Fired) -> Derived {
    let [with_a, with_b, both, near] = fired.all().map(|n| n as f64);
    if fired.a == 0 || fired.b == 0 {
        return Derived::Unknown;
    }
    let factor = heralds as f64 / (with_a * with_b);
    let g2 = both * factor;
    // Threefold heralds that share a tag form clusters, whose number determines the variance.
    let clusters = both + 2.0 * near;
    let rest = -1.0 / with_a - 1.0 / with_b + (2.0 * g2 - 1.0) / heralds as f64;
    if fired.both >= FEW {
        let variance = (clusters / (both * both) + rest).max(LEAST_VARIANCE / both);
        return Derived::OfMany(Estimate { value: g2, error: g2 * variance.sqrt() });
    }
    let width =
        if fired.both == 0 { 1.0 } else { (clusters / both + both * rest).max(LEAST_VARIANCE).sqrt() };
    let Interval { low, high } = jeffreys(fired.both);
    let (low, high) = (both - (both - low) * width, both + (high - both) * width);
    let upper = both + (upper_limit(fired.both) - both) * width.max(1.0);
    Derived::OfFew {
        value: g2,
        interval: Interval { low: low.max(0.0), high }.times(factor),
        upper: Some(upper * factor),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn fired(a: u64, b: u64, both: u64, near: u64) -> Fired {
        Fired { a, b, both, near }
    }

    #[test]
    fn many_threefold_heralds_have_an_error() {
        let value = heralded_g2(100_000, fired(5000, 4000, 200, 0));
        assert_eq!(value.value(), Some(1.0));
        let expected = (1.0 / 200.0 - 1.0 / 5000.0 - 1.0 / 4000.0 + 1.0 / 100_000.0_f64).sqrt();
        assert!((value.error().unwrap() - expected).abs() < 1e-12);
        assert_eq!((value.interval(), value.upper()), (None, None));
        // All threefold heralds in pairs.
        let value = heralded_g2(100_000, fired(5000, 4000, 200, 100));
        assert!((value.error().unwrap() / expected - 2.0_f64.sqrt()).abs() < 0.05, "{value:?}");
    }

    #[test]
    fn none_has_an_upper_limit_and_no_error_of_nothing() {
        let value = heralded_g2(1000, fired(100, 50, 0, 0));
        assert_eq!((value.value(), value.error()), (Some(0.0), None));
        assert!((value.upper().unwrap() - 2.995732 * 1000.0 / 5000.0).abs() < 1e-6);
        let Interval { low, high } = value.interval().unwrap();
        assert_eq!(low, 0.0);
        assert!((high - 0.993498 * 0.2).abs() < 1e-6);
    }

    #[test]
    fn without_partners_nothing_is_known() {
        assert_eq!(heralded_g2(1000, fired(0, 50, 0, 0)), Derived::Unknown);
        assert_eq!(heralded_g2(0, fired(0, 0, 0, 0)), Derived::Unknown);
    }
}
