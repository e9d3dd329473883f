//! The result of `correlation`.

use serde::Serialize;

use crate::counting::bins::BinsResult;
use crate::estimate::period::PulsedResult;
use crate::estimate::statistics::{Hint, Remark};
use crate::numbers::{Channel, Counts, Floats};

/// Keys of every analysis of two channels.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairOfChannels {
    /// Number of one channel.
    pub a: Channel,
    /// Number of the other channel.
    pub b: Channel,
    /// From the first to the last tag of any channel, ticks; null without tags.
    pub span: Option<i128>,
    /// Number of tags of `a`.
    pub tags_a: u64,
    /// Number of tags of `b`.
    pub tags_b: u64,
    /// Tags out of order that were put in order.
    pub reordered: u64,
    /// All channels seen.
    pub channels: Vec<Channel>,
}

/// A parameter of a fitted model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FitParameter {
    /// `level`, `depth`, `height`, `centre`, `fwhm`, `tau`, `bunching`, `tau_bunching`, or `g2_zero`: g2 at the centre over
    /// the level. Of molecules that diffuse: `particles`, `tau_diffusion`, `share`, `tau_slow`, `triplet`, `tau_triplet` and, as
    /// given, `structure`.
    pub name: String,
    /// Ticks for `centre`, `fwhm` and `tau...`; else a number in units of g2.
    pub value: f64,
    /// Standard error; null where the model does not describe the counts, and in logarithmic bins.
    pub error: Option<f64>,
}

/// The fit of a model to g2.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FitResult {
    /// As in the request.
    pub model: String,
    /// The parameters of the model.
    pub parameters: Vec<FitParameter>,
    /// Twice the logarithm of how much likelier counts exactly as expected would be.
    pub deviance: f64,
    /// What it is about where the model is true; null in logarithmic bins, whose counts are not independent.
    pub true_deviance: Option<f64>,
    /// Standard deviation of the deviance of a true model.
    pub true_deviance_spread: Option<f64>,
    /// g2 of the model in every bin.
    pub g2: Floats,
}

/// `correlation`: pairs of tags by their delay `t_b - t_a`. Not a number: can't be normalised.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelationResult {
    /// The two channels.
    #[serde(flatten)]
    pub pair: PairOfChannels,
    /// Which bins there are.
    #[serde(flatten)]
    pub bins: BinsResult,
    /// Pairs in every bin.
    pub counts: Counts,
    /// Normalised counts.
    pub g2: Floats,
    /// Standard error of `g2` (68 %); not a number in bins of fewer than 20 pairs and in logarithmic bins.
    pub g2_error: Floats,
    /// The ends of the interval of `g2` (68 %), Jeffreys' in bins of fewer than 20 pairs; not a number in logarithmic bins.
    pub g2_low: Floats,
    /// Upper ends of the intervals of `g2`.
    pub g2_high: Floats,
    /// With a period in the request and linear bins, g2 by the areas of peaks; else null.
    pub pulsed: Option<PulsedResult>,
    /// Of the model in the request; null without one, in interim results and where nothing fits.
    pub fit: Option<FitResult>,
    /// What the data suggest.
    pub hints: Vec<Hint>,
    /// What to know of the numbers.
    pub remarks: Vec<Remark>,
}
