//! The level beside a peak or a dip.

/// Counts per bin of exposure beside peaks and dips.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Level {
    pub height: f64,
    /// The variance of the height: that of its counts, at least of one.
    pub variance: f64,
}

impl Level {
    /// Returns the level of `counts` counts in `exposure` bins of exposure, which is above 0.
    pub fn of(counts: f64, exposure: f64) -> Self {
        Self { height: counts / exposure, variance: counts.max(1.0) / (exposure * exposure) }
    }
}
