//! The comb of peaks of pulsed light: their phase, and the counts of each whole period.

use std::f64::consts::TAU;

use crate::estimate::peak::{Histogram, Level, Stretch, Sums};
use crate::estimate::statistics::levels::{CHI2_MEDIAN, FALSE_POSITIVE, NORMAL_COUNTS, RESOLVED_BINS};
use crate::estimate::statistics::{li_ma, median};
use crate::order::sort_by_number;

/// Maximum number of cells of a folded period: the rounding to a cell has a standard deviation of
/// `1 / (256 sqrt(12))` of the period, a thousandth.
const CELLS: f64 = 256.0;

/// Minimum number of whole periods in the range: a peak and one on either side.
const LEAST_PERIODS: usize = 3;

/// Peaks a period apart. Times are ticks.
pub struct Comb {
    pub period: f64,
    /// The delay of peak 0, within half a period of 0.
    pub phase: f64,
    /// The number of the first whole period in the range.
    first: i64,
    /// Counts of each whole period.
    counts: Vec<f64>,
    /// Share of the run in which pairs with the delay of each period were observable.
    overlap: Vec<f64>,
}

/// Counts in bins of equal width, with their position.
struct Bins<'a> {
    /// Number of bins.
    many: usize,
    /// Counts of a bin.
    counts: &'a dyn Fn(usize) -> f64,
    /// Middle of the first bin, and width of a bin.
    start: f64,
    width: f64,
}

impl Bins<'_> {
    fn middle(&self, k: usize) -> f64 {
        self.start + k as f64 * self.width
    }

    /// Returns the middle of the bin nearest to a time.
    fn nearest(&self, time: f64) -> f64 {
        self.middle(0) + ((time - self.start) / self.width).round() * self.width
    }

    /// Returns the mean counts of a bin by phase, with `anchor` in the middle of cell `cells / 2`.
    fn profile(&self, period: f64, anchor: f64, cells: usize) -> Vec<f64> {
        let mut all = vec![(0.0, 0.0); cells];
        for k in 0..self.many {
            let (sum, bins) = &mut all[cell(self.middle(k) - anchor, period, cells)];
            (*sum, *bins) = (*sum + (self.counts)(k), *bins + 1.0);
        }
        all.into_iter().map(|(sum, bins)| if bins > 0.0 { sum / bins } else { 0.0 }).collect()
    }

    /// Returns the phase of the peaks: the circular mean of counts above the median, then its centre, repeated a few
    /// times.
    fn phase(&self, period: f64) -> f64 {
        let cells = (period / self.width).round().clamp(RESOLVED_BINS, CELLS) as usize;
        let place = |k: usize| (k as f64 - (cells / 2) as f64) / cells as f64 * period;
        let above = |profile: &[f64], sigmas: f64| -> Vec<f64> {
            let median = median(&mut profile.to_vec());
            let noise = sigmas * (median * cells as f64 / self.many as f64).sqrt();
            profile.iter().map(|height| (height - median - noise).max(0.0)).collect()
        };
        let anchor = self.nearest(0.0);
        let excess = above(&self.profile(period, anchor, cells), 0.0);
        let turn = |k: usize| TAU * place(k) / period;
        let re: f64 = excess.iter().enumerate().map(|(k, x)| x * libm::cos(turn(k))).sum();
        let im: f64 = excess.iter().enumerate().map(|(k, x)| x * libm::sin(turn(k))).sum();
        let mut phase = anchor + libm::atan2(im, re) / TAU * period;
        for _ in 0..3 {
            // A bin's middle is a cell's middle: if a period is a whole number of bins, cells are exact.
            let anchor = self.nearest(phase);
            let profile = self.profile(period, anchor, cells);
            let excess = above(&profile, 2.0);
            let top = (0..cells).max_by(|x, y| profile[*x].total_cmp(&profile[*y])).map_or(0.0, place);
            let near = |k: &usize| (place(*k) - top).abs() < period / 4.0;
            let sum: f64 = (0..cells).filter(near).map(|k| excess[k]).sum();
            if sum <= 0.0 {
                break;
            }
            phase = anchor + (0..cells).filter(near).map(|k| excess[k] * place(k)).sum::<f64>() / sum;
        }
        (phase + period / 2.0).rem_euclid(period) - period / 2.0
    }

    /// Returns the counts of whole periods around the peaks; `None` if the range has fewer than three periods, or a
    /// period has fewer than four bins.
    fn comb(&self, period: f64) -> Option<Comb> {
        if period.is_nan() || period < RESOLVED_BINS * self.width || self.many == 0 {
            return None;
        }
        let phase = self.phase(period);
        let turn = |x: f64| (x - phase) / period;
        let first = (turn(self.middle(0)) + 0.5).ceil() as i64;
        let last = (turn(self.middle(self.many - 1)) - 0.5).floor() as i64;
        let many = usize::try_from(last.checked_sub(first)?.checked_add(1)?).ok()?;
        if many < LEAST_PERIODS {
            return None;
        }
        let mut counts = vec![0.0; many];
        for k in 0..self.many {
            let at = (turn(self.middle(k)) + 0.5).floor() as i64 - first;
            if let Some(sum) = usize::try_from(at).ok().and_then(|at| counts.get_mut(at)) {
                *sum += (self.counts)(k);
            }
        }
        Some(Comb { period, phase, first, counts, overlap: vec![1.0; many] })
    }
}

