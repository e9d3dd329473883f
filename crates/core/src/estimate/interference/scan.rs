//! A scan: coincidences counted at several positions of a setting, and the models of a dip or a fringe in it.

use std::f64::consts::TAU;

use serde::Deserialize;

use crate::estimate::fit::{Fitted, Parameter, fit_of_few};
use crate::estimate::statistics::full_width;
use crate::order::sort_by_number;
use crate::{Code, Error};

fn usage(message: &str, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}

/// Maximum number of positions of a scan.
const MOST: usize = 1 << 16;

/// Counts by position, with their exposures. Positions without exposure are omitted.
pub struct Scan {
    /// Positions, in steps from the middle of the scan.
    pub positions: Vec<f64>,
    pub counts: Vec<u64>,
    /// Exposures with the mean 1: counts without interference are proportional to them.
    pub exposure: Vec<f64>,
    /// The middle of the scan, and the mean step, in the original unit of the positions.
    pub middle: f64,
    pub step: f64,
    /// Indices of the positions in the original list, and its length.
    places: Vec<usize>,
    many: usize,
}

impl Scan {
    /// # Errors
    /// `Usage` if the lists differ in length or contain an invalid count, position or exposure.
    pub fn new(given: &[f64], counts: &[u64], exposure: &[f64]) -> Result<Self, Error> {
        if given.len() != counts.len() || exposure.len() != counts.len() || counts.len() > MOST {
            return Err(usage(
                "`positions`, `counts` and `exposure` do not have the same length, at most 2^16",
                "give one entry of each for every position",
            ));
        }
        if !given.iter().chain(exposure).all(|x| x.is_finite()) {
            return Err(usage("a position or an exposure is not finite", "give numbers"));
        }
        let many = counts.len();
        let mean = exposure.iter().sum::<f64>() / many.max(1) as f64;
        if exposure.iter().any(|e| *e < 0.0) {
            return Err(usage("an exposure is negative", "give what counts are proportional to"));
        }
        // Positions without exposure contain no information.
        let places: Vec<usize> = (0..many).filter(|k| exposure[*k] > 0.0).collect();
        let least = places.iter().map(|k| given[*k]).fold(f64::INFINITY, f64::min);
        let greatest = places.iter().map(|k| given[*k]).fold(f64::NEG_INFINITY, f64::max);
        let (middle, step) = ((least + greatest) / 2.0, (greatest - least) / (places.len() as f64 - 1.0));
        Ok(Self {
            positions: places.iter().map(|k| (given[*k] - middle) / step).collect(),
            counts: places.iter().map(|k| counts[*k]).collect(),
            exposure: places.iter().map(|k| exposure[*k] / mean).collect(),
            middle,
            step,
            places,
            many,
        })
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of steps from the first to the last position; not a number if all positions are equal.
    pub fn length(&self) -> f64 {
        if self.step > 0.0 { self.positions.len() as f64 - 1.0 } else { f64::NAN }
    }

    /// Returns the counts at the mean exposure.
    pub fn level(&self) -> f64 {
        self.total() as f64 / self.exposure.iter().sum::<f64>()
    }

    /// Returns the expected counts at every position without interference.
    pub fn flat(&self) -> Vec<f64> {
        let level = self.level();
        self.exposure.iter().map(|e| level * e).collect()
    }

    /// Fits the model `parameters[0] * exposure * relative(parameters, position)` by one search from each of `starts`.
    /// Returns the results, most likely first.
    pub fn fit(&self, starts: &[Vec<Parameter>], relative: &dyn Fn(&[f64], f64) -> f64) -> Vec<Fitted> {
        let model = |values: &[f64]| -> Vec<f64> {
            let places = self.positions.iter().zip(&self.exposure);
            places.map(|(x, e)| values[0] * e * relative(values, *x)).collect()
        };
        let mut found: Vec<Fitted> =
            starts.iter().filter_map(|start| fit_of_few(&self.counts, start, &model)).collect();
        sort_by_number(&mut found, |fitted| fitted.deviance);
        found
    }

    /// Returns `numbers` in the order of the original list, with 0 at positions without exposure.
    pub fn at_all_places(&self, numbers: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.many];
        self.places.iter().zip(numbers).for_each(|(place, number)| all[*place] = *number);
        all
    }
}

