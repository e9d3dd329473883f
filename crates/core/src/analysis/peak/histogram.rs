//! A histogram of delays with the exposure of its bins.

/// Counts by delay: bin k covers `from + k*bin <= d < from + (k+1)*bin`.
pub struct Histogram<'a> {
    /// Lower edge of the first bin, ticks.
    pub from: i64,
    /// Width of a bin, ticks.
    pub bin: i64,
    /// Of every bin.
    pub counts: &'a [u64],
    /// From the first to the last tag of any channel, ticks; with it, pairs at a delay `d` were seen for `span - |d|`.
    pub span: Option<f64>,
    /// Tags of the two channels.
    pub tags: (u64, u64),
    /// Whether each pair is counted at both `d` and `-d`, as those of a channel with itself are.
    pub doubled: bool,
}

impl Histogram<'_> {
    /// The delay in ticks at `bins` bins after the middle of the first bin.
    pub fn delay(&self, bins: f64) -> f64 {
        self.from as f64 + bins * self.bin as f64 + (self.bin - 1) as f64 / 2.0
    }

    /// The variance of a count over Poisson's.
    pub fn variance(&self) -> f64 {
        if self.doubled { 2.0 } else { 1.0 }
    }
}

/// Counts and exposure before each bin, and before the end.
#[derive(Clone)]
pub struct Sums {
    counts: Vec<f64>,
    exposure: Vec<f64>,
    /// By which share of itself a bin's exposure differs from the next one's, at most.
    steepness: f64,
}

impl Sums {
    /// The exposure of a bin is the integral of `(span - |d|) / span` over it, in bins.
    pub fn new(histogram: &Histogram) -> Self {
        let Histogram { from, bin, counts: bins, span, .. } = *histogram;
        let (mut counts, mut exposure) = (Vec::new(), Vec::new());
        counts.reserve_exact(bins.len() + 1);
        exposure.reserve_exact(bins.len() + 1);
        let before = |k: usize| match span {
            Some(span) if span > 0.0 => {
                let d = (from as f64 + k as f64 * bin as f64 - 0.5).clamp(-span, span);
                (d - d * d.abs() / (2.0 * span)) / bin as f64
            }
            _ => k as f64,
        };
        let first = before(0);
        let mut sum = 0;
        counts.push(0.0);
        for n in bins {
            sum += n;
            counts.push(sum as f64);
        }
        exposure.extend((0..=bins.len()).map(|k| before(k) - first));
        let least = |exposure: &[f64]| {
            let ends = [exposure.get(..2), exposure.get(exposure.len().saturating_sub(2)..)];
            ends.into_iter().flatten().map(|two| two[1] - two[0]).fold(f64::MAX, f64::min)
        };
        // Exposure falls evenly to both sides of 0: it is the least at an end.
        let steepness = match span {
            Some(span) if span > 0.0 => bin as f64 / span / least(&exposure).max(0.0),
            _ => 0.0,
        };
        Self { counts, exposure, steepness }
    }

    /// The same with the bins from `low` to before `high` left out: as if none of them had been seen.
    pub fn without(&self, low: usize, high: usize) -> Self {
        let passed_over = |sums: &[f64]| {
            let inside = sums[high] - sums[low];
            let at = |(k, sum): (usize, &f64)| match k {
                _ if k <= low => *sum,
                _ if k < high => sums[low],
                _ => sum - inside,
            };
            sums.iter().enumerate().map(at).collect()
        };
        // Exposure ends at their edges at once.
        let steepness = f64::INFINITY;
        Self { counts: passed_over(&self.counts), exposure: passed_over(&self.exposure), steepness }
    }

    /// How many bins there are.
    pub fn bins(&self) -> usize {
        self.counts.len() - 1
    }

    /// By which share of itself a bin's exposure differs from the next one's, at most; infinite where one has none.
    pub fn steepness(&self) -> f64 {
        self.steepness
    }

    /// Counts before each of so many bins.
    pub fn before(&self, bin: usize, many: usize) -> &[f64] {
        &self.counts[bin..bin + many]
    }

    /// All counts.
    pub fn total(&self) -> f64 {
        self.counts[self.bins()]
    }

    /// Counts from bin `low` to before bin `high`.
    pub fn counts(&self, low: usize, high: usize) -> f64 {
        self.counts[high] - self.counts[low]
    }

    /// Exposure from bin `low` to before bin `high`.
    pub fn exposure(&self, low: usize, high: usize) -> f64 {
        self.exposure[high] - self.exposure[low]
    }
}
