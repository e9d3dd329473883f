//! The distribution of gaps, with cumulative sums.

use crate::counting::octaves::{cell, edge};
use crate::estimate::period::clock_period;

/// Gaps of one channel by cell.
pub struct Distribution<'a> {
    /// Counts by cell.
    pub counts: &'a [u64],
    /// Cumulative number of gaps.
    pub below: Curve,
}

/// A cumulative sum over gaps, linear within a cell.
pub struct Curve {
    /// The sum at each edge of a cell, from the first to the last.
    at_edges: Vec<f64>,
}

impl Curve {
    /// Creates the sum from the contribution of each cell.
    pub fn new(steps: impl Iterator<Item = f64>) -> Self {
        let mut sum = 0.0;
        let mut at_edges = vec![0.0];
        at_edges.extend(steps.map(|step| {
            sum += step;
            sum
        }));
        Self { at_edges }
    }

    /// Returns the sum up to the lower edge of a cell.
    pub fn at_edge(&self, cell: usize) -> f64 {
        self.at_edges.get(cell).copied().unwrap_or_else(|| self.all())
    }

    /// Returns the total.
    pub fn all(&self) -> f64 {
        self.at_edges.last().copied().unwrap_or(0.0)
    }

    /// Returns the sum up to a gap, which need not be an integer.
    pub fn at(&self, gap: f64) -> f64 {
        // A gap beyond i64 becomes its maximum.
        let k = cell(gap.max(0.0) as i64);
        let (low, high) = (edge(k) as f64, edge(k + 1) as f64);
        let (from, to) = (self.at_edge(k), self.at_edge(k + 1));
        from + (to - from) * ((gap - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// Returns the sum between two gaps.
    pub fn between(&self, from: f64, to: f64) -> f64 {
        self.at(to) - self.at(from)
    }
}

impl<'a> Distribution<'a> {
    /// Creates the distribution of these counts.
    pub fn new(counts: &'a [u64]) -> Self {
        Self { counts, below: Curve::new(counts.iter().map(|n| *n as f64)) }
    }

    /// Returns the number of gaps.
    pub fn gaps(&self) -> f64 {
        self.below.all()
    }

    /// Returns the first edge with at least half of the gaps below it.
    pub fn median(&self) -> f64 {
        let half = self.gaps() / 2.0;
        edge(self.below.at_edges.partition_point(|n| *n < half)) as f64
    }

    /// Returns the period of a clock in ticks; `sum` is the sum of its gaps in ticks. `None` for a channel that is not
    /// a clock.
    pub fn clock_period(&self, sum: f64) -> Option<f64> {
        let filled = self.counts.iter().enumerate().filter(|(_, n)| **n > 0);
        let gaps: Vec<(f64, u64)> = filled.map(|(k, n)| (middle(k), *n)).collect();
        clock_period(&gaps, sum)
    }

    /// Returns the mean gap, with each gap in the middle of its cell.
    pub fn mean(&self) -> f64 {
        self.counts.iter().enumerate().map(|(k, n)| *n as f64 * middle(k)).sum::<f64>() / self.gaps()
    }
}

/// Returns the mean gap of a cell.
fn middle(cell: usize) -> f64 {
    (edge(cell) as f64 + edge(cell + 1) as f64 - 1.0) / 2.0
}
