//! Finds the period of pulsed light in the tags of single channels.
//!
//! The delays between tags of one channel have a peak every period, independent of the source of light. The period is
//! the lowest line of their spectrum, after Blackman, Tukey, The Measurement of Power Spectra (1958), with a Hann lag
//! window. A line in one half of the tags counts if the other half confirms it in each quarter of the delays.

use std::f64::consts::{PI, TAU};

use super::spectrum::{refined, symmetric};
use crate::counting::excerpts::{BLOCK, Excerpts};
use crate::estimate::statistics::levels::{CONSIDERABLE, DISCOVERY};
use crate::order::sort_by_number;

/// Minimum number of bins of delays.
const BINS: usize = 1 << 13;

/// Maximum number of bins of delays, for channels with few pairs of tags.
const MAX_BINS: usize = 1 << 14;

/// Binary logarithm of the widest tested bin: the range of delays is then half a block. Every second narrower power of
/// two is tested after it, so that the delays of a period of `MIN_BINS` to `4 MIN_BINS` bins span at least 128 periods.
/// The period of the light is the longest one with which tags recur.
const MAX_WIDTH: u32 = 18;

/// Minimum number of periods in the range of delays, and of bins in a period. The gaps of a saturated detector are
/// nearly equal, but their phase is lost within this number of periods if it is dead for up to 0.9 of the time.
const MIN_PERIODS: usize = 16;
const MIN_BINS: usize = 16;

/// Maximum number of pairs of tags in either half.
const MAX_PAIRS: usize = 1 << 17;

/// Minimum number of pairs of tags in either half.
const MIN_PAIRS: usize = 100;

/// Number of pairs in either half up to which the range of delays is doubled: a line of full height is then 20 standard
/// deviations high.
const ENOUGH_PAIRS: usize = 400;

/// Minimum height of a line, relative to pulses without width and background. The edge of a dead time makes lines of up
/// to 0.06.
const MIN_DEPTH: f64 = 0.1;

/// Highest harmonic that may be significant without the lower ones.
const MAX_HARMONIC: usize = 16;

/// Minimum mean height of the lower harmonics, relative to the line: the middle between 0, if the line is the lowest
/// one, and 1, because the lines of pulses of any width decrease with the frequency.
const MIN_LOWER: f64 = 0.5;

/// Lowest fundamental frequency, in the steps of the spectrum: beyond the peak at 0.
const MIN_LINE: usize = 4;

/// Width of a line: number of frequencies to either side.
const LINE_WIDTH: usize = 6;

/// The periods with which the tags of channels recur.
pub struct Recurrence {
    channels: Vec<RecurringChannel>,
}

struct RecurringChannel {
    channel: u64,
    is_clock: bool,
    /// Ticks; `None` if the tags do not recur, or are too few.
    period: Option<f64>,
}

impl Excerpts {
    /// Searches each of these channels for a period.
    pub fn recurrence(&self, channels: &[u64]) -> Recurrence {
        let of = |channel: &u64| {
            let blocks: Vec<&[i64]> = self.blocks_of(*channel).collect();
            RecurringChannel { channel: *channel, is_clock: is_clock(&blocks), period: period(&blocks) }
        };
        Recurrence { channels: channels.iter().map(of).collect() }
    }

    /// Returns whether the gaps of a channel are those of a clock.
    pub fn is_clock(&self, channel: u64) -> bool {
        is_clock(&self.blocks_of(channel).collect::<Vec<_>>())
    }
}

impl Recurrence {
    /// Returns the shortest period in ticks with which the tags of one of these channels recur. Clock channels are used
    /// only if all channels are clocks: a divided clock has a longer period than the light.
    pub fn period(&self, channels: &[u64]) -> Option<f64> {
        let among = || self.channels.iter().filter(|one| channels.contains(&one.channel));
        let all_are_clocks = among().all(|one| one.is_clock);
        let light = among().filter(|one| all_are_clocks || !one.is_clock);
        light.filter_map(|one| one.period).min_by(f64::total_cmp)
    }

    /// Returns the shortest period of these patterns of channels. Patterns of clocks are used only if all patterns are.
    pub fn shortest<'a>(&self, patterns: impl Iterator<Item = &'a [u64]> + Clone) -> Option<f64> {
        let is_clock =
            |channel: &u64| self.channels.iter().any(|one| one.channel == *channel && one.is_clock);
        let only_clocks = |pattern: &[u64]| pattern.iter().all(is_clock);
        let all_are_clocks = patterns.clone().all(only_clocks);
        let light = patterns.filter(|pattern| all_are_clocks || !only_clocks(pattern));
        light.filter_map(|pattern| self.period(pattern)).min_by(f64::total_cmp)
    }
}

/// Returns the period in ticks with which the tags of these blocks recur.
fn period(blocks: &[&[i64]]) -> Option<f64> {
    let (width, line) =
        (0..=MAX_WIDTH).rev().step_by(2).find_map(|width| Some((width, line(blocks, width)?)))?;
    let refine =
        |frequency: f64| refined(&blocks.concat(), frequency, (width + BINS.trailing_zeros()).min(BLOCK));
    line.has_periods.then(|| 1.0 / refine(line.frequency))
}

