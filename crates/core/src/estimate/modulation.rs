//! Rates that are modulated at one frequency, such as by room light on the mains.

use std::f64::consts::PI;

use super::period::power_spectrum;
use super::statistics::levels::FALSE_POSITIVE;
use super::statistics::{Hint, RemarkCode};

/// Frequencies to either side whose mean power is the level of a line, and the nearest ones that belong to the line.
const NEIGHBOURS: usize = 32;
const LINE: usize = 3;

/// Minimum ratio of the variance of counts to their mean. A clock has a smaller ratio; its lines are beats with the
/// slices. A detector that is dead for over 0.29 of the time, `1 - sqrt(0.5)`, has a smaller ratio too: see *Stability* in
/// `docs/physics.md`.
const MIN_FANO: f64 = 0.5;

/// The strongest line in the spectrum of a rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Modulation {
    /// Slices per period.
    pub period: f64,
    /// Amplitude of the rate over its mean.
    pub depth: f64,
    /// Natural logarithm of the probability that noise has such a line at one of the tested frequencies.
    pub chance: f64,
}

impl Modulation {
    /// Searches counts in equal slices of time for the strongest line. The number of slices is rounded down to a power
    /// of two.
    ///
    /// The powers of noise are exponentially distributed (Leahy et al., Astrophys. J. 266, 160 (1983)). A power of `x`
    /// times the mean of `m` others then has the probability `(1 + x/m)^-m`, times the number of frequencies. The mean
    /// is at least that of Poisson counts. `None` if there are too few counts, or if they are those of a clock.
    pub fn of(counts: &[u64]) -> Option<Self> {
        let slices = 1_usize << counts.len().checked_ilog2()?;
        let counts: Vec<f64> = counts[..slices].iter().map(|n| *n as f64).collect();
        let tags: f64 = counts.iter().sum();
        let mean = tags / slices as f64;
        let variance = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / slices as f64;
        let side = LINE + NEIGHBOURS;
        let tested = (2 * side)..(slices / 2).saturating_sub(side);
        if tested.is_empty() || variance < MIN_FANO * mean || tags == 0.0 {
            return None;
        }
        let powers = power_spectrum(&counts);
        let level = |k: usize| {
            let neighbours = powers[k - side..k - LINE].iter().chain(&powers[k + LINE + 1..=k + side]);
            (neighbours.sum::<f64>() / (2 * NEIGHBOURS) as f64).max(tags)
        };
        let frequencies = tested.len() as f64;
        let excess = |k: usize| powers[k] / level(k);
        let line = tested.max_by(|j, k| excess(*j).total_cmp(&excess(*k)))?;
        let others = (2 * NEIGHBOURS) as f64;
        let chance = libm::log(frequencies) - others * libm::log1p(excess(line) / others);
        // The power of a line between two frequencies, or of a line that drifts, is spread over several.
        let (mut power, mut moment) = (0.0, 0.0);
        for (k, near) in (line - LINE..).zip(&powers[line - LINE..=line + LINE]) {
            let above = near - level(line);
            (power, moment) = (power + above, moment + above * k as f64);
        }
        let frequency = (moment / power).clamp((line - LINE) as f64, (line + LINE) as f64) / slices as f64;
        let averaged = libm::sin(PI * frequency) / (PI * frequency);
        Some(Self { period: frequency.recip(), depth: 2.0 * power.max(0.0).sqrt() / tags / averaged, chance })
    }

    /// Returns a hint on the most significant of these lines, of channels with slices of `bin` ticks.
    pub fn hint(lines: impl Iterator<Item = (u64, Self)>, channels: usize, bin: i64) -> Option<Hint> {
        let (channel, line) = lines.min_by(|x, y| x.1.chance.total_cmp(&y.1.chance))?;
        let message = format!(
            "the rate of channel {channel} is modulated by {:.2} % with a period of {:.4} ticks; if that is 10 ms \
             or 8.3 ms, room light on the mains is a likely cause",
            100.0 * line.depth,
            line.period * bin as f64,
        );
        let is_chance = line.chance + libm::log(channels as f64) > libm::log(FALSE_POSITIVE);
        (!is_chance).then(|| Hint::new(RemarkCode::Mains, message))
    }
}
