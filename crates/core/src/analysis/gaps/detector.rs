//! Dead time and afterpulsing of a detector, from the distribution of the gaps between its tags.

use crate::counting::octaves::{cell, edge};
use crate::estimate::period::clock_period;
use crate::estimate::statistics::levels::{CONSIDERABLE, EVIDENCE, NEGLIGIBLE, NORMAL_COUNTS, RESOLVED_BINS};
use crate::estimate::statistics::{Estimate, Hint, Remark, RemarkCode};

/// Minimum number of gaps: see the table of constants in `docs/physics.md`. With a hundred, noise makes an edge in 9 of
/// 100 channels without dead time.
const LEAST_GAPS: f64 = 300.0;

/// Minimum number of gaps expected before the edge: by chance, less than a share of [`CONSIDERABLE`] of 12, one or
/// none, is present with a probability of `13 exp(-12)`, 8e-5.
const EXPECTED: f64 = 12.0;

/// Number of cells above the edge that determine its level.
const LEVEL_CELLS: usize = 8;

/// The end of the dead time.
pub struct DeadTime {
    /// The shortest gap after which a tag is possible, ticks.
    pub ticks: i64,
    /// Its standard error, ticks.
    pub error: f64,
}

/// Returns the last rising edge of the density of gaps below their median.
///
/// The search goes downwards from the median. It ends at the first gap `t` with these properties: the density above `t`
/// is at least half of that of the shorter half of all gaps; at this density, more than [`EXPECTED`] gaps are expected
/// in a stretch below `t`; and less than a tenth of them are present. Double triggers, however short, therefore do not
/// count. The edge is the most likely step of Poisson counts between `0.6 t` and `1.4 t`, from a lower level to one
/// that is more than twice as high.
pub fn dead_time(gaps: &Distribution) -> Result<DeadTime, Unknown> {
    let n = gaps.gaps();
    if n < LEAST_GAPS {
        return Err(Unknown::TooFewGaps { needed: LEAST_GAPS as u64 });
    }
    let median = gaps.median();
    let usual = 0.5 * n / median.max(1.0);
    let up_to_median = gaps.counts.len().min(cell(median as i64) + 1);
    let rises = |k: &usize| {
        let t = edge(*k) as f64;
        if gaps.counts[*k] == 0 || t > median || t < 2.0 {
            return None;
        }
        // Stretches below and above `t`: at most half of it, a quarter of the median below, 20 usual gaps above.
        let from = (t / 2.0).max(t - 0.25 * median).min(t - 1.0);
        let to = (t + (t / 2.0).max(20.0 / usual)).min(median.max(t + 1.0));
        let density = gaps.below.between(t, to) / (to - t);
        let expected = density * (t - from);
        let found = gaps.below.between(from, t);
        let edge = density >= 0.5 * usual && expected >= EXPECTED && found < CONSIDERABLE * expected;
        edge.then_some((t, density))
    };
    let (t, density) = (0..up_to_median).rev().find_map(|k| rises(&k)).ok_or(Unknown::NoEdge)?;
    let step = likeliest_step(gaps, 0.6 * t, (1.4 * t).max(t + 2.0)).unwrap_or_else(|| cell(t as i64));
    Ok(within_cell(gaps, step, density))
}

/// Returns the edge within the lowest cell that has more than double triggers. If a full cell would have enough gaps,
/// their number gives the distance of the edge from the end of the cell. `density` is that of the gaps above.
fn within_cell(gaps: &Distribution, step: usize, density: f64) -> DeadTime {
    let (low, high) = (edge(step) as f64, edge(step + 1) as f64);
    let next = edge(step + 1 + LEVEL_CELLS) as f64;
    let level = gaps.below.between(high, next) / (next - high);
    if level * (high - low) < NORMAL_COUNTS {
        // The edge is uniform within the cell, and the first gap after it follows the density.
        let error = ((high - low).powi(2) / 12.0 + (1.0 / density).powi(2)).sqrt();
        return DeadTime { ticks: low as i64, error };
    }
    let found = gaps.counts.get(step).map_or(0.0, |n| *n as f64);
    let ticks = (high - found / level).max(low).round() as i64;
    DeadTime { ticks, error: (found.max(1.0).sqrt() / level).max(0.5) }
}

