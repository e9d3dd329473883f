//! The delay between two channels: where their correlation has its peak.

use super::correlation::{Correlation, CorrelationPartial, Histogram};
use super::{Analysis, Params, Piece};
use crate::{Code, Error, Value};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// More bins than this are joined, unless a width is asked for.
const FINE_BINS: i64 = 1 << 20;

/// How likely a flat background may at most look like a peak somewhere.
const FALSE_PEAK: f64 = 1e-3;

/// The peak of the [`Correlation`] of `a` with `b`.
///
/// Parameters, in ticks: `a`, `b`; `from`, `to`, `bin`. Without them, -6400 to 6400 in bins of 1
/// (wider where that would be more than 2^20).
///
/// The background is the mean of the bins away from the peak. The peak is the run of 1, 2, 4...
/// bins that is least likely on it: `significance` is `sqrt(2 (S ln(S/B) - (S - B)))` for S counts
/// where B are expected, the likelihood ratio of Cash, Astrophys. J. 228, 939 (1979), as a number
/// of standard deviations. It stands out where a flat background would look like that anywhere in
/// the range in less than one of 1000 recordings; otherwise `delay`, `centre` and `fwhm` are null.
///
/// `delay` is the highest bin's middle, `peak_counts` its counts and `background` the expected
/// ones, `centre` the centre of the excess over the background with its standard error, `fwhm`
/// the width at half of the excess, interpolated; times in ticks.
pub struct Delay(Correlation);

impl Analysis for Delay {
    const NAME: &'static str = "delay";
    type Partial = CorrelationPartial;

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("log") {
            return Err(Error::new(Code::Usage, "`log` is not for delays", "give `bin`"));
        }
        let from = params.time("from")?.unwrap_or(DEFAULT_RANGE.0);
        let to = params.time("to")?.unwrap_or(DEFAULT_RANGE.1);
        let bin = to.saturating_sub(from) / FINE_BINS + 1;
        let params = params.clone().or("from", Value::Int(from)).or("to", Value::Int(to));
        Correlation::new(&params.or("bin", Value::Int(bin.max(1)))).map(Self)
    }

    fn push(&mut self, piece: &Piece) -> Result<(), Error> {
        Analysis::push(&mut self.0, piece)
    }

    fn partial(&self) -> &CorrelationPartial {
        self.0.partial()
    }

    fn merge(&mut self, later: CorrelationPartial) -> Result<(), Error> {
        self.0.merge(later)
    }

    fn result(&self) -> Value {
        let peak = self.0.histogram().and_then(|histogram| Peak::find(&histogram));
        let shape = peak.as_ref().and_then(|peak| peak.shape.as_ref());
        let float = |x: Option<f64>| x.map_or(Value::Null, Value::Float);
        let mut entries = Vec::from(self.0.describe());
        entries.extend([
            ("bin", self.0.histogram().map_or(Value::Null, |h| Value::Int(h.bin))),
            ("delay", Value::time(shape.map(|shape| shape.delay))),
            ("centre", float(shape.map(|shape| shape.centre))),
            ("centre_error", float(shape.map(|shape| shape.centre_error))),
            ("fwhm", float(shape.map(|shape| shape.fwhm))),
            ("peak_counts", peak.as_ref().map_or(Value::Null, |peak| Value::Count(peak.counts))),
            ("background", float(peak.as_ref().map(|peak| peak.background))),
            ("significance", float(peak.as_ref().map(|peak| peak.significance))),
        ]);
        Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

struct Peak {
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
    counts: u64,
}

impl Peak {
    /// `None` where there are no counts.
    fn find(histogram: &Histogram) -> Option<Self> {
        let counts = histogram.counts;
        let bins = counts.len();
        let mut sums = Vec::with_capacity(bins + 1);
        sums.push(0);
        for n in counts {
            sums.push(sums[sums.len() - 1] + n);
        }
        let total = sums[bins];
        if total == 0 {
            return None;
        }
        // On a flat background, of all runs of one width that with the most counts is the peak.
        let widths =
            std::iter::successors(Some(1), |width| Some(2 * width)).take_while(|w| *w <= bins.div_ceil(4));
        let runs: Vec<Run> = widths
            .filter_map(|width| {
                let all = (0..=bins - width).map(|first| (sums[first + width] - sums[first], first));
                let (counts, first) = all.max_by_key(|(counts, first)| (*counts, bins - first))?;
                Some(Run { first, width, counts })
            })
            .collect();
        let trials = (bins * runs.len()) as f64;
        let most_likely = |background: f64| {
            let of = |run: &Run| significance(run.counts as f64, background * run.width as f64);
            runs.iter().map(|run| (of(run), *run)).max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let mut outside = (total, bins);
        // The peak is part of the first guess at the background, and hardly of the third.
        for _ in 0..3 {
            let (_, run) = most_likely((outside.0 + 1) as f64 / outside.1 as f64)?;
            let low = run.first.saturating_sub(2 * run.width);
            let high = bins.min(run.first + 3 * run.width);
            let away = bins - (high - low);
            if away >= 8.min(bins / 2).max(1) {
                outside = (total - (sums[high] - sums[low]), away);
            }
        }
        // One count more than seen outside: an empty background is not known to be 0.
        let (significance, run) = most_likely((outside.0 + 1) as f64 / outside.1 as f64)?;
        let background = outside.0 as f64 / outside.1 as f64;
        let highest = (run.first..run.first + run.width).max_by_key(|k| (counts[*k], bins - k))?;
        let shape = (significance * significance / 2.0 > (trials / FALSE_PEAK).ln())
            .then(|| PeakShape::of(histogram, run, highest, background));
        Some(Self { counts: counts[highest], background, significance, shape })
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
    fn of(histogram: &Histogram, run: Run, highest: usize, background: f64) -> Self {
        let Histogram { from, bin, counts } = *histogram;
        let excess = |k: usize| counts.get(k).map_or(0.0, |n| *n as f64 - background);
        // In bins, counted from the first: the excess's centre, over a stretch centred on it.
        let reach = (1.5 * run.width as f64).max(2.0);
        let mut centre = run.first as f64 + (run.width - 1) as f64 / 2.0;
        let mut error = 0.0;
        for _ in 0..8 {
            let low = (centre - reach).round().max(0.0) as usize;
            let high = ((centre + reach).round() as usize).min(counts.len() - 1);
            let sum: f64 = (low..=high).map(excess).sum();
            if sum <= 0.0 {
                break;
            }
            let moment: f64 = (low..=high).map(|k| excess(k) * k as f64).sum();
            let next = (moment / sum).clamp(low as f64, high as f64);
            let spread: f64 = (low..=high).map(|k| counts[k] as f64 * (k as f64 - next).powi(2)).sum();
            // Within its bin, nobody knows where a delay is.
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
            fwhm: width(counts.len(), run, highest, excess) * bin as f64,
        }
    }
}

/// Full width at half of the excess, in bins, of the histogram smoothed over an eighth of the peak.
fn width(bins: usize, run: Run, highest: usize, excess: impl Fn(usize) -> f64) -> f64 {
    let half = run.width / 16;
    let smooth = |k: usize| {
        let (low, high) = (k.saturating_sub(half), (k + half).min(bins - 1));
        (low..=high).map(&excess).sum::<f64>() / (high - low + 1) as f64
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
    crossing(&mut (0..top).rev()) + crossing(&mut (top + 1..bins))
}
