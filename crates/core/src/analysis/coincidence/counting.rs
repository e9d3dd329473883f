//! Which pairs of tags are counted around the window, to look for a period, or where one is known.

use serde::{Deserialize, Serialize};

use crate::analysis::period::{FarBins, Period};

/// Time is cut into blocks of 2^20 ticks, 164 us at the usual 156.25 ps; for pairs far apart, of which a tag has more, into
/// blocks of 2^16, in which each period that is looked for lies twice.
const BLOCK: u32 = 20;
const SHORT_BLOCK: u32 = 16;

/// Delays in which a period is looked for, as in [`crate::analysis::Pairs`], ticks;
const SEARCHED: i64 = 6400;

/// and beyond them, up to about as far as windows are displaced in any case.
const FAR: i64 = 1 << 17;

/// The binary logarithm of the width of the bins of those, ticks.
const FAR_BIN: u32 = 4;

/// Periods on either side of the window that are counted, where that is not farther than this many ticks.
const PERIODS: f64 = 16.0;
const FARTHEST: i64 = 1 << 17;

/// Where fewer periods than so many lie there, so many are counted by themselves, up to so many ticks away: those hold few
/// tags of a recording whose ticks are so short.
const FEWEST: f64 = 4.0;
const LONG_PERIODS: f64 = 8.0;
const LONGEST: i64 = 1 << 26;

/// The longest period that a clock is taken to have, ticks.
const CLOCKED: i64 = 1 << 15;

/// Pairs that are kept to look for a period, of all pairs of channels together: a sixteenth of them of each at least, a
/// quarter at most.
const KEPT: u64 = 1 << 16;
const FAR_KEPT: u64 = 1 << 14;

/// Which pairs of tags are counted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Counting {
    /// Those up to so many ticks apart after the channels' delays are subtracted,
    pub reach: i64,
    /// and more than so many, where that is not 0.
    pub beyond: i64,
    /// The binary logarithm of the width of a bin of delays, ticks.
    pub bin: u32,
    /// Whether some are enough, to look for a period.
    pub thinned: bool,
    /// Where a given period is long, only those are counted that lie in windows whole periods away.
    pub windows: Option<Windows>,
}

/// Windows displaced by whole periods.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Windows {
    /// Ticks.
    pub window: i64,
    pub period: f64,
}

impl Windows {
    /// The number of the first period that is so far away that windows do not overlap.
    fn first(self) -> i64 {
        ((2 * self.window + 1) as f64 / self.period).ceil().max(1.0) as i64
    }

    /// By how many ticks they are displaced to either side, ascending: by the whole ticks nearest to every multiple of the
    /// period, so far that none overlaps the pair's own, and up to `farthest`.
    pub fn offsets(self, farthest: i64) -> impl Iterator<Item = i64> {
        let offsets = (self.first()..).map(move |k| (k as f64 * self.period).round() as i64);
        offsets.take_while(move |off| *off <= farthest).filter(move |off| *off > 2 * self.window)
    }
}

impl Counting {
    /// For a window of so many ticks; `None` where there is no period.
    pub fn new(period: Period, window: i64) -> Option<Self> {
        // Windows beside the window that do not overlap it, and whole periods of them.
        let far = |periods: i64| window.saturating_mul(3).saturating_add(periods).clamp(SEARCHED, FARTHEST);
        match period {
            Period::Denied => None,
            Period::Unknown => Some(Self::near(SEARCHED, true)),
            Period::Ticks(ticks) if FEWEST * ticks > FARTHEST as f64 => Some(Self::long(ticks, window)),
            Period::Ticks(ticks) => Some(Self::near(far((PERIODS * ticks) as i64), false)),
            Period::Clock(_) => Some(Self::near(far(CLOCKED), false)),
        }
    }

    /// Every pair up to so many ticks apart, or some.
    pub const fn near(reach: i64, thinned: bool) -> Self {
        Self { reach, beyond: 0, bin: 0, thinned, windows: None }
    }

    /// Those in windows whole periods away, where these are not too far.
    fn long(period: f64, window: i64) -> Self {
        let windows = Windows { window, period };
        let reach = (windows.first() as f64 + LONG_PERIODS) * period + window as f64;
        if reach > LONGEST as f64 {
            return Self::near(FARTHEST, false);
        }
        Self { windows: Some(windows), ..Self::near(reach as i64, false) }
    }

    /// The pairs that tell a longer period, where one is looked for. Those near are not among them: of a source of pairs,
    /// nearly all may be.
    pub fn far(period: Period) -> Option<Self> {
        let far = Self { reach: FAR, beyond: SEARCHED, bin: FAR_BIN, thinned: true, windows: None };
        (period == Period::Unknown).then_some(far)
    }

    /// By how much a window within reach is displaced at most, ticks.
    pub fn farthest(self) -> i64 {
        self.reach - self.windows.map_or(0, |windows| windows.window)
    }

    /// How many bins of delays there are, or windows.
    pub fn delays(self) -> usize {
        self.windows.map_or(self.bins().many(), |windows| 2 * windows.offsets(self.farthest()).count())
    }

    /// How many pairs of tags are kept at most of each of so many pairs of channels.
    pub fn most(self, channels: usize) -> u64 {
        let kept = if self.beyond > 0 { FAR_KEPT } else { KEPT };
        let of_each = kept / channels.max(1) as u64;
        if self.thinned { of_each.clamp(kept >> 4, kept >> 2) } else { u64::MAX }
    }

    /// The binary logarithm of the length of a block, ticks.
    pub fn block(self) -> u32 {
        if self.beyond > 0 { SHORT_BLOCK } else { BLOCK }
    }

    /// The bins of delays.
    pub fn bins(self) -> FarBins {
        let Self { reach, beyond, bin, .. } = self;
        FarBins { reach, beyond, bin }
    }

    /// Whether a delay is counted.
    pub fn holds(self, delay: i64) -> bool {
        self.bins().place(delay).is_some()
    }
}
