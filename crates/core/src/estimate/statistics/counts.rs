//! Intervals for the mean of a count.

use std::f64::consts::PI;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};

use super::normal::normal_below;

/// Counts below this have an interval instead of a standard error.
pub const FEW: u64 = 20;

/// Probability of a mean below its upper limit.
const UPPER: f64 = 0.95;

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

/// Intervals of the counts below [`FEW`], which are needed for each bin of a histogram.
static INTERVALS: LazyLock<[(Interval, f64); FEW as usize]> = LazyLock::new(|| {
    std::array::from_fn(|n| {
        let below = |x: f64| 1.0 - above(n, x, true);
        let [low, high] = [-1.0, 1.0].map(|z| quantile(below, normal_below(z)));
        // The mean of a Poisson distribution is above `x` with the probability of at most `n` counts at `x`.
        let upper = quantile(|x| 1.0 - above(n, x, false), UPPER);
        (Interval { low: if n == 0 { 0.0 } else { low }, high }, upper)
    })
});

/// The quantile of the standard normal distribution for [`UPPER`].
static NORMAL_UPPER: LazyLock<f64> = LazyLock::new(|| quantile(normal_below, UPPER));

/// Returns the gamma distribution of shape `n + 1/2` above `x`, or of shape `n + 1`: Abramowitz, Stegun, Handbook of
/// Mathematical Functions (1964), 6.5.22.
fn above(n: usize, x: f64, is_half: bool) -> f64 {
    let (mut sum, first) = if is_half { (libm::erfc(x.sqrt()), 0.5) } else { (libm::exp(-x), 1.0) };
    let mut term = if is_half { 2.0 * (x / PI).sqrt() * libm::exp(-x) } else { x * libm::exp(-x) };
    for k in 1..=n {
        sum += term;
        term *= x / (k as f64 + first);
    }
    sum
}

/// Returns the number below which a distribution has this share.
fn quantile(below: impl Fn(f64) -> f64, share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 4.0 * FEW as f64);
    for _ in 0..u64::BITS {
        let middle = f64::midpoint(low, high);
        if below(middle) < share { low = middle } else { high = middle }
    }
    high
}

/// Returns the interval with 68.27 % probability for the mean of a Poisson distribution after counting `n`: Jeffreys'
/// below [`FEW`], otherwise `n +- sqrt(n)`.
///
/// Jeffreys, Theory of Probability (1961). For means of at least 2, averaged over one standard deviation, the interval
/// contains the mean in 64 to 68 % of all cases. Garwood's central interval contains it in 72 to 84 %: Brown, Cai,
/// DasGupta, Ann. Stat. 30, 160 (2002).
pub fn jeffreys(n: u64) -> Interval {
    match INTERVALS.get(n as usize) {
        Some((interval, _)) => *interval,
        None => Interval { low: n as f64 - (n as f64).sqrt(), high: n as f64 + (n as f64).sqrt() },
    }
}

/// Returns the upper limit with at least 95 % probability for the mean of a Poisson distribution after counting `n`:
/// Garwood's limit below [`FEW`] (Biometrika 28, 437 (1936)), otherwise `n + 1.645 sqrt(n) + 1`.
pub fn upper_limit(n: u64) -> f64 {
    match INTERVALS.get(n as usize) {
        Some((_, upper)) => *upper,
        None => n as f64 + *NORMAL_UPPER * (n as f64).sqrt() + 1.0,
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
