//! The request for `correlation`.

use serde::Deserialize;

use crate::estimate::models::Model;
use crate::request::setters;

/// The request for `correlation`: linear bins (`bin`, `from`, `to`) or logarithmic bins (`log` bins per decade of
/// positive delay).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelationRequest {
    /// Channel of the earlier tag at positive delays.
    pub a: u64,
    /// Channel of the later tag at positive delays; may be `a`.
    pub b: u64,
    /// Width of linear bins, ticks; by default a hundredth of the range.
    pub bin: Option<i64>,
    /// Lower edge of the first linear bin, or a delay in the first logarithmic bin, ticks.
    pub from: Option<i64>,
    /// A delay in the last bin, ticks.
    pub to: Option<i64>,
    /// Number of logarithmic bins per decade.
    pub log: Option<i64>,
    /// Model to fit to g2: two-level, three-level, lorentzian, gaussian, exponential, diffusion, two-diffusion or
    /// triplet; by default none.
    pub fit: Option<Model>,
    /// Ratio of the length of the focus to its width, for the models diffusion, two-diffusion and triplet; default 5.
    pub structure: Option<f64>,
    /// Ticks from one pulse of light to the next, at least 1; 0 for light that is not pulsed. Without a period, a hint
    /// reports pulses.
    pub period: Option<f64>,
}

impl CorrelationRequest {
    /// Requests the correlation of channel `a` with channel `b`.
    pub fn between(a: u64, b: u64) -> Self {
        Self { a, b, bin: None, from: None, to: None, log: None, fit: None, structure: None, period: None }
    }
}

setters! { CorrelationRequest { bin: i64, from: i64, to: i64, log: i64, fit: Model, structure: f64, period: f64 } }
