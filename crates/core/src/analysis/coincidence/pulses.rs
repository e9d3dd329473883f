//! Accidentals of pulsed light: what lies in the window displaced by whole periods.

use super::counting::{Counting, Windows};
use super::surroundings::Surroundings;
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
        let shared = |off: i64| (1.0 - (shift as f64 + off as f64).abs() / span).max(1e-9);
        let farthest = (counting.reach - window).min(span as i64 - window - 1);
        let offsets: Vec<i64> = Windows { window, period }.offsets(farthest).collect();
        let within = surroundings.within(counting, window, &offsets)?;
        let shares = offsets.iter().flat_map(|off| [-off, *off]).map(|off| shared(off) / shared(0));
        let found: Vec<(u64, f64)> = within.into_iter().zip(shares).collect();
        let by = Interval { low: *offsets.first()? as f64, high: *offsets.last()? as f64 };
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
