//! The peak of a histogram of delays over its flat background.

use std::f64::consts::LN_2;
use std::ops::Sub;

use super::shape::{Count, result};

/// The probability, at most, that a flat background somewhere looks like what is told as a peak.
const FALSE_PEAK: f64 = 1e-3;

/// Counts by delay: bin k covers `from + k*bin <= d < from + (k+1)*bin`.
pub struct Histogram<'a> {
    /// Lower edge of the first bin, ticks.
    pub from: i64,
    /// Width of a bin, ticks.
    pub bin: i64,
    /// Of every bin.
    pub counts: &'a [u64],
}

/// The likeliest peak of a histogram, see [`Peak::find`].
pub struct Peak {
    counts: u64,
    /// Expected counts per bin.
    background: f64,
    significance: f64,
    shape: Option<PeakShape>,
}

struct PeakShape {
    delay: i64,
    centre: f64,
    centre_error: f64,
    fwhm: f64,
}

/// `width` bins from `first` on.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    width: usize,
}

/// Counts before each bin, and before the end.
struct Sums {
    sums: Vec<u64>,
    /// The same in 32 bits, where they fit: a processor compares four of these at once, and snapshots of many pairs
    /// spend most of their time on that.
    short: Option<Vec<i32>>,
}

impl Sums {
    fn new(counts: &[u64]) -> Self {
        let mut sums = Vec::with_capacity(counts.len() + 1);
        let mut sum = 0;
        sums.push(sum);
        sums.extend(counts.iter().map(|n| {
            sum += n;
            sum
        }));
        let short = i32::try_from(sum).is_ok().then(|| sums.iter().map(|sum| *sum as i32).collect());
        Self { sums, short }
    }

    fn total(&self) -> u64 {
        self.within(0, self.sums.len() - 1)
    }

    /// Counts from bin `low` to before bin `high`.
    fn within(&self, low: usize, high: usize) -> u64 {
        self.sums[high] - self.sums[low]
    }

    /// The most counts that `width` bins next to each other have.
    fn most(&self, width: usize) -> u64 {
        fn most<T: Copy + Ord + Default + Sub<Output = T>>(sums: &[T], width: usize) -> T {
            sums.iter().zip(&sums[width..]).fold(T::default(), |most, (low, high)| most.max(*high - *low))
        }
        match &self.short {
            Some(short) => most(short, width) as u64,
            None => most(&self.sums, width),
        }
    }

    /// The first `width` bins that have `counts`.
    fn first(&self, width: usize, counts: u64) -> usize {
        let runs = self.sums.iter().zip(&self.sums[width..]);
        runs.into_iter().position(|(low, high)| high - low == counts).unwrap_or(0)
    }
}

impl Peak {
    /// The peak as [`super::Delay`] describes it; `None` where there are no counts.
    pub fn find(histogram: &Histogram) -> Option<Self> {
        let counts = histogram.counts;
        let bins = counts.len();
        let sums = Sums::new(counts);
        let total = sums.total();
        if total == 0 {
            return None;
        }
        // On a flat background, the likeliest peak among all runs of one width is the run with the most counts.
        let widths =
            std::iter::successors(Some(1), |width| Some(2 * width)).take_while(|w| *w <= bins.div_ceil(4));
        let most: Vec<(usize, u64)> = widths.map(|width| (width, sums.most(width))).collect();
        let trials = (bins * most.len()) as f64;
        let mut run: Option<Run> = None;
        let mut most_likely = |background: f64| {
            let of = |(width, counts)| significance(counts as f64, background * width as f64);
            let likeliest = most.iter().map(|most| (of(*most), *most));
            let (significance, (width, counts)) = likeliest.max_by(|a, b| a.0.total_cmp(&b.0))?;
            let known = run.filter(|run| run.width == width);
            let found = known.unwrap_or_else(|| Run { first: sums.first(width, counts), width });
            run = Some(found);
            Some((significance, found))
        };
        let mut outside = (total, bins);
        // The first guess at the background includes the peak; by the third, nearly nothing of the peak is left in it.
        for _ in 0..3 {
            let (_, run) = most_likely((outside.0 + 1) as f64 / outside.1 as f64)?;
            let low = run.first.saturating_sub(2 * run.width);
            let high = bins.min(run.first + 3 * run.width);
            let away = bins - (high - low);
            if away >= 8.min(bins / 2).max(1) {
                outside = (total - sums.within(low, high), away);
            }
        }
        // One count more than seen outside: an empty background is not known to be 0.
        let (significance, run) = most_likely((outside.0 + 1) as f64 / outside.1 as f64)?;
        let background = outside.0 as f64 / outside.1 as f64;
        let highest = (run.first..run.first + run.width).max_by_key(|k| (counts[*k], bins - k))?;
        let shape = (significance * significance / 2.0 > (trials / FALSE_PEAK).ln())
            .then(|| PeakShape::of(histogram, &sums, run, highest, background));
        Some(Self { counts: counts[highest], background, significance, shape })
    }
}

