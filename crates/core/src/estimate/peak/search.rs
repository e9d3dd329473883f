//! Search for excesses and lacks of counts at any width, corrected for the number of trials.

use super::histogram::{Histogram, Sums};
use crate::estimate::statistics::levels::{
    AGREEMENT, CHI2_MEDIAN, CHI2_NINE_TENTHS, FALSE_POSITIVE, MANY_COUNTS, NEGLIGIBLE, NORMAL_COUNTS,
};
use crate::estimate::statistics::li_ma;

/// Width of each side of a run, in widths of the run. The error of the expected counts is then a quarter of the run's.
const SIDE: usize = 8;

/// Minimum number of bins for a comparison.
pub const MIN_BINS: usize = 8;

/// Maximum number of runs of one width from which the scatter is computed.
const MOST_SPREAD: usize = 1 << 12;

/// Neighbouring bins, compared with the bins on both sides.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The first bin.
    pub first: usize,
    /// Number of bins.
    pub width: usize,
    /// Number of bins on either side.
    pub side: usize,
    /// Pairs in these bins.
    pub counts: f64,
    /// Pairs expected in these bins, from the bins on both sides.
    pub expected: f64,
    /// Significance in standard deviations, relative to the histogram's own scatter.
    pub significance: f64,
}

impl Run {
    fn middle(&self) -> f64 {
        self.first as f64 + self.width as f64 / 2.0
    }

    /// Returns the bins of a peak: its run and one width on either side, extended until the next width has no more
    /// counts than the width after it.
    pub fn reach(&self, sums: &Sums) -> (usize, usize) {
        let Self { first, width, side, .. } = *self;
        let bins = sums.bins();
        let of = |low: usize, high: usize| (sums.counts(low, high), sums.exposure(low, high));
        let falls = |next: (f64, f64), behind: (f64, f64)| {
            behind.1 > 0.0 && next.1 > 0.0 && li_ma(next.0, behind.0, next.1 / behind.1) > AGREEMENT
        };
        let (mut low, mut high) = (first.saturating_sub(width), (first + 2 * width).min(bins));
        while low > 0 {
            let next = low.saturating_sub(width);
            if !falls(of(next, low), of(next.saturating_sub(side), next)) {
                break;
            }
            low = next;
        }
        while high < bins {
            let next = (high + width).min(bins);
            if !falls(of(high, next), of(next, (next + side).min(bins))) {
                break;
            }
            high = next;
        }
        (low, high)
    }
}

/// Number of parts of a run that are examined for a gap between peaks.
const PARTS: usize = 8;

impl Run {
    /// Returns the part of the run that belongs to its largest peak. Gaps divide the run into stretches. The stretch
    /// with the most counts is kept, and divided again at its own gaps. A gap is an eighth of the run whose counts do
    /// not exceed the level and are below the mean of the run, each by [`AGREEMENT`] standard deviations.
    pub fn without_other_peaks(self, sums: &Sums) -> Self {
        if self.width < PARTS {
            return self;
        }
        let part = self.width / PARTS;
        let edge = |k: usize| self.first + k * part;
        let level = self.expected / sums.exposure(self.first, self.first + self.width);
        let is_gap = |k: usize| {
            let (counts, exposure) = (sums.counts(edge(k), edge(k + 1)), sums.exposure(edge(k), edge(k + 1)));
            let share = exposure / sums.exposure(self.first, self.first + self.width);
            let is_low = counts - level * exposure <= AGREEMENT * (level * exposure).sqrt();
            is_low && li_ma(counts, self.counts - counts, share / (1.0 - share)) < -AGREEMENT
        };
        let gaps: Vec<usize> = (0..PARTS).filter(|k| is_gap(*k)).chain([PARTS]).collect();
        let mut begin = 0;
        let mut best: Option<(f64, usize, usize)> = None;
        for gap in gaps {
            let counts = sums.counts(edge(begin), edge(gap));
            if gap > begin && best.is_none_or(|(most, ..)| counts > most) {
                best = Some((counts, begin, gap));
            }
            begin = gap + 1;
        }
        let Some((counts, begin, end)) = best.filter(|(counts, ..)| *counts < self.counts) else {
            return self;
        };
        let (first, width) = (edge(begin), (end - begin) * part);
        let expected = level * sums.exposure(first, first + width);
        Self { first, width, counts, expected, ..self }.without_other_peaks(sums)
    }
}

