//! CAR and efficiencies with their errors, from coincidences and accidentals.

use crate::estimate::statistics::{Derived, Estimate, FEW, Interval, jeffreys, upper_limit};

/// Minimum variance of a ratio, relative to Poisson counts. The variance of a share `e` is `1 - e` of theirs, so errors are
/// too large only for efficiencies above 0.95.
const LEAST_VARIANCE: f64 = 0.05;

/// The coincidences of a pattern, with the tags and accidentals that they are compared with.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    pub counts: u64,
    /// See [`crate::estimate::steadiness::dispersion`].
    pub dispersion: f64,
    /// Tags of each channel.
    pub tags: &'a [u64],
    /// With the error for given tags: 0 for accidentals from rates.
    pub accidentals: Estimate,
    /// Interval of the accidentals, if they are few.
    pub interval: Option<Interval>,
}

impl Compared<'_> {
    fn counts(&self) -> f64 {
        self.counts as f64
    }

    /// Returns the coincidences minus the accidentals.
    fn excess(&self) -> f64 {
        self.counts() - self.accidentals.value
    }

    /// Returns the square of the relative error of `C/A`, without the error of `C`: that of measured accidentals,
    /// `(error of A / A)^2`, and that of a pair's tags.
    ///
    /// The accidentals `A` are proportional to `N_a N_b`. A pair's coincidences are among these tags and vary with
    /// them: `-(P/C)^2 (1/N_a + 1/N_b - 2P/(N_a N_b))` with `P = C - A`, at least 0.
    fn variance_of_accidentals(&self) -> f64 {
        let own = (self.accidentals.error / self.accidentals.value).powi(2);
        let [tags_a, tags_b] = *self.tags else { return own };
        let pairs = self.excess().max(0.0);
        let relative = if self.counts > 0 { pairs / self.counts() } else { 0.0 };
        let (n_a, n_b) = (tags_a as f64, tags_b as f64);
        own - (relative * relative) * (1.0 / n_a + 1.0 / n_b - 2.0 * pairs / (n_a * n_b))
    }

    /// Returns `car = C/A - 1`, with the error `C/A sqrt(F/C + V)` where `V` is [`Self::variance_of_accidentals`].
    ///
    /// With few counts there is an interval instead. The ends of Jeffreys' interval of `C`, and of that of `A` if it
    /// has few counts too, each give a distance from `car`. These distances are added in quadrature (Barlow,
    /// arXiv:physics/0306138, for asymmetric errors).
    pub fn car(&self) -> Derived {
        let (c, a) = (self.counts(), self.accidentals.value);
        let value = c / a - 1.0;
        let own = self.variance_of_accidentals();
        if self.counts >= FEW && self.interval.is_none() {
            let variance = (self.dispersion / c + own).max(LEAST_VARIANCE / c);
            return Derived::OfMany(Estimate { value, error: c / a * variance.sqrt() });
        }
        let counts = jeffreys(self.counts);
        let (below, above) = match self.interval {
            Some(Interval { low, high }) => (c / a - c / high, c / low - c / a),
            None => (c / a * own.max(0.0).sqrt(), c / a * own.max(0.0).sqrt()),
        };
        let interval = Interval {
            low: value - libm::hypot((c - counts.low) / a, below),
            high: value + libm::hypot((counts.high - c) / a, above),
        };
        // The limit of 95 % is scaled by the ratio of the Poisson limit to the Poisson interval.
        let factor = (upper_limit(self.counts) - c) / (counts.high - c);
        Derived::OfFew { value, interval, upper: Some(value + factor * (interval.high - value)) }
    }

    /// Returns Klyshko's efficiency `e = (C - A) / N` of one channel of a pair, with `N` tags of the other. Its error
    /// is that of a binomial share and of the accidentals: `sqrt(P (1-e) + A F + (error of A)^2) / N`. The last term is
    /// only present for measured accidentals.
    pub fn efficiency(&self, tags: u64) -> Derived {
        if tags == 0 {
            return Derived::Unknown;
        }
        let (c, a, n) = (self.counts(), self.accidentals.value, tags as f64);
        let efficiency = self.excess() / n;
        let left = (1.0 - efficiency).max(0.0);
        if self.counts >= FEW {
            let own = self.accidentals.error;
            // The number of tags without a partner is uncertain by at least one count.
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

    fn compared(counts: u64, tags: &[u64], accidentals: f64) -> Compared<'_> {
        let accidentals = Estimate { value: accidentals, error: 0.0 };
        Compared { counts, dispersion: 1.0, tags, accidentals, interval: None }
    }

    #[test]
    fn chance_alone_has_poissons_error() {
        let chance = 100.0;
        let car = compared(100, &[10_000, 10_000], chance).car();
        assert_eq!(car.value(), Some(0.0));
        assert!((car.error().unwrap() - 0.1).abs() < 1e-12);
    }

    #[test]
    fn an_efficiency_of_1_has_an_error() {
        let none = 0.01;
        let efficiency = compared(2000, &[2000, 2000], none).efficiency(2000);
        assert!((efficiency.error().unwrap() - 1.0 / 2000.0).abs() < 1e-5, "{efficiency:?}");
    }

    #[test]
    fn an_efficiency_near_1_is_known_well() {
        let none = 1e-9;
        let efficiency = compared(9000, &[10_000, 9500], none).efficiency(10_000);
        assert!((efficiency.error().unwrap() - (0.9 * 0.1 / 10_000.0_f64).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn no_coincidence_has_an_upper_limit_and_no_error_of_0() {
        let chance = 0.5;
        let car = compared(0, &[100, 100], chance).car();
        assert_eq!((car.value(), car.error()), (Some(-1.0), None));
        assert!((car.upper().unwrap() - (2.995732 / 0.5 - 1.0)).abs() < 1e-6);
        assert_eq!(car.interval().unwrap().low, -1.0);
    }

    #[test]
    fn few_accidentals_widen_the_interval() {
        let few = Compared { interval: Some(jeffreys(4)), ..compared(400, &[10_000, 10_000], 4.0) };
        let interval = few.car().interval().unwrap();
        assert!(interval.low < 99.0 - 20.0 && interval.high > 99.0 + 40.0, "{interval:?}");
        assert_eq!(few.car().error(), None);
    }
}
