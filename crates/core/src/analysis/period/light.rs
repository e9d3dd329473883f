//! Whether light is pulsed, as far as a request and a histogram tell.

use serde::{Deserialize, Serialize};

use super::after_clock::{clock_of, in_histogram, is_repeated};
use super::areas::PulsedResult;
use super::clock::clock_period;
use super::comb::Comb;
use super::divided::divided;
use super::request::Period;
use super::search::{find, find_in};
use super::view::View;
use crate::analysis::peak::{Histogram, Stretch, Sums};
use crate::analysis::statistics::Remark;
use crate::analysis::time_order::TimeOrder;

/// Periods that differ by less of their length are the same.
const OTHER: f64 = 0.1;

/// Light flickers, and is not pulsed, where between the peaks of the correlation this share of their height is left: the
/// 38 kHz of a lamp's driver, say.
const FLICKER: f64 = 0.9;

/// Bins of pairs far apart that make one in which a period is looked for, and those in a period at least.
const JOINED: usize = 4;
const SMOOTH: f64 = 8.0;

/// Most cells into which pairs far apart are folded.
const CELLS: f64 = 32.0;

/// Bins of pairs by their delay, around 0, each `2^bin` ticks wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FarBins {
    /// Pairs up to so many ticks apart are counted,
    pub reach: i64,
    /// and more than so many, where that is not 0: of a source of pairs, nearly all may be near.
    pub beyond: i64,
    /// The binary logarithm of the width of a bin, ticks.
    pub bin: u32,
}

impl FarBins {
    /// How many there are.
    pub fn many(self) -> usize {
        ((2 * self.reach) >> self.bin) as usize + 1
    }

    /// The place of a delay's bin; `None` of one that is not counted.
    pub fn place(self, delay: i64) -> Option<usize> {
        let first = (delay >> self.bin) << self.bin;
        let is_counted = first.abs() <= self.reach && (self.beyond == 0 || first.abs() > self.beyond);
        is_counted.then(|| ((first + self.reach) >> self.bin) as usize)
    }
}

/// Light whose pulses come so many ticks apart.
#[derive(Debug, Clone, Copy)]
pub struct Light {
    /// Ticks from one pulse to the next.
    pub period: f64,
    /// `given`, `clock` or `correlation`.
    pub from: &'static str,
    /// The mean gap of the clock that one of the channels is.
    after: Option<f64>,
}

impl Light {
    /// Of a period that was found in a correlation.
    pub(super) fn found(period: f64) -> Self {
        Self { period, from: "correlation", after: None }
    }

    /// What `request` and the histogram of two channels tell; `None` where light is not known to be pulsed. A `likely`
    /// period is tried before others.
    pub fn of(
        request: Period,
        (order, channels): (&TimeOrder, (u64, u64)),
        histogram: &Histogram,
        sums: &Sums,
        likely: Option<f64>,
    ) -> Option<Self> {
        let after = if request == Period::Denied { None } else { clock_of(order, channels) };
        let (period, from) = match request {
            Period::Denied => (None, ""),
            Period::Ticks(ticks) => (Some(ticks), "given"),
            Period::Clock(channel) => (clock_period(order, channel), "clock"),
            Period::Unknown => {
                let found = find_after(after, histogram, sums, likely);
                (found, "correlation")
            }
        };
        period.map(|period| Self { period, from, after })
    }

    /// What pairs far apart tell where nothing was said, by their counts in such bins.
    pub fn of_far(counts: &[u64], bins: FarBins, likely: Option<f64>) -> Option<Self> {
        let bin = 1_i64 << bins.bin;
        let (middle, near) = (counts.len() / 2, (bins.beyond / bin) as usize);
        let unseen = middle.saturating_sub(near)..(middle + near + 1).min(counts.len());
        let exact: Vec<f64> = counts.iter().map(|n| *n as f64).collect();
        let view = View::smooth(&exact, JOINED, unseen.clone())?;
        let view_bin = (JOINED as i64 * bin) as f64;
        let period = find_in(&view, view_bin, SMOOTH, likely)?;
        is_of_far_pulses(&view, period / view_bin).then(|| Self::found(period))
    }

    /// Its peaks, and g2 by their areas.
    pub fn areas(self, histogram: &Histogram, sums: &Sums) -> PulsedResult {
        let comb = Comb::of(histogram, self.period);
        let floor = comb.as_ref().map_or(0.0, |comb| {
            let Stretch { counts, exposure, .. } = comb.folded(histogram, sums).0;
            floor(&counts, &exposure)
        });
        let mut all = PulsedResult::of(self.period, self.from, comb.as_ref(), floor, histogram.doubled);
        let other = comb.as_ref().and_then(|comb| self.not_the_clock(histogram, comb, floor));
        let other = other.or_else(|| self.other_period("g2", histogram, sums));
        match other {
            // Nobody said that the clock ticks at every pulse.
            Some(other) if self.from == "clock" && all.g2.is_some() => all.refuse(other),
            other => all.remarks.extend(other),
        }
        all
    }