/// Indices of the parameters of both curves. Positions are in steps from the middle of the scan.
pub const LEVEL: usize = 0;
pub const VISIBILITY: usize = 1;

/// Indices for a dip; sigma is its standard deviation.
pub const CENTRE: usize = 2;
pub const SIGMA: usize = 3;

/// Indices for a fringe.
pub const PERIOD: usize = 2;
pub const PHASE: usize = 3;

/// Maximum number of positions in the search for dips.
const MOST_PLACES: usize = 512;

/// Lowest frequency in the search for fringes, in periods per scan: a period of four thirds of the scan. See the table of
/// constants in `docs/physics.md`.
const LEAST_PERIODS: f64 = 0.75;
/// Step of the frequency in that search, in periods per scan. The nearest tested frequency is at most half a step from
/// that of the fringe, so that the statistic is at least `sinc(1/8)^2`, 0.95, of its maximum. Twice the step would leave
/// 0.81.
const FINENESS: f64 = 0.25;
/// Maximum number of tested periods, longest first. In scans of 4,100 positions and more, shorter periods are not
/// tested.
const MOST_STEPS: usize = 1 << 13;

/// Maximum number of searches. They start where a dip, a peak or a fringe reduces the deviance most.
const MOST_STARTS: usize = 4;

/// Maximum initial visibility of a search. A search cannot leave a point at which no counts are expected.
const MOST_VISIBILITY: f64 = 0.9;

/// The curve of counts over the positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Curve {
    /// A decrease of coincidences around one position.
    Dip,
    /// A periodic change of coincidences.
    Fringe,
}

impl Curve {
    /// Name in requests and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dip => "dip",
            Self::Fringe => "fringe",
        }
    }

    /// Returns the curves of this kind that describe a scan, most likely first.
    pub(super) fn fit(self, scan: &Scan) -> Vec<Fitted> {
        if !scan.length().is_finite() {
            return Vec::new();
        }
        match self {
            Self::Dip => dip(scan),
            Self::Fringe => fringe(scan),
        }
    }

    /// Returns whether the scan covers too little of a curve to determine it.
    pub(super) fn is_cut(self, scan: &Scan, found: &Fitted) -> bool {
        match self {
            Self::Dip => found.values[CENTRE].abs() > 0.5 * scan.length(),
            Self::Fringe => found.values[PERIOD] * LEAST_PERIODS > scan.length(),
        }
    }
}

fn gaussian(x: f64, centre: f64, sigma: f64) -> f64 {
    let z = (x - centre) / sigma;
    libm::exp(-0.5 * z * z)
}

/// Comparison of counts with a flat curve and with a shape added to it.
#[derive(Debug, Clone, Copy)]
struct Score {
    /// Rao's statistic (Proc. Camb. Phil. Soc. 44, 50 (1948)), approximately the change of the deviance.
    statistic: f64,
    /// Height of the shape relative to the mean of counts.
    amplitude: f64,
    /// Mean of the shape over the scan.
    mean: f64,
}

impl Score {
    /// Compares counts with `shape`; `flat` are the expected counts without interference.
    fn of(scan: &Scan, flat: &[f64], shape: impl Fn(f64) -> f64) -> Self {
        let (mut sum, mut square, mut product, mut all) = (0.0, 0.0, 0.0, 0.0);
        for ((x, n), m) in scan.positions.iter().zip(&scan.counts).zip(flat) {
            let g = shape(*x);
            sum += g * (*n as f64 - m);
            (square, product, all) = (square + g * g * m, product + g * m, all + m);
        }
        let information = square - product * product / all;
        // A shape that is constant over all positions has no visibility.
        let (statistic, amplitude) = if information > 1e-9 * square {
            (sum * sum / information, sum / information)
        } else {
            (0.0, 0.0)
        };
        Self { statistic, amplitude, mean: product / all }
    }
}