/// Results of the search, see [`Found::search`].
#[derive(Debug, Default, Clone, Copy)]
pub struct Found {
    /// The most significant excess, even if it is not significant.
    pub peak: Option<Run>,
    /// The most significant lack.
    pub dip: Option<Run>,
    /// The most significant excess at either end of the histogram, compared with its one side.
    pub end: Option<Run>,
    /// Minimum significance of a significant peak or dip.
    pub needed: f64,
}

impl Found {
    /// Compares every run of 1, 2, 4... bins, up to a sixteenth of them, with the two stretches beside it.
    ///
    /// The significance is that of Li, Ma, Astrophys. J. 272, 317 (1983), eq. 17, relative to the scatter of the
    /// histogram. The scatter is the robust variance of all runs of the same or a smaller width, away from the
    /// strongest peak. It is at least that of Poisson counts, and of tags with fewer partners near the recording's
    /// ends. If the two sides differ, the run is compared only with the side that makes it less significant, because
    /// the rim of a dip is not a peak.
    ///
    /// A run is significant if `exp(-z^2 / 2)` times the number of runs is below [`FALSE_POSITIVE`]. That bounds the
    /// probability of a false result without any structure: Chernoff, Ann. Math. Stat. 23, 493 (1952), for one run, and
    /// the sum over all runs for the look-elsewhere effect.
    pub fn search(histogram: &Histogram, sums: &Sums) -> Self {
        let mut found = Self::default();
        let (bins, total) = (sums.bins(), sums.total());
        if total < NORMAL_COUNTS || bins < MIN_BINS {
            return found;
        }
        let runs = |width: usize| {
            let counts_side = (MANY_COUNTS * bins as f64 / total).ceil() as usize;
            let side = (SIDE * width).max(counts_side).min((bins / 4).max(4 * width));
            RunsOfWidth { sums, width, step: (width / 4).max(1), side }
        };
        let all: Vec<_> = widths(bins).map(runs).map(|runs| (runs.extremes(), runs)).collect();
        let larger = |x: &Run, y: &Run| x.significance.total_cmp(&y.significance);
        let strongest = all.iter().flat_map(|((peak, dip), _)| [*dip, *peak]).flatten().max_by(larger);
        let reach = strongest.filter(|run| run.counts > run.expected).map(|run| run.reach(sums));
        let mut spread = histogram.variance();
        let normalise = |run: &mut Run, spread: f64| {
            run.significance /= spread.max(histogram.variance_of(run.first, run.width)).sqrt();
        };
        let mut trials = 0;
        for ((peak, dip), runs) in all {
            let largest = [peak, dip].into_iter().flatten().max_by(larger);
            spread = runs.spread(largest.map(|run| run.first), reach).max(spread);
            trials += runs.many();
            for (best, run) in [(&mut found.peak, peak), (&mut found.dip, dip)] {
                let Some(mut run) = run else { continue };
                normalise(&mut run, spread);
                if best.is_none_or(|best| run.significance > best.significance) {
                    *best = Some(run);
                }
            }
            for first in [0, bins - runs.width] {
                let mut run = runs.at_end(first);
                normalise(&mut run, spread);
                let is_peak = run.counts >= NORMAL_COUNTS && run.significance.is_finite();
                if is_peak && found.end.is_none_or(|end| run.significance > end.significance) {
                    found.end = Some(run);
                }
            }
        }
        found.needed = (2.0 * libm::log(trials as f64 / FALSE_POSITIVE)).sqrt();
        found
    }

    /// Returns the peak, if it is significant.
    pub fn peak_found(&self) -> Option<Run> {
        self.peak.filter(|run| run.significance > self.needed)
    }

    /// Returns the significant excess at an end. It is not a peak, because the data beyond the end are unknown.
    pub fn end_found(&self) -> Option<Run> {
        self.end.filter(|run| run.significance > self.needed)
    }

    /// Returns the dip, if it is significant.
    pub fn dip_found(&self) -> Option<Run> {
        self.dip.filter(|run| run.significance > self.needed)
    }

