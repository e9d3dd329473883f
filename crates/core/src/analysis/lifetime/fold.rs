//! Folds times since the last pulse by the clock's period.

use super::decay::Period;
use super::histogram::Histograms;
use crate::counting::limits::MAX_FIT_BINS;
use crate::estimate::period::mean_period;

/// Maximum number of bins of a period with a width in the request.
const MOST_BINS_GIVEN: usize = 1 << 16;

/// Maximum distance of the clock's gap from a multiple of the given period, in periods.
const NEAR: f64 = 0.05;

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
    if divider >= 1.0 && (gap / period - divider).abs() < NEAR {
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