/// Returns the cell between `from` and `to` whose lower edge best separates a low level from a high one, by the
/// likelihood of Poisson counts.
fn likeliest_step(gaps: &Distribution, from: f64, to: f64) -> Option<usize> {
    let term = |n: f64, width: f64| if n > 0.0 { n * libm::log(n / width) } else { 0.0 };
    let likelihood = |k: usize| {
        let t = edge(k) as f64;
        let (low, high) = (gaps.below.between(from, t), gaps.below.between(t, to));
        let (before, after) = (t - from, to - t);
        let rises = before > 0.0 && after > 0.0 && low / before <= 0.5 * high / after;
        rises.then(|| term(low, before) + term(high, after))
    };
    let edges = cell(from as i64)..=cell(to as i64);
    let all = edges.filter_map(|k| likelihood(k).map(|likelihood| (k, likelihood)));
    all.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(k, _)| k)
}

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

/// Minimum number of gaps beyond the dead time: a single gap then changes a probability per tag by a negligible share.
const MIN_GAPS: f64 = 1.0 / NEGLIGIBLE;

/// Afterpulses within a stretch after the dead time.
pub struct Afterpulsing {
    /// Probability of an afterpulse, per tag.
    pub share: Estimate,
    /// Length of the stretch, ticks.
    pub within: f64,
}

/// Returns the probability that a tag is followed by an afterpulse, which no light caused. Noise may make it negative.
///
/// The hazard `h` of a gap is the rate of tags, given that there was none since the dead time `tau` (its integral:
/// Nelson, Technometrics 14, 945 (1972); its variance: Aalen, Ann. Stat. 6, 701 (1978)). For light of a rate that
/// drifts slowly it is `k1 - k2 u + k3 u^2 / 2 - ...`, where `k` are the cumulants of the rate over all tags: their
/// gaps are a mixture of exponentials, and the logarithm of its survival function generates cumulants (Kendall, Stuart,
/// The Advanced Theory of Statistics I, chapter 3). `r(u)` continues the straight line through the mean hazards from
/// `s` to `2 s` and from `2 s` to `3 s`, where `s` is half a mean gap. Afterpulses are the excess of the hazard over it
/// in the stretch `s` after the dead time. An afterpulse also occurs if light came before it, and then adds to the
/// hazard of a later tag. To first order, a factor for the probability that no light came before corrects this:
///
/// ```text
/// x = integral from 0 to s of (h(tau + u) - r(u)) exp(-(u - tau) / (2 s)) du        p = 1 - exp(-x)
/// ```
///
/// The exponential is 1 up to `u = tau`, because an afterpulse within the dead time of a later tag is lost. `p` is the
/// probability of an afterpulse per tag (Wayne, Bienfang, Polyakov, Opt. Express 25, 20352 (2017)). Later afterpulses
/// are not counted; they increase `r`. If the mean hazard from `3 s` to `4 s` is not on the line, the result is
/// unknown.
pub fn afterpulsing(gaps: &Distribution, tau: f64) -> Result<Afterpulsing, Unknown> {
    let n = gaps.gaps();
    if n - gaps.below.at(tau) < MIN_GAPS {
        return Err(Unknown::TooFewGaps { needed: MIN_GAPS as u64 });
    }
    let mean = gaps.mean() - tau;
    let within = mean / 2.0;
    if within < RESOLVED_BINS {
        return Err(Unknown::BinsTooWide);
    }
    let at_risk = |k: usize| n - gaps.below.at_edge(k);
    let hazard = |k: usize| libm::log(at_risk(k) / at_risk(k + 1).max(0.5));
    let variance = |k: usize| gaps.counts[k] as f64 / ((at_risk(k) + at_risk(k + 1)) / 2.0).max(1.0).powi(2);
    // Probability that no light came before, from the mean gap, which is accurate enough for a correction.
    let weight = |k: usize| libm::exp(-(edge(k) as f64 - 2.0 * tau).max(0.0) / mean);
    let cells = 0..gaps.counts.len();
    let plain = [Curve::new(cells.clone().map(hazard)), Curve::new(cells.clone().map(variance))];
    let weighted = [
        Curve::new(cells.clone().map(|k| weight(k) * hazard(k))),
        Curve::new(cells.clone().map(|k| weight(k).powi(2) * variance(k))),
    ];
    let width = |k: usize| (edge(k + 1) - edge(k)) as f64 / within;
    let weights = Curve::new(cells.clone().map(|k| weight(k) * width(k)));
    let moments = Curve::new(cells.map(|k| weight(k) * width(k) * (middle(k) - tau) / within));
    // The nth stretch after the dead time, from 0.
    let stretch = |curve: &Curve, n: f64| curve.between(tau + n * within, tau + (n + 1.0) * within);
    let [hazards, variances] = plain.map(|curve| [1.0, 2.0, 3.0].map(|n| stretch(&curve, n)));
    let sum =
        |parts: [f64; 3], factors: [f64; 3]| parts.iter().zip(factors).map(|(x, by)| x * by).sum::<f64>();
    if sum(hazards, [1.0, -2.0, 1.0]).abs() > EVIDENCE * sum(variances, [1.0, 4.0, 1.0]).sqrt() {
        return Err(Unknown::NotExponential);
    }
    // The line through the middles of the first two, 1.5 and 2.5 stretches after the dead time.
    let (weight, moment) = (stretch(&weights, 0.0), stretch(&moments, 0.0));
    let line = [2.5 * weight - moment, moment - 1.5 * weight, 0.0];
    let excess = stretch(&weighted[0], 0.0) - sum(hazards, line);
    let error = (stretch(&weighted[1], 0.0) + sum(variances, line.map(|by| by * by))).sqrt();
    if excess < -EVIDENCE * error {
        return Err(Unknown::Negative);
    }
    let share = Estimate { value: -libm::expm1(-excess), error: error * libm::exp(-excess) };
    Ok(Afterpulsing { share, within })
}

