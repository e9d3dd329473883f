//! The request for `correlation`.

use serde::Deserialize;

use crate::estimate::models::Model;
use crate::request::setters;

/// The request for `correlation`: linear bins (`bin`, `from`, `to`) or logarithmic ones (`log` bins per decade
/// of positive delay).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelationRequest {
    /// Channel from whose tags the delay is counted.
    pub a: u64,
    /// Channel to whose tags the delay is counted; may be `a`.
    pub b: u64,
    /// Width of linear bins, ticks; by default a hundredth of the range.
    pub bin: Option<i64>,
    /// Where the first bin begins, ticks; of logarithmic bins the first contains it.
    pub from: Option<i64>,
    /// The last bin contains it, ticks.
    pub to: Option<i64>,
    /// Logarithmic bins per decade.
    pub log: Option<i64>,
    /// Model that is fitted to g2: two-level, three-level, lorentzian, gaussian, exponential, diffusion, two-diffusion or
    /// triplet; none unless stated.
    pub fit: Option<Model>,
    /// Length of the focus over its width, for the models diffusion, two-diffusion and triplet; 5 unless stated.
    pub structure: Option<f64>,
    /// Ticks from one pulse of light to the next, at least 1; 0 for light that is not pulsed. Without it, pulses are
    /// reported by a hint.
    pub period: Option<f64>,
}

impl CorrelationRequest {
    /// Requests the correlation of channel `a` with channel `b`.
    pub fn between(a: u64, b: u64) -> Self {
        Self { a, b, bin: None, from: None, to: None, log: None, fit: None, structure: None, period: None }
    }
}

setters! { CorrelationRequest { bin: i64, from: i64, to: i64, log: i64, fit: Model, structure: f64, period: f64 } }
