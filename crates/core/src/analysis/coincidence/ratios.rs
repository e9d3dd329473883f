//! What is derived from coincidences and accidentals, with its error: CAR and efficiencies.

use super::accidentals::{Accidentals, AccidentalsFrom};
use crate::analysis::statistics::{Derived, Estimate, FEW, jeffreys, upper_limit};

/// Least variance of a ratio, in that of Poisson's distribution.
const LEAST_VARIANCE: f64 = 0.05;

/// The coincidences of a pattern, and what they are compared with.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    pub counts: u64,
    /// See [`crate::analysis::slices::dispersion`].
    pub dispersion: f64,
    /// Tags of each channel.
    pub tags: &'a [u64],
    pub accidentals: &'a Accidentals,
}

impl Compared<'_> {
    fn counts(&self) -> f64 {
        self.counts as f64
    }

    /// The coincidences that are not by chance.
    fn excess(&self) -> f64 {
        self.counts() - self.accidentals.total.value
    }

    /// `car = C/A - 1`. With `P = C - A`, of at least 0,
    ///
    /// ```text
    /// car_error = C/A sqrt(F/C - (P/C)^2 (1/N_a + 1/N_b - 2P/(N_a N_b)) + (error of A / A)^2)
    /// ```
    ///
    /// for a pair whose accidentals are computed: the pairs are among the tags that these are computed from, and vary
    /// with them. Of more channels, coincidences by chance vary with the groups they are made of, so that the
    /// error of `A` counts for `P` only. Measured accidentals vary by themselves; those of whole periods are of the same
    /// tags, and vary with the pairs as computed ones do.
    pub fn car(&self) -> Derived {
        let (c, a) = (self.counts(), self.accidentals.total.value);
        let pairs = self.excess().max(0.0);
        let of_accidentals = self.accidentals.total.error / a;
        let relative = if c > 0.0 { pairs / c } else { 0.0 };
        let among_the_tags = |tags_a: u64, tags_b: u64| {
            let (n_a, n_b) = (tags_a as f64, tags_b as f64);
            -(relative * relative) * (1.0 / n_a + 1.0 / n_b - 2.0 * pairs / (n_a * n_b))
        };
        let own = match (self.accidentals.from, self.tags) {
            (AccidentalsFrom::Rates, [tags_a, tags_b]) => among_the_tags(*tags_a, *tags_b),
            (AccidentalsFrom::Periods, [tags_a, tags_b]) => {
                of_accidentals * of_accidentals + among_the_tags(*tags_a, *tags_b)
            }
            (AccidentalsFrom::Displaced, _) | (AccidentalsFrom::Slices, [_, _]) => {
                of_accidentals * of_accidentals
            }
            _ => (relative * of_accidentals).powi(2),
        };
        let value = c / a - 1.0;
        if self.counts >= FEW {
            let variance = (self.dispersion / c + own).max(LEAST_VARIANCE / c);
            return Derived::OfMany(Estimate { value, error: c / a * variance.sqrt() });
        }
        let width = (1.0 + c * own.max(0.0)).sqrt();
        Derived::OfFew {
            value,
            interval: jeffreys(self.counts).widened(c, width).times(1.0 / a).plus(-1.0),
            upper: Some((c + (upper_limit(self.counts) - c) * width) / a - 1.0),
        }
    }

    /// Klyshko's efficiency `e = (C - A) / N` of a pair's one channel, with `N` tags of the other; its error is that of a
    /// binomial share and of the accidentals: `sqrt(P (1-e) + A F + (error of A)^2) / N`.
    pub fn efficiency(&self, tags: u64) -> Derived {
        if tags == 0 {
            return Derived::Unknown;
        }
        let (c, a, n) = (self.counts(), self.accidentals.total.value, tags as f64);
        let efficiency = self.excess() / n;
        let left = (1.0 - efficiency).max(0.0);
        if self.counts >= FEW {
            let own = if self.accidentals.from == AccidentalsFrom::Rates {
                0.0
            } else {
                self.accidentals.total.error
            };
            // Tags that miss their partner are counts too: none that was seen does not mean that there are none.
            let pairs = (self.excess().max(0.0) * left).max(1.0);
            let variance = pairs + a * self.dispersion + own * own;
            return Derived::OfMany(Estimate { value: efficiency, error: variance.sqrt() / n });
        }
        let width = left.max(LEAST_VARIANCE).sqrt();
        let interval = jeffreys(self.counts).widened(c, width).plus(-a).times(1.0 / n);
        Derived::OfFew { value: efficiency, interval, upper: None }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn accidentals(all: f64) -> Accidentals {
        let total = Estimate { value: all, error: 0.0 };
        Accidentals { from: AccidentalsFrom::Rates, total, by: Vec::new() }
    }

    fn compared<'a>(counts: u64, tags: &'a [u64], accidentals: &'a Accidentals) -> Compared<'a> {
        Compared { counts, dispersion: 1.0, tags, accidentals }
    }

    #[test]
    fn chance_alone_has_poissons_error() {
        let chance = accidentals(100.0);
        let car = compared(100, &[10_000, 10_000], &chance).car();
        assert_eq!(car.value(), Some(0.0));
        assert!((car.error().unwrap() - 0.1).abs() < 1e-12);
    }

    #[test]
    fn an_efficiency_of_1_has_an_error() {
        let none = accidentals(0.01);
        let efficiency = compared(2000, &[2000, 2000], &none).efficiency(2000);
        assert!((efficiency.error().unwrap() - 1.0 / 2000.0).abs() < 1e-5, "{efficiency:?}");
    }

    #[test]
    fn an_efficiency_near_1_is_known_well() {
        let none = accidentals(1e-9);
        let efficiency = compared(9000, &[10_000, 9500], &none).efficiency(10_000);
        assert!((efficiency.error().unwrap() - (0.9 * 0.1 / 10_000.0_f64).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn no_coincidence_has_an_upper_limit_and_no_error_of_0() {
        let chance = accidentals(0.5);
        let car = compared(0, &[100, 100], &chance).car();
        assert_eq!((car.value(), car.error()), (Some(-1.0), None));
        assert!((car.upper().unwrap() - (2.995732 / 0.5 - 1.0)).abs() < 1e-6);
        assert_eq!(car.interval().unwrap().low, -1.0);
    }
}