/// Returns whether the gaps within these blocks are those of a clock.
pub(super) fn is_clock(blocks: &[&[i64]]) -> bool {
    let gaps = blocks.iter().flat_map(|times| times.windows(2)).map(|two| (two[1] - two[0]) as f64);
    let mut gaps: Vec<(f64, u64)> = gaps.map(|gap| (gap, 1)).collect();
    sort_by_number(&mut gaps, |(gap, _)| *gap);
    let sum = gaps.iter().map(|(gap, _)| gap).sum();
    clock_period(&gaps, sum).is_some()
}

/// A frequency with which tags recur.
struct Line {
    /// Cycles per tick.
    frequency: f64,
    /// Whether the range of delays has [`MIN_PERIODS`]. A longer period is not known, and its harmonics in narrower bins are
    /// no periods of the light.
    has_periods: bool,
}

/// Returns the lowest frequency with which the tags of these blocks recur, from their delays in bins of `2^width` ticks.
fn line(blocks: &[&[i64]], width: u32) -> Option<Line> {
    let halves = |bins: usize| [0, 1].map(|half| Delays::of(blocks, width, half, bins));
    let pairs_of = |halves: &[Delays; 2]| halves[0].pairs.min(halves[1].pairs);
    let mut bins = BINS;
    let mut both = halves(bins);
    // Delays end with a block, so a longer range has quarters without pairs.
    while pairs_of(&both) < ENOUGH_PAIRS && bins < MAX_BINS && (2 * bins as i64) << width < 1 << BLOCK {
        bins *= 2;
        both = halves(bins);
    }
    if pairs_of(&both) < MIN_PAIRS {
        return None;
    }
    let [found_in, confirmed_in] = both;
    let spectrum = found_in.spectrum();
    // The variance of the cosine under the window, over the square of the window's mean.
    let noise = (0.75 / found_in.pairs as f64).sqrt();
    let least = MIN_DEPTH.max(DISCOVERY * noise);
    let is_line = |k: &usize| {
        let height = spectrum[*k];
        let around = spectrum[k - LINE_WIDTH].max(spectrum[k + LINE_WIDTH]);
        height >= spectrum[k - 1] && height >= spectrum[k + 1] && height - around >= least
    };
    let lines = (2 * MIN_PERIODS..=2 * bins / MIN_BINS).filter(is_line);
    let mut cycles = lines.map(|line| fundamental(&spectrum, line) / (2 * bins) as f64);
    cycles.find(|cycles| confirmed_in.recur(*cycles)).map(|cycles| Line {
        frequency: cycles / (1_i64 << width) as f64,
        has_periods: cycles * bins as f64 >= MIN_PERIODS as f64,
    })
}

/// Returns the fundamental frequency if the lowest significant line is a harmonic of it: harmonics of narrow pulses
/// have equal heights, and noise may hide the first.
fn fundamental(spectrum: &[f64], line: usize) -> f64 {
    let part = |times: usize, k: usize| spectrum[(line * k + times / 2) / times];
    let is_harmonic = |times: &usize| {
        let lower = (1..*times).map(|k| part(*times, k)).sum::<f64>() / (times - 1) as f64;
        lower >= MIN_LOWER * spectrum[line]
    };
    let most = (line / MIN_LINE).min(MAX_HARMONIC);
    line as f64 / (2..=most).rev().find(is_harmonic).unwrap_or(1) as f64
}

/// Delays from each tag to the later ones of its block, in bins starting at 0.
struct Delays {
    counts: Vec<f64>,
    pairs: usize,
}

impl Delays {
    /// Counts delays from tags in every second stretch of time, in bins of `2^width` ticks. A delay between the middles
    /// of two bins counts in both, so that periods shorter than a bin make no line.
    fn of(blocks: &[&[i64]], width: u32, half: i64, bins: usize) -> Self {
        let mut all = Self { counts: vec![0.0; bins + 1], pairs: 0 };
        let stretch = (width + bins.trailing_zeros()).min(BLOCK - 1);
        let (bin, reach) = ((1_i64 << width) as f64, (bins as i64) << width);
        for times in blocks {
            for (k, time) in times.iter().enumerate().filter(|(_, time)| (**time >> stretch) & 1 == half) {
                for later in &times[k + 1..] {
                    let delay = later - time;
                    if delay >= reach || all.pairs == MAX_PAIRS {
                        break;
                    }
                    let place = delay as f64 / bin;
                    let (low, part) = (place as usize, place.fract());
                    all.counts[low] += 1.0 - part;
                    all.counts[low + 1] += part;
                    all.pairs += 1;
                }
            }
        }
        all
    }

    fn bins(&self) -> usize {
        self.counts.len() - 1
    }

