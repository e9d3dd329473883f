//! Correlations of the outcomes of two analysers at several settings: visibility, QBER and CHSH's S.

use serde::{Deserialize, Serialize};

use super::statistics::levels::EVIDENCE;
use super::statistics::{Estimate, FEW, Remark, RemarkCode};
use crate::request::setters;
use crate::{Code, Error};

/// Signs of the outcomes `++`, `+-`, `-+` and `--` in a correlation.
const SIGNS: [f64; 4] = [1.0, -1.0, -1.0, 1.0];

/// Number of settings of a CHSH inequality.
const CHSH: usize = 4;

/// Variance of a Poisson mean by Jeffreys' prior, less the count: that of the gamma distribution of shape `n + 1/2`.
const JEFFREYS: f64 = 0.5;

/// The request for [`settings`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "settings")]
#[non_exhaustive]
pub struct SettingsRequest {
    /// What was measured at each setting.
    pub settings: Vec<Outcomes>,
    /// Number of the setting that has a minus sign in CHSH's S: 1 to 4.
    pub minus: usize,
}

setters! {
    /// Requests the correlations of `settings`, and CHSH's S with a minus sign at setting `minus`.
    SettingsRequest::new(settings: Vec<Outcomes>, minus: usize) {}
}

/// Coincidences of the outcomes `++`, `+-`, `-+` and `--` of the two analysers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    /// Coincidences of each outcome.
    pub counts: [u64; 4],
    /// Time for which each was counted, in any unit.
    pub time: [f64; 4],
    /// Accidentals among `counts`; `None` if they are unknown.
    pub accidentals: [Option<f64>; 4],
    /// Standard errors of `accidentals`.
    pub accidentals_error: [Option<f64>; 4],
}

/// Correlations at several settings, and CHSH's S of four.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SettingCorrelationsResult {
    /// Each setting.
    pub settings: Vec<SettingCorrelation>,
    /// CHSH's S: the sum of the correlations of four settings, one of them with a minus sign. Local hidden variables
    /// allow -2 to 2, and quantum mechanics up to 2 sqrt(2). `None` with another number of settings.
    pub s: Option<f64>,
    /// Standard error of `s` (68 %).
    pub s_error: Option<f64>,
    /// S without accidentals.
    pub s_corrected: Option<f64>,
    /// Standard error of `s_corrected` (68 %).
    pub s_corrected_error: Option<f64>,
    /// Reasons for missing numbers.
    pub remarks: Vec<Remark>,
}

/// The correlation of the outcomes at a setting, with accidentals and without.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SettingCorrelation {
    /// `E`: like outcomes less unlike ones, relative to all; the visibility if the setting is that of a maximum.
    pub correlation: Option<f64>,
    /// Standard error of `correlation` (68 %).
    pub correlation_error: Option<f64>,
    /// Unlike outcomes relative to all, `(1 - E) / 2`: the quantum bit error rate if like outcomes are expected.
    pub qber: Option<f64>,
    /// Standard error of `qber` (68 %).
    pub qber_error: Option<f64>,
    /// `correlation` without accidentals.
    pub correlation_corrected: Option<f64>,
    /// Standard error of `correlation_corrected` (68 %).
    pub correlation_corrected_error: Option<f64>,
    /// `qber` without accidentals.
    pub qber_corrected: Option<f64>,
    /// Standard error of `qber_corrected` (68 %).
    pub qber_corrected_error: Option<f64>,
}

/// Derives the correlation `E = (n_++ - n_+- - n_-+ + n_--) / (n_++ + n_+- + n_-+ + n_--)` of each setting, and S of
/// Clauser, Horne, Shimony, Holt, Phys. Rev. Lett. 23, 880 (1969).
///
/// Outcomes that were counted for different times are scaled to the mean time. Without accidentals, `n` is a count less
/// its accidentals. Errors are those of Poisson counts to first order, where the variance of a count `n` is `n + 1/2`
/// (Jeffreys' prior), so that an outcome without counts has an error too.
///
/// # Errors
/// `Usage` for a `minus` that is not a setting of a CHSH inequality.
pub fn settings(request: &SettingsRequest) -> Result<SettingCorrelationsResult, Error> {
    let minus = request.minus;
    if !(1..=CHSH).contains(&minus) {
        let message = format!("`minus` {minus} is not one of four settings");
        return Err(Error::new(Code::Usage, message, "give 1, 2, 3 or 4"));
    }
    let mut remarks = Vec::new();
    let all: Vec<[Option<Estimate>; 2]> = (1..)
        .zip(&request.settings)
        .map(|(number, outcomes)| {
            [outcomes.measured(number, &mut remarks), outcomes.corrected(number, &mut remarks)]
        })
        .collect();
    let [s, s_corrected] = [0, 1].map(|kind| chsh(all.iter().map(|both| both[kind]), minus));
    Ok(SettingCorrelationsResult {
        settings: all
            .into_iter()
            .map(|[measured, corrected]| SettingCorrelation::of(measured, corrected))
            .collect(),
        s: s.map(|s| s.value),
        s_error: s.map(|s| s.error),
        s_corrected: s_corrected.map(|s| s.value),
        s_corrected_error: s_corrected.map(|s| s.error),
        remarks,
    })
}

