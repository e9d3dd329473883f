//! Tests of steady rates of two channels and the mean of their product otherwise, and of bursts of counts.

use super::statistics::levels::{AGREEMENT, DISCOVERY, NEGLIGIBLE};
use crate::counting::slices::{Slices, exponent, exposure};

/// Minimum number of slices to test for steadiness.
pub const LEAST_SLICES: usize = 32;

/// Excess of the mean product of two channels' rates over the product of their mean rates. Pauses and drift that the
/// channels share make it positive: with rates `r(t)`, independent channels have `T mean(r_a r_b)` pairs per tick of
/// delay, where `N_a N_b / T` assumes steady ones.
///
/// With the tags `x` in slices of time, and `e` ticks of each slice inside the recording, it is
///
/// ```text
/// excess = T / (N_a N_b) * sum over s of x_a[s] * (x_b[s-1] + x_b[s+1]) / (e[s-1] + e[s+1]) - 1
/// ```
///
/// It uses neighbouring slices, not the same one: pairs and bunched light put tags of both channels together, but not
/// in different slices. Its standard error is the larger of `sqrt(K / (N_a N_b))`, that of Poisson counts for `K`
/// slices, and that of the mean of the slices' terms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steadiness {
    /// Relative excess of the mean product of the rates.
    pub excess: f64,
    /// Its standard error.
    pub error: f64,
}

