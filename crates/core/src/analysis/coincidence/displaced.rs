//! Windows that are displaced so far that no coincidence lies in them but by chance: they measure the accidentals.

use serde::{Deserialize, Serialize};

/// How many windows of a pair lie one beside the other.
pub const WINDOWS: i64 = 32;

/// For patterns of three and more channels, the delay of the k-th is changed by k times each of these.
pub const STEPS: [i64; 4] = [-2, -1, 1, 2];

/// Where the displaced windows lie: of pairs, [`WINDOWS`] of them from `from` ticks after the pair's own on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Displaced {
    /// Ticks: as asked for, and at least ten times the width of a window.
    pub from: i64,
    /// Width of a window: `2 window + 1` ticks.
    width: i64,
}

impl Displaced {
    /// For windows of `window` ticks, at least so far.
    pub fn new(window: i64, least: i64) -> Self {
        let width = 2 * window + 1;
        Self { from: least.max(10 * width), width }
    }

    /// The farthest delay of a pair in them, ticks.
    pub fn to(self) -> i64 {
        self.from + WINDOWS * self.width - 1
    }

    /// How far tags of a pattern of so many channels are apart at most because of them, ticks.
    pub fn reach(self, channels: usize) -> i64 {
        let several = 2 * (channels as i64 - 1) * self.from;
        if channels == 2 { self.to() } else { several }
    }

    /// How many windows of three and more channels they are in a recording of `span` ticks, of which displaced parts
    /// overlap less; `None` where it is too short for them.
    pub fn windows(self, channels: usize, span: f64) -> Option<f64> {
        let farthest = |steps: &i64| (steps.abs() * (channels as i64 - 1) * self.from) as f64;
        self.fits(channels, span).then(|| STEPS.iter().map(|steps| 1.0 - farthest(steps) / span).sum())
    }

    /// Whether a recording of `span` ticks is long enough for them.
    pub fn fits(self, channels: usize, span: f64) -> bool {
        span >= 2.0 * self.reach(channels) as f64
    }
}