/// Returns S of four correlations.
fn chsh(all: impl ExactSizeIterator<Item = Option<Estimate>>, minus: usize) -> Option<Estimate> {
    if all.len() != CHSH {
        return None;
    }
    let (mut value, mut variance) = (0.0, 0.0);
    for (number, correlation) in (1..).zip(all) {
        let correlation = correlation?;
        value += if number == minus { -correlation.value } else { correlation.value };
        variance += correlation.error.powi(2);
    }
    Some(Estimate { value, error: variance.sqrt() })
}

impl Outcomes {
    fn measured(&self, number: usize, remarks: &mut Vec<Remark>) -> Option<Estimate> {
        let total: u64 = self.counts.iter().fold(0, |sum, n| sum.saturating_add(*n));
        if total < FEW {
            let why = format!("setting {number} has {total} coincidences, too few for a correlation");
            remarks.push(Remark::new("correlation", RemarkCode::TooFewCounts, why));
            return None;
        }
        let counts = self.counts.map(|n| n as f64);
        let found = self.correlation(counts, counts.map(|n| n + JEFFREYS));
        if found.is_none() {
            let why = format!("setting {number} has an outcome that was counted for no time");
            remarks.push(Remark::new("correlation", RemarkCode::NoTime, why));
        }
        Some(found?.0)
    }

    fn corrected(&self, number: usize, remarks: &mut Vec<Remark>) -> Option<Estimate> {
        let (mut values, mut variances) = ([0.0; 4], [0.0; 4]);
        for k in 0..4 {
            let n = self.counts[k] as f64;
            values[k] = n - self.accidentals[k]?;
            variances[k] = n + JEFFREYS + self.accidentals_error[k].unwrap_or(0.0).powi(2);
        }
        let (found, total) = self.correlation(values, variances)?;
        if total.value > EVIDENCE * total.error {
            return Some(found);
        }
        let why = format!("setting {number} has no significant coincidences besides accidentals");
        remarks.push(Remark::new("correlation_corrected", RemarkCode::AccidentalsOnly, why));
        None
    }

    /// Returns the correlation of these outcomes and their sum, each scaled to the mean time.
    fn correlation(&self, values: [f64; 4], variances: [f64; 4]) -> Option<(Estimate, Estimate)> {
        let mean = self.time.iter().sum::<f64>() / 4.0;
        if self.time.iter().any(|time| *time <= 0.0 || !time.is_finite()) {
            return None;
        }
        let factors = self.time.map(|time| mean / time);
        let of = |k: usize| (factors[k] * values[k], factors[k].powi(2) * variances[k]);
        let total: f64 = (0..4).map(|k| of(k).0).sum();
        let value = (0..4).map(|k| SIGNS[k] * of(k).0).sum::<f64>() / total;
        let variance: f64 = (0..4).map(|k| ((SIGNS[k] - value) / total).powi(2) * of(k).1).sum();
        let spread: f64 = (0..4).map(|k| of(k).1).sum();
        let found = Estimate { value, error: variance.sqrt() };
        (value.is_finite() && variance.is_finite())
            .then_some((found, Estimate { value: total, error: spread.sqrt() }))
    }
}

impl SettingCorrelation {
    fn of(measured: Option<Estimate>, corrected: Option<Estimate>) -> Self {
        let value = |found: Option<Estimate>| found.map(|found| found.value);
        let error = |found: Option<Estimate>| found.map(|found| found.error);
        let qber = |found: Option<Estimate>| {
            found.map(|found| Estimate { value: (1.0 - found.value) / 2.0, error: found.error / 2.0 })
        };
        Self {
            correlation: value(measured),
            correlation_error: error(measured),
            qber: value(qber(measured)),
            qber_error: error(qber(measured)),
            correlation_corrected: value(corrected),
            correlation_corrected_error: error(corrected),
            qber_corrected: value(qber(corrected)),
            qber_corrected_error: error(qber(corrected)),
        }
    }
}
