//! g2 of pulsed light by the areas of its peaks.

use serde::Serialize;

use super::comb::Comb;
use super::dead_times::SharedDeadTime;
use crate::estimate::peak::{Histogram, Stretch};
use crate::estimate::statistics::levels::{DISCOVERY, RESOLVED_BINS};
use crate::estimate::statistics::{
    Derived, Estimate, FEW, Interval, Remark, RemarkCode, jeffreys, min_missing, upper_limit,
};

/// Maximum counts between peaks, relative to the peak height. Above it, peaks overlap: see the table of
/// constants in `docs/physics.md`.
const OVERLAP: f64 = 0.02;

/// Pulsed light: its period, and g2 by the areas of peaks. Times in ticks.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PulsedResult {
    /// Period of the pulses, ticks.
    pub period: f64,
    /// Delay of the peak nearest to 0, ticks, within half a period of 0; `None` if the range has fewer than three whole
    /// periods.
    pub phase: Option<f64>,
    /// Pairs of tags in the whole period around the peak nearest to 0.
    pub centre_counts: Option<u64>,
    /// Number of other whole periods in the range.
    pub side_peaks: u64,
    /// Mean pairs of tags in the other periods, scaled to the exposure of the centre.
    pub side_counts: Option<f64>,
    /// Ratio of `centre_counts` to `side_counts`: 1 for laser pulses, below 0.5 for a single emitter.
    pub g2: Option<f64>,
    /// Standard error of `g2`; `None` under 20 pairs in the centre.
    pub g2_error: Option<f64>,
    /// Interval of `g2` (68 %); `None` from 20 pairs on.
    pub g2_interval: Option<Interval>,
    /// Upper limit of `g2` (95 %); `None` from 20 pairs on.
    pub g2_upper: Option<f64>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

impl PulsedResult {
    /// Computes `g2 = A_0 / <A_m>`, the counts of the whole period around the peak nearest to 0 divided by the mean of
    /// all others: Santori et al., Nature 419, 594 (2002); Hanschke et al., npj Quantum Inf. 4, 43 (2018). Its error is
    /// `g2 sqrt(1/A_0 + phi / sum A_m)`, where `phi` is the variance of the side peaks relative to Poisson's, at least
    /// 1. Below 20 pairs in the centre, there are Jeffreys' interval and Garwood's limit instead.
    pub(crate) fn of(period: f64, histogram: &Histogram) -> Self {
        let comb = Comb::of(histogram, period);
        let doubled = histogram.doubled;
        let phase = comb.as_ref().map(|comb| comb.phase);
        let mut all = Self { period, phase, ..Self::default() };
        let Some(comb) = comb else {
            let (bins, periods) = (
                period / histogram.bin as f64,
                histogram.counts.len() as f64 * histogram.bin as f64 / period,
            );
            if bins < RESOLVED_BINS {
                all.remark(RemarkCode::BinsTooWide, "a period is shorter than four bins: use narrower bins");
            } else {
                let message = format!("the range has {periods:.1} periods: three whole ones are needed");
                all.remark(RemarkCode::RangeTooShort, &message);
            }
            return all;
        };
        let Some(((centre, overlap), sides)) = comb.centre_and_sides().filter(|(_, sides)| sides.len() >= 2)
        else {
            all.remark(
                RemarkCode::RangeTooShort,
                "the period around the peak nearest to 0 is not completely in the range",
            );
            return all;
        };
        let Stretch { counts, exposure, .. } = comb.folded(histogram).0;
        let floor = floor(&counts, &exposure);
        let sum: f64 = sides.iter().map(|side| side.0).sum();
        let exposure: f64 = sides.iter().map(|side| side.1).sum();
        let expected = sum * overlap / exposure;
        all.centre_counts = Some(centre as u64);
        all.side_peaks = sides.len() as u64;
        all.side_counts = Some(expected);
        if sum == 0.0 {
            all.remark(RemarkCode::NoCoincidences, "the other periods have no pairs of tags");
            return all;
        }
        // Each pair of a channel with itself is counted at both d and -d: twice in the centre.
        let twice = if doubled { 2.0 } else { 1.0 };
        let (empty, overlap) = comb.empty_next_to_centre();
        let missing = sum * overlap / exposure / twice;
        // Light of an emitter has pairs there.
        if centre == 0.0 && missing >= min_missing() {
            let message = format!(
                "the {empty} periods next to the centre have no pairs either, where independent light has {missing:.0}: the \
                 detectors share a dead time, as behind a router"
            );
            all.refuse(Remark::new("g2", RemarkCode::SharedDeadTime, message));
            return all;
        }
        let g2 = centre / expected;
        let free = (sides.len() - 1) as f64;
        let square = |(n, of): &(f64, f64)| (n - sum * of / exposure).powi(2) / (sum * of / exposure);
        let spread = sides.iter().map(square).sum::<f64>() / free;
        let n = (centre / twice).round() as u64;
        if n >= FEW {
            let error = g2 * (twice / centre + twice * spread.max(1.0) / sum).sqrt();
            all.set_g2(Derived::OfMany(Estimate { value: g2, error }));
        } else {
            let interval = jeffreys(n).times(twice / expected);
            let upper = Some(upper_limit(n) * twice / expected);
            all.set_g2(Derived::OfFew { value: g2, interval, upper });
            let message =
                format!("{n} pairs are too few for a symmetric error: see the interval and the upper limit");
            all.remarks.push(Remark::new("g2_error", RemarkCode::TooFewCounts, message));
        }
        // Chi squared per degree of freedom has the variance `2 / free`.
        if spread > 1.0 + 6.0 * (2.0 * twice / free).sqrt() {
            let by_difference = |a: &usize, b: &usize| square(&sides[*a]).total_cmp(&square(&sides[*b]));
            let odd = (0..sides.len()).max_by(by_difference).unwrap_or_default();
            let (delay, (counts, of)) = (comb.delay_of_side(odd).round(), sides[odd]);
            let mean = sum * of / exposure;
            let message = format!(
                "the other peaks differ significantly, most of all that at {delay} ticks ({counts} of {mean:.0} pairs): the \
                 light blinks or drifts, or the device lost pairs there"
            );
            all.remark(RemarkCode::SidePeaksNotLevel, &message);
        }
        if floor > OVERLAP {
            let share = 100.0 * floor;
            let message = format!(
                "counts between the peaks are {share:.0} % of their height: the centre includes background, or \
                 tails of the neighbouring peaks"
            );
            all.remarks.push(Remark::new("g2", RemarkCode::PeaksOverlap, message));
        }
        all
    }