/// Returns the cell of a time after the middle of cell `cells / 2`.
fn cell(time: f64, period: f64, cells: usize) -> usize {
    let turn = time / period * cells as f64 + (cells / 2) as f64 + 0.5;
    (turn.rem_euclid(cells as f64) as usize).min(cells - 1)
}

/// Counts of a peak, and the share of the run in which pairs of its delay were observable.
type Area = (f64, f64);

/// A peak that is significantly higher than the others.
pub struct Outstanding {
    /// Its approximate delay.
    pub delay: f64,
    /// Significance in standard deviations.
    pub significance: f64,
}

impl Comb {
    /// Returns the comb of a histogram; `None` if it has fewer than three whole periods, or a period is shorter than
    /// four bins.
    pub fn of(histogram: &Histogram, period: f64) -> Option<Self> {
        let counts = |k: usize| histogram.counts[k] as f64;
        let many = histogram.counts.len();
        let bins = Bins { many, counts: &counts, start: histogram.delay(0.0), width: histogram.bin as f64 };
        let mut comb = bins.comb(period)?;
        if let Some(span) = histogram.span.filter(|span| *span > 0.0) {
            let (first, phase) = (comb.first, comb.phase);
            for (k, overlap) in comb.overlap.iter_mut().enumerate() {
                let delay = phase + (first + k as i64) as f64 * period;
                *overlap = ((span - delay.abs()) / span).max(1e-9);
            }
        }
        Some(comb)
    }

    /// Returns the counts and overlap of peak 0, and of each other peak; `None` if peak 0 is not completely in the
    /// range.
    pub fn centre_and_sides(&self) -> Option<(Area, Vec<Area>)> {
        let centre = usize::try_from(self.first.checked_neg()?).ok()?;
        let mut all: Vec<Area> = self.counts.iter().copied().zip(self.overlap.iter().copied()).collect();
        (centre < all.len()).then(|| (all.remove(centre), all))
    }

    /// Returns the delay of a peak by its place among the other peaks of [`Comb::centre_and_sides`].
    pub fn delay_of_side(&self, place: usize) -> f64 {
        let at = self.first + place as i64;
        self.phase + (if at < 0 { at } else { at + 1 }) as f64 * self.period
    }

    /// Returns the number and the overlap of the peaks next to peak 0 that have no counts: on each side, those up to the
    /// first one with counts.
    pub fn empty_next_to_centre(&self) -> (usize, f64) {
        let centre = self.first.checked_neg().and_then(|first| usize::try_from(first).ok());
        let Some(centre) = centre.filter(|centre| *centre < self.counts.len()) else { return (0, 0.0) };
        let is_empty = |k: &usize| self.counts[*k] == 0.0;
        let before = (0..centre).rev().take_while(is_empty);
        let empty = before.chain((centre + 1..self.counts.len()).take_while(is_empty));
        empty.fold((0, 0.0), |(count, overlap), k| (count + 1, overlap + self.overlap[k]))
    }

    /// Returns the only peak that is significantly higher than the others. `Err` has the significance of the highest
    /// peak, if no peak or more than one is significantly higher: the peaks of a blinking emitter rise on both sides of
    /// 0.
    ///
    /// The significance is Li and Ma's, relative to the scatter of the other peaks. If all peaks are equal, one of them
    /// exceeds the threshold with a probability of [`FALSE_POSITIVE`].
    pub fn outstanding(&self) -> Result<Outstanding, f64> {
        let height = |k: &usize| self.counts[*k] / self.overlap[*k];
        let mut by_height: Vec<usize> = (0..self.counts.len()).collect();
        sort_by_number(&mut by_height, |k| -height(k));
        let [top, second, others @ ..] = by_height.as_slice() else { return Err(0.0) };
        let rest: Vec<usize> = [&[*second], others].concat();
        let significance = self.significance(*top, &rest);
        let needed = (2.0 * libm::log(self.counts.len() as f64 / FALSE_POSITIVE)).sqrt();
        let is_second = others.len() > 1 && self.significance(*second, others) > needed;
        if significance <= needed || is_second {
            return Err(significance);
        }
        Ok(Outstanding { delay: self.phase + (self.first + *top as i64) as f64 * self.period, significance })
    }

