//! The visibility of an interference: a dip or a fringe fitted to coincidences counted at several positions.

mod scan;

use std::f64::consts::{PI, TAU};

use serde::{Deserialize, Serialize};

use super::fit::{Fitted, half_deviance};
use super::statistics::levels::{EVIDENCE, FALSE_POSITIVE, MANY_COUNTS};
use super::statistics::{Estimate, Remark, RemarkCode, full_width};
use crate::Error;
use crate::numbers::Floats;
use crate::request::setters;
use scan::{CENTRE, LEVEL, PERIOD, PHASE, SIGMA, Scan, VISIBILITY};

pub use scan::Curve;

/// The request for [`interference`]. Each list has one entry per position.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "interference")]
#[non_exhaustive]
pub struct InterferenceRequest {
    /// The curve to fit.
    pub shape: Curve,
    /// Positions of the scanned setting, in any unit.
    pub positions: Vec<f64>,
    /// Measured coincidences at each position.
    pub counts: Vec<u64>,
    /// Exposure of each position, such as a time. Without interference, counts are proportional to it.
    pub exposure: Vec<f64>,
}

setters! {
    /// Requests the fit of `shape` to `counts` at `positions`, each with its exposure.
    InterferenceRequest::new(shape: Curve, positions: Vec<f64>, counts: Vec<u64>, exposure: Vec<f64>) {}
}

/// The fit of a dip or a fringe: its `visibility` and other numbers, `None` if no curve fits. Positions are in the unit
/// of the request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InterferenceResult {
    /// `dip` or `fringe`.
    pub shape: String,
    /// Visibility. `None` if no curve fits, if the model does not describe the counts, if chance may explain the
    /// result, or if most of the curve is outside the scan.
    pub visibility: Option<f64>,
    /// Standard error of `visibility`. All errors are `None` if `visibility` is `None`.
    pub visibility_error: Option<f64>,
    /// Position of the minimum, in the unit of the positions, for a dip.
    pub centre: Option<f64>,
    /// Standard error of `centre`.
    pub centre_error: Option<f64>,
    /// Full width at half depth, in the unit of the positions, for a dip.
    pub fwhm: Option<f64>,
    /// Standard error of `fwhm`.
    pub fwhm_error: Option<f64>,
    /// Period, from maximum to maximum, in the unit of the positions, for a fringe.
    pub period: Option<f64>,
    /// Standard error of `period`.
    pub period_error: Option<f64>,
    /// Phase at position 0 in radians, from -pi to pi, for a fringe; `None` if position 0 is too far away to determine
    /// it.
    pub phase: Option<f64>,
    /// Standard error of `phase`.
    pub phase_error: Option<f64>,
    /// Counts without interference at the mean exposure.
    pub level: Option<f64>,
    /// Standard error of `level`.
    pub level_error: Option<f64>,
    /// Deviance: twice the logarithm of the likelihood ratio between a model that matches every count and this fit.
    pub deviance: Option<f64>,
    /// Expected deviance of a true model.
    pub true_deviance: Option<f64>,
    /// Standard deviation of the deviance of a true model.
    pub true_deviance_spread: Option<f64>,
    /// Expected counts at every position; 0 without exposure.
    pub expected: Floats,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

/// Fits a dip `B e (1 - V exp(-(x - x0)^2 / 2 s^2))` (Hong, Ou, Mandel, Phys. Rev. Lett. 59, 2044 (1987)) or a fringe
/// `B e (1 + V cos(2 pi x / p + phi))`, with the exposure `e` of a position. Counts have Poisson errors, because the
/// exposure is a part of the model.
///
/// # Errors
/// `Usage` if the lists differ in length or contain an invalid position or exposure.
pub fn interference(request: &InterferenceRequest) -> Result<InterferenceResult, Error> {
    let curve = request.shape;
    let scan = Scan::new(&request.positions, &request.counts, &request.exposure)?;
    let total = scan.total();
    let found = if (total as f64) < MANY_COUNTS {
        Err(Remark::new(
            "visibility",
            RemarkCode::TooFewCounts,
            format!("{total} coincidences are too few for a fit"),
        ))
    } else {
        let found = curve.fit(&scan);
        let none = || Remark::new("visibility", RemarkCode::NoFit, "the search for a fit did not converge");
        if found.is_empty() { Err(none()) } else { Ok(found) }
    };
    Ok(described(curve, &scan, found))
}