/// Returns the hint on the channel with the largest dead share of the time, if that is [`CONSIDERABLE`].
pub fn saturated(shares: impl Iterator<Item = (u64, f64)>) -> Option<Hint> {
    let (channel, share) = shares.max_by(|x, y| x.1.total_cmp(&y.1))?;
    let message = format!(
        "channel {channel} is in its dead time for {:.0} % of the time: the rate of light is {:.2} times the rate \
         of tags; reduce it",
        100.0 * share,
        1.0 / (1.0 - share),
    );
    (share > CONSIDERABLE && share < 1.0).then(|| Hint::new(RemarkCode::Saturated, message))
}

/// A reason for a `None`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unknown {
    /// There are fewer gaps than needed.
    TooFewGaps { needed: u64 },
    /// Tags of the channel are out of order.
    Disorder,
    /// There are more channels than gaps are stored for.
    TooManyChannels { most: usize },
    /// The tags of a virtual channel are those of several detectors.
    SeveralDetectors,
    /// The density of the gaps has no edge below their median.
    NoEdge,
    /// The tags recur with a period.
    Pulsed { ticks: f64 },
    /// The mean gap is only a few ticks.
    BinsTooWide,
    /// The hazard of gaps beyond the stretch of afterpulses is not on a straight line.
    NotExponential,
    /// The result is negative: gaps are missing after the dead time.
    Negative,
}

impl Unknown {
    /// Returns whether the remark on the dead time is also one on afterpulsing.
    pub fn is_of_both(self) -> bool {
        self == Self::SeveralDetectors
    }

    /// Returns the remark on the number `about`.
    pub fn remark(self, about: &'static str) -> Remark {
        let (code, message) = match self {
            Self::TooFewGaps { needed } => (RemarkCode::TooFewGaps, format!("at least {needed} gaps are needed")),
            Self::Disorder => (RemarkCode::OutOfOrder, "times of the channel go back".to_owned()),
            Self::TooManyChannels { most } => {
                (RemarkCode::TooManyChannels, format!("it is computed for at most {most} channels: select channels"))
            }
            Self::SeveralDetectors => (
                RemarkCode::SeveralDetectors,
                "its tags come from several detectors, and only a detector has a dead time and afterpulses".to_owned(),
            ),
            Self::NoEdge => {
                (RemarkCode::NoEdge, "the distribution of gaps has no edge, so the dead time is unknown".to_owned())
            }
            Self::Pulsed { ticks } => (
                RemarkCode::Pulsed,
                format!("tags repeat every {ticks:.4} ticks: gaps of pulsed light or of a clock do not determine it"),
            ),
            Self::BinsTooWide => (RemarkCode::BinsTooWide, "the mean gap is only a few ticks".to_owned()),
            Self::NotExponential => (
                RemarkCode::NotExponential,
                "the hazard of gaps longer than half the mean gap is not on a line: rates change a lot, or afterpulses are late"
                    .to_owned(),
            ),
            Self::Negative => (
                RemarkCode::Negative,
                "after the dead time there are fewer gaps than for light alone, by more than 3 standard errors: \
                 the detector recovers slowly, or the light is antibunched"
                    .to_owned(),
            ),
        };
        Remark::new(about, code, message)
    }
}