    /// Why a clock's period is not the light's, as far as the peaks in it tell.
    fn not_the_clock(self, histogram: &Histogram, comb: &Comb, floor: f64) -> Option<Remark> {
        let Self { period, from, .. } = self;
        if from != "clock" {
            return None;
        }
        if let Some(divided) = divided(histogram, comb) {
            let message = match divided.times {
                Some(times) => format!(
                    "pairs recur {times} times in the clock's period of {period:.4} ticks: it ticks at one pulse of \
                     {times}, and areas of its periods are no areas of peaks; give the light's own period, {:.4} ticks",
                    period / times as f64
                ),
                None => format!(
                    "pairs recur several times in the clock's period of {period:.4} ticks, how often is not seen in so \
                     few pairs or bins so wide: areas of its periods are no areas of peaks; give the light's own period"
                ),
            };
            return Some(Remark::new("g2", "other-period", message));
        }
        (floor >= FLICKER).then(|| {
            let message = "pairs make no peaks the clock's period apart: the light's pulses are no longer seen in bins this \
                           wide, or not those of the clock; take narrower bins, or give the light's own period";
            Remark::new("g2", "no-peak", message)
        })
    }

    /// A remark on `about` where the period was said and the correlation repeats with another one, as under a clock that
    /// ticks at every tenth pulse: its whole periods hold ten peaks each.
    pub fn other_period(self, about: &'static str, histogram: &Histogram, sums: &Sums) -> Option<Remark> {
        let Self { period, from, after } = self;
        let found = if from == "correlation" { None } else { find_after(after, histogram, sums, None) };
        found.filter(|found| (found / period - 1.0).abs() > OTHER).map(|found| {
            let message = format!(
                "pairs recur every {found:.2} ticks, {:.2} times in the period of {period:.2} ticks: if that is the light's \
                 period, give it",
                period / found
            );
            Remark::new(about, "other-period", message)
        })
    }
}

/// The period in a histogram of pairs, with a clock of such a mean gap where one of the channels is that.
fn find_after(after: Option<f64>, histogram: &Histogram, sums: &Sums, likely: Option<f64>) -> Option<f64> {
    match after {
        Some(clock) if is_repeated(histogram, clock) => in_histogram(histogram, clock),
        _ => find(histogram, sums, likely).filter(|period| is_of_pulses(*period, histogram, sums)),
    }
}

/// Whether pairs are fewer between the peaks than at them by more than light that flickers has it.
fn is_of_pulses(period: f64, histogram: &Histogram, sums: &Sums) -> bool {
    let between = |Stretch { counts, exposure, .. }: &Stretch| floor(counts, exposure);
    Comb::of(histogram, period).is_none_or(|comb| between(&comb.folded(histogram, sums).0) < FLICKER)
}

/// The same of a view and a period in its bins.
fn is_of_far_pulses(view: &View, period: f64) -> bool {
    let Some(Comb { phase, .. }) = Comb::of_counts(&view.counts, period) else { return true };
    let cells = period.clamp(SMOOTH, CELLS) as usize;
    let (mut counts, mut bins) = (vec![0.0; cells], vec![0.0; cells]);
    for (k, n) in view.counts.iter().enumerate().filter(|(k, _)| !view.unseen.contains(k)) {
        let turn = ((k as f64 - phase) / period + 0.5).rem_euclid(1.0);
        let cell = ((turn * cells as f64) as usize).min(cells - 1);
        (counts[cell], bins[cell]) = (counts[cell] + n, bins[cell] + 1.0);
    }
    floor(&counts, &bins) < FLICKER
}

/// The share of the highest cell's counts that the outermost eighth on either side has, less five standard deviations.
fn floor(counts: &[f64], exposure: &[f64]) -> f64 {
    let edge = (counts.len() / 8).max(1);
    let sum = |all: &[f64]| all[..edge].iter().chain(&all[all.len() - edge..]).sum::<f64>();
    let (edges, seen) = (sum(counts), sum(exposure));
    let top =
        counts.iter().zip(exposure).map(|(n, e)| if *e > 0.0 { n / e } else { 0.0 }).fold(0.0, f64::max);
    if seen > 0.0 && top > 0.0 { (edges - 5.0 * edges.sqrt()).max(0.0) / seen / top } else { 0.0 }
}
