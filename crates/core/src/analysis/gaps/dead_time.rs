//! The dead time of a detector: the shortest gap between its tags.

use super::distribution::Distribution;
use super::unknown::Unknown;
use crate::counting::octaves::{cell, edge};
use crate::estimate::statistics::levels::NORMAL_COUNTS;

/// Minimum number of gaps. With a hundred, noise makes an edge in 9 of 100 channels without dead time.
const LEAST_GAPS: f64 = 300.0;

/// Minimum number of gaps expected before the edge, and maximum share of them that may be present.
const EXPECTED: f64 = 12.0;
const FEW: f64 = 0.1;

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
        let from = (t / 2.0).max(t - 0.25 * median).min(t - 1.0);
        let to = (t + (t / 2.0).max(20.0 / usual)).min(median.max(t + 1.0));
        let density = gaps.below.between(t, to) / (to - t);
        let expected = density * (t - from);
        let found = gaps.below.between(from, t);
        let edge = density >= 0.5 * usual && expected >= EXPECTED && found < FEW * expected;
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
