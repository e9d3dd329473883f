//! Variance of counts over time in excess of chance.

use super::statistics::levels::AGREEMENT;
use crate::counting::slices::Slices;

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
