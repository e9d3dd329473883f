//! A dip: bins with missing counts.

use super::histogram::{Histogram, Sums};
use super::search::{Found, Run};
use crate::estimate::statistics::Estimate;
use crate::estimate::statistics::levels::AGREEMENT;

/// Maximum number of blocks of a histogram; their median is its level beside peaks.
const MOST_BLOCKS: usize = 256;

/// The most significant run of bins with fewer counts than the bins beside it.
#[derive(Debug, Clone, Copy)]
pub struct Dip {
    /// Middle of the run, ticks.
    pub centre: f64,
    /// Width of the run, ticks.
    pub width: f64,
    /// Number of missing pairs in the run.
    pub missing: Estimate,
    /// The missing share of the expected pairs in the run.
    pub depth: Estimate,
    /// In standard deviations.
    pub significance: f64,
}

/// Returns whether a run has fewer counts than most of the histogram, by [`AGREEMENT`] standard deviations. The gap
/// between two peaks has fewer counts than its sides, but no counts are missing there.
fn is_below_most(sums: &Sums, run: Run) -> bool {
    let block = (sums.bins() / MOST_BLOCKS).max(run.width);
    let density = |first: usize| {
        let end = (first + block).min(sums.bins());
        sums.counts(first, end) / sums.exposure(first, end).max(f64::MIN_POSITIVE)
    };
    let mut densities: Vec<f64> = (0..sums.bins()).step_by(block).map(density).collect();
    let middle = densities.len() / 2;
    let level = *densities.select_nth_unstable_by(middle, f64::total_cmp).1;
    let expected = level * sums.exposure(run.first, run.first + run.width);
    expected - run.counts > AGREEMENT * expected.sqrt()
}

impl Dip {
    /// Returns the significant dip, unless a peak beside it is more significant: the dip may then be the gap between
    /// two peaks.
    ///
    /// With `n` pairs in the run and `B` expected from `m` pairs beside it, `missing = B - n` with the variance
    /// `n + B^2 / m`, and `depth = missing / B`.
    pub fn of(histogram: &Histogram, sums: &Sums, found: &Found) -> Option<Self> {
        let run = found.dip_found()?;
        let is_peaked = found.peak_found().is_some_and(|peak| peak.significance > run.significance);
        if is_peaked && !is_below_most(sums, run) {
            return None;
        }
        let Run { first, width, side, counts, expected, significance } = run;
        let side_counts = expected * (2 * side) as f64 / width as f64;
        let (bin, variance) = (histogram.bin as f64, histogram.variance());
        let missing = expected - counts;
        let missing_variance = variance * (counts.max(1.0) + expected * expected / side_counts.max(1.0));
        let left = counts / expected;
        let depth_variance =
            variance * (counts.max(1.0) / (expected * expected) + left * left / side_counts.max(1.0));
        Some(Self {
            centre: histogram.delay(first as f64 + width as f64 / 2.0 - 0.5),
            width: width as f64 * bin,
            missing: Estimate { value: missing, error: missing_variance.sqrt() },
            depth: Estimate { value: 1.0 - left, error: depth_variance.sqrt() },
            significance,
        })
    }
}
