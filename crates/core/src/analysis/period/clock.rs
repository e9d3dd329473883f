//! The period of a clock, from the gaps between its tags.

use crate::analysis::time_order::TimeOrder;

/// Gaps of up to so many times the usual one tell how many pulses are missing.
const MOST_MISSING: f64 = 16.0;

/// By how many ticks the length of a stretch of pulses may be wrong, because each pulse is.
const JITTER: f64 = 2.0;

/// A mean gap, and how sure it is.
#[derive(Debug, Clone, Copy)]
pub struct MeanGap {
    /// Ticks.
    pub gap: f64,
    /// How many periods it is the mean of.
    periods: f64,
}

impl MeanGap {
    /// Of gaps of these lengths in ticks, which ascend, with how many there are of each: the sum of their lengths over
    /// how many periods each spans, so that neither missing tags nor a tag counted twice changes it. Lengths tell how
    /// many periods a gap spans, and `sum` their sum more exactly. `None` without gaps, and of gaps of 0.
    pub fn of(gaps: &[(f64, u64)], sum: f64) -> Option<Self> {
        let total: u64 = gaps.iter().map(|(_, n)| n).sum();
        let mut below = 0;
        let (usual, _) = gaps.iter().find(|(_, n)| {
            below += n;
            2 * below >= total && below > 0
        })?;
        let (mut periods, mut beyond) = (0.0, 0.0);
        for (length, n) in gaps {
            let spans = libm::round(length / usual.max(1.0));
            if spans > MOST_MISSING {
                beyond += length * *n as f64;
            } else {
                periods += spans * *n as f64;
            }
        }
        let gap = (sum - beyond) / periods;
        (gap.is_finite() && gap > 0.0).then_some(Self { gap, periods })
    }

    /// The same of gaps one by one, ascending.
    fn of_each(gaps: Vec<f64>) -> Option<Self> {
        let sum = gaps.iter().sum();
        Self::of(&gaps.into_iter().map(|gap| (gap, 1)).collect::<Vec<_>>(), sum)
    }
}

/// Fewer gaps tell no clock, nor do such as are hardly longer than [`JITTER`].
const LEAST_GAPS: usize = 16;
/// Gaps that are looked at.
const MOST_GAPS: usize = 1 << 12;
const LEAST_GAP: f64 = 16.0;

/// The part of a clock's gaps that may be others than its period or, where tags are missing, a few of them; and by
/// what part of it they may be off.
const IRREGULAR: f64 = 0.02;

/// The mean gap in ticks between the tags of a channel that is a clock: nearly all are as long, or a whole number of
/// times.
/// `None` where it is none.
pub fn regular_gap(times: &[i64]) -> Option<f64> {
    let gaps = ascending_gaps(&times[..times.len().min(MOST_GAPS)]);
    let usual = *gaps.get(gaps.len() / 2)?;
    if gaps.len() < LEAST_GAPS || usual < LEAST_GAP {
        return None;
    }
    let off = JITTER.max(IRREGULAR * usual);
    let is_regular = |gap: &&f64| {
        let spans = libm::round(*gap / usual);
        (1.0..=MOST_MISSING).contains(&spans) && (*gap - spans * usual).abs() <= off
    };
    if (gaps.iter().filter(is_regular).count() as f64) < (1.0 - IRREGULAR) * gaps.len() as f64 {
        return None;
    }
    MeanGap::of_each(gaps).map(|MeanGap { gap, .. }| gap)
}

/// Ticks between successive tags, ascending.
fn ascending_gaps(times: &[i64]) -> Vec<f64> {
    let mut gaps: Vec<f64> = times.windows(2).map(|two| two[1].abs_diff(two[0]) as f64).collect();
    gaps.sort_unstable_by(f64::total_cmp);
    gaps
}

/// The period in ticks of a clock channel; `None` where there are fewer than two gaps near the run's beginning.
///
/// The mean gap near the beginning; over all tags where that is the same within what the jitter of tags explains, which
/// it is not where some are missing.
pub fn clock_period(order: &TimeOrder, channel: u64) -> Option<f64> {
    let times = order.channel(channel)?;
    let gaps = ascending_gaps(times.head());
    if gaps.len() < 2 {
        return None;
    }
    let MeanGap { gap, periods } = MeanGap::of_each(gaps)?;
    let ends = times.head().first().zip(times.tail().last());
    let over_all = ends.map(|(first, last)| last.abs_diff(*first) as f64 / (times.tags().max(2) - 1) as f64);
    Some(over_all.filter(|all| (all - gap).abs() * periods <= JITTER).unwrap_or(gap))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn neither_missing_nor_double_tags_change_a_mean_gap() {
        // 97 gaps of a period, one that spans three, one that a second tag cuts in a long and a short one.
        let gaps = [(2.0, 1), (78.0, 1), (80.0, 97), (240.0, 1)];
        let sum = gaps.iter().map(|(length, n)| length * *n as f64).sum();
        let found = MeanGap::of(&gaps, sum).unwrap();
        assert!((found.gap - 80.0).abs() < 1e-9 && (found.periods - 101.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_pause_is_left_out() {
        let found = MeanGap::of(&[(80.0, 99), (1e6, 1)], 80.0 * 99.0 + 1e6).unwrap();
        assert!((found.gap - 80.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn no_gaps_have_no_mean() {
        assert!(MeanGap::of(&[], 0.0).is_none());
        assert!(MeanGap::of(&[(0.0, 3)], 0.0).is_none());
    }
}