impl Steadiness {
    /// Computes the excess from two channels' slices in a recording from `ends.0` to `ends.1`; `None` if there are too
    /// few slices, or if a channel has no tags.
    pub fn of(a: &Slices, b: &Slices, ends: (i64, i64)) -> Option<Self> {
        let exponent = exponent(ends);
        let (first, last) = (ends.0 >> exponent, ends.1 >> exponent);
        let slices = (last - first + 1) as usize;
        let (tags_a, tags_b) = (a.total()? as f64, b.total()? as f64);
        if slices < LEAST_SLICES || tags_a == 0.0 || tags_b == 0.0 {
            return None;
        }
        let length = (1_i128 << exponent) as f64;
        let span = (i128::from(ends.1) - i128::from(ends.0) + 1) as f64;
        let exposure = |slice| exposure(slice, exponent, ends);
        let (mut product, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for slice in first..=last {
            let around_b = b.get(slice.saturating_sub(1)) as f64 + b.get(slice.saturating_add(1)) as f64;
            let time_around = exposure(slice.saturating_sub(1)) + exposure(slice.saturating_add(1));
            let (here, own) = (a.get(slice) as f64, exposure(slice));
            let relative_a = here / own * span / tags_a;
            let relative_b = around_b / time_around * span / tags_b;
            product += own / length * relative_a * relative_b;
            let term = (relative_a - 1.0) * (relative_b - 1.0);
            sum += term;
            squares += term * term;
        }
        let n = slices as f64;
        let spread = (squares / n - (sum / n).powi(2)).max(0.0).sqrt();
        Some(Self {
            excess: product * length / span - 1.0,
            error: (n / (tags_a * tags_b)).sqrt().max(spread / n.sqrt()),
        })
    }

    /// Returns whether the excess is significant and not negligible.
    pub fn is_unsteady(self) -> bool {
        self.excess.abs() > DISCOVERY * self.error && self.excess.abs() > NEGLIGIBLE
    }

    /// Returns the ratio of accidentals of independent light to accidentals from mean rates: 1 if the rates were
    /// steady.
    pub fn factor(this: Option<Self>) -> f64 {
        this.filter(|all| all.is_unsteady()).map_or(1.0, |all| 1.0 + all.excess)
    }
}

/// Number of slices, a power of two, in one group of [`dispersion`]: 128 to 256 groups in all.
pub const GROUPED: u32 = 3;

/// Minimum number of groups, or counts, for a result.
const LEAST_GROUPS: usize = 32;
const LEAST_COUNTS: u64 = 200;

/// Returns the variance of counts in groups of slices around their expected values, relative to that of Poisson counts,
/// which is their mean: Fano's factor, with the means subtracted. It exceeds 1 for bunched light, whose bursts
/// contribute to several coincidences. An excess below [`AGREEMENT`] standard errors `sqrt(2/G + 1/C)` is not
/// significant, and the result is 1.
///
/// `expected` returns the expected counts of a group. Groups with 0 expected counts are ignored.
pub fn dispersion(counts: &Slices, groups: impl Iterator<Item = i64>, expected: impl Fn(i64) -> f64) -> f64 {
    let Some(all) = counts.total().filter(|all| *all >= LEAST_COUNTS) else { return 1.0 };
    let (mut used, mut squares) = (0, 0.0);
    for (mean, group) in groups.map(|group| (expected(group), group)).filter(|(mean, _)| *mean > 0.0) {
        used += 1;
        squares += (counts.get(group) as f64 - mean).powi(2);
    }
    if used < LEAST_GROUPS {
        return 1.0;
    }
    let (groups, all) = (used as f64, all as f64);
    let found = squares * groups / (groups - 1.0) / all;
    if found > 1.0 + AGREEMENT * (2.0 / groups + 1.0 / all).sqrt() { found } else { 1.0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Tags with `rate(x)` in each of 2^20 ticks, x from 0 to 1, by the golden ratio instead of chance.
    fn tags(rate: impl Fn(f64) -> f64, offset: f64) -> Slices {
        let ticks = 1_i64 << 20;
        let mut due = offset;
        let mut times = Vec::new();
        for t in 0..ticks {
            due += rate(t as f64 / ticks as f64);
            if due >= 1.0 {
                due -= 1.0;
                times.push(t);
            }
        }
        let mut slices = Slices::default();
        slices.count(&times, exponent((0, ticks - 1)));
        slices
    }

    fn both(rate: impl Fn(f64) -> f64) -> Steadiness {
        Steadiness::of(&tags(&rate, 0.3), &tags(&rate, 0.6), (0, (1 << 20) - 1)).unwrap()
    }

    #[test]
    fn steady_rates_have_no_excess() {
        let steady = both(|_| 0.05);
        assert!(!steady.is_unsteady(), "{steady:?}");
        assert_eq!(Steadiness::factor(Some(steady)), 1.0);
    }

    #[test]
    fn a_ramp_from_0_has_an_excess_of_a_third() {
        let ramp = both(|x| 0.1 * x);
        assert!((ramp.excess - 1.0 / 3.0).abs() < 0.01, "{ramp:?}");
        assert!(ramp.is_unsteady());
    }

    #[test]
    fn a_pause_of_four_fifths_makes_five_times_as_many() {
        let pause = both(|x| if (0.1..0.9).contains(&x) { 0.0 } else { 0.05 });
        assert!((pause.excess - 4.0).abs() < 0.05, "{pause:?}");
        assert!(pause.is_unsteady());
    }

    #[test]
    fn too_little_tells_nothing() {
        assert_eq!(Steadiness::of(&Slices::default(), &tags(|_| 0.05, 0.0), (0, (1 << 20) - 1)), None);
        let mut few = Slices::default();
        few.count(&[0, 3, 9], 0);
        assert_eq!(Steadiness::of(&few, &few, (0, 9)), None);
    }

    fn slices(count: impl Fn(i64) -> u64) -> Slices {
        let mut slices = Slices::default();
        (0..128).for_each(|k| slices.add(k, count(k)).unwrap());
        slices
    }

    #[test]
    fn counts_as_expected_have_poissons() {
        assert_eq!(dispersion(&slices(|k| 50 + 7 * (k as u64 % 3)), 0..128, |_| 57.0), 1.0);
        assert_eq!(dispersion(&slices(|_| 1), 0..128, |_| 1.0), 1.0, "too few to tell");
    }

    #[test]
    fn bursts_have_more() {
        // 100 with a deviation of 20: four times Poisson's variance.
        let bursts = slices(|k| if k % 2 == 0 { 80 } else { 120 });
        let found = dispersion(&bursts, 0..128, |_| 100.0);
        assert!((found - 4.0 * 128.0 / 127.0).abs() < 1e-9, "{found}");
        assert_eq!(dispersion(&bursts, 0..128, |k| if k % 2 == 0 { 80.0 } else { 120.0 }), 1.0);
    }
}