    /// Returns the significance of a peak relative to `others`, which are not empty.
    fn significance(&self, peak: usize, others: &[usize]) -> f64 {
        let sum = |all: &[f64]| others.iter().map(|k| all[*k]).sum::<f64>();
        let (counts, overlap) = (sum(&self.counts), sum(&self.overlap));
        let z = li_ma(self.counts[peak], counts, self.overlap[peak] / overlap).max(0.0);
        let mean = counts / others.len() as f64;
        let square =
            |k: &usize| (self.counts[*k] - counts * self.overlap[*k] / overlap).powi(2) / mean.max(1e-9);
        let mut squares: Vec<f64> = others.iter().map(square).collect();
        let spread = if mean > NORMAL_COUNTS { (median(&mut squares) / CHI2_MEDIAN).max(1.0) } else { 1.0 };
        z / spread.sqrt()
    }

    /// Folds all periods, with the peak in the middle. Also returns the delay of the first cell's middle, and the width
    /// of a cell in ticks. If a period is a whole number of bins, each cell contains the same bins.
    pub fn folded(&self, histogram: &Histogram) -> (Stretch, f64, f64) {
        let bin = histogram.bin as f64;
        let cells = ((self.period / bin).round() as usize).clamp(RESOLVED_BINS as usize, 1 << 16);
        let middle = cells / 2;
        // A bin's middle is a cell's middle.
        let anchor = histogram.delay(((self.phase - histogram.delay(0.0)) / bin).round());
        let (mut counts, mut exposure) = (vec![0.0; cells], vec![0.0; cells]);
        let mut edges = histogram.exposure_before();
        let mut before = edges.next().unwrap_or(0.0);
        for (k, (n, next)) in histogram.counts.iter().zip(edges).enumerate() {
            let cell = cell(histogram.delay(k as f64) - anchor, self.period, cells);
            counts[cell] += *n as f64;
            exposure[cell] += next - before;
            before = next;
        }
        let width = self.period / cells as f64;
        (around_the_middle(counts, exposure), anchor - middle as f64 * width, width)
    }

    /// Returns the bins of the period around the peak at `delay`, and the first of them.
    pub fn alone(&self, histogram: &Histogram, sums: &Sums, delay: f64) -> (Stretch, usize) {
        let bins = sums.bins();
        let place = |delay: f64| (delay - histogram.from as f64) / histogram.bin as f64;
        let low = (place(delay - self.period / 2.0).round().max(0.0) as usize).min(bins - 1);
        let high = (place(delay + self.period / 2.0).round().max(0.0) as usize).clamp(low + 1, bins);
        let each = |of: fn(&Sums, usize, usize) -> f64| (low..high).map(|k| of(sums, k, k + 1)).collect();
        (
            around_the_middle(
                each(|sums, low, high| sums.counts(low, high)),
                each(|sums, low, high| sums.exposure(low, high)),
            ),
            low,
        )
    }
}

/// Returns the stretch of one period with a peak in its middle. Its level is that of the outer half.
fn around_the_middle(counts: Vec<f64>, exposure: Vec<f64>) -> Stretch {
    let cells = counts.len();
    let outer = |k: &usize| *k < cells / 4 || *k >= cells - cells / 4;
    let sum = |all: &[f64]| (0..cells).filter(outer).map(|k| all[k]).sum::<f64>();
    let (outer_counts, seen) = (sum(&counts), sum(&exposure).max(1e-9));
    let height = |k: usize| if exposure[k] > 0.0 { counts[k] / exposure[k] } else { 0.0 };
    let level = Level::of(outer_counts, seen);
    let top = (0..cells)
        .filter(|k| !outer(k))
        .max_by(|x, y| height(*x).total_cmp(&height(*y)))
        .unwrap_or(cells / 2);
    let half = level.height + 0.5 * (height(top) - level.height);
    let low = (0..top).rev().find(|k| height(*k) < half).map_or(0, |k| k + 1);
    let high = (top + 1..cells).find(|k| height(*k) < half).unwrap_or(cells);
    Stretch { counts, exposure, level, run: (low, high) }
}
