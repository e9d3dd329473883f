//! Whether light is pulsed, as far as a request and a histogram tell.

use super::areas::PulsedResult;
use super::clock::clock_period;
use super::comb::Comb;
use super::divided::divided;
use super::request::Period;
use super::search::find;
use crate::analysis::peak::{Histogram, Stretch, Sums};
use crate::analysis::statistics::Remark;
use crate::analysis::time_order::TimeOrder;

/// Periods that differ by less of their length are the same.
const OTHER: f64 = 0.1;

/// Light flickers, and is not pulsed, where between the peaks of the correlation this share of their height is left: the
/// 38 kHz of a lamp's driver, say.
const FLICKER: f64 = 0.9;

/// Light whose pulses come so many ticks apart.
#[derive(Debug, Clone, Copy)]
pub struct Light {
    /// Ticks from one pulse to the next.
    pub period: f64,
    /// `given`, `clock` or `correlation`.
    pub from: &'static str,
}

impl Light {
    /// What `request` and the histogram tell; `None` where light is not known to be pulsed. A `likely` period is tried
    /// before others.
    pub fn of(
        request: Period,
        order: &TimeOrder,
        histogram: &Histogram,
        sums: &Sums,
        likely: Option<f64>,
    ) -> Option<Self> {
        let (period, from) = match request {
            Period::Denied => (None, ""),
            Period::Ticks(ticks) => (Some(ticks), "given"),
            Period::Clock(channel) => (clock_period(order, channel), "clock"),
            Period::Unknown => {
                let found = find(histogram, sums, likely);
                (found.filter(|period| is_of_pulses(*period, histogram, sums)), "correlation")
            }
        };
        period.map(|period| Self { period, from })
    }

    /// Its peaks, and g2 by their areas.
    pub fn areas(self, histogram: &Histogram, sums: &Sums) -> PulsedResult {
        let comb = Comb::of(histogram, self.period);
        let floor = comb.as_ref().map_or(0.0, |comb| floor(&comb.folded(histogram, sums).0));
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
        let Self { period, from } = self;
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
        let Self { period, from } = self;
        let found = if from == "correlation" { None } else { find(histogram, sums, None) };
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

/// Whether pairs are fewer between the peaks than at them by more than light that flickers has it.
fn is_of_pulses(period: f64, histogram: &Histogram, sums: &Sums) -> bool {
    Comb::of(histogram, period).is_none_or(|comb| floor(&comb.folded(histogram, sums).0) < FLICKER)
}

/// The share of the highest cell's counts that the outermost eighth on either side has, less five standard deviations.
fn floor(Stretch { counts, exposure, .. }: &Stretch) -> f64 {
    let edge = (counts.len() / 8).max(1);
    let sum = |all: &[f64]| all[..edge].iter().chain(&all[all.len() - edge..]).sum::<f64>();
    let (edges, seen) = (sum(counts), sum(exposure));
    let top =
        counts.iter().zip(exposure).map(|(n, e)| if *e > 0.0 { n / e } else { 0.0 }).fold(0.0, f64::max);
    if seen > 0.0 && top > 0.0 { (edges - 5.0 * edges.sqrt()).max(0.0) / seen / top } else { 0.0 }
}
