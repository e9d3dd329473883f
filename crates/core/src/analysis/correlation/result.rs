//! The result of `correlation`.

use serde::Serialize;

use crate::counting::bins::BinsResult;
use crate::estimate::period::PulsedResult;
use crate::estimate::statistics::{Hint, Remark};
use crate::numbers::{Channel, Counts, Floats};

/// Common keys of analyses of two channels.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairOfChannels {
    /// Number of one channel.
    pub a: Channel,
    /// Number of the other channel.
    pub b: Channel,
    /// Time from the first to the last tag of any channel, ticks; null without tags.
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
    /// Value, in ticks for `centre`, `fwhm` and `tau...`; otherwise a number in units of g2.
    pub value: f64,
    /// Standard error; null if the model does not describe the counts, and in logarithmic bins.
    pub error: Option<f64>,
}

/// The fit of a model to g2.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FitResult {
    /// Name of the model in the request.
    pub model: String,
    /// The parameters of the model.
    pub parameters: Vec<FitParameter>,
    /// Deviance: twice the logarithm of the likelihood ratio between a model that matches every count and this fit.
    pub deviance: f64,
    /// Expected deviance of a true model; null in logarithmic bins, whose counts are not independent.
    pub true_deviance: Option<f64>,
    /// Standard deviation of the deviance of a true model.
    pub true_deviance_spread: Option<f64>,
    /// g2 of the model in every bin.
    pub g2: Floats,
}

/// `correlation`: pairs of tags by their delay `t_b - t_a`. Numbers of bins that cannot be normalised are not a number.
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
    /// Normalised counts.
    pub g2: Floats,
    /// Standard error of `g2` (68 %); not a number in bins of fewer than 20 pairs and in logarithmic bins.
    pub g2_error: Floats,
    /// Lower ends of the intervals of `g2` (68 %), Jeffreys' in bins of fewer than 20 pairs; not a number in
    /// logarithmic bins.
    pub g2_low: Floats,
    /// Upper ends of the intervals of `g2`.
    pub g2_high: Floats,
    /// g2 by the areas of peaks, with a period in the request and linear bins; otherwise null.
    pub pulsed: Option<PulsedResult>,
    /// Fit of the requested model; null without a model, in interim results and if the fit fails.
    pub fit: Option<FitResult>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
    /// Reasons for null numbers, and cautions.
    pub remarks: Vec<Remark>,
}

impl CorrelationResult {
    /// Returns the edges of the bins in ticks, one more than there are bins: bin `k` has the pairs with
    /// `edges[k] <= t_b - t_a < edges[k + 1]`.
    pub fn edges(&self) -> Vec<i64> {
        self.bins.edges_of(self.counts.len())
    }
}
