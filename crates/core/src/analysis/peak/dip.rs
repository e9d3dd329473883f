//! A dip: where, how deep and how wide a histogram lacks counts.

use super::fit::{Bin, fit};
use super::histogram::{Histogram, Sums};
use super::search::Run;

/// A dip found is at most 2^24 times as wide as the run that was found in it.
const MOST_DOUBLINGS: usize = 24;

/// Bins that a fit is made over, at most: wider dips are joined to so many.
const MOST_BINS: usize = 512;

/// Fewer pairs missing do not tell a shape.
const LEAST_MISSING: f64 = 20.0;

/// What is known of a dip, times in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Dip {
    /// Middle of what is missing.
    pub centre: f64,
    /// Pairs that are missing, with the error of that.
    pub missing: (f64, f64),
    /// Depth and width; `None` where neither of the two shapes is that of the counts.
    pub shape: Option<DipShape>,
    /// In standard deviations.
    pub significance: f64,
}

/// How deep and wide a dip is, each with its error.
#[derive(Debug, Clone, Copy)]
pub struct DipShape {
    pub depth: (f64, f64),
    /// What is missing over the level and the depth, ticks.
    pub width: (f64, f64),
}

/// A stretch of bins joined by `join`, in which the dip lies.
struct Stretch {
    counts: Vec<f64>,
    exposure: Vec<f64>,
    join: usize,
    level: (f64, f64),
}

impl Dip {
    /// The run that was found may lie within a wider dip: the stretch doubles until the level beside it does not rise.
    ///
    /// Then `level (1 - depth exp(-|d - centre| / tau))`, the antibunching of an emitter, and a box, a dead time, are
    /// fitted by Poisson likelihood, and the likelier one is taken.
    pub fn of(histogram: &Histogram, sums: &Sums, run: Run) -> Option<Self> {
        let bins = sums.bins();
        let at = |x: f64| (x.max(0.0) as usize).min(bins);
        let beside = |half: f64, middle: f64| {
            let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|side| at(middle + side * half));
            let (counts, exposure) =
                (sums.counts(a, b) + sums.counts(c, d), sums.exposure(a, b) + sums.exposure(c, d));
            (exposure > 0.0).then(|| (counts / exposure, counts.max(1.0) / (exposure * exposure)))
        };
        let mut middle = run.first as f64 + run.width as f64 / 2.0;
        let mut half = 2.0 * run.width as f64;
        for _ in 0..MOST_DOUBLINGS {
            let Some(here) = beside(half, middle) else { break };
            let (low, high) = (at(middle - half), at(middle + half));
            let lack = |k: usize| here.0 * sums.exposure(k, k + 1) - sums.counts(k, k + 1);
            let all: f64 = (low..high).map(lack).sum();
            if all > 0.0 {
                let moment = (low..high).map(|k| lack(k) * (k as f64 + 0.5)).sum::<f64>() / all;
                middle = moment.clamp(middle - half / 2.0, middle + half / 2.0);
            }
            let Some(wider) = beside(2.0 * half, middle) else { break };
            if 4.0 * half > bins as f64 || wider.0 - here.0 <= 2.0 * (wider.1 + here.1).sqrt() {
                break;
            }
            half *= 2.0;
        }
        let level = beside(half, middle).filter(|level| level.0 > 0.0)?;
        let (low, high) = (at(middle - half), at(middle + half));
        let exposure = sums.exposure(low, high);
        let missing = level.0 * exposure - sums.counts(low, high);
        let variance = sums.counts(low, high) + exposure * exposure * level.1;
        let wider = sums.stretch(at(middle - 2.0 * half), at(middle + 2.0 * half), level);
        let factor = histogram.variance().sqrt();
        let shape =
            (missing >= LEAST_MISSING).then(|| wider.shape(middle - at(middle - 2.0 * half) as f64, half));
        let scale = (histogram.bin as f64, factor);
        Some(Self {
            centre: histogram.delay(middle - 0.5),
            missing: (missing, variance.sqrt() * factor),
            shape: shape.flatten().map(|shape| shape.scaled(scale)),
            significance: run.significance,
        })
    }
}

impl DipShape {
    /// Widths in ticks, and errors where pairs are counted twice.
    fn scaled(self, (bin, factor): (f64, f64)) -> Self {
        let Self { depth, width } = self;
        Self { depth: (depth.0, depth.1 * factor), width: (width.0 * bin, width.1 * bin * factor) }
    }
}

impl Sums {
    fn stretch(&self, low: usize, high: usize, level: (f64, f64)) -> Stretch {
        let join = (high - low).div_ceil(MOST_BINS).max(1);
        let ends = || (low..high).step_by(join).map(|k| (k, (k + join).min(high)));
        Stretch {
            counts: ends().map(|(a, b)| self.counts(a, b)).collect(),
            exposure: ends().map(|(a, b)| self.exposure(a, b)).collect(),
            join,
            level,
        }
    }
}

