//! Times since the clock's last pulse, counted before the period is known, and folded by it afterwards.

use serde::{Deserialize, Serialize};

use super::decay::Period;
use crate::counting::limits::MAX_FIT_BINS;
use crate::counting::{add_all, add_at};
use crate::estimate::period::mean_period;
use crate::estimate::statistics::levels::CONSIDERABLE;
use crate::estimate::statistics::{Remark, RemarkCode};

/// Maximum number of bins of a period with a width in the request.
const MOST_BINS_GIVEN: usize = 1 << 16;

/// The period of a clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClockPeriod {
    /// Period of the light in ticks.
    pub period: f64,
    /// Number of pulses of the light for each tag of the clock's channel; `None` without such a channel, or if the gap
    /// between its tags is not a multiple of the period.
    pub divider: Option<u64>,
}

/// Returns the mean time between the tags of a clock's channel in ticks. `None` if no two tags are within the range of
/// each other.
fn mean_gap(counted: &Histograms) -> Option<f64> {
    let bin = counted.bin as f64;
    // For cells of one tick, gaps equal the cell; for wider cells, their mean is the middle.
    let middle = |cell: usize| cell as f64 * bin + 0.5 * (bin - 1.0);
    let gaps: Vec<(f64, u64)> = counted.gaps.iter().enumerate().map(|(cell, n)| (middle(cell), *n)).collect();
    mean_period(&gaps, counted.gap_sum as f64)
}

/// Returns the period, either given or from the clock's channel. If the channel has one tag for several pulses, the
/// mean gap divided by their number is more accurate than the given period. `None` if most tags of the channel have no
/// previous tag within the range, because the mean gap would be that of the short gaps.
pub fn period_of(counted: &Histograms, given: Option<f64>) -> Option<ClockPeriod> {
    if counted.clock.channel().is_none() {
        return given.map(|period| ClockPeriod { period, divider: None });
    }
    let gap = mean_gap(counted)?;
    if given.is_none() && counted.gapless > counted.gaps.iter().sum() {
        return None;
    }
    let Some(period) = given else { return Some(ClockPeriod { period: gap, divider: Some(1) }) };
    let divider = libm::round(gap / period);
    // The gap of a clock that has nothing to do with the light is as near with the probability `CONSIDERABLE`.
    if divider >= 1.0 && 2.0 * (gap / period - divider).abs() < CONSIDERABLE {
        return Some(ClockPeriod { period: gap / divider, divider: Some(divider as u64) });
    }
    Some(ClockPeriod { period, divider: None })
}

/// A histogram over one period.
#[derive(Debug, Clone, PartialEq)]
pub struct Folded {
    pub period: Period,
    pub all: Vec<u64>,
    pub first: Vec<u64>,
    /// Time for which each bin was open, relative to the mean of all bins.
    pub exposure: Vec<f64>,
    /// Whether bins are wider than in the request.
    pub joined: bool,
}

/// Folds by `period`. Bins have the width of cells; without a `wanted` width, several cells are joined if there would
/// be more than [`MAX_FIT_BINS`]. A cell belongs to the bin that contains its middle.
pub fn fold(counted: &Histograms, period: f64, wanted: bool) -> Folded {
    let bin = counted.bin as f64;
    let most = if wanted { MOST_BINS_GIVEN } else { MAX_FIT_BINS } as f64;
    let width = bin * libm::ceil(period / bin / most);
    let bins = libm::round(period / width).max(1.0) as usize;
    let period = Period::divided(period, bins);
    let place = |cell: usize| {
        let phase = libm::fmod((cell as f64 + 0.5) * bin, period.period);
        ((phase / period.bin()) as usize).min(bins - 1)
    };
    let folded = |cells: &[u64]| {
        let mut counts = vec![0; bins];
        cells.iter().enumerate().for_each(|(cell, n)| counts[place(cell)] += n);
        counts
    };
    let mut exposure = vec![0.0; bins];
    for (cell, open) in open_times(counted, period.period).iter().enumerate() {
        exposure[place(cell)] += open;
    }
    let mean = exposure.iter().sum::<f64>() / bins as f64;
    exposure.iter_mut().for_each(|e| *e = if mean > 0.0 { *e / mean } else { 1.0 });
    let joined = wanted && width > bin;
    Folded { period, all: folded(&counted.all), first: folded(&counted.first), exposure, joined }
}