    /// Returns the heights of lines at `k / (2 bins)` cycles per bin; 1 if all pairs are whole periods apart.
    fn spectrum(&self) -> Vec<f64> {
        let bins = self.bins();
        let window = |k: usize| 0.5 + 0.5 * libm::cos(PI * k as f64 / bins as f64);
        let later = |k: usize| window(k) * self.counts[k];
        let mut even = vec![0.0; 2 * bins];
        for k in 1..bins {
            let counts = later(k);
            (even[k], even[2 * bins - k]) = (counts, counts);
        }
        let all: f64 = even.iter().sum();
        symmetric(&even).into_iter().map(|height| height / all.max(1.0)).collect()
    }

    /// Returns whether pairs recur with a frequency, in cycles per bin, in each quarter of the delays.
    fn recur(&self, cycles: f64) -> bool {
        let quarter = (self.bins() as f64 * cycles / 4.0).floor() / cycles;
        (0..4).all(|q| {
            let (from, to) = (quarter * f64::from(q), quarter * f64::from(q + 1));
            let (mut sum, mut pairs) = (0.0, 0.0);
            for k in (from.ceil() as usize).max(1)..(to.ceil() as usize).min(self.bins()) {
                sum += self.counts[k] * libm::cos(TAU * cycles * k as f64);
                pairs += self.counts[k];
            }
            sum > 0.5 * MIN_DEPTH * pairs && sum > (2.0 * pairs).sqrt()
        })
    }
}

/// Longest gap in which missing tags are counted, in periods. Gaps are counted in cells of up to a 128th of the gap, so
/// that a gap of 32 periods is known to [`NEAR`] of a period.
const MAX_MISSING: f64 = 30.0;

/// Maximum distance of a gap from a whole number of periods, in periods: the middle between a gap of whole periods and
/// one that cannot be rounded. Half of random gaps are near.
const NEAR: f64 = 0.25;

/// Gaps by their length in ticks, ascending, with the number of each.
type Gaps<'a> = &'a [(f64, u64)];

/// Returns the median gap in ticks; at least 1.
fn median(gaps: Gaps) -> Option<f64> {
    let total: u64 = gaps.iter().map(|(_, n)| n).sum();
    let mut below = 0;
    let median = gaps.iter().find(|(_, n)| {
        below += n;
        2 * below >= total && below > 0
    });
    median.map(|(length, _)| length.max(1.0))
}

/// Returns the mean period of gaps in ticks: their sum divided by the total number of periods. Each gap counts as the
/// nearest whole number of median gaps, so missing and doubled tags do not change the result. Gaps of more than
/// [`MAX_MISSING`] periods are ignored. `sum` is the sum of all gaps. `None` without gaps, and if all gaps are 0.
pub fn mean_period(gaps: Gaps, sum: f64) -> Option<f64> {
    let median = median(gaps)?;
    let (mut periods, mut pauses) = (0.0, 0.0);
    for (length, n) in gaps {
        let whole = libm::round(length / median);
        if whole > MAX_MISSING {
            pauses += length * *n as f64;
        } else {
            periods += whole * *n as f64;
        }
    }
    let period = (sum - pauses) / periods;
    (period.is_finite() && period > 0.0).then_some(period)
}

/// Returns the [mean period](mean_period) of a clock in ticks. `None` with fewer than two gaps, and if the gaps are not
/// multiples of one period, except for a share of [`CONSIDERABLE`]. Also `None` with a pause of more than [`MAX_MISSING`] periods, because tags missing in it
/// cannot be counted.
pub fn clock_period(gaps: Gaps, sum: f64) -> Option<f64> {
    let median = median(gaps)?;
    let total: u64 = gaps.iter().map(|(_, n)| n).sum();
    let turns = |length: &f64| length / median;
    let has_pause = gaps.iter().any(|(length, _)| libm::round(turns(length)) > MAX_MISSING);
    let is_regular = |turns: f64| libm::round(turns) > 0.0 && (turns - libm::round(turns)).abs() <= NEAR;
    let regular: u64 = gaps.iter().filter(|(length, _)| is_regular(turns(length))).map(|(_, n)| n).sum();
    let is_clock = total >= 2 && !has_pause && regular as f64 >= (1.0 - CONSIDERABLE) * total as f64;
    if is_clock { mean_period(gaps, sum) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(gaps: &[(f64, u64)]) -> Option<f64> {
        clock_period(gaps, gaps.iter().map(|(length, n)| length * *n as f64).sum())
    }

    #[test]
    fn neither_missing_nor_double_tags_change_the_period() {
        // 97 gaps of a period, one that spans three, one that a second tag cuts into a long and a short one.
        assert_eq!(of(&[(2.0, 1), (78.0, 1), (80.0, 97), (240.0, 1)]), Some(80.0));
    }

    #[test]
    fn jitter_is_averaged() {
        assert_eq!(of(&[(900.0, 50), (1000.0, 100), (1100.0, 50)]), Some(1000.0));
    }

    #[test]
    fn other_channels_are_no_clocks() {
        assert_eq!(of(&[(80.0, 1)]), None);
        assert_eq!(of(&[(80.0, 99), (1e6, 1)]), None);
        assert_eq!(of(&[(0.0, 3)]), None);
        let random: Vec<(f64, u64)> = (1..40).map(|k| (f64::from(k) * 100.0, 100 - 2 * k as u64)).collect();
        assert_eq!(of(&random), None);
    }
}
