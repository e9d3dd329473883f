//! A dip: where, how deep and how wide a histogram lacks counts.

use std::borrow::Cow;

use super::dip_shape::{DipShape, emptiest, shape};
use super::histogram::{Histogram, Sums};
use super::level::Level;
use super::search::{Found, Run};
use crate::estimate::statistics::Estimate;

/// A dip found is at most 2^24 times as wide as the run that was found in it.
const MOST_DOUBLINGS: usize = 24;

/// There is an excess on the sides of a dip where so many standard deviations more are missing in it than in all of the
/// stretch.
const EXCESS: f64 = 3.0;

/// Blocks of a histogram, at most, whose median is its level beside peaks.
const MOST_BLOCKS: usize = 256;

/// So many peaks are left out of a histogram at most.
const MOST_PEAKS: usize = 4;

/// What is known of a dip, times in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Dip {
    /// Middle of the fitted shape, or without one of what is missing.
    pub centre: f64,
    /// Pairs that are missing; not in the bins of a peak.
    pub missing: Estimate,
    /// Depth and width; `None` where neither of the two shapes is that of the counts.
    pub shape: Option<DipShape>,
    /// In standard deviations.
    pub significance: f64,
}

/// Whether a run has fewer counts than most of the histogram by two standard deviations: between two peaks, there are fewer
/// than beside, and none are missing.
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
    expected - run.counts > 2.0 * expected.sqrt()
}

/// The bin at a number of bins from the first one's beginning, or the end.
fn bin_at(sums: &Sums, x: f64) -> usize {
    (x.max(0.0) as usize).min(sums.bins())
}

/// The level between `inner` and `outer` bins from `middle` to both sides; `None`
/// where these have no more exposure than `least`.
fn level_around(sums: &Sums, middle: f64, (inner, outer): (f64, f64), least: f64) -> Option<Level> {
    let [a, b, c, d] = [-outer, -inner, inner, outer].map(|off| bin_at(sums, middle + off));
    let counts = sums.counts(a, b) + sums.counts(c, d);
    let exposure = sums.exposure(a, b) + sums.exposure(c, d);
    (exposure > least).then(|| Level::of(counts, exposure))
}

/// The middle of the dip that a run lies in, and half of the stretch around it, which doubles until the level beside it
/// does not rise.
fn widest(sums: &Sums, run: Run) -> (f64, f64) {
    let mut middle = run.first as f64 + run.width as f64 / 2.0;
    let mut half = 2.0 * run.width as f64;
    for _ in 0..MOST_DOUBLINGS {
        let Some(here) = level_around(sums, middle, (half, 2.0 * half), 0.0) else { break };
        let (low, high) = (bin_at(sums, middle - half), bin_at(sums, middle + half));
        let lack = |k: usize| here.height * sums.exposure(k, k + 1) - sums.counts(k, k + 1);
        let all: f64 = (low..high).map(lack).sum();
        if all > 0.0 {
            let moment = (low..high).map(|k| lack(k) * (k as f64 + 0.5)).sum::<f64>() / all;
            middle = moment.clamp(middle - half / 2.0, middle + half / 2.0);
        }
        let Some(wider) = level_around(sums, middle, (2.0 * half, 4.0 * half), 0.0) else { break };
        if 4.0 * half > sums.bins() as f64
            || wider.height - here.height <= 2.0 * (wider.variance + here.variance).sqrt()
        {
            break;
        }
        half *= 2.0;
    }
    (middle, half)
}

impl Dip {
    /// The dip that stands out in a histogram in which the peak, if there is one, has been `found`.
    ///
    /// The bins of a peak that a wider dip surrounds are left out: a detector is dead on both sides of the pairs that
    /// make the peak, and how many pairs are missing where it stands can't be told.
    pub fn find(histogram: &Histogram, sums: &Sums, found: &Found) -> Option<Self> {
        let (first, all) = (found.peak_found(), sums);
        let (mut sums, mut found) = (Cow::Borrowed(sums), *found);
        for _ in 0..MOST_PEAKS {
            let stands = !histogram.doubled && !found.is_rim();
            let Some(peak) = found.peak_found().filter(|_| stands) else { break };
            let (low, high) = peak.reach(&sums);
            let without = sums.without(low, high);
            let again = Found::search(histogram, &without);
            if again.dip_found().is_none_or(|dip| dip.width < high - low) {
                break;
            }
            (sums, found) = (Cow::Owned(without), again);
        }
        let is_peaked = |dip: &Run| first.is_some_and(|peak| peak.significance > dip.significance);
        let dip = found.dip_found().filter(|dip| !is_peaked(dip) || is_below_most(all, *dip));
        dip.and_then(|run| Self::of(histogram, &sums, run))
    }

    /// The run that was found may lie within a wider dip: the stretch doubles until the level beside it does not rise.
    ///
    /// Then `level (1 - depth exp(-|d - centre| / tau))`, the antibunching of an emitter, and a box, a dead time, are
    /// fitted by Poisson likelihood, and the likelier one is taken. Where the other is nearly as likely, what they differ
    /// by is an error, too.
    fn of(histogram: &Histogram, sums: &Sums, run: Run) -> Option<Self> {
        let (mut middle, half) = widest(sums, run);
        let at = |x: f64| bin_at(sums, x);
        // Where nothing of the dip is left, and more of it than the dip is wide.
        let far = level_around(sums, middle, (2.0 * half, 6.0 * half), half);
        let near = || level_around(sums, middle, (half, 2.0 * half), 0.0);
        let level = far.or_else(near).filter(|level| level.height > 0.0)?;
        let (start, end) = (at(middle - 2.0 * half), at(middle + 2.0 * half));
        let fitted = shape(sums, (start, end), level, (middle, half));
        let lack = |low: usize, high: usize| {
            let (counts, exposure) = (sums.counts(low, high), sums.exposure(low, high));
            (level.height * exposure - counts, counts + exposure * exposure * level.variance)
        };
        let (mut missing, mut variance) = lack(at(middle - half), at(middle + half));
        if fitted.is_none() {
            // More than the level beside a dip, as afterpulses are after a dead time, makes up for none of what is missing.
            let (low, high) = emptiest(sums, (start, end), level, (run.first, run.first + run.width));
            let within = lack(low, high);
            if within.0 - missing > EXCESS * variance.sqrt() {
                (missing, variance) = within;
                middle = (low + high) as f64 / 2.0;
            }
        }
        if missing <= 0.0 {
            return None;
        }
        let (bin, factor) = (histogram.bin as f64, histogram.variance().sqrt());
        let shape = fitted.map(|DipShape { centre, depth, width }| DipShape {
            centre: Estimate { value: histogram.delay(centre.value), error: centre.error * bin * factor },
            depth: depth.widened(factor),
            width: width.times(bin).widened(factor),
        });
        Some(Self {
            centre: shape.map_or(histogram.delay(middle - 0.5), |shape| shape.centre.value),
            missing: Estimate { value: missing, error: variance.sqrt() * factor },
            shape,
            significance: run.significance,
        })
    }
}
