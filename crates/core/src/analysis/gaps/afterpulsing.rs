//! Afterpulsing, read from a histogram of gaps.

use crate::analysis::bins::Bins;

/// A probability whose standard error is greater is not known.
const MAX_ERROR: f64 = 0.5;

/// The gaps between successive tags of one channel.
pub struct GapHistogram<'a> {
    /// The bins.
    pub bins: &'a Bins,
    /// Counts below, in every bin, and above.
    pub cells: &'a [u64],
    /// The shortest gap, 0 or greater.
    pub least: i64,
    /// All gaps together.
    pub sum: i128,
}

/// The probability that a tag is followed by one that no light made.
pub struct Afterpulsing {
    /// Per tag; chance may make it negative.
    pub probability: f64,
    /// Its standard error.
    pub error: f64,
}

impl GapHistogram<'_> {
    /// As [`super::Gaps`] describes it; `None` where it can't be told.
    pub fn afterpulsing(&self) -> Option<Afterpulsing> {
        let gaps: u64 = self.cells.iter().sum();
        let mean = self.sum as f64 / gaps as f64;
        let end = self.bins.edge(self.bins.bins());
        let longest = mean.min((end - i128::from(self.least)) as f64 / 2.0);
        let mut stretch = longest.min(mean / 5.0);
        let mut found = self.excess(stretch, mean)?;
        while 2.0 * stretch <= longest {
            stretch *= 2.0;
            let Some(wider) = self.excess(stretch, mean) else { break };
            if wider.probability - found.probability <= 2.0 * wider.error {
                break;
            }
            found = wider;
        }
        Some(found)
    }

    /// The excess in about `stretch` after the shortest gap.
    fn excess(&self, stretch: f64, longest: f64) -> Option<Afterpulsing> {
        let d = i128::from(self.least);
        let near = self.edge_near(d, stretch)?;
        let s = self.bins.edge(near) - d;
        if s as f64 > longest {
            return None;
        }
        let far = self.edge_near(d + s, s as f64)?;
        let s2 = self.bins.edge(far) - d - s;
        let (gaps, sum) = (self.cells.iter().sum::<u64>() as f64, self.sum as f64);
        let (n1, sum1) = self.before(near);
        let (n2, past) = (self.before(far).0 - n1, gaps - n1);
        let rate = past / (sum - sum1 - past * (d + s) as f64);
        let (x, x2) = (rate * s as f64, rate * s2 as f64);
        // The integrals of exp(-r t) over both stretches.
        let ratio = (-x).exp_m1() / ((-x2).exp_m1() * (-x).exp());
        let excess = n1 - ratio * n2;
        // The counts are multinomial; the rate's relative error is 1 / sqrt(past).
        let counts = n1 + ratio * ratio * n2 - excess * excess / gaps;
        let variance = counts + (ratio * n2 * x).powi(2) / past;
        let found = Afterpulsing { probability: excess / gaps, error: variance.sqrt() / gaps };
        (n2 > 0.0 && found.probability.is_finite() && found.error < MAX_ERROR).then_some(found)
    }

    /// The last edge up to `from + stretch`, but one past `from`.
    fn edge_near(&self, from: i128, stretch: f64) -> Option<usize> {
        let cell = |time: i128| self.bins.cell(i64::try_from(time).unwrap_or(i64::MAX));
        let least = cell(from);
        let edge = least.max(cell(from + stretch as i128).saturating_sub(1));
        (edge <= self.bins.bins()).then_some(edge)
    }

    /// How many gaps lie before edge `k`, and about how long they are together.
    fn before(&self, k: usize) -> (f64, f64) {
        let d = i128::from(self.least);
        let mut all = (0.0, 0.0);
        for (cell, n) in self.cells.iter().enumerate().take(k + 1) {
            let low = cell.checked_sub(1).map_or(d, |bin| self.bins.edge(bin).max(d));
            let middle = (low + self.bins.edge(cell).max(low + 1) - 1) as f64 / 2.0;
            all.0 += *n as f64;
            all.1 += *n as f64 * middle;
        }
        all
    }
}
