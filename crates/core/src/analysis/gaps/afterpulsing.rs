//! Afterpulsing, read from the distribution of gaps.

use super::distribution::{Curve, Distribution};
use super::octaves::edge;
use super::unknown::Unknown;
use crate::analysis::statistics::Estimate;

/// Fewer gaps beyond the dead time tell nothing.
const LEAST_GAPS: f64 = 1000.0;

/// Shortest stretch after the dead time, ticks, and as a part of the mean gap.
const LEAST_STRETCH: f64 = 4.0;
const MEAN_PARTS: f64 = 128.0;

/// The longest stretch in mean gaps, and the share of gaps that has to lie beyond its reference.
const LONGEST: f64 = 1.2;
const BEYOND: f64 = 0.02;

/// An excess is taken where no longer stretch finds so many standard deviations more.
const GROWTH: f64 = 1.8;

/// Steps beyond it that are taken for the tail, and how many there have to be.
const TAIL: usize = 4;
const LEAST_TAIL: usize = 2;

/// What a longer stretch finds more by so many standard deviations may be afterpulses that are too rare to be told.
const HINT: f64 = 1.0;

/// A lack of so many errors is no chance.
const LACK: f64 = 3.0;

/// Nor is it where a longer stretch finds so many standard deviations less.
const FALL: f64 = 4.0;

/// The probability that a tag is followed by one that no light made, per tag; chance may make it negative.
///
/// It is read from the excess of the gaps' hazard after the dead time.
///
/// The hazard `h` of a gap is the rate of tags among those tags that had none since the dead time `tau` (its integral:
/// Nelson, Technometrics 14, 945 (1972); its variance: Aalen, Ann. Stat. 6, 701 (1978)). Light alone has a constant one,
/// `r`, which is read beyond the stretch `s` of afterpulses, from `s` to `3 s` after the dead time. An afterpulse comes
/// whether or not light came before it: then it adds to the hazard of a later tag as well. To first order, that is taken
/// off by the chance that light did not come before:
///
/// ```text
/// x(s) = integral from 0 to s of (h(tau + u) - r) exp(-r (u - tau)) du        p = 1 - exp(-x)
/// ```
///
/// where the exponential is 1 up to `u = tau`, since an afterpulse within the dead time of a later tag is lost. `p` is
/// the chance, per tag, of an afterpulse (Wayne, Bienfang, Polyakov, Opt. Express 25, 20352 (2017)). The stretch grows by
/// factors of sqrt 2; the first is taken from which on none finds significantly more, and up to four steps beyond
/// that, for the tail.
///
/// Rare afterpulses that last long end no stretch: each longer one finds more, none of them significantly. The most that
/// any of them finds more by a standard deviation is part of the error, in quadrature.
pub fn afterpulsing(gaps: &Distribution, tau: f64) -> Result<Estimate, Unknown> {
    let after = gaps.gaps() - gaps.below.at(tau);
    if after < LEAST_GAPS {
        return Err(Unknown::TooFewGaps { needed: LEAST_GAPS as u64 });
    }
    let all = excesses(gaps, tau);
    if all.is_empty() {
        return Err(Unknown::BinsTooWide);
    }
    let ends = |k: &usize| !all[k + LEAST_TAIL..].iter().any(|longer| growth(&all[*k], longer) > GROWTH);
    let k = (0..all.len().saturating_sub(LEAST_TAIL + 1)).find(ends).ok_or(Unknown::NoEnd)?;
    let taken = (k + TAIL).min(all.len() - 1);
    let (found, longer) = (&all[taken], &all[taken + 1..]);
    let Estimate { value: excess, error } = found;
    if *excess < -LACK * error || longer.iter().any(|longer| growth(found, longer) < -FALL) {
        return Err(Unknown::Negative);
    }
    let hints = longer.iter().filter(|longer| growth(found, longer) > HINT);
    let later = hints.map(|longer| longer.value - excess).fold(0.0, f64::max);
    Ok(Estimate { value: -(-excess).exp_m1(), error: error.hypot(later) * (-excess).exp() })
}

/// By how many standard deviations of the difference the excess in a longer stretch is more than that in a shorter one.
/// The weights are 1 within a stretch and -1/2 in the two behind it: the variance of the difference follows for a
/// constant hazard.
fn growth(shorter: &Estimate, longer: &Estimate) -> f64 {
    let (long, short) = (longer.error.powi(2), shorter.error.powi(2));
    let difference = (2.0 * (long - short)).min(long + short).max(long / 4.0);
    (longer.value - shorter.value) / difference.sqrt()
}

/// The integral of the hazard beyond that of light in each stretch after the dead time, from the shortest on.
fn excesses(gaps: &Distribution, tau: f64) -> Vec<Estimate> {
    let n = gaps.gaps();
    let at_risk = |k: usize| n - gaps.below.at_edge(k);
    let hazard = |k: usize| (at_risk(k) / at_risk(k + 1).max(0.5)).ln();
    let variance = |k: usize| gaps.counts[k] as f64 / ((at_risk(k) + at_risk(k + 1)) / 2.0).max(1.0).powi(2);
    let mean = gaps.mean() - tau;
    // What light came before: by the mean gap, which is close enough for a correction.
    let weight = |k: usize| (-(edge(k) as f64 - 2.0 * tau).max(0.0) / mean).exp();
    let cells = 0..gaps.counts.len();
    let plain = [Curve::new(cells.clone().map(hazard)), Curve::new(cells.clone().map(variance))];
    let weighted = [
        Curve::new(cells.clone().map(|k| weight(k) * hazard(k))),
        Curve::new(cells.clone().map(|k| weight(k).powi(2) * variance(k))),
    ];
    let weights = Curve::new(cells.map(|k| weight(k) * (edge(k + 1) - edge(k)) as f64));
    let mut all = Vec::new();
    let mut s = (mean / MEAN_PARTS).max(LEAST_STRETCH);
    while s <= LONGEST * mean && n - gaps.below.at(tau + 3.0 * s) >= BEYOND * n {
        let (end, far) = (tau + s, tau + 3.0 * s);
        let share = weights.between(tau, end) / (2.0 * s);
        let [excess, variance] = [(0, -share), (1, share * share)]
            .map(|(k, share)| weighted[k].between(tau, end) + share * plain[k].between(end, far));
        all.push(Estimate { value: excess, error: variance.sqrt() });
        s *= std::f64::consts::SQRT_2;
    }
    all
}