/// Returns how often each cell was open: the number of pulses after which the next one came later than the cell. The
/// cell with the end of a gap is open up to that end: in cells of one tick, gaps end before the cell; otherwise, on
/// average, in its middle or at their mean.
fn open_times(counted: &Histograms, period: f64) -> Vec<f64> {
    let bin = counted.bin as f64;
    if counted.clock.channel().is_none() {
        let cells = libm::ceil(period / bin) as usize;
        return (0..cells).map(|cell| ((period - cell as f64 * bin) / bin).min(1.0)).collect();
    }
    let mean = counted.gap_sum as f64 / counted.gaps.iter().sum::<u64>().max(1) as f64;
    let ends_at = |cell: usize| {
        let begin = cell as f64 * bin;
        match mean - begin {
            _ if counted.bin == 1 => 0.0,
            into if (0.0..bin).contains(&into) => into / bin,
            _ => 0.5,
        }
    };
    let mut later = 0;
    let mut open: Vec<f64> = vec![0.0; counted.gaps.len()];
    for (cell, n) in counted.gaps.iter().enumerate().rev() {
        open[cell] = later as f64 + ends_at(cell) * *n as f64;
        later += n;
    }
    open
}

/// Number of fractional bits of a period.
const FRACTION: u32 = 44;

/// The origin of times: the last tag of a channel or, without a channel, the last multiple of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    channel: Option<u64>,
    /// Period in ticks times 2^44; 0 with a channel.
    period: i128,
}

impl Clock {
    pub fn of_channel(channel: u64) -> Self {
        Self { channel: Some(channel), period: 0 }
    }

    /// Creates a clock of `period` ticks, at least 1, without a channel.
    pub fn every(period: f64) -> Self {
        Self { channel: None, period: (period * (1_u64 << FRACTION) as f64) as i128 }
    }

    pub fn channel(self) -> Option<u64> {
        self.channel
    }
}

/// Counts in cells of `bin` ticks since the last pulse. Empty cells at the end are not stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Histograms {
    pub clock: Clock,
    /// Width of a cell, ticks.
    pub bin: i64,
    /// Maximum counted time in ticks.
    pub range: i64,
    /// Tags by the time since the last pulse.
    pub all: Vec<u64>,
    /// The first of these tags after each pulse.
    pub first: Vec<u64>,
    /// Number of `first` tags whose previous pulse has a tag too, with that pulse in the range before them.
    pub successive: u64,
    /// Number of tags without a pulse in the range before them.
    pub without: u64,
    /// Pulses by the time since the previous pulse.
    pub gaps: Vec<u64>,
    /// The sum of these times, ticks.
    pub gap_sum: u64,
    /// Number of pulses without another pulse in the range before them.
    pub gapless: u64,
}

impl Histograms {
    pub fn new(clock: Clock, bin: i64, range: i64) -> Self {
        Self {
            clock,
            bin,
            range,
            all: Vec::new(),
            first: Vec::new(),
            successive: 0,
            without: 0,
            gaps: Vec::new(),
            gap_sum: 0,
            gapless: 0,
        }
    }

    /// Counts the ascending `pulses` and `tags` that lie in `from..to`. Both lists include the range before it.
    pub fn count(&mut self, pulses: &[i64], tags: &[i64], (from, to): (i128, i128)) {
        let within = |times: &[i64]| {
            let place = |edge| times.partition_point(|time| i128::from(*time) < edge);
            place(from)..place(to).max(place(from))
        };
        if self.clock.channel.is_none() {
            for time in &tags[within(tags)] {
                let phase = (i128::from(*time) << FRACTION).rem_euclid(self.clock.period) >> FRACTION;
                add_at(&mut self.all, (phase as u64 / self.bin as u64) as usize, 1);
            }
            return;
        }
        for k in within(pulses) {
            match self.since(k.checked_sub(1).map(|k| pulses[k]), pulses[k]) {
                None => self.gapless += 1,
                Some(gap) => {
                    add_at(&mut self.gaps, (gap / self.bin as u64) as usize, 1);
                    self.gap_sum = self.gap_sum.saturating_add(gap);
                }
            }
        }
        let mut next = 0;
        for k in within(tags) {
            let time = tags[k];
            next += pulses[next..].partition_point(|pulse| *pulse <= time);
            let pulse = next.checked_sub(1).map(|k| pulses[k]);
            let Some((since, pulse)) = self.since(pulse, time).zip(pulse) else {
                self.without += 1;
                continue;
            };
            let cell = (since / self.bin as u64) as usize;
            add_at(&mut self.all, cell, 1);
            let before = k.checked_sub(1).map(|k| tags[k]);
            if before.is_none_or(|before| before < pulse) {
                add_at(&mut self.first, cell, 1);
                let previous = next.checked_sub(2).map(|k| pulses[k]);
                let is_near = self.since(previous, time).is_some();
                self.successive += u64::from(is_near && before >= previous);
            }
        }
    }