    /// Returns whether the peak is only the rim of the dip: near it, and with an excess below the deficit of the dip.
    pub fn is_rim(&self) -> bool {
        let Some((peak, dip)) = self.peak_found().zip(self.dip_found()) else { return false };
        let near = (peak.middle() - dip.middle()).abs() <= 4.0 * peak.width.max(dip.width) as f64;
        near && peak.counts - peak.expected < dip.expected - dip.counts
    }
}

/// Returns the widths of the runs that are compared.
fn widths(bins: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |width| Some(2 * width))
        .take_while(move |width| *width == 1 || *width <= bins / 16)
}

/// Returns whether no run has enough counts for a peak.
pub fn has_few_counts(sums: &Sums) -> bool {
    let bins = sums.bins();
    let widest = widths(bins).last().unwrap_or(1);
    (0..=bins.saturating_sub(widest)).all(|k| sums.counts(k, (k + widest).min(bins)) < NORMAL_COUNTS)
}

/// All runs of one width.
struct RunsOfWidth<'a> {
    sums: &'a Sums,
    width: usize,
    /// Bins from one run to the next.
    step: usize,
    side: usize,
}

/// Number of runs compared at once.
const BLOCK: usize = 64;

/// A run's counts and exposure, and those of its two sides.
struct Compared {
    run: (f64, f64),
    left: (f64, f64),
    right: (f64, f64),
}

impl Compared {
    fn share(&self) -> f64 {
        self.run.1 / (self.left.1 + self.right.1)
    }

    fn expected(&self) -> f64 {
        (self.left.0 + self.right.0) * self.share()
    }

    /// Returns the significance of an excess, and of a lack.
    fn significance(&self) -> (f64, f64) {
        let Self { run, left, right } = self;
        if li_ma(left.0, right.0, left.1 / right.1).abs() < AGREEMENT {
            let both = li_ma(run.0, left.0 + right.0, self.share());
            return (both, -both);
        }
        let [one, other] = [left, right].map(|side| li_ma(run.0, side.0, run.1 / side.1));
        (one.min(other), -one.max(other))
    }
}

