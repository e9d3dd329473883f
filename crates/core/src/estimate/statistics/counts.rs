//! Intervals for the mean of a count.

use serde::{Serialize, Serializer};

/// Counts below this have an interval instead of a standard error.
pub const FEW: u64 = 20;

/// The quantile 0.95 of the standard normal distribution.
const ONE_SIDED_95: f64 = 1.644_853_626_951_472_7;

/// An interval of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the interval with both ends multiplied by `factor`, which is not negative.
    pub fn times(self, factor: f64) -> Self {
        Self { low: self.low * factor, high: self.high * factor }
    }

    /// Returns the interval with `shift` added to both ends.
    pub fn plus(self, shift: f64) -> Self {
        Self { low: self.low + shift, high: self.high + shift }
    }

    /// Returns the interval around `n` with both distances multiplied by `width`.
    pub fn widened(self, n: f64, width: f64) -> Self {
        Self { low: n - (n - self.low) * width, high: n + (self.high - n) * width }
    }
}

/// The two ends, as a list.
impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.low, self.high).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Interval {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Interval".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "array", "format": "Interval"})
    }
}

/// For counts from 0: the ends of Jeffreys' central interval of 68.27 %, the quantiles 0.158655 and 0.841345 of the
/// gamma distribution of shape n + 1/2 (0 at n = 0), and Garwood's upper limit of 95 %, the quantile 0.95 of the gamma
/// distribution of shape n + 1.
const INTERVALS: [(f64, f64, f64); FEW as usize] = [
    (0.000000, 0.993498, 2.995732),
    (0.416946, 2.593131, 4.743865),
    (1.027995, 3.978197, 6.295794),
    (1.720930, 5.283478, 7.753657),
    (2.459305, 6.544106, 9.153519),
    (3.227523, 7.775254, 10.513035),
    (4.017255, 8.985087, 11.842396),
    (4.823441, 10.178583, 13.148114),
    (5.642736, 11.359045, 14.434650),
    (6.472795, 12.528796, 15.705216),
    (7.311898, 13.689539, 16.962219),
    (8.158739, 14.842571, 18.207514),
    (9.012299, 15.988905, 19.442569),
    (9.871764, 17.129349, 20.668569),
    (10.736473, 18.264562, 21.886486),
    (11.605880, 19.395088, 23.097130),
    (12.479526, 20.521382, 24.301184),
    (13.357025, 21.643831, 25.499230),
    (14.238043, 22.762767, 26.691770),
    (15.122294, 23.878474, 27.879240),
];

/// Returns the interval with 68.27 % probability for the mean of a Poisson distribution after counting `n`: Jeffreys'
/// below [`FEW`], otherwise `n +- sqrt(n)`.
///
/// Jeffreys, Theory of Probability (1961). For means of at least 2, averaged over one standard deviation, the interval
/// contains the mean in 64 to 68 % of all cases. Garwood's central interval contains it in 72 to 84 %: Brown, Cai,
/// DasGupta, Ann. Stat. 30, 160 (2002).
pub fn jeffreys(n: u64) -> Interval {
    match INTERVALS.get(n as usize) {
        Some((low, high, _)) => Interval { low: *low, high: *high },
        None => Interval { low: n as f64 - (n as f64).sqrt(), high: n as f64 + (n as f64).sqrt() },
    }
}

/// Returns the upper limit with at least 95 % probability for the mean of a Poisson distribution after counting `n`:
/// Garwood's limit below [`FEW`] (Biometrika 28, 437 (1936)), otherwise `n + 1.645 sqrt(n) + 1`.
pub fn upper_limit(n: u64) -> f64 {
    match INTERVALS.get(n as usize) {
        Some((.., upper)) => *upper,
        None => n as f64 + ONE_SIDED_95 * (n as f64).sqrt() + 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the Poisson probability of at most `n` counts.
    fn at_most(n: u64, mean: f64) -> f64 {
        let mut term = (-mean).exp();
        let mut sum = term;
        for k in 1..=n {
            term *= mean / k as f64;
            sum += term;
        }
        sum
    }

    /// Returns the gamma distribution of shape n + 1/2 below `x`, by Simpson's rule over t = sqrt(x).
    fn gamma_half(n: u64, x: f64) -> f64 {
        let integral = |to: f64| {
            let steps = 20_000;
            let h = to / f64::from(steps);
            let f = |t: f64| 2.0 * t.powi(2 * n as i32) * (-t * t).exp();
            let inner: f64 =
                (1..steps).map(|k| f(f64::from(k) * h) * if k % 2 == 1 { 4.0 } else { 2.0 }).sum();
            (f(0.0) + inner + f(to)) * h / 3.0
        };
        integral(x.sqrt()) / integral(12.0)
    }

    #[test]
    fn limits_are_those_that_poisson_sums_give() {
        for n in 0..FEW {
            let excluded = at_most(n, upper_limit(n));
            assert!((excluded - 0.05).abs() < 1e-6, "{n}: {excluded}");
        }
    }

    #[test]
    fn intervals_leave_as_much_on_both_sides() {
        for n in 0..FEW {
            let Interval { low, high } = jeffreys(n);
            let (below, above) = (gamma_half(n, low), 1.0 - gamma_half(n, high));
            assert!((above - 0.158_655).abs() < 2e-6, "{n}: {above}");
            assert!(if n == 0 { low == 0.0 } else { (below - 0.158_655).abs() < 2e-6 }, "{n}: {below}");
        }
    }

    #[test]
    fn nothing_jumps_where_the_table_ends() {
        assert!((jeffreys(FEW).low - jeffreys(FEW - 1).low - 1.0).abs() < 0.6);
        assert!((upper_limit(FEW) - upper_limit(FEW - 1) - 1.0).abs() < 0.6);
    }
}
