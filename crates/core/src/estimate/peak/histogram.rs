//! A histogram of delays with the exposure of its bins.

use std::ops::Range;

use crate::estimate::statistics::Delays;

/// Counts by delay: bin k covers `from + k*bin <= d < from + (k+1)*bin`.
pub struct Histogram<'a> {
    /// Lower edge of the first bin, ticks.
    pub from: i64,
    /// Width of a bin, ticks.
    pub bin: i64,
    /// Counts of all bins.
    pub counts: &'a [u64],
    /// Time from the first to the last tag of any channel, ticks. Pairs at a delay `d` were observable for
    /// `span - |d|`.
    pub span: Option<f64>,
    /// Tags of the two channels.
    pub tags: (u64, u64),
    /// Whether each pair is counted at both `d` and `-d`, as for a channel with itself.
    pub doubled: bool,
}

impl Histogram<'_> {
    /// Returns the delay in ticks that is `bins` bins after the middle of the first bin.
    pub fn delay(&self, bins: f64) -> f64 {
        self.from as f64 + bins * self.bin as f64 + (self.bin - 1) as f64 / 2.0
    }

    /// Returns the variance of a count relative to that of Poisson counts.
    pub fn variance(&self) -> f64 {
        if self.doubled { 2.0 } else { 1.0 }
    }

    /// Returns the variance of the counts of bins for steady light, relative to that of Poisson counts. Tags near the
    /// ends of the recording have fewer partners: see [`Delays`].
    pub fn variance_of(&self, first: usize, width: usize) -> f64 {
        let Some(span) = self.span.filter(|span| *span > 0.0) else { return self.variance() };
        let edge = |bins: usize| self.from as f64 + (bins as i64 * self.bin) as f64 - 0.5;
        let delays = Delays { low: edge(first), high: edge(first + width), span };
        let rates = [self.tags.0, self.tags.1].map(|tags| tags as f64 / span);
        self.variance() * delays.linear(rates, self.doubled)
    }
}

/// Counts and exposure before each bin, and before the end.
#[derive(Clone)]
pub struct Sums<'a> {
    histogram: &'a Histogram<'a>,
    /// Counts before every `stride`-th bin.
    counts: Vec<f64>,
    stride: usize,
    /// Exposure before each bin; empty if `stride` is above 1, and then computed on demand.
    exposure: Vec<f64>,
    /// Exposure before the first bin, from a delay of 0.
    first: f64,
    /// Maximum relative difference between the exposures of neighbouring bins.
    steepness: f64,
}

/// Distance between stored sums, in bins. The sums of a long histogram take an eighth of the memory of its counts.
const STRIDE: usize = 8;

impl<'a> Sums<'a> {
    /// Computes the sums. The exposure of a bin is the integral of `(span - |d|) / span` over it, in bins.
    pub fn new(histogram: &'a Histogram<'a>) -> Self {
        let mut sums = Self::every(1, histogram);
        let exposure: Vec<f64> = (0..=sums.bins()).map(|k| sums.exposure_before(k)).collect();
        sums.exposure = exposure;
        sums
    }

    /// Like [`Sums::new`], with bins that have no exposure. They must have no counts.
    pub fn without(excluded: &[Range<usize>], histogram: &'a Histogram<'a>) -> Self {
        let mut sums = Self::new(histogram);
        if excluded.is_empty() {
            return sums;
        }
        let mut before = 0.0;
        let rest = |(k, edges): (usize, &[f64])| {
            if !excluded.iter().any(|bins| bins.contains(&k)) {
                before += edges[1] - edges[0];
            }
            before
        };
        sums.exposure = std::iter::once(0.0).chain(sums.exposure.windows(2).enumerate().map(rest)).collect();
        sums.steepness = f64::INFINITY;
        sums
    }

    /// Like [`Sums::new`], with less memory and slower look-ups.
    pub fn sparse(histogram: &'a Histogram<'a>) -> Self {
        Self::every(STRIDE, histogram)
    }

    fn every(stride: usize, histogram: &'a Histogram<'a>) -> Self {
        let Histogram { bin, counts: bins, span, .. } = *histogram;
        let mut counts = Vec::with_capacity(bins.len() / stride + 2);
        let mut sum = 0;
        counts.push(0.0);
        for some in bins.chunks(stride) {
            sum += some.iter().sum::<u64>();
            counts.push(sum as f64);
        }
        let mut sums = Self { histogram, counts, stride, exposure: Vec::new(), first: 0.0, steepness: 0.0 };
        sums.first = sums.exposure_before(0);
        let last = bins.len().saturating_sub(1);
        let least =
            if bins.is_empty() { f64::MAX } else { sums.exposure(0, 1).min(sums.exposure(last, last + 1)) };
        // Exposure falls evenly to both sides of 0, so it is smallest at an end.
        sums.steepness = match span {
            Some(span) if span > 0.0 => bin as f64 / span / least.max(0.0),
            _ => 0.0,
        };
        sums
    }

    /// Returns the number of bins.
    pub fn bins(&self) -> usize {
        self.histogram.counts.len()
    }

    /// Returns the maximum relative difference between the exposures of neighbouring bins; infinite if one has no
    /// exposure.
    pub fn steepness(&self) -> f64 {
        self.steepness
    }

    /// Returns whether the sums were created by [`Sums::sparse`].
    pub fn is_sparse(&self) -> bool {
        self.stride > 1
    }

    /// Returns the counts before each of `many` bins from `bin` on. The sums must not be sparse.
    pub fn before(&self, bin: usize, many: usize) -> &[f64] {
        &self.counts[bin..bin + many]
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> f64 {
        self.counts(0, self.bins())
    }

    /// Returns the counts from bin `low` to `high` (exclusive).
    #[inline]
    pub fn counts(&self, low: usize, high: usize) -> f64 {
        match self.stride {
            1 => self.counts[high] - self.counts[low],
            _ => self.counts_before(high) - self.counts_before(low),
        }
    }

    /// Returns the exposure from bin `low` to `high` (exclusive).
    #[inline]
    pub fn exposure(&self, low: usize, high: usize) -> f64 {
        match (self.exposure.get(low), self.exposure.get(high)) {
            (Some(before), Some(until)) => until - before,
            _ => self.exposure_before(high) - self.exposure_before(low),
        }
    }

    #[inline(never)]
    fn counts_before(&self, k: usize) -> f64 {
        let at = k / self.stride;
        // Sums of counts are exact.
        self.counts[at] + self.histogram.counts[at * self.stride..k].iter().sum::<u64>() as f64
    }

    #[inline(never)]
    fn exposure_before(&self, k: usize) -> f64 {
        let Histogram { from, bin, span, .. } = *self.histogram;
        let before = match span {
            Some(span) if span > 0.0 => {
                let d = (from as f64 + k as f64 * bin as f64 - 0.5).clamp(-span, span);
                (d - d * d.abs() / (2.0 * span)) / bin as f64
            }
            _ => k as f64,
        };
        before - self.first
    }
}
