//! The period of a clock, from the gaps between its tags.

/// Longest gap in which missing tags are counted, in periods.
const MAX_MISSING: f64 = 30.0;

/// Maximum distance of a gap from a whole number of periods, in periods.
const NEAR: f64 = 0.25;

/// Minimum share of a clock's gaps that are near a whole number of periods. Half of random gaps are.
const MIN_REGULAR: f64 = 0.9;

/// Gaps by their length in ticks, ascending, with the number of each.
type Gaps<'a> = &'a [(f64, u64)];

/// Returns the median gap in ticks; at least 1.
fn median(gaps: Gaps) -> Option<f64> {
    let total: u64 = gaps.iter().map(|(_, n)| n).sum();
    let mut below = 0;
    let median = gaps.iter().find(|(_, n)| {
        below += n;
        2 * below >= total && below > 0
    });
    median.map(|(length, _)| length.max(1.0))
}

/// Returns the mean period of gaps in ticks: their sum divided by the total number of periods. Each gap counts as the
/// nearest whole number of median gaps, so missing and doubled tags do not change the result. Gaps of more than
/// [`MAX_MISSING`] periods are ignored. `sum` is the sum of all gaps. `None` without gaps, and if all gaps are 0.
pub fn mean_period(gaps: Gaps, sum: f64) -> Option<f64> {
    let median = median(gaps)?;
    let (mut periods, mut pauses) = (0.0, 0.0);
    for (length, n) in gaps {
        let whole = libm::round(length / median);
        if whole > MAX_MISSING {
            pauses += length * *n as f64;
        } else {
            periods += whole * *n as f64;
        }
    }
    let period = (sum - pauses) / periods;
    (period.is_finite() && period > 0.0).then_some(period)
}

/// Returns the [mean period](mean_period) of a clock in ticks. `None` with fewer than two gaps, and if the gaps are not
/// multiples of one period. Also `None` with a pause of more than [`MAX_MISSING`] periods, because tags missing in it
/// cannot be counted.
pub fn clock_period(gaps: Gaps, sum: f64) -> Option<f64> {
    let median = median(gaps)?;
    let total: u64 = gaps.iter().map(|(_, n)| n).sum();
    let turns = |length: &f64| length / median;
    let has_pause = gaps.iter().any(|(length, _)| libm::round(turns(length)) > MAX_MISSING);
    let is_regular = |turns: f64| libm::round(turns) > 0.0 && (turns - libm::round(turns)).abs() <= NEAR;
    let regular: u64 = gaps.iter().filter(|(length, _)| is_regular(turns(length))).map(|(_, n)| n).sum();
    let is_clock = total >= 2 && !has_pause && regular as f64 >= MIN_REGULAR * total as f64;
    if is_clock { mean_period(gaps, sum) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(gaps: &[(f64, u64)]) -> Option<f64> {
        clock_period(gaps, gaps.iter().map(|(length, n)| length * *n as f64).sum())
    }

    #[test]
    fn neither_missing_nor_double_tags_change_the_period() {
        // 97 gaps of a period, one that spans three, one that a second tag cuts into a long and a short one.
        assert_eq!(of(&[(2.0, 1), (78.0, 1), (80.0, 97), (240.0, 1)]), Some(80.0));
    }

    #[test]
    fn jitter_is_averaged() {
        assert_eq!(of(&[(900.0, 50), (1000.0, 100), (1100.0, 50)]), Some(1000.0));
    }

    #[test]
    fn other_channels_are_no_clocks() {
        assert_eq!(of(&[(80.0, 1)]), None);
        assert_eq!(of(&[(80.0, 99), (1e6, 1)]), None);
        assert_eq!(of(&[(0.0, 3)]), None);
        let random: Vec<(f64, u64)> = (1..40).map(|k| (f64::from(k) * 100.0, 100 - 2 * k as u64)).collect();
        assert_eq!(of(&random), None);
    }
}
