//! A histogram as its period is looked for: of a bounded number of bins, with the overlap taken off.

use std::f64::consts::{LN_2, PI, TAU};
use std::ops::Range;

use super::fft::power;
use crate::analysis::peak::{Histogram, Sums};

/// Bins that are looked at; of more, the middle, and all of them joined to so many.
const SIZE: usize = 1 << 16;

/// Fewer tell no period.
const LEAST_BINS: usize = 256;
const LEAST_COUNTS: f64 = 100.0;

/// Bins that were seen for a smaller share of the time than the longest seen one are left out: near delays as long as the
/// recording, one pair would stand for many.
const SEEN_FOR: f64 = 0.9;

/// Periods that have to lie in the range, and bins in a period.
const PERIODS: f64 = 8.0;
const BINS: f64 = 4.0;

/// A line of the spectrum is so many times as high as the frequencies around it: in noise, one of them is with a chance
/// of exp(-25).
const LINE: f64 = 25.0;

/// Frequencies of which the median is taken.
const BLOCK: usize = 32;

/// Lines that are tried.
const MOST_LINES: usize = 6;

/// A peak that holds so many times as much as any other outshines them.
const OUTSHINES: f64 = 4.0;

/// A harmonic of a line has so many times the amplitude of noise, which has that with a chance of exp(-9).
const SEEN: f64 = 3.0;

/// Blocks of values that are enough to tell frequencies near each other.
const MANY_BLOCKS: usize = 256;

/// Highest harmonic that a frequency is refined at.
const MOST_HARMONIC: f64 = 64.0;

/// Counts in bins of one width.
pub struct View {
    pub counts: Vec<f64>,
    /// Width of a bin in those of the histogram.
    pub width: usize,
    /// Bins in which nothing was counted: they hold the mean of the others.
    pub unseen: Range<usize>,
    /// Those of a peak that outshines all others; empty where none does.
    outshining: Range<usize>,
    /// The counts, in which such a peak is no higher than what is highest beside it.
    pub levelled: Vec<f64>,
}

impl View {
    fn new(counts: Vec<f64>, width: usize, unseen: Range<usize>) -> Self {
        let outshining = outshining(&counts);
        let others = counts[..outshining.start].iter().chain(&counts[outshining.end..]);
        let most = others.copied().fold(0.0, f64::max);
        let levelled = counts.iter().map(|n| n.min(most)).collect();
        Self { counts, width, unseen, outshining, levelled }
    }

    /// The views in which a period may show.
    pub fn of(histogram: &Histogram, sums: &Sums) -> Vec<Self> {
        let Range { start, end } = seen_for_long(histogram, sums);
        let bins = end - start;
        let mut all = Vec::new();
        let middle = start + bins.saturating_sub(SIZE) / 2;
        all.push((middle, 1, bins.min(SIZE)));
        let join = bins.div_ceil(SIZE);
        if join > 1 {
            all.push((start, join, bins / join));
        }
        let views = all.into_iter().map(|(first, width, many)| {
            let density = |k: usize| {
                let (low, high) = (first + k * width, first + (k + 1) * width);
                let exposure = sums.exposure(low, high) / width as f64;
                if exposure > 0.0 { sums.counts(low, high) / exposure } else { 0.0 }
            };
            Self::new((0..many).map(density).collect(), width, 0..0)
        });
        views.filter(Self::has_enough).collect()
    }

    /// Of `counts` in bins of which every `join` make one, with weights that fall off evenly over twice as many: lines
    /// finer than a bin, as those of a coarse clock that times were taken with, do not show as others. `unseen` of them
    /// hold nothing, whatever the light. `None` where that is too little to tell a period.
    pub fn smooth(counts: &[f64], join: usize, unseen: Range<usize>) -> Option<Self> {
        let seen = counts.len() - unseen.len();
        let mean = counts.iter().sum::<f64>() / seen.max(1) as f64;
        let count = |k: usize| if unseen.contains(&k) { mean } else { counts[k] };
        let joined = |first: usize| -> f64 {
            let weight = |k: usize| (join - k.abs_diff(join - 1)) as f64 / join as f64;
            (0..2 * join - 1).map(|k| weight(k) * count(first + k)).sum()
        };
        let many = (counts.len() + 1).saturating_sub(join) / join;
        let unseen = (unseen.start + 1).saturating_sub(join) / join..unseen.end.div_ceil(join).min(many);
        let view = Self::new((0..many).map(|k| joined(k * join)).collect(), join, unseen);
        Some(view).filter(Self::has_enough)
    }

    fn has_enough(&self) -> bool {
        self.counts.len() >= LEAST_BINS && self.counts.iter().sum::<f64>() >= LEAST_COUNTS
    }