    /// Removes g2. `reason` becomes the only remark.
    fn refuse(&mut self, reason: Remark) {
        self.set_g2(Derived::Unknown);
        self.remarks = vec![reason];
    }

    /// Returns the same result, without g2 if the peak nearest to 0 overlaps a dead time that the channels share.
    pub(crate) fn unless_dead(mut self, dead: Option<SharedDeadTime>) -> Self {
        let (phase, half) = (self.phase.unwrap_or(0.0), self.period / 2.0);
        let reached = dead.filter(|dead| dead.reaches((phase - half) as i64, (phase + half) as i64));
        if let Some(dead) = reached {
            self.refuse(dead.remark("g2"));
        }
        self
    }

    fn set_g2(&mut self, g2: Derived) {
        self.g2 = g2.value();
        self.g2_error = g2.error();
        self.g2_interval = g2.interval();
        self.g2_upper = g2.upper();
    }

    fn remark(&mut self, code: RemarkCode, message: &str) {
        self.remarks.push(Remark::new("g2", code, message));
    }
}

/// Returns the mean counts of the two outermost eighths as a share of the highest cell's, minus
/// [`DISCOVERY`] standard deviations.
fn floor(counts: &[f64], exposure: &[f64]) -> f64 {
    let edge = (counts.len() / 8).max(1);
    let sum = |all: &[f64]| all[..edge].iter().chain(&all[all.len() - edge..]).sum::<f64>();
    let (edges, seen) = (sum(counts), sum(exposure));
    let height = |(n, e): (&f64, &f64)| if *e > 0.0 { n / e } else { 0.0 };
    let top = counts.iter().zip(exposure).map(height).fold(0.0, f64::max);
    if seen > 0.0 && top > 0.0 { (edges - DISCOVERY * edges.sqrt()).max(0.0) / seen / top } else { 0.0 }
}
