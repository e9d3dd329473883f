//! Accidentals of pulsed light: what lies in the window displaced by whole periods.

use super::surroundings::{Counting, Surroundings};
use crate::analysis::statistics::Interval;

/// The windows differ by more than chance where their variance is so many of its standard errors beyond Poisson's.
const NOT_LEVEL: f64 = 6.0;

/// What is known of light that is pulsed.
#[derive(Debug, Clone)]
pub struct Pulses {
    /// Ticks from one pulse to the next; `None` where the clock does not tell it.
    pub period: Option<f64>,
    /// `given`, `clock` or `correlation`.
    pub from: &'static str,
    /// `None` where pairs were left out, and of more than two channels.
    pub by_periods: Option<PeriodWindows>,
}

/// What lies in a pair's window displaced by whole periods.
#[derive(Debug, Clone, PartialEq)]
pub struct PeriodWindows {
    /// Pairs in all displaced windows.
    pub counts: u64,
    /// How many windows they are in a recording whose displaced parts overlap less.
    pub windows: f64,
    /// How many windows are counted.
    pub many: usize,
    /// How far they are displaced to either side, ticks.
    pub by: Interval,
    /// Their variance in that of Poisson's distribution, at least 1.
    pub dispersion: f64,
}

impl PeriodWindows {
    /// Of a window of `window` ticks to either side, displaced by the whole ticks nearest to every multiple of `period`
    /// that is within reach and so far that the windows do not overlap the pair's own. In a recording of `span` ticks, in
    /// which the second channel is `shift` ticks later, a window displaced by `d` counts as
    /// `(span - |shift + d|) / (span - |shift|)` of one.
    pub fn of(
        surroundings: &Surroundings,
        counting: Counting,
        window: i64,
        shift: i64,
        period: f64,
        span: f64,
    ) -> Option<Self> {
        let counts = surroundings.counts(counting);
        let shared = |off: i64| (1.0 - (shift as f64 + off as f64).abs() / span).max(1e-9);
        let overlap = |off: i64| shared(off) / shared(0);
        let farthest = (counting.reach - window).min(span as i64 - window - 1);
        let first = ((2 * window + 1) as f64 / period).ceil().max(1.0) as i64;
        let (mut found, mut by): (Vec<(u64, f64)>, Vec<f64>) = Default::default();
        for k in first.. {
            let off = (k as f64 * period).round() as i64;
            if off > farthest {
                break;
            }
            if off <= 2 * window {
                continue;
            }
            by.push(off as f64);
            for off in [-off, off] {
                let place = |delay: i64| usize::try_from(delay + counting.reach).ok();
                let within = counts.get(place(off - window)?..=place(off + window)?)?;
                found.push((within.iter().sum(), overlap(off)));
            }
        }
        let by = Interval { low: *by.first()?, high: *by.last()? };
        let counts: u64 = found.iter().map(|(n, _)| n).sum();
        let windows: f64 = found.iter().map(|(_, of)| of).sum();
        let mean = counts as f64 / windows;
        let squares = found.iter().map(|(n, of)| (*n as f64 - mean * of).powi(2) / (mean * of)).sum::<f64>();
        let dispersion = if counts > 0 { (squares / (found.len() - 1) as f64).max(1.0) } else { 1.0 };
        Some(Self { counts, windows, many: found.len(), by, dispersion })
    }

    /// Whether the windows hold the same but for chance.
    pub fn is_level(&self) -> bool {
        self.dispersion <= 1.0 + NOT_LEVEL * (2.0 / (self.many - 1) as f64).sqrt()
    }
}