    /// The lowest frequencies, in cycles per bin, whose power is far above that of the frequencies around them.
    ///
    /// The medians around them are what makes it robust: a peak, a dip, bunching and echoes are broad in frequency.
    pub fn lines(&self) -> Vec<f64> {
        let power = power(&windowed(&self.clipped()));
        let length = 2.0 * power.len() as f64;
        let median = |block: &[f64]| {
            let mut block = block.to_vec();
            let middle = block.len() / 2;
            *block.select_nth_unstable_by(middle, f64::total_cmp).1
        };
        let medians: Vec<f64> = power.chunks_exact(BLOCK).map(median).collect();
        let base = |k: usize| {
            let at = (k / BLOCK).min(medians.len().saturating_sub(1));
            let near = medians.iter().take(at + 2).skip(at.saturating_sub(1));
            near.fold(0.0, |most: f64, median| most.max(*median)) / LN_2
        };
        let least = (PERIODS * length / self.counts.len() as f64).ceil() as usize;
        let is_line = |k: &usize| {
            let (before, here, after) = (power[k - 1], power[*k], power[k + 1]);
            here >= before && here >= after && here > LINE * base(*k)
        };
        let most = ((length / BINS) as usize).min(power.len().saturating_sub(1));
        let lines = (least.max(1)..most).filter(is_line).take(MOST_LINES);
        let top = |k: usize| {
            // The vertex of the parabola through the logarithms.
            let [a, b, c] = [k - 1, k, k + 1].map(|k| power[k].max(1e-300).ln());
            let bend = a - 2.0 * b + c;
            let off = if bend == 0.0 { 0.0 } else { 0.5 * (a - c) / bend };
            (k as f64 + off) / length
        };
        lines.map(top).collect()
    }

    /// The counts without their mean and without a peak that outshines all others; few other bins are cut off, which
    /// are no period.
    fn clipped(&self) -> Vec<f64> {
        let mut sorted = self.counts.clone();
        let at = (sorted.len() - 1) * 999 / 1000;
        let high = *sorted.select_nth_unstable_by(at, f64::total_cmp).1;
        let mean = self.counts.iter().sum::<f64>() / self.counts.len() as f64;
        let most = high + 3.0 * (mean + 1.0).sqrt();
        let mut clipped: Vec<f64> = self.counts.iter().map(|n| n.min(most)).collect();
        let peak = self.outshining.clone();
        let rest = clipped.iter().sum::<f64>() - clipped[peak.clone()].iter().sum::<f64>();
        let level = rest / (clipped.len() - peak.len()).max(1) as f64;
        clipped[peak].fill(level);
        centred(clipped)
    }

    /// The frequency near `line` at which the counts have the most power, with that of its 2nd, 4th... harmonic as
    /// long as they are seen: each halves how far it may be off.
    pub fn refine(&self, line: f64) -> f64 {
        let values = windowed(&self.clipped());
        let noise = {
            let mut around: Vec<f64> =
                (0..9).map(|k| amplitude(&values, line * 1.37 + 0.013 * f64::from(k))).collect();
            *around.select_nth_unstable_by(4, f64::total_cmp).1 / LN_2.sqrt()
        };
        let (mut frequency, mut harmonic) = (line, 1.0);
        let mut harmonics: Vec<(f64, Near)> = Vec::new();
        loop {
            let near = Near::new(&values, frequency * harmonic);
            let seen = frequency * harmonic <= 0.45 && near.amplitude(frequency * harmonic) >= SEEN * noise;
            if harmonic > MOST_HARMONIC || !seen && !harmonics.is_empty() {
                return frequency;
            }
            harmonics.push((harmonic, near));
            let power =
                |f: f64| harmonics.iter().map(|(times, near)| near.amplitude(f * times).powi(2)).sum();
            let half = 0.75 / values.len() as f64 / harmonic;
            frequency = highest(frequency - half, frequency + half, power);
            harmonic *= 2.0;
        }
    }
}

/// The Fourier transform near a frequency: at one a cycle of all values away, the phase within a block hardly differs.
struct Near {
    /// Cycles per bin.
    frequency: f64,
    /// Values of a block.
    length: usize,
    blocks: Vec<(f64, f64)>,
}

impl Near {
    fn new(values: &[f64], frequency: f64) -> Self {
        let length = values.len().div_ceil(MANY_BLOCKS).max(1);
        Self { frequency, length, blocks: blocks(values, frequency, length).collect() }
    }

