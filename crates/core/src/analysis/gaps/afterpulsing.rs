//! Afterpulsing, from the distribution of gaps.

use super::distribution::{Curve, Distribution};
use super::unknown::Unknown;
use crate::counting::octaves::edge;
use crate::estimate::statistics::Estimate;
use crate::estimate::statistics::levels::{DISCOVERY, EVIDENCE, RESOLVED_BINS};

/// Minimum number of gaps beyond the dead time.
const MIN_GAPS: f64 = 1000.0;

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
/// Nelson, Technometrics 14, 945 (1972); its variance: Aalen, Ann. Stat. 6, 701 (1978)). For light alone it is
/// constant. Afterpulses are the excess of the hazard in the stretch `s`, half a mean gap after the dead time, over the
/// mean hazard `r` from `s` to `3 s`. An afterpulse also occurs if light came before it, and then adds to the hazard of
/// a later tag. To first order, a factor for the probability that no light came before corrects this:
///
/// ```text
/// x = integral from 0 to s of (h(tau + u) - r) exp(-r (u - tau)) du        p = 1 - exp(-x)
/// ```
///
/// The exponential is 1 up to `u = tau`, because an afterpulse within the dead time of a later tag is lost. `p` is the
/// probability of an afterpulse per tag (Wayne, Bienfang, Polyakov, Opt. Express 25, 20352 (2017)). Later afterpulses
/// are not counted; they increase `r`. If the hazard is not constant from `s` to `3 s`, the result is unknown: the
/// light drifts, or afterpulses occur as late as light.
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
    let weights = Curve::new(cells.map(|k| weight(k) * (edge(k + 1) - edge(k)) as f64));
    let (end, far) = (tau + within, tau + 3.0 * within);
    let share = weights.between(tau, end) / (2.0 * within);
    let [excess, variance] = [(0, -share), (1, share * share)]
        .map(|(k, share)| weighted[k].between(tau, end) + share * plain[k].between(end, far));
    let halves = [(end, end + within), (end + within, far)]
        .map(|(from, to)| (plain[0].between(from, to), plain[1].between(from, to)));
    let [(near, near_variance), (later, later_variance)] = halves;
    if (near - later).abs() > DISCOVERY * (near_variance + later_variance).sqrt() {
        return Err(Unknown::NotExponential);
    }
    let error = variance.sqrt();
    if excess < -EVIDENCE * error {
        return Err(Unknown::Negative);
    }
    let share = Estimate { value: -libm::expm1(-excess), error: error * libm::exp(-excess) };
    Ok(Afterpulsing { share, within })
}
