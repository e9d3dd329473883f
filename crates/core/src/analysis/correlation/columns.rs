//! The numbers of a correlation's bins.

use super::normalisation::{G2, Normalisation};
use crate::counting::bins::Bins;
use crate::estimate::period::SharedDeadTime;
use crate::estimate::statistics::min_missing;

/// Counts of a correlation's bins, with their normalisation to `g2`.
#[derive(Clone, Copy)]
pub struct BinValues<'a> {
    pub of: Normalisation<'a>,
    pub bins: &'a Bins,
    pub is_linear: bool,
    /// Dead time that the channels share. Bins that reach into it have no `g2`.
    pub dead: Option<SharedDeadTime>,
    /// Pairs in each bin.
    pub counts: &'a [u64],
}

/// [`G2`] of some bins, one list for each field.
#[derive(Default)]
pub struct Columns {
    pub counts: Vec<u64>,
    pub value: Vec<f64>,
    pub error: Vec<f64>,
    pub low: Vec<f64>,
    pub high: Vec<f64>,
}

impl BinValues<'_> {
    /// Returns `g2` of bin `k`. Its error is unknown in logarithmic bins, whose pairs at long delays are not
    /// independent. Inlining it for each column would enlarge programs without making them faster.
    #[inline(never)]
    pub fn g2(self, k: usize) -> G2 {
        let Self { of, is_linear, counts, .. } = self;
        if !is_linear {
            return G2 { value: self.value(k), error: f64::NAN, low: f64::NAN, high: f64::NAN };
        }
        let edges = self.edges(k);
        of.g2(counts[k], edges, self.norm(k), of.dispersion(edges))
    }

    /// Returns the value of `g2` in bin `k`, without errors.
    pub fn value(self, k: usize) -> f64 {
        self.counts[k] as f64 * self.norm(k)
    }

    /// Returns the columns of all bins.
    pub fn columns(self) -> Columns {
        let bins = self.counts.len();
        let empty = || Vec::with_capacity(bins);
        let counts = self.counts.to_vec();
        let mut columns = Columns { counts, value: empty(), error: empty(), low: empty(), high: empty() };
        for k in 0..bins {
            let G2 { value, error, low, high } = self.g2(k);
            columns.value.push(value);
            columns.error.push(error);
            columns.low.push(low);
            columns.high.push(high);
        }
        columns
    }

    /// Returns whether a bin cannot be normalised.
    pub fn has_unknown(self) -> bool {
        (0..self.counts.len()).any(|k| self.value(k).is_nan() && !self.is_dead(k))
    }

    /// Returns whether a bin reaches into a shared dead time.
    pub fn has_dead(self) -> bool {
        (0..self.counts.len()).any(|k| self.is_dead(k))
    }

    fn is_dead(self, k: usize) -> bool {
        let (low, high) = self.edges(k);
        let ticks = |edge: i128| edge.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        self.dead.is_some_and(|dead| dead.reaches(ticks(low), ticks(high - 1)))
    }

    /// Returns whether a bin can be normalised but has too few pairs for a standard error.
    pub fn has_few(self) -> bool {
        self.is_linear && (0..self.counts.len()).any(|k| self.g2(k).error.is_nan() && !self.value(k).is_nan())
    }

    /// Returns the delay in ticks below which a channel has no pairs with itself, and the number of pairs of steady light
    /// at these delays, if that is at least [`min_missing`]. `None` for two channels, and if the bins begin beyond 1 tick.
    pub fn own_gap(self) -> Option<(i128, f64)> {
        let Self { of, bins, is_linear, counts, .. } = self;
        if of.a != of.b || bins.edge(0) > 1 {
            return None;
        }
        let later = (0..counts.len()).skip_while(|k| bins.edge(k + 1) <= 1);
        let (mut end, mut expected) = (1, 0.0);
        for k in later.take_while(|k| counts[*k] == 0) {
            let (low, high) = self.edges(k);
            let low = low.max(1);
            expected += 1.0 / if is_linear { of.linear(low, high) } else { of.logarithmic(low, high) };
            end = high;
        }
        (expected >= min_missing()).then_some((end, expected))
    }

    pub fn edges(self, k: usize) -> (i128, i128) {
        (self.bins.edge(k), self.bins.edge(k + 1))
    }

    /// Returns the factor from counts of bin `k` to `g2`.
    #[inline(never)]
    pub fn norm(self, k: usize) -> f64 {
        let (low, high) = self.edges(k);
        if self.is_dead(k) {
            f64::NAN
        } else if self.is_linear {
            self.of.linear(low, high)
        } else {
            self.of.logarithmic(low, high)
        }
    }
}