    /// Its magnitude at a frequency near it.
    fn amplitude(&self, frequency: f64) -> f64 {
        let turn = TAU * (frequency - self.frequency) * self.length as f64;
        let (sin, cos) = turn.sin_cos();
        let (mut sum, mut re, mut im) = ((0.0, 0.0), 1.0, 0.0);
        for (x, y) in &self.blocks {
            sum = (sum.0 + x * re - y * im, sum.1 + x * im + y * re);
            (re, im) = (re * cos - im * sin, re * sin + im * cos);
        }
        sum.0.hypot(sum.1)
    }
}

/// The bins that were seen for at least [`SEEN_FOR`] of the time of the one nearest to a delay of 0, which was seen for the
/// longest.
fn seen_for_long(histogram: &Histogram, sums: &Sums) -> Range<usize> {
    let bins = histogram.counts.len();
    let from_first = 0_i64.saturating_sub(histogram.from).div_euclid(histogram.bin);
    let nearest = (from_first.max(0) as usize).min(bins.saturating_sub(1));
    let exposure = |k: usize| sums.exposure(k, k + 1);
    let least = SEEN_FOR * exposure(nearest);
    let is_seen = |k: &usize| exposure(*k) >= least;
    let first = (0..bins).find(is_seen).unwrap_or(0);
    first..(first..bins).rfind(is_seen).map_or(first, |last| last + 1)
}

/// The bins of a peak that holds [`OUTSHINES`] times as much as any others as wide; empty where none does.
///
/// Of a source of pairs, one peak holds most of them. It tells no period, and hides the few pairs of other pulses.
fn outshining(counts: &[f64]) -> Range<usize> {
    if counts.is_empty() {
        return 0..0;
    }
    let top = (0..counts.len()).max_by(|x, y| counts[*x].total_cmp(&counts[*y])).unwrap_or(0);
    let mut sorted = counts.to_vec();
    let median = *sorted.select_nth_unstable_by(counts.len() / 2, f64::total_cmp).1;
    let above = |k: &usize| counts[*k] > median + 2.0 * (median + 1.0).sqrt();
    let low = (0..top).rev().find(|k| !above(k)).map_or(0, |k| k + 1);
    let high = (top + 1..counts.len()).find(|k| !above(k)).unwrap_or(counts.len());
    let width = high - low;
    let mut sums = vec![0.0; counts.len() + 1];
    for (k, n) in counts.iter().enumerate() {
        sums[k + 1] = sums[k] + n - median;
    }
    let area = |first: usize| sums[first + width] - sums[first];
    let others =
        (0..low.saturating_sub(width - 1)).chain(high..(counts.len() + 1).saturating_sub(width).max(high));
    let most = others.map(area).fold(0.0, f64::max);
    if area(low) > OUTSHINES * most { low..high } else { 0..0 }
}

fn centred(mut values: Vec<f64>) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|x| *x -= mean);
    values
}

/// Under a Hann window, whose leakage ends within two frequencies.
fn windowed(values: &[f64]) -> Vec<f64> {
    let last = (values.len() - 1) as f64;
    let weight = |k: usize| 0.5 - 0.5 * (TAU * k as f64 / last).cos();
    values.iter().enumerate().map(|(k, x)| x * weight(k)).collect()
}

/// The magnitude of the Fourier transform at one frequency, in cycles per bin.
fn amplitude(values: &[f64], frequency: f64) -> f64 {
    let (re, im) =
        blocks(values, frequency, 1024).fold((0.0, 0.0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
    re.hypot(im)
}

/// The Fourier transform at one frequency, of blocks of so many values.
fn blocks(values: &[f64], frequency: f64, length: usize) -> impl Iterator<Item = (f64, f64)> {
    let (sin, cos) = (TAU * frequency).sin_cos();
    values.chunks(length).enumerate().map(move |(block, values)| {
        // The phase is turned step by step, and begun anew before that loses digits.
        let start = 2.0 * PI * (frequency * (length * block) as f64).fract();
        let (mut im, mut re) = start.sin_cos();
        let mut sum = (0.0, 0.0);
        for x in values {
            sum = (sum.0 + x * re, sum.1 + x * im);
            (re, im) = (re * cos - im * sin, re * sin + im * cos);
        }
        sum
    })
}

/// Where `f` is the highest between `low` and `high`, by golden section.
fn highest(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut c, mut d) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_c, mut at_d) = (f(c), f(d));
    for _ in 0..16 {
        if at_c > at_d {
            (high, d, at_d) = (d, c, at_c);
            c = high - golden * (high - low);
            at_c = f(c);
        } else {
            (low, c, at_c) = (c, d, at_d);
            d = low + golden * (high - low);
            at_d = f(d);
        }
    }
    (low + high) / 2.0
}