impl RunsOfWidth<'_> {
    fn many(&self) -> usize {
        (self.sums.bins() - self.width) / self.step + 1
    }

    /// Returns the run from bin `first`; `None` if the exposure of one side is smaller than its own.
    #[inline]
    fn compare(&self, first: usize) -> Option<Compared> {
        let Self { sums, width, side, .. } = *self;
        let bins = sums.bins();
        let (left, right) = (first.saturating_sub(width), (first + 2 * width).min(bins));
        let of = |low, high| (sums.counts(low, high), sums.exposure(low, high));
        let run = of(first, first + width);
        let left = of(left.saturating_sub(side), left);
        let right = of(right, (right + side).min(bins));
        let enough = (1.0 - NEGLIGIBLE) * run.1;
        (run.1 > 0.0 && left.1 >= enough && right.1 >= enough).then_some(Compared { run, left, right })
    }

    /// Returns the run at an end, from bin `first`, compared with its one side; 0 significance without exposure there.
    fn at_end(&self, first: usize) -> Run {
        let Self { sums, width, side, .. } = *self;
        let bins = sums.bins();
        let (low, high) = match first {
            0 => ((2 * width).min(bins), (2 * width + side).min(bins)),
            _ => (first.saturating_sub(width + side), first.saturating_sub(width)),
        };
        let counts = sums.counts(first, first + width);
        let share = sums.exposure(first, first + width) / sums.exposure(low, high);
        let off = sums.counts(low, high);
        let seen = share.is_finite() && share > 0.0 && share <= 1.0;
        let significance = if seen { li_ma(counts, off, share) } else { 0.0 };
        Run { first, width, side, counts, expected: share * off, significance }
    }

    /// Returns the runs with the most significant excess and lack. Significances are relative to Poisson scatter.
    fn extremes(&self) -> (Option<Run>, Option<Run>) {
        let (mut peak, mut dip): (Option<Run>, Option<Run>) = (None, None);
        // Squares of the best so far.
        let (mut high, mut low) = (0.0, 0.0);
        let mut first = 0;
        while first <= self.sums.bins() - self.width {
            if first.is_multiple_of(BLOCK) && self.is_dull(first, high, low) {
                first += BLOCK;
                continue;
            }
            let at = first;
            first += self.step;
            let Some(compared) = self.compare(at) else { continue };
            let (counts, expected) = (compared.run.0, compared.expected());
            let off = counts - expected;
            // (S - B)^2 / B bounds the square of an excess, and twice that of a lack, for either side: few runs need
            // logarithms.
            let bound = off * off;
            let is_peak = off > 0.0 && counts >= NORMAL_COUNTS && bound > high * expected;
            let is_dip = off < 0.0 && 2.0 * bound > low * expected;
            if !is_peak && !is_dip {
                continue;
            }
            let (up, down) = compared.significance();
            let run = |significance| {
                let Self { width, side, .. } = *self;
                Some(Run { first: at, width, side, counts, expected, significance })
            };
            if is_peak && up > 0.0 && up * up > high {
                high = up * up;
                peak = run(up);
            } else if is_dip && down > 0.0 && down * down > low {
                low = down * down;
                dip = run(down);
            }
        }
        (peak, dip)
    }

    /// Returns whether none of the next [`BLOCK`] runs is more significant than those with the given squares. False may
    /// also mean that the quick bound does not decide. The loop is vectorised, because snapshots of many pairs spend
    /// most of their time here.
    fn is_dull(&self, first: usize, high: f64, low: f64) -> bool {
        let Self { sums, width, step, side } = *self;
        let reach = width + side;
        let inside = first >= reach && first + BLOCK + width + reach <= sums.bins();
        // The ratio of exposures is that of the widths, except for the change of exposure over the stretch.
        let change = sums.steepness() * (width + 2 * reach) as f64;
        if step > 1 || !inside || change > 0.5 {
            return false;
        }
        let share = width as f64 / (2 * side) as f64;
        let (least, most) = (share * (1.0 - change), share * (1.0 + change));
        let from = |bin: usize| sums.before(bin, BLOCK);
        let runs = from(first).iter().zip(from(first + width));
        let left = from(first - reach).iter().zip(from(first - width));
        let right = from(first + 2 * width).iter().zip(from(first + width + reach));
        let all = runs.zip(left).zip(right).map(|(((a, b), (c, d)), (e, f))| (b - a, (d - c) + (f - e)));
        !all.fold(false, |any, (counts, sides)| {
            let (up, down) = (counts - sides * least, sides * most - counts);
            let is_peak = (up > 0.0) & (counts >= NORMAL_COUNTS) & (up * up > high * least * sides);
            let is_dip = (down > 0.0) & (2.0 * down * down > low * most * sides);
            any | is_peak | is_dip
        })
    }

    /// Returns the variance of the counts of runs relative to that of Poisson counts, from the median and the 90th
    /// percentile of squared deviations. Runs near the
    /// run `without` are excluded. So are runs that overlap the bins of a `peak`, whose flanks are not scatter. 0 if
    /// there are too few counts or runs.
    fn spread(&self, without: Option<usize>, peak: Option<(usize, usize)>) -> f64 {
        let runs = self.sums.bins() / self.width;
        let stride = self.width * runs.div_ceil(MOST_SPREAD).max(1);
        let compared = self.width + self.side;
        let near = |first: usize| {
            let (low, high) = (first.saturating_sub(compared), first + self.width + compared);
            without.is_some_and(|at| at.abs_diff(first) <= 3 * self.width)
                || peak.is_some_and(|(from, to)| low < to && from < high)
        };
        if self.sums.total() / (runs as f64) < 4.0 {
            return 0.0;
        }
        let (mut squares, mut sum) = (Vec::new(), 0.0);
        for first in (0..=self.sums.bins() - self.width).step_by(stride).filter(|first| !near(*first)) {
            let Some(compared) = self.compare(first) else { continue };
            let expected = compared.expected();
            if expected > 0.0 {
                let off = compared.run.0 - expected;
                squares.push(off * off / (expected * (1.0 + compared.share())));
                sum += expected;
            }
        }
        if squares.len() < 8 || sum / (squares.len() as f64) < NORMAL_COUNTS {
            return 0.0;
        }
        let many = squares.len() >= 40;
        let mut quantile = |share: f64| {
            let at = ((squares.len() - 1) as f64 * share).round() as usize;
            *squares.select_nth_unstable_by(at, f64::total_cmp).1
        };
        let median = quantile(0.5) / CHI2_MEDIAN;
        if many { median.max(quantile(0.9) / CHI2_NINE_TENTHS) } else { median }
    }
}