/// An initial centre and standard deviation.
type Place = (Score, f64, f64);

fn by_statistic(a: &Place, b: &Place) -> std::cmp::Ordering {
    a.0.statistic.total_cmp(&b.0.statistic)
}

/// Starts at the positions and widths that reduce the deviance most.
fn dip(scan: &Scan) -> Vec<Fitted> {
    let flat = scan.flat();
    let level = scan.level();
    let mut ordered = scan.positions.clone();
    ordered.sort_unstable_by(f64::total_cmp);
    let every = ordered.len().div_ceil(MOST_PLACES);
    // Widths at half maximum of 1, 2, 4... steps, up to the scan.
    let widths = std::iter::successors(Some(1.0), |width| Some(width * 2.0));
    let widths = widths.take_while(|width| *width <= scan.length()).map(|width| width / full_width(1.0));
    let best_of_width = |sigma: f64| {
        let at = |centre: &f64| (Score::of(scan, &flat, |x| gaussian(x, *centre, sigma)), *centre, sigma);
        let all: Vec<_> = ordered.iter().step_by(every).map(at).collect();
        // The flanks of a wide dip look like peaks.
        [-1.0, 1.0]
            .map(|sign| all.iter().copied().filter(|one| one.0.amplitude * sign > 0.0).max_by(by_statistic))
    };
    let [mut dips, mut peaks] = [Vec::new(), Vec::new()];
    for [dip, peak] in widths.map(best_of_width) {
        dips.extend(dip);
        peaks.extend(peak);
    }
    for found in [&mut dips, &mut peaks] {
        sort_by_number(found, |(score, ..)| -score.statistic);
        found.truncate(MOST_STARTS);
    }
    let start = |&(Score { amplitude, mean, .. }, centre, sigma): &Place| {
        let undisturbed = (1.0 - amplitude * mean).max(1e-3);
        vec![
            Parameter::Positive(level * undisturbed),
            Parameter::Free((-amplitude / undisturbed).min(MOST_VISIBILITY)),
            Parameter::Free(centre),
            Parameter::Positive(sigma),
        ]
    };
    let starts: Vec<Vec<Parameter>> = dips.iter().chain(&peaks).map(start).collect();
    scan.fit(&starts, &|p, x| 1.0 - p[VISIBILITY] * gaussian(x, p[CENTRE], p[SIGMA].max(1e-3)))
}

/// Starts at the periods whose cosine and sine reduce the deviance most.
fn fringe(scan: &Scan) -> Vec<Fitted> {
    let flat = scan.flat();
    let level = scan.level();
    let length = scan.length();
    // At half a period per step, a fringe equals its mirror image. The two differ if their frequencies are a period per
    // scan apart (Rayleigh's criterion).
    let most = (length - 1.0) / 2.0;
    let steps = ((most - LEAST_PERIODS) / FINENESS).max(0.0) as usize;
    let at = |k: usize| {
        let period = length / (LEAST_PERIODS + FINENESS * k as f64);
        let cosine = Score::of(scan, &flat, |x| libm::cos(TAU * x / period));
        let sine = Score::of(scan, &flat, |x| libm::sin(TAU * x / period));
        (cosine.statistic + sine.statistic, period, cosine.amplitude, sine.amplitude)
    };
    let mut found: Vec<_> = (0..=steps.min(MOST_STEPS)).map(at).collect();
    sort_by_number(&mut found, |(statistic, ..)| -statistic);
    let start = |&(_, period, c, s): &(f64, f64, f64, f64)| {
        vec![
            Parameter::Positive(level),
            Parameter::Free(libm::hypot(c, s).min(MOST_VISIBILITY)),
            Parameter::Positive(period),
            Parameter::Free(libm::atan2(-s, c)),
        ]
    };
    let starts: Vec<Vec<Parameter>> = found.iter().take(MOST_STARTS).map(start).collect();
    scan.fit(&starts, &|p, x| 1.0 + p[VISIBILITY] * libm::cos(TAU * x / p[PERIOD] + p[PHASE]))
}
