//! All peaks of a histogram, one after the other, and its dip.

use std::ops::Range;

use super::gaussian::{Level, Stretch, gaussian};
use super::histogram::{Histogram, Sums};
use super::search::{Found, Run};
use crate::estimate::statistics::levels::AGREEMENT;
use crate::estimate::statistics::{Estimate, median};

/// A peak of a histogram of delays.
#[derive(Debug, Clone, Copy)]
pub struct Peak {
    /// Fitted centre, ticks.
    pub centre: Estimate,
    /// Full width at half maximum, ticks; `None` if unknown.
    pub fwhm: Option<Estimate>,
    /// Pairs above the level beside the peak.
    pub pairs: Estimate,
    /// In standard deviations.
    pub significance: f64,
}

/// Number of widths at half maximum on either side of a centre that a peak covers: 4.7 standard deviations of a
/// Gaussian.
const WIDTHS: f64 = 2.0;

/// Returns the significant peaks, most significant first, at most `limit`.
///
/// The most significant run of bins is fitted with a Gaussian. Then the histogram is searched again without the bins of
/// the peak.
pub fn peaks(histogram: &Histogram, limit: usize) -> Vec<Peak> {
    let mut counts = histogram.counts.to_vec();
    let (mut peaks, mut excluded) = (Vec::new(), Vec::new());
    while peaks.len() < limit {
        let rest = Histogram { counts: &counts, ..*histogram };
        let sums = Sums::without(&excluded, &rest);
        let found = Found::search(&rest, &sums);
        let Some(run) = found.peak_found().filter(|_| !found.is_rim()) else { break };
        let run = run.without_other_peaks(&sums);
        let (stretch, low) = Stretch::around(&sums, run);
        let Some(gaussian) = gaussian(&stretch) else { break };
        // The level from the sides of the run, which are farther away than neighbouring peaks.
        let exposure = sums.exposure(run.first, run.first + run.width);
        let sides = 2.0 * run.side as f64 / run.width as f64;
        let level = Level::of(sides * run.expected, sides * exposure);
        let bins = extent(&sums, run, level, low as f64 + gaussian.centre.value, gaussian.fwhm.ok());
        let (count, exposure) = (sums.counts(bins.start, bins.end), sums.exposure(bins.start, bins.end));
        let variance = histogram.variance() * (count.max(1.0) + level.variance * exposure * exposure);
        let bin = histogram.bin as f64;
        peaks.push(Peak {
            centre: Estimate {
                value: histogram.delay(low as f64 + gaussian.centre.value),
                error: gaussian.centre.error * bin,
            },
            fwhm: gaussian.fwhm.ok().map(|fwhm| fwhm.times(bin)),
            pairs: Estimate { value: count - level.height * exposure, error: variance.sqrt() },
            significance: run.significance,
        });
        counts[bins.clone()].fill(0);
        excluded.push(bins);
    }
    peaks
}

/// Returns the bins of a peak: its run and [`WIDTHS`] around its centre, extended in steps of half the run's width
/// while the counts exceed the level by [`AGREEMENT`] standard deviations.
fn extent(sums: &Sums, run: Run, level: Level, centre: f64, fwhm: Option<Estimate>) -> Range<usize> {
    let bins = sums.bins();
    let step = run.width.div_ceil(2);
    let reach = WIDTHS * fwhm.map_or(0.0, |fwhm| fwhm.value);
    let exceeds = |low: usize, high: usize| {
        let expected = level.height * sums.exposure(low, high);
        sums.counts(low, high) - expected > AGREEMENT * expected.max(1.0).sqrt()
    };
    let mut low = run.first.min((centre - reach).max(0.0) as usize);
    let mut high = (run.first + run.width).max((centre + reach).ceil() as usize + 1).min(bins);
    while low > 0 && exceeds(low.saturating_sub(step), low) {
        low = low.saturating_sub(step);
    }
    while high < bins && exceeds(high, (high + step).min(bins)) {
        high = (high + step).min(bins);
    }
    low..high
}

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
    let expected = median(&mut densities) * sums.exposure(run.first, run.first + run.width);
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
