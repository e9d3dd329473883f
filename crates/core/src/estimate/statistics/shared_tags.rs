//! Extra variance of pair counts over Poisson counts, because pairs share tags.
//!
//! The mean number of partners of a tag follows from the part of its bin of delays inside the recording: `r h(t)` with
//! the partners' rate `r` and
//!
//! ```text
//! h(t) = length of [low, high] within [-t, T - t]
//! ```
//!
//! which falls towards the recording's ends. If `h` were equal for all tags, counts over the product of both channels'
//! tags would be Poisson distributed. The variation of `h` adds the variance of the first part of their Hoeffding
//! decomposition (Hoeffding, Ann. Math. Stat. 19, 293 (1948)), `N r^2 var(h)` for each channel's tags.

use super::levels::NEGLIGIBLE;

/// A bin of delays of a recording.
#[derive(Debug, Clone, Copy)]
pub struct Delays {
    /// The smallest and the largest delay, ticks.
    pub low: f64,
    pub high: f64,
    /// Time from the first to the last tag, ticks.
    pub span: f64,
}

impl Delays {
    /// Returns the variance of normalised counts of steady light relative to that of Poisson counts; at least 1. For a
    /// channel with itself, both `rates` are equal.
    pub fn linear(self, [rate_a, rate_b]: [f64; 2], own: bool) -> f64 {
        let Self { low, high, span } = self;
        let rates = rate_a + rate_b;
        let most = rates * (high - low) * (low.abs().max(high.abs()) / span).min(1.0);
        if span <= 0.0 || most < NEGLIGIBLE {
            return 1.0;
        }
        let mean = self.mean(|t| self.within(t));
        let square = self.mean(|t| self.within(t).powi(2)) - mean * mean;
        // A tag of a channel with itself is the earlier of some pairs and the later of others.
        let both =
            if own { self.mean(|t| self.within(t) * self.within(span - t)) - mean * mean } else { 0.0 };
        if mean > 0.0 { 1.0 + (rates * (square + both) / mean).max(0.0) } else { 1.0 }
    }

    fn within(self, t: f64) -> f64 {
        (self.high.min(self.span - t) - self.low.max(-t)).max(0.0)
    }

    /// Returns the mean over the recording of a function. Between the corners of `h` and of its mirror image, the
    /// function is at most quadratic in time, so Simpson's rule is exact.
    fn mean(self, of: impl Fn(f64) -> f64) -> f64 {
        let Self { low, high, span } = self;
        let mut corners =
            [0.0, -low, -high, span - low, span - high, span + low, span + high, low, high, span];
        corners.iter_mut().for_each(|t| *t = t.clamp(0.0, span));
        corners.sort_unstable_by(f64::total_cmp);
        let simpson =
            |(from, to): (f64, f64)| (to - from) / 6.0 * (of(from) + 4.0 * of((from + to) / 2.0) + of(to));
        corners.windows(2).map(|ends| simpson((ends[0], ends[1]))).sum::<f64>() / span
    }
}

/// Returns the mean of `(T - |d|) / T` over the delays `d` from `low` to `high`, both inclusive, with `T` of `span`
/// ticks: the share of the recording in which both tags of a pair can lie.
pub fn overlap(low: i64, high: i64, span: f64) -> f64 {
    let (low, high) = (low as f64, high as f64);
    // Delays of 1 and more, up to T.
    let one_side = |from: f64, to: f64| {
        let (from, to) = (from.max(1.0), to.min(span.floor()));
        if to < from { 0.0 } else { (to - from + 1.0) * (span - (from + to) / 2.0) }
    };
    let zero = if low <= 0.0 && high >= 0.0 { span } else { 0.0 };
    (one_side(low, high) + one_side(-high, -low) + zero) / (span * (high - low + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: f64 = 1000.0;

    fn of(low: f64, high: f64) -> Delays {
        Delays { low, high, span: SPAN }
    }

    #[test]
    fn the_overlap_is_that_of_all_delays() {
        for (low, high, span) in
            [(-3, 3, 1000), (5, 9, 20), (-40, 7, 30), (-9, -2, 12), (15, 40, 30), (0, 0, 5)]
        {
            let sum: i64 = (low..=high).map(|d: i64| (span - d.abs()).max(0)).sum();
            let mean = sum as f64 / ((high - low + 1) * span) as f64;
            assert!((overlap(low, high, span as f64) - mean).abs() < 1e-12, "{low} to {high} of {span}");
        }
        assert_eq!(overlap(31, 40, 30.0), 0.0);
    }

    #[test]
    fn short_delays_are_poissons() {
        assert_eq!(of(-1e-6, 1e-6).linear([10.0, 10.0], false), 1.0);
    }

    #[test]
    fn the_variance_is_that_of_the_closed_form() {
        // Delays about d in a bin w that is short compared with d: a share f = d/T of the tags has no partner, so that
        // var(h) = w^2 f (1-f) and the mean w (1-f).
        let found = of(299.9, 300.1).linear([50.0, 150.0], false);
        assert!((found / (1.0 + 200.0 * 0.2 * 0.3) - 1.0).abs() < 1e-3, "{found}");
        // The bin of all delays pairs every tag with every other.
        let found = of(-SPAN, SPAN).linear([1.0, 1.0], false);
        assert!((found - 1.0).abs() < 1e-9, "{found}");
        // For a channel with itself, tags at either end have one partner instead of two: the covariance is -w^2 f^2.
        let found = of(299.9, 300.1).linear([100.0, 100.0], true);
        assert!((found / (1.0 + 200.0 * 0.2 * (0.3 - 0.09 / 0.7)) - 1.0).abs() < 1e-3, "{found}");
    }
}