    /// Returns the ticks from `pulse` to `time`, if they are in the range.
    fn since(&self, pulse: Option<i64>, time: i64) -> Option<u64> {
        let since = time.abs_diff(pulse?);
        (since <= self.range as u64).then_some(since)
    }

    /// Adds the counts of another run with the same clock.
    pub fn merge(&mut self, later: &Self) {
        add_all(&mut self.all, &later.all);
        add_all(&mut self.first, &later.first);
        add_all(&mut self.gaps, &later.gaps);
        self.successive += later.successive;
        self.without += later.without;
        self.gap_sum = self.gap_sum.saturating_add(later.gap_sum);
        self.gapless += later.gapless;
    }

    /// Returns the maximum number of cells.
    fn most_cells(&self) -> u64 {
        let longest =
            if self.clock.channel.is_some() { self.range } else { (self.clock.period >> FRACTION) as i64 };
        longest as u64 / self.bin as u64 + 1
    }

    /// Returns whether these can be the counts of `tags` tags of the channel and `pulses` pulses.
    pub fn is_sound(&self, tags: u64, pulses: u64) -> bool {
        let total = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n));
        let up_to = |counts: &[u64], others: u64, most: u64| {
            total(counts).and_then(|n| n.checked_add(others)).is_some_and(|n| n <= most)
        };
        let ends = |counts: &Vec<u64>| {
            counts.len() as u64 <= self.most_cells() && counts.last().is_none_or(|last| *last > 0)
        };
        total(&self.first).is_some_and(|first| self.successive <= first)
            && up_to(&self.all, self.without, tags)
            && up_to(&self.gaps, self.gapless, pulses)
            && up_to(&self.first, 0, tags)
            && [&self.all, &self.first, &self.gaps].into_iter().all(ends)
    }
}

/// Maximum number of tags per pulse without a remark. Above it, a detector with a dead time, or with one tag per pulse,
/// misses late tags. One in 20 pulses is the most of Wahl, Time-Correlated Single Photon Counting,
/// PicoQuant technical note (2014).
const PILED_UP: f64 = 0.05;

/// Returns the remark for a rate at which the dead time of the detector hides tags.
pub fn pile_up(tags_per_pulse: f64) -> Option<Remark> {
    if !tags_per_pulse.is_finite() || tags_per_pulse <= PILED_UP {
        return None;
    }
    let message = format!(
        "{tags_per_pulse:.2} tags per pulse: the detector's dead time hides later tags, and the decay looks \
         shorter; correct it for pile-up"
    );
    Some(Remark::new("lifetime", RemarkCode::PileUp, message))
}

/// Returns the first tags after each of `cycles` pulses. Bins are open for the pulses without an earlier tag. `None` if
/// all pulses have tags.
///
/// Coates, J. Phys. E 1, 878 (1968): of `R` pulses without an earlier tag, `n` have one in a bin, so that a bin has
/// `-ln(1 - n/R)` tags per pulse. This is `n` over `cycles` times how long the bin was open.
pub fn single_stop(folded: &Folded, cycles: f64) -> Option<Folded> {
    let mut left = cycles;
    let mut exposure = folded.exposure.clone();
    for (n, open) in folded.first.iter().zip(&mut exposure) {
        let n = *n as f64;
        let share = n / left;
        *open *= left / cycles * if share > 0.0 { -share / libm::log1p(-share) } else { 1.0 };
        left -= n;
        if left.is_nan() || left <= 0.0 {
            return None;
        }
    }
    Some(Folded { all: folded.first.clone(), exposure, ..folded.clone() })
}
