//! Full width at half maximum of the counts of a peak of any shape.

use super::gaussian::Stretch;
use super::search::MIN_BINS;
use crate::estimate::statistics::Estimate;
use crate::estimate::statistics::levels::MANY_COUNTS;

/// Returns the full width at half of the height above the level, in bins: from the highest bin of the run to the first
/// bins on both sides that are lower, by linear interpolation. Other peaks beside it do not change it. `None` if the
/// counts are too few, or if they do not fall to the half.
///
/// Bins are joined by twos until the highest has [`MANY_COUNTS`] above the level. The error is that of Poisson counts
/// at the height and at its halves, and that of a place within a joined bin.
pub fn half_width(stretch: &Stretch) -> Option<Estimate> {
    let mut join = 1;
    while stretch.counts.len() / join >= MIN_BINS {
        let sum = |all: &[f64]| all.chunks(join).map(|bins| bins.iter().sum()).collect::<Vec<f64>>();
        let (counts, exposure) = (sum(&stretch.counts), sum(&stretch.exposure));
        let above = |k: usize| counts[k] - stretch.level.height * exposure[k];
        let (first, end) = (stretch.run.0 / join, stretch.run.1.div_ceil(join).min(counts.len()));
        let top = (first..end).max_by(|x, y| above(*x).total_cmp(&above(*y)))?;
        if above(top) >= MANY_COUNTS {
            return at_half(&counts, above, top).map(|width| width.times(join as f64));
        }
        join *= 2;
    }
    None
}

fn at_half(counts: &[f64], above: impl Fn(usize) -> f64, top: usize) -> Option<Estimate> {
    let half = above(top) / 2.0;
    // Bins from the crossing to the highest bin, and their variance.
    let side = |mut bins: Box<dyn Iterator<Item = usize>>| {
        let low = bins.find(|k| above(*k) <= half)?;
        let high = if low < top { low + 1 } else { low - 1 };
        let slope = above(high) - above(low);
        let distance = low.abs_diff(top) as f64 - (half - above(low)) / slope;
        let variance = (counts[low].max(counts[high]) + counts[top] / 4.0) / (slope * slope);
        Some((distance, variance.min(distance * distance) + 1.0 / 12.0))
    };
    let (left, right) = (side(Box::new((0..top).rev()))?, side(Box::new(top + 1..counts.len()))?);
    Some(Estimate { value: left.0 + right.0, error: (left.1 + right.1).sqrt() })
}
