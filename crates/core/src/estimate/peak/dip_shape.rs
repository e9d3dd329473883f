//! The shape of a dip: that of antibunching or of a dead time, whichever is likelier.

use super::fit::{Bin, fit};
use super::histogram::Sums;
use super::level::Level;
use crate::estimate::statistics::Estimate;

/// Bins that a fit is made over, at most and at least: those of wider dips, and of few counts, are joined.
const MOST_BINS: usize = 512;
const LEAST_BINS: usize = 40;

/// Counts in joined bins, as far as there are enough bins.
const COUNTS: f64 = 10.0;

/// A shape whose deviance is less than so much larger may be the true one.
const AS_LIKELY: f64 = 9.0;

/// Times that both edges of a box are moved.
const MOST_MOVES: usize = 8;

/// Where a dip is, how deep and how wide.
#[derive(Debug, Clone, Copy)]
pub struct DipShape {
    /// In bins from the middle of the first; in ticks as part of a [`super::Dip`].
    pub centre: Estimate,
    /// The share of the level that is missing at the lowest.
    pub depth: Estimate,
    /// What is missing over level and depth, in the same unit.
    pub width: Estimate,
}

impl DipShape {
    /// The same, with another shape as a possibility whose deviance is `more`: where that is little, what they differ by
    /// is an error, too.
    fn or(self, other: &Self, more: f64) -> Self {
        let widened = |this: Estimate, other: Estimate| {
            let off = if more < AS_LIKELY { other.value - this.value } else { 0.0 };
            Estimate { error: this.error.hypot(off), ..this }
        };
        Self {
            centre: widened(self.centre, other.centre),
            depth: widened(self.depth, other.depth),
            width: widened(self.width, other.width),
        }
    }
}

/// A stretch of bins around a dip, joined to wider ones, and the level beside it.
struct Stretch<'a> {
    sums: &'a Sums<'a>,
    /// The first bin of each, and the end.
    edges: Vec<usize>,
    counts: Vec<f64>,
    exposure: Vec<f64>,
    level: Level,
}

/// The likelier shape of the dip between two bins, about `half` to either side of `middle`; `None` where the better one
/// still is not that of the counts: where the deviance is more than five of its standard deviations too large.
pub fn shape(
    sums: &Sums,
    (low, high): (usize, usize),
    level: Level,
    (middle, half): (f64, f64),
) -> Option<DipShape> {
    let (stretch, join) = Stretch::of(sums, (low, high), level);
    let (cusp, notch) = (stretch.cusp(middle, half, join), stretch.notch(middle, half));
    let (deviance, shape) = match (cusp, notch) {
        (Some(cusp), Some(notch)) if cusp.0 <= notch.0 => (cusp.0, cusp.1.or(&notch.1, notch.0 - cusp.0)),
        (Some(cusp), Some(notch)) => (notch.0, notch.1.or(&cusp.1, cusp.0 - notch.0)),
        (cusp, notch) => cusp.or(notch)?,
    };
    let seen = stretch.exposure.iter().filter(|exposure| **exposure > 0.0).count();
    let free = seen.saturating_sub(3).max(1) as f64;
    let poor = deviance / free > 1.0 + 5.0 * (2.0 / free).sqrt();
    let DipShape { centre, depth, width } = shape;
    let known = [centre, depth, width].into_iter().all(Estimate::is_finite);
    (known && !poor).then_some(shape)
}

/// The box, from one bin to before another, that lacks the most of the level: where it goes from `from` on.
pub fn emptiest(sums: &Sums, within: (usize, usize), level: Level, from: (usize, usize)) -> (usize, usize) {
    Stretch::of(sums, within, level).0.emptiest(from)
}

impl<'a> Stretch<'a> {
    /// The bins from one to before another, and how many of them are joined.
    fn of(sums: &'a Sums<'a>, (low, high): (usize, usize), level: Level) -> (Self, usize) {
        let few = ((COUNTS / level.height).ceil() as usize).min((high - low) / LEAST_BINS);
        let join = (high - low).div_ceil(MOST_BINS).max(few).max(1);
        let edges: Vec<usize> = (low..=high).step_by(join).collect();
        let each = |of: fn(&Sums, usize, usize) -> f64| {
            edges.windows(2).map(|two| of(sums, two[0], two[1])).collect()
        };
        let counts = each(|sums, low, high| sums.counts(low, high));
        let exposure = each(|sums, low, high| sums.exposure(low, high));
        (Self { sums, counts, exposure, edges, level }, join)
    }

    /// `level (1 - depth exp(-|d - middle| / tau))`, each bin integrated; the width is `2 tau`. With its deviance.
    fn cusp(&self, middle: f64, half: f64, join: usize) -> Option<(f64, DipShape)> {
        let Level { height: level, variance } = self.level;
        let (first, join) = (*self.edges.first()? as f64, join as f64);
        let last = self.counts.len() as f64;
        // From here on in joined bins from the middle of the first.
        let start = [0.7, (middle - first) / join - 0.5, (half / join / 4.0).max(0.5)];
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
        let [depth, centre, tau] = fitted.at;
        let [depth_error, centre_error, tau_error] = fitted.variance.map(f64::sqrt);
        // Where hardly any counts are left at the lowest, Fisher's information on the middle is far too large: simulated
        // dips of any depth have a sixth of the width's error.
        let centre_error = centre_error.max(tau_error / 3.0);
        let shape = DipShape {
            centre: Estimate { value: first + (centre + 0.5) * join - 0.5, error: centre_error * join },
            depth: Estimate { value: depth.min(1.0), error: depth_error },
            width: Estimate { value: 2.0 * tau * join, error: 2.0 * tau_error * join },
        };
        Some((fitted.deviance, shape))
    }

