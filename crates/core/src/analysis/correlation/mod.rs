//! Correlation of two channels: pairs of tags by their delay.

mod analysis;
mod columns;
mod fit;

use serde::{Deserialize, Serialize};

use super::fields::{RequestFields, bins_between};
use crate::counting::bins::BinsResult;
use crate::estimate::models::Model;
use crate::estimate::period::PulsedResult;
use crate::estimate::statistics::{Hint, Remark};
use crate::numbers::{Channel, Counts, Floats};
use crate::request::setters;

pub use analysis::{Correlation, CorrelationCounts};

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
    /// Lower edge of the first linear bin, or a delay in the first logarithmic bin, ticks; by default -64 in linear
    /// bins.
    pub from: Option<i64>,
    /// A delay in the last bin, ticks; by default 64, or 6,400,000 in logarithmic bins.
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

setters! {
    /// Requests the correlation of channel `a` with channel `b`.
    CorrelationRequest::between(a: u64, b: u64) { bin: i64, from: i64, to: i64, log: i64, fit: Model, structure: f64, period: f64 }
}

impl RequestFields for CorrelationRequest {
    fn clock_period(&mut self) -> Option<&mut Option<f64>> {
        Some(&mut self.period)
    }

    fn stated_bins(&self) -> i64 {
        bins_between(self.from, self.to, self.bin)
    }
}

/// Common keys of analyses of two channels.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairOfChannels {
    /// Start channel, whose tags are at delay 0.
    pub a: Channel,
    /// Stop channel.
    pub b: Channel,
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
    pub span: Option<i128>,
    /// Number of tags of `a`.
    pub tags_a: u64,
    /// Number of tags of `b`.
    pub tags_b: u64,
    /// Number of late tags that were sorted.
    pub reordered: u64,
    /// All channels of the recording.
    pub channels: Vec<Channel>,
}

/// A parameter of a fitted model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FitParameter {
    /// `level`, `depth`, `height`, `centre`, `fwhm`, `tau`, `bunching`, `tau_bunching`, or `g2_zero`: g2 at the centre
    /// divided by the level. For diffusing molecules: `particles`, `tau_diffusion`, `share`, `tau_slow`, `triplet`,
    /// `tau_triplet` and the requested `structure`.
    pub name: String,
    /// Value, in ticks for `centre`, `fwhm` and `tau...`; otherwise a number without unit.
    pub value: f64,
    /// Standard error; `None` if the model does not describe the counts, in logarithmic bins, and for diffusing
    /// molecules.
    pub error: Option<f64>,
    /// Upper limit (95 %) of `g2_zero`: `g2_zero + 1.96` errors; `None` for other parameters, and without an error.
    pub upper: Option<f64>,
}

/// The fit of a model to g2.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FitResult {
    /// Name of the model in the request.
    pub model: String,
    /// Fitted parameters; `g2_zero` is g2 at the centre divided by the level.
    pub parameters: Vec<FitParameter>,
    /// Deviance: twice the logarithm of the likelihood ratio between a model that matches every count and this fit.
    pub deviance: f64,
    /// Expected deviance of a true model; `None` in logarithmic bins and for diffusing molecules, whose counts are not
    /// independent.
    pub true_deviance: Option<f64>,
    /// Standard deviation of the deviance of a true model; `None` like `true_deviance`.
    pub true_deviance_spread: Option<f64>,
    /// g2 of the model in every bin.
    pub g2: Floats,
}

/// `correlation`: pairs of tags by their delay `t_b - t_a`. Numbers of bins that cannot be normalised are `None`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelationResult {
    /// The two channels.
    #[serde(flatten)]
    pub pair: PairOfChannels,
    /// The bins.
    #[serde(flatten)]
    pub bins: BinsResult,
    /// Pairs in every bin.
    pub counts: Counts,
    /// Normalised counts: `counts[k] * span^2 / (bin * (span - |delay|) * tags_a * tags_b)` in linear bins; `None` if
    /// they can't be normalised.
    pub g2: Floats,
    /// Standard error of `g2` (68 %); `None` in bins of fewer than 20 pairs and in logarithmic bins.
    pub g2_error: Floats,
    /// Lower ends of the intervals of `g2` (68 %), Jeffreys' in bins of fewer than 20 pairs; `None` if unknown.
    pub g2_low: Floats,
    /// Upper ends of the intervals of `g2` (68 %); `None` if unknown.
    pub g2_high: Floats,
    /// g2 by the areas of peaks, with a period in the request and linear bins; otherwise `None`.
    pub pulsed: Option<PulsedResult>,
    /// Fit of the requested model; `None` without a model, in interim results and if the fit fails.
    pub fit: Option<FitResult>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

impl CorrelationResult {
    /// Returns the edges of the bins in ticks, one more than there are bins: bin `k` has the pairs with
    /// `edges[k] <= t_b - t_a < edges[k + 1]`.
    pub fn edges(&self) -> Vec<i64> {
        self.bins.edges_of(self.counts.len())
    }
}
