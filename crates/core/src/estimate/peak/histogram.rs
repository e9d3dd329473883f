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

    /// Returns the exposure before each bin, and before the end: the integral of `(span - |d|) / span`, in bins.
    pub fn exposure_before(&self) -> impl Iterator<Item = f64> {
        let Self { from, bin, span, .. } = *self;
        let from_zero = move |k: usize| match span {
            Some(span) if span > 0.0 => {
                let d = (from as f64 + k as f64 * bin as f64 - 0.5).clamp(-span, span);
                (d - d * d.abs() / (2.0 * span)) / bin as f64
            }
            _ => k as f64,
        };
        let first = from_zero(0);
        (0..=self.counts.len()).map(move |k| from_zero(k) - first)
    }
}

/// Counts and exposure before each bin, and before the end.
pub struct Sums {
    counts: Vec<f64>,
    exposure: Vec<f64>,
    /// Maximum relative difference between the exposures of neighbouring bins.
    steepness: f64,
}

impl Sums {
    /// Computes the sums.
    pub fn new(histogram: &Histogram) -> Self {
        let mut sum = 0;
        let before = histogram.counts.iter().map(|n| {
            sum += n;
            sum as f64
        });
        let counts: Vec<f64> = std::iter::once(0.0).chain(before).collect();
        let exposure = histogram.exposure_before().collect();
        let mut sums = Self { counts, exposure, steepness: 0.0 };
        // Exposure falls evenly to both sides of 0, so it is smallest at an end.
        if let (Some(span), Some(last)) =
            (histogram.span.filter(|span| *span > 0.0), sums.bins().checked_sub(1))
        {
            let least = sums.exposure(0, 1).min(sums.exposure(last, last + 1));
            sums.steepness = histogram.bin as f64 / span / least.max(0.0);
        }
        sums
    }

    /// Like [`Sums::new`], with bins that have no exposure. They must have no counts.
    pub fn without(excluded: &[Range<usize>], histogram: &Histogram) -> Self {
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

    /// Returns the number of bins.
    pub fn bins(&self) -> usize {
        self.counts.len() - 1
    }

    /// Returns the maximum relative difference between the exposures of neighbouring bins; infinite if one has no
    /// exposure.
    pub fn steepness(&self) -> f64 {
        self.steepness
    }

    /// Returns the counts before each of `many` bins from `bin` on.
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
        self.counts[high] - self.counts[low]
    }

    /// Returns the exposure from bin `low` to `high` (exclusive).
    #[inline]
    pub fn exposure(&self, low: usize, high: usize) -> f64 {
        self.exposure[high] - self.exposure[low]
    }
}
