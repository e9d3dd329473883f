//! The bins around a peak, with the level beside them.

use super::histogram::Sums;
use super::level::Level;
use super::search::Run;

/// Counts of successive bins around a peak.
pub struct Stretch {
    pub counts: Vec<f64>,
    /// Exposure of each, in bins.
    pub exposure: Vec<f64>,
    /// The level beside the peak.
    pub level: Level,
    /// First bin of the peak, and the bin after its last one.
    pub run: (usize, usize),
}

impl Stretch {
    /// Returns the bins around a run, two widths on either side, with the level beside those; and the first of them.
    pub fn around(sums: &Sums, run: Run) -> (Self, usize) {
        let Run { first, width, side, .. } = run;
        let bins = sums.bins();
        let (low, high) = (first.saturating_sub(2 * width), (first + 3 * width).min(bins));
        let (left, right) = (low.saturating_sub(side), (high + side).min(bins));
        let both = |of: fn(&Sums, usize, usize) -> f64| of(sums, left, low) + of(sums, high, right);
        let counts = both(|sums, low, high| sums.counts(low, high));
        let exposure = both(|sums, low, high| sums.exposure(low, high));
        let level = if exposure > 0.0 { Level::of(counts, exposure) } else { Level::default() };
        let each = |of: fn(&Sums, usize, usize) -> f64| (low..high).map(|k| of(sums, k, k + 1)).collect();
        let stretch = Self {
            counts: each(|sums, low, high| sums.counts(low, high)),
            exposure: each(|sums, low, high| sums.exposure(low, high)),
            level,
            run: (first - low, first + width - low),
        };
        (stretch, low)
    }
}