    /// The box with the likeliest lack: its edges go, one after the other, first from one joined bin to the next, and then
    /// bin by bin.
    fn emptiest(&self, (low, high): (usize, usize)) -> (usize, usize) {
        let [first, second, .., end] = *self.edges.as_slice() else { return (low, high) };
        let (low, high) = (low.clamp(first, end), high.clamp(first, end));
        let (low, high) = self.climb((low, high), |_| self.edges.clone());
        let step = second - first;
        let around =
            |at: usize| (at.saturating_sub(2 * step).max(first)..=(at + 2 * step).min(end)).collect();
        self.climb((low, high), around)
    }

    /// That box. With its deviance.
    fn notch(&self, middle: f64, half: f64) -> Option<(f64, DipShape)> {
        let Level { height: level, variance } = self.level;
        let near = |at: f64| at.max(0.0) as usize;
        let (low, high) = self.emptiest((near(middle - half / 2.0), near(middle + half / 2.0)));
        if low >= high {
            return None;
        }
        let (seen, expected) = (self.sums.counts(low, high), level * self.sums.exposure(low, high));
        let depth = 1.0 - seen / expected;
        let relative = variance / (level * level);
        let depth_error = (seen.max(1.0) / (expected * expected) + (1.0 - depth).powi(2) * relative).sqrt();
        // How many bins it takes to tell the level from the bottom: Kullback and Leibler, per count of the level.
        let bottom = 1.0 - depth;
        let tells = depth + if bottom > 0.0 { bottom * bottom.ln() } else { 0.0 };
        let edge = 1.0 / (level * tells).max(1e-12);
        // An edge among bins that were not seen is anywhere between those that were.
        let lack = self.lack(low, high);
        let [(low, low_free), (high, high_free)] = [low, high].map(|edge| self.between_seen(edge));
        let anywhere = (low_free * low_free + high_free * high_free) / 12.0;
        let width_error = (2.0 * (edge * edge + 1.0 / 12.0) + anywhere).sqrt();
        // An empty box reaches to the next bin with counts on either side.
        let too_far = if seen == 0.0 { 2.0 / level.exp_m1() } else { 0.0 };
        let shape = DipShape {
            centre: Estimate { value: (low + high - 1.0) / 2.0, error: width_error / 2.0 },
            depth: Estimate { value: depth, error: depth_error },
            width: Estimate { value: high - low - too_far, error: width_error },
        };
        let flat: f64 = self.counts.iter().zip(&self.exposure).map(|(n, e)| deviance(*n, level * e)).sum();
        (depth > 0.0).then_some((flat - lack, shape))
    }

    /// The middle of the bins without exposure that an edge lies among or beside, and how many they are.
    fn between_seen(&self, edge: usize) -> (f64, f64) {
        let (first, end) =
            (self.edges.first().copied().unwrap_or(edge), self.edges.last().copied().unwrap_or(edge));
        let unseen = |k: &usize| self.sums.exposure(*k, *k + 1) <= 0.0;
        let before = (first..edge).rev().take_while(unseen).count();
        let after = (edge..end).take_while(unseen).count();
        (edge as f64 + (after as f64 - before as f64) / 2.0, (before + after) as f64)
    }

    /// Moves both edges to the best of those that `choose` gives for each.
    fn climb(
        &self,
        (mut low, mut high): (usize, usize),
        choose: impl Fn(usize) -> Vec<usize>,
    ) -> (usize, usize) {
        for _ in 0..MOST_MOVES {
            let lows = choose(low).into_iter().filter(|low| *low < high);
            let best_low =
                lows.max_by(|x, y| self.lack(*x, high).total_cmp(&self.lack(*y, high))).unwrap_or(low);
            let highs = choose(high).into_iter().filter(|high| *high > best_low);
            let best_high = highs
                .max_by(|x, y| self.lack(best_low, *x).total_cmp(&self.lack(best_low, *y)))
                .unwrap_or(high);
            let still = (low, high) == (best_low, best_high);
            (low, high) = (best_low, best_high);
            if still {
                break;
            }
        }
        (low, high)
    }

    /// By how much the deviance falls where a box from one bin to before another has a level of its own that is lower.
    fn lack(&self, low: usize, high: usize) -> f64 {
        let (seen, expected) =
            (self.sums.counts(low, high), self.level.height * self.sums.exposure(low, high));
        if seen < expected { deviance(seen, expected) } else { 0.0 }
    }
}

/// Minus twice the logarithm of the likelihood of a mean, over that of the counts themselves.
fn deviance(seen: f64, mean: f64) -> f64 {
    let mean = mean.max(1e-9);
    2.0 * (mean - seen + if seen > 0.0 { seen * (seen / mean).ln() } else { 0.0 })
}
