//! The visibility of an interference: a dip or a fringe fitted to coincidences counted at several positions.

use super::fit::{FWHM, Fitted, Parameter, fit};
use super::shape::{Floats, Part, Result as _, Shape, Text, result};
use super::statistics::{Estimate, Remark};
use crate::request::Params;
use crate::{Code, Error, Value};

/// Most positions of a scan.
const MOST: usize = 1 << 16;

/// Fewest counts in all of which a visibility is told.
const FEWEST: f64 = 100.0;

/// Periods are looked for between four of the steps and four thirds of the scan, in steps of a quarter of its
/// frequency.
const LEAST_PERIODS: f64 = 0.75;
const FINENESS: f64 = 0.25;

result! {
    /// A dip or a fringe: `visibility` and what else was fitted, null where nothing fits. Positions are in the unit they
    /// were given in.
    struct InterferenceResult as "Interference" {
        /// `dip` or `fringe`.
        shape: Text,
        /// Null where nothing fits, and where the model does not describe the counts.
        visibility: Option<f64>,
        /// One standard error; null, as all errors here, where the visibility is.
        visibility_error: Option<f64>,
        /// Of a dip, where it is deepest.
        centre: Option<f64>,
        centre_error: Option<f64>,
        /// Of a dip, its full width at half of its depth.
        fwhm: Option<f64>,
        fwhm_error: Option<f64>,
        /// Of a fringe, from maximum to maximum.
        period: Option<f64>,
        period_error: Option<f64>,
        /// Of a fringe, its phase at position 0, radians.
        phase: Option<f64>,
        phase_error: Option<f64>,
        /// Counts without interference at the mean exposure.
        level: Option<f64>,
        level_error: Option<f64>,
        /// Twice the logarithm of how much likelier counts exactly as expected would be.
        deviance: Option<f64>,
        /// What it is about where the model is true, and its standard deviation.
        true_deviance: Option<f64>,
        true_deviance_spread: Option<f64>,
        /// Counts that are expected at every position.
        expected: Floats,
        remarks: Vec<Remark>,
    }
}

/// The shape of what [`interference`] answers.
pub fn interference_shape() -> Shape {
    InterferenceResult::shape()
}

/// What counts follow over the positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Curve {
    Dip,
    Fringe,
}

impl Curve {
    /// As it stands in a request and in a result.
    fn name(self) -> &'static str {
        match self {
            Self::Dip => "dip",
            Self::Fringe => "fringe",
        }
    }
}

/// The parameters of both curves, by their places.
const LEVEL: usize = 0;
const VISIBILITY: usize = 1;

/// Those of a dip alone; sigma is its standard deviation.
const CENTRE: usize = 2;
const SIGMA: usize = 3;

/// Those of a fringe alone.
const PERIOD: usize = 2;
const PHASE: usize = 3;

/// A scan: what was counted where, and relative to what.
struct Scan {
    positions: Vec<f64>,
    counts: Vec<u64>,
    /// What counts are proportional to without interference; of the mean 1.
    exposure: Vec<f64>,
}

/// Fits `{shape, positions, counts, exposure}`: a dip `B e (1 - V exp(-(x - x0)^2 / 2 s^2))` (Hong, Ou, Mandel, Phys. Rev.
/// Lett. 59, 2044 (1987)) or a fringe `B e (1 + V cos(2 pi x / p + phi))`, e the exposure of a position. Counts are
/// Poisson's; the exposure is a part of the model, so that errors are those of counts.
///
/// # Errors
/// `Usage` where the lists differ in length or hold what is no count, position or exposure.
pub fn interference(request: Value) -> Result<Value, Error> {
    let params = Params::new(request)?;
    params.only("interference", &["shape", "positions", "counts", "exposure"])?;
    let shape = params.text("shape")?;
    let Some(curve) = [Curve::Dip, Curve::Fringe].into_iter().find(|curve| shape == Some(curve.name()))
    else {
        return Err(usage("`shape` is neither dip nor fringe", "give one of them"));
    };
    let scan = Scan::read(&params)?;
    let total: u64 = scan.counts.iter().sum();
    let found = if (total as f64) < FEWEST {
        Err(Remark::new(
            "visibility",
            "too-few-counts",
            format!("{total} coincidences are too few for a fit"),
        ))
    } else {
        let found = match curve {
            Curve::Dip => scan.dip(),
            Curve::Fringe => scan.fringe(),
        };
        found.ok_or_else(|| Remark::new("visibility", "no-fit", "the search for a fit came to no end"))
    };
    Ok(described(curve, found).value())
}