/// Returns the reason why a fitted curve has no visibility; `None` if it has one.
fn doubt(curve: Curve, scan: &Scan, all: &[Fitted]) -> Option<Remark> {
    let (found, others) = all.split_first()?;
    let (code, why) = if found.is_poor() {
        (RemarkCode::FitPoor, "the model does not describe the counts".to_owned())
    } else if !stands_out(scan, found) {
        (
            RemarkCode::NotSignificant,
            format!("the {} is not significant: counts without one are nearly as likely", curve.name()),
        )
    } else if curve.is_cut(scan, found) {
        let why = match curve {
            Curve::Dip => "the dip lies beyond an end of the scan",
            Curve::Fringe => "the scan covers less than three quarters of a period",
        };
        (RemarkCode::CutByRange, why.to_owned())
    } else if others.iter().any(|other| is_as_likely(found, other)) {
        (RemarkCode::Ambiguous, format!("several {}s describe the counts about as well", curve.name()))
    } else {
        return None;
    };
    let what = format!("{why}: all numbers except the visibility are those of the best fit");
    Some(Remark::new("visibility", code, what))
}

/// Returns whether the change of the deviance is significant: the probability that chance causes it is below
/// [`FALSE_POSITIVE`].
/// A curve of a given position and width, or of a given period, changes it by `x` with a probability of about
/// `exp(-x/2)`. The number of such curves is about 1.5 times the number of positions.
fn stands_out(scan: &Scan, found: &Fitted) -> bool {
    let flat: f64 = scan.counts.iter().zip(scan.flat()).map(|(n, m)| 2.0 * half_deviance(*n as f64, m)).sum();
    flat - found.deviance > 2.0 * libm::log(1.5 * scan.counts.len() as f64 / FALSE_POSITIVE)
}

/// Returns whether `other` has another visibility and is nearly as likely: the square root of the difference of the
/// deviances is below [`EVIDENCE`].
fn is_as_likely(found: &Fitted, other: &Fitted) -> bool {
    let [one, another] = [found, other].map(|fitted| fitted.estimate(VISIBILITY));
    let apart = (one.value - another.value).abs();
    other.deviance - found.deviance < EVIDENCE.powi(2) && apart > EVIDENCE * one.error.max(another.error)
}

/// Returns the phase at position 0 of the request, within half a turn; `None` if that position is too far away to
/// determine it.
fn phase(scan: &Scan, found: &Fitted) -> Option<Estimate> {
    let (away, period) = (scan.middle / scan.step, found.values[PERIOD]);
    let turns = (found.values[PHASE] - TAU * away / period) / TAU;
    let error = found.error_of(&[0.0, 0.0, TAU * away / (period * period), 1.0]);
    let value = TAU * (turns - (turns - 0.5).ceil());
    // The error of a random phase is `pi / sqrt(3)`.
    (error < PI / 3.0_f64.sqrt() && value.abs() <= PI).then_some(Estimate { value, error })
}

fn described(curve: Curve, scan: &Scan, found: Result<Vec<Fitted>, Remark>) -> InterferenceResult {
    let (all, mut remarks) = match found {
        Ok(all) => (all, Vec::new()),
        Err(remark) => (Vec::new(), vec![remark]),
    };
    let fitted = all.first();
    let doubt = doubt(curve, scan, &all);
    let is_sure = doubt.is_none();
    remarks.extend(doubt);
    let estimate = |k: usize| fitted.map(|fitted| fitted.estimate(k));
    let only_of = |one: Curve, k: usize| estimate(k).filter(|_| curve == one);
    let (visibility, level) = (estimate(VISIBILITY), estimate(LEVEL));
    let centre = only_of(Curve::Dip, CENTRE).map(|centre| {
        let Estimate { value, error } = centre.times(scan.step);
        Estimate { value: scan.middle + value, error }
    });
    let fwhm = only_of(Curve::Dip, SIGMA).map(|sigma| sigma.times(full_width(scan.step)));
    let period = only_of(Curve::Fringe, PERIOD).map(|period| period.times(scan.step));
    let phase = fitted.filter(|_| curve == Curve::Fringe).and_then(|fitted| phase(scan, fitted));
    if is_sure && period.is_some() && phase.is_none() {
        let why = "position 0 is too many periods away from the scan to determine the phase";
        remarks.push(Remark::new("phase", RemarkCode::NotKnown, why));
    }
    let value = |of: Option<Estimate>| of.map(|of| of.value);
    // Fisher's errors assume a true model.
    let error = |of: Option<Estimate>| of.filter(|_| is_sure).map(|of| of.error);
    let deviance = |of: fn(&Fitted) -> f64| fitted.map(of);
    InterferenceResult {
        shape: curve.name().into(),
        visibility: value(visibility.filter(|_| is_sure)),
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
        expected: Floats(fitted.map(|fitted| scan.at_all_places(&fitted.expected)).unwrap_or_default()),
        remarks,
    }
}
