//! A dip: where, how deep and how wide a histogram lacks counts.

use super::dip_shape::{DipShape, shape};
use super::histogram::{Histogram, Sums};
use super::search::Run;

/// A dip found is at most 2^24 times as wide as the run that was found in it.
const MOST_DOUBLINGS: usize = 24;

/// What is known of a dip, times in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Dip {
    /// Middle of the fitted shape, or without one of what is missing.
    pub centre: f64,
    /// Pairs that are missing, with the error of that.
    pub missing: (f64, f64),
    /// Depth and width; `None` where neither of the two shapes is that of the counts.
    pub shape: Option<DipShape>,
    /// In standard deviations.
    pub significance: f64,
}

impl Dip {
    /// The run that was found may lie within a wider dip: the stretch doubles until the level beside it does not rise.
    ///
    /// Then `level (1 - depth exp(-|d - centre| / tau))`, the antibunching of an emitter, and a box, a dead time, are
    /// fitted by Poisson likelihood, and the likelier one is taken. Where the other is nearly as likely, what they differ
    /// by is an error, too.
    pub fn of(histogram: &Histogram, sums: &Sums, run: Run) -> Option<Self> {
        let bins = sums.bins();
        let at = |x: f64| (x.max(0.0) as usize).min(bins);
        let level_at = |half: f64, middle: f64| {
            let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|side| at(middle + side * half));
            let (counts, exposure) =
                (sums.counts(a, b) + sums.counts(c, d), sums.exposure(a, b) + sums.exposure(c, d));
            (exposure > 0.0).then(|| (counts / exposure, counts.max(1.0) / (exposure * exposure)))
        };
        let mut middle = run.first as f64 + run.width as f64 / 2.0;
        let mut half = 2.0 * run.width as f64;
        for _ in 0..MOST_DOUBLINGS {
            let Some(here) = level_at(half, middle) else { break };
            let (low, high) = (at(middle - half), at(middle + half));
            let lack = |k: usize| here.0 * sums.exposure(k, k + 1) - sums.counts(k, k + 1);
            let all: f64 = (low..high).map(lack).sum();
            if all > 0.0 {
                let moment = (low..high).map(|k| lack(k) * (k as f64 + 0.5)).sum::<f64>() / all;
                middle = moment.clamp(middle - half / 2.0, middle + half / 2.0);
            }
            let Some(wider) = level_at(2.0 * half, middle) else { break };
            if 4.0 * half > bins as f64 || wider.0 - here.0 <= 2.0 * (wider.1 + here.1).sqrt() {
                break;
            }
            half *= 2.0;
        }
        // Where nothing of the dip is left, and more of it than the dip is wide.
        let far = |half: f64| {
            let [a, b, c, d] = [-6.0, -2.0, 2.0, 6.0].map(|side| at(middle + side * half));
            let exposure = sums.exposure(a, b) + sums.exposure(c, d);
            let counts = sums.counts(a, b) + sums.counts(c, d);
            (exposure > half).then(|| (counts / exposure, counts.max(1.0) / (exposure * exposure)))
        };
        let level = far(half).or_else(|| level_at(half, middle)).filter(|level| level.0 > 0.0)?;
        let (low, high) = (at(middle - half), at(middle + half));
        let exposure = sums.exposure(low, high);
        let missing = level.0 * exposure - sums.counts(low, high);
        let variance = sums.counts(low, high) + exposure * exposure * level.1;
        let (start, end) = (at(middle - 2.0 * half), at(middle + 2.0 * half));
        let fitted = shape(sums, (start, end), level, (middle, half));
        let (bin, factor) = (histogram.bin as f64, histogram.variance().sqrt());
        let shape = fitted.map(|DipShape { centre, depth, width }| DipShape {
            centre: (histogram.delay(centre.0), centre.1 * bin * factor),
            depth: (depth.0, depth.1 * factor),
            width: (width.0 * bin, width.1 * bin * factor),
        });
        Some(Self {
            centre: shape.map_or(histogram.delay(middle - 0.5), |shape| shape.centre.0),
            missing: (missing, variance.sqrt() * factor),
            shape,
            significance: run.significance,
        })
    }
}