fn usage(message: &str, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}

impl Scan {
    fn read(params: &Params) -> Result<Self, Error> {
        let positions = params.floats("positions")?;
        let exposure = params.floats("exposure")?;
        let counts = params.times("counts")?.unwrap_or_default();
        if positions.len() != counts.len() || exposure.len() != counts.len() || counts.len() > MOST {
            return Err(usage(
                "`positions`, `counts` and `exposure` are not of one length, 2^16 at most",
                "give one of each for every position",
            ));
        }
        let counts = counts.into_iter().map(u64::try_from).collect::<Result<Vec<u64>, _>>();
        let counts = counts.map_err(|_| usage("there is a negative count", "give counts"))?;
        let mean = exposure.iter().sum::<f64>() / exposure.len().max(1) as f64;
        if exposure.iter().any(|e| *e < 0.0) || !counts.is_empty() && mean <= 0.0 {
            return Err(usage(
                "an exposure is negative, or all are 0",
                "give what counts are proportional to",
            ));
        }
        // Without exposure there is nothing to count.
        let seen = |k: &usize| exposure[*k] > 0.0;
        let kept: Vec<usize> = (0..counts.len()).filter(seen).collect();
        Ok(Self {
            positions: kept.iter().map(|k| positions[*k]).collect(),
            counts: kept.iter().map(|k| counts[*k]).collect(),
            exposure: kept.iter().map(|k| exposure[*k] / mean).collect(),
        })
    }

    /// Counts per exposure at every position.
    fn rates(&self) -> Vec<f64> {
        self.counts.iter().zip(&self.exposure).map(|(n, e)| *n as f64 / e).collect()
    }

    /// From the least to the greatest position, and the mean step.
    fn extent(&self) -> (f64, f64) {
        let least = self.positions.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = self.positions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let length = greatest - least;
        (length, length / (self.positions.len() as f64 - 1.0))
    }

    fn fit(&self, starts: &[Vec<Parameter>], relative: &dyn Fn(&[f64], f64) -> f64) -> Option<Fitted> {
        let model = |values: &[f64]| -> Vec<f64> {
            let places = self.positions.iter().zip(&self.exposure);
            places.map(|(x, e)| values[LEVEL] * e * relative(values, *x)).collect()
        };
        let found = starts.iter().filter_map(|start| fit(&self.counts, start, &model));
        found.min_by(|a, b| a.deviance.total_cmp(&b.deviance))
    }

    /// Begins where the mean of three neighbours is least, at several widths.
    fn dip(&self) -> Option<Fitted> {
        let rates = self.rates();
        let (length, step) = self.extent();
        let mut order: Vec<usize> = (0..rates.len()).collect();
        order.sort_by(|a, b| self.positions[*a].total_cmp(&self.positions[*b]));
        let mean = |three: &[usize]| three.iter().map(|k| rates[*k]).sum::<f64>() / 3.0;
        let least = order.windows(3).min_by(|a, b| mean(a).total_cmp(&mean(b)))?;
        let mut sorted = rates.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let level = sorted[sorted.len() * 4 / 5].max(1e-3);
        let starts = [1.0, 3.0].into_iter().map(|steps| steps * step).chain([length / 8.0, length / 4.0]);
        let starts: Vec<Vec<Parameter>> = starts
            .map(|width| {
                vec![
                    Parameter::Positive(level),
                    Parameter::Free(1.0 - mean(least) / level),
                    Parameter::Free(self.positions[least[1]]),
                    Parameter::Positive(width),
                ]
            })
            .collect();
        self.fit(&starts, &|p, x| {
            let z = (x - p[CENTRE]) / p[SIGMA].max(1e-3 * step);
            1.0 - p[VISIBILITY] * libm::exp(-0.5 * z * z)
        })
    }