result! {
    /// The peak of a correlation; times in ticks, null where none stands out.
    pub struct PeakResult as "Peak" {
        /// Middle of the highest bin.
        delay: Option<i64>,
        /// Centre of the counts above the background.
        centre: Option<f64>,
        centre_error: Option<f64>,
        /// Full width at half maximum.
        fwhm: Option<f64>,
        /// Pairs in the highest bin.
        peak_counts: Option<Count>,
        /// Expected counts in a bin.
        background: Option<f64>,
        /// In standard deviations.
        significance: Option<f64>,
    }
}

impl PeakResult {
    /// What a result says of `peak`; see [`super::Delay`].
    pub fn of(peak: Option<&Peak>) -> Self {
        let shape = peak.and_then(|peak| peak.shape.as_ref());
        Self {
            delay: shape.map(|shape| shape.delay),
            centre: shape.map(|shape| shape.centre),
            centre_error: shape.map(|shape| shape.centre_error),
            fwhm: shape.map(|shape| shape.fwhm),
            peak_counts: peak.map(|peak| Count(peak.counts)),
            background: peak.map(|peak| peak.background),
            significance: peak.map(|peak| peak.significance),
        }
    }
}

/// Standard deviations by which `seen` exceeds `expected`; 0 where it does not.
fn significance(seen: f64, expected: f64) -> f64 {
    if seen <= expected {
        0.0
    } else {
        (2.0 * (seen * (seen / expected).ln() - (seen - expected))).max(0.0).sqrt()
    }
}

impl PeakShape {
    fn of(histogram: &Histogram, sums: &Sums, run: Run, highest: usize, background: f64) -> Self {
        let Histogram { from, bin, counts } = *histogram;
        let excess = |k: usize| counts.get(k).map_or(0.0, |n| *n as f64 - background);
        // The centre of the excess, in bins counted from the first, over a stretch that is centred on it.
        let half_width = (1.5 * run.width as f64).max(2.0);
        let mut centre = run.first as f64 + (run.width - 1) as f64 / 2.0;
        let mut error = 0.0;
        for _ in 0..8 {
            let low = (centre - half_width).round().max(0.0) as usize;
            let high = ((centre + half_width).round() as usize).min(counts.len() - 1);
            let sum: f64 = (low..=high).map(excess).sum();
            if sum <= 0.0 {
                break;
            }
            let moment: f64 = (low..=high).map(|k| excess(k) * k as f64).sum();
            let next = (moment / sum).clamp(low as f64, high as f64);
            let spread: f64 = (low..=high).map(|k| counts[k] as f64 * (k as f64 - next).powi(2)).sum();
            // A delay may be anywhere in its bin: a variance of 1/12 bin.
            error = (spread + sum / 12.0).sqrt() / sum;
            let still = (next - centre).abs() < 1e-3;
            centre = next;
            if still {
                break;
            }
        }
        let ticks = |bins: f64| from as f64 + bins * bin as f64 + (bin - 1) as f64 / 2.0;
        Self {
            delay: from + highest as i64 * bin + (bin - 1) / 2,
            centre: ticks(centre),
            centre_error: error * bin as f64,
            fwhm: width(sums, run, highest, background) * bin as f64,
        }
    }
}

/// Full width at half of the excess, in bins, of the histogram smoothed over an eighth of the peak;
/// what the smoothing adds to the width of a Gaussian is taken off again.
fn width(sums: &Sums, run: Run, highest: usize, background: f64) -> f64 {
    let half = run.width / 16;
    let bins = sums.sums.len() - 1;
    let smooth = |k: usize| {
        let (low, high) = (k.saturating_sub(half), bins.min(k + half + 1));
        sums.within(low, high) as f64 / (high - low) as f64 - background
    };
    let top = match half {
        0 => highest,
        _ => (run.first..run.first + run.width)
            .max_by(|a, b| smooth(*a).total_cmp(&smooth(*b)))
            .unwrap_or(highest),
    };
    let level = smooth(top) / 2.0;
    let crossing = |outwards: &mut dyn Iterator<Item = usize>| {
        let mut above = smooth(top);
        let mut distance = 0.0;
        for k in outwards {
            let here = smooth(k);
            if here < level {
                return distance + (above - level) / (above - here);
            }
            above = here;
            distance += 1.0;
        }
        distance
    };
    let smoothed = crossing(&mut (0..top).rev()) + crossing(&mut (top + 1..bins));
    if half == 0 {
        return smoothed;
    }
    // Variances add up: that of as many bins is (n^2 - 1) / 12.
    let added = 8.0 * LN_2 * (((2 * half + 1).pow(2) - 1) as f64 / 12.0);
    (smoothed * smoothed - added).max(1.0).sqrt()
}