impl Stretch {
    /// The shape that is likelier, in bins of the histogram; `None` where the better one still is not the counts'.
    fn shape(&self, middle: f64, half: f64) -> Option<DipShape> {
        let middle = middle / self.join as f64 - 0.5;
        let half = half / self.join as f64;
        let both = [self.cusp(middle, half), self.notch(middle, half)];
        let (deviance, shape) = both.into_iter().flatten().min_by(|x, y| x.0.total_cmp(&y.0))?;
        let dof = self.counts.len().saturating_sub(3).max(1) as f64;
        // Of few counts a bin, the deviance is less than the degrees of freedom.
        let poor = deviance / dof > 1.0 + 5.0 * (2.0 / dof).sqrt();
        let DipShape { depth, width } = shape;
        let join = self.join as f64;
        let known = [depth.0, depth.1, width.0, width.1].iter().all(|x| x.is_finite());
        (known && !poor).then_some(DipShape { depth, width: (width.0 * join, width.1 * join) })
    }

    /// `level (1 - depth exp(-|d - middle| / tau))`, each bin integrated; the width is `2 tau`. With its deviance.
    fn cusp(&self, middle: f64, half: f64) -> Option<(f64, DipShape)> {
        let (level, variance) = self.level;
        let last = self.counts.len() as f64;
        let start = [0.7, middle, (half / 4.0).max(0.5)];
        let fitted = fit(&self.counts, start, variance, |k, [depth, middle, tau]| {
            let possible =
                depth > 0.0 && depth < 1.5 && tau > 0.05 && tau < last && middle > -1.0 && middle < last;
            let [x0, x1] = [-0.5, 0.5].map(|edge| k as f64 + edge - middle);
            let height = |x: f64| (-x.abs() / tau).exp();
            let area = |x: f64| tau * (1.0 - height(x)).copysign(x);
            let by_tau = |x: f64| (1.0 - height(x) - x.abs() / tau * height(x)).copysign(x);
            let dip = area(x1) - area(x0);
            let full = level * self.exposure[k];
            possible.then(|| Bin {
                mean: (full * (1.0 - depth * dip)).max(1e-6),
                by: [
                    -full * dip,
                    full * depth * (height(x1) - height(x0)),
                    -full * depth * (by_tau(x1) - by_tau(x0)),
                ],
                by_level: self.exposure[k] * (1.0 - depth * dip),
            })
        })?;
        let [depth, _, tau] = fitted.at;
        let [depth_error, _, tau_error] = fitted.variance.map(f64::sqrt);
        let shape = DipShape { depth: (depth.min(1.0), depth_error), width: (2.0 * tau, 2.0 * tau_error) };
        Some((fitted.deviance, shape))
    }

    /// A box: its edges go, one after the other, to where its lack is the likeliest. With its deviance.
    fn notch(&self, middle: f64, half: f64) -> Option<(f64, DipShape)> {
        let (level, variance) = self.level;
        let bins = self.counts.len();
        let sums = |all: &[f64]| {
            let mut sum = 0.0;
            let before = all.iter().map(|x| {
                sum += x;
                sum
            });
            std::iter::once(0.0).chain(before).collect::<Vec<f64>>()
        };
        let (counts, exposure) = (sums(&self.counts), sums(&self.exposure));
        let within =
            |low: usize, high: usize| (counts[high] - counts[low], level * (exposure[high] - exposure[low]));
        let lack = |low: usize, high: usize| {
            let (seen, expected) = within(low, high);
            if seen >= expected {
                return 0.0;
            }
            let log = if seen > 0.0 { seen * (seen / expected).ln() } else { 0.0 };
            2.0 * (log - seen + expected)
        };
        let centre = (middle.round().max(0.0) as usize).min(bins.checked_sub(1)?);
        let mut low = centre.saturating_sub((half / 2.0) as usize);
        let mut high = (centre + 1 + (half / 2.0) as usize).min(bins);
        for _ in 0..8 {
            let best_low = (0..high).max_by(|x, y| lack(*x, high).total_cmp(&lack(*y, high)))?;
            let best_high =
                (best_low + 1..=bins).max_by(|x, y| lack(best_low, *x).total_cmp(&lack(best_low, *y)))?;
            let still = (low, high) == (best_low, best_high);
            (low, high) = (best_low, best_high);
            if still {
                break;
            }
        }
        let (seen, expected) = within(low, high);
        let depth = 1.0 - seen / expected;
        let relative = variance / (level * level);
        let depth_error = (seen.max(1.0) / (expected * expected) + (1.0 - depth).powi(2) * relative).sqrt();
        // How many counts it takes to tell the level from the bottom: Kullback and Leibler, per count of the level.
        let bottom = 1.0 - depth;
        let tells = depth + if bottom > 0.0 { bottom * bottom.ln() } else { 0.0 };
        let edge = 1.0 / (level * tells).max(1e-12);
        let width_error = (2.0 * (edge * edge + 1.0 / 12.0)).sqrt();
        let flat = |(n, e): (&f64, &f64)| {
            let mean = (level * e).max(1e-9);
            2.0 * (mean - n + if *n > 0.0 { n * (n / mean).ln() } else { 0.0 })
        };
        let all: f64 = self.counts.iter().zip(&self.exposure).map(flat).sum();
        let shape = DipShape { depth: (depth, depth_error), width: ((high - low) as f64, width_error) };
        (depth > 0.0).then_some((all - lack(low, high), shape))
    }
}