    /// Begins at the period whose cosine and sine, fitted linearly, take most off the squares.
    fn fringe(&self) -> Option<Fitted> {
        let rates = self.rates();
        let (length, _) = self.extent();
        let n = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / n;
        let most = n / 4.0;
        let steps = ((most - LEAST_PERIODS) / FINENESS).max(0.0) as usize;
        let amplitudes = |period: f64| {
            let (mut c, mut s) = (0.0, 0.0);
            for (x, rate) in self.positions.iter().zip(&rates) {
                let angle = std::f64::consts::TAU * x / period;
                c += (rate - mean) * libm::cos(angle) * 2.0 / n;
                s += (rate - mean) * libm::sin(angle) * 2.0 / n;
            }
            (c, s)
        };
        let mut best = (0.0, length, (0.0, 0.0));
        for k in 0..=steps {
            let period = length / (LEAST_PERIODS + FINENESS * k as f64);
            let (c, s) = amplitudes(period);
            if c * c + s * s > best.0 {
                best = (c * c + s * s, period, (c, s));
            }
        }
        let (power, period, (c, s)) = best;
        let start = vec![
            Parameter::Positive(mean.max(1e-3)),
            Parameter::Free((power.sqrt() / mean.max(1e-3)).min(0.95)),
            Parameter::Positive(period),
            Parameter::Free(libm::atan2(-s, c)),
        ];
        self.fit(&[start], &|p, x| {
            1.0 + p[VISIBILITY] * libm::cos(std::f64::consts::TAU * x / p[PERIOD] + p[PHASE])
        })
    }
}

fn described(curve: Curve, found: Result<Fitted, Remark>) -> InterferenceResult {
    let (fitted, mut remarks) = match found {
        Ok(fitted) => (Some(fitted), Vec::new()),
        Err(remark) => (None, vec![remark]),
    };
    let is_poor = fitted.as_ref().is_some_and(Fitted::is_poor);
    if is_poor {
        let what = "the model does not describe the counts: what there is beside the visibility is of the nearest fit";
        remarks.push(Remark::new("visibility", "fit-poor", what));
    }
    let estimate = |k: usize| fitted.as_ref().map(|fitted| fitted.estimate(k));
    let only_of = |one: Curve, k: usize| estimate(k).filter(|_| curve == one);
    let (visibility, level) = (estimate(VISIBILITY), estimate(LEVEL));
    let (centre, sigma) = (only_of(Curve::Dip, CENTRE), only_of(Curve::Dip, SIGMA));
    let fwhm = sigma.map(|sigma| sigma.times(FWHM));
    let (period, phase) = (only_of(Curve::Fringe, PERIOD), only_of(Curve::Fringe, PHASE));
    let value = |of: Option<Estimate>| of.map(|of| of.value);
    // Fisher's errors are those of a model that is true.
    let error = |of: Option<Estimate>| of.filter(|_| !is_poor).map(|of| of.error);
    let deviance = |of: fn(&Fitted) -> f64| fitted.as_ref().map(of);
    InterferenceResult {
        shape: Text(curve.name().into()),
        visibility: value(visibility.filter(|_| !is_poor)),
        visibility_error: error(visibility),
        centre: value(centre),
        centre_error: error(centre),
        fwhm: value(fwhm),
        fwhm_error: error(fwhm),
        period: value(period),
        period_error: error(period),
        phase: value(phase),
        phase_error: error(phase),
        level: value(level),
        level_error: error(level),
        deviance: deviance(|fitted| fitted.deviance),
        true_deviance: deviance(|fitted| fitted.true_deviance.0),
        true_deviance_spread: deviance(|fitted| fitted.true_deviance.1),
        expected: Floats(fitted.as_ref().map(|fitted| fitted.expected.clone()).unwrap_or_default()),
        remarks,
    }
}
