//! Counts of tags that a software clock kept or excluded.

use serde::{Deserialize, Serialize};

/// Counts of tags that a software clock kept or excluded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ClockCounts {
    /// Time from one clock tag to the next, ticks.
    pub period: f64,
    /// Clock tags.
    pub clock_tags: u64,
    /// Clock tags less than three quarters of a period after the one before, which are left out.
    pub extra: u64,
    /// Intervals of more than five quarters of a period, whose tags are left out.
    pub gaps: u64,
    /// Clock tags that the gaps lack, by their length in periods, rounded.
    pub missing: u64,
    /// The longest gap, ticks; 0 without gaps.
    pub longest_gap: u64,
    /// Other tags that are left out: those before the first clock tag.
    pub before: u64,
    /// Those in gaps.
    pub in_gaps: u64,
    /// Those after the last clock tag.
    pub after: u64,
}

impl ClockCounts {
    /// Adds the counts of another run of the clock.
    pub fn add(&mut self, later: &Self) {
        // Readers of the stage's output have counted nothing.
        if self.clock_tags == 0 {
            self.period = later.period;
        }
        let sums = [
            (&mut self.clock_tags, later.clock_tags),
            (&mut self.extra, later.extra),
            (&mut self.gaps, later.gaps),
            (&mut self.missing, later.missing),
            (&mut self.before, later.before),
            (&mut self.in_gaps, later.in_gaps),
            (&mut self.after, later.after),
        ];
        for (sum, more) in sums {
            *sum = sum.saturating_add(more);
        }
        self.longest_gap = self.longest_gap.max(later.longest_gap);
    }
}
