//! The result of `lifetime`.

use serde::Serialize;

use crate::estimate::statistics::Remark;
use crate::numbers::{Channel, Counts, Floats};

/// The clock and the channel whose tags were counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeHead {
    /// Channel of the clock; null where times were folded by the period alone, and of delays of records.
    pub sync: Option<Channel>,
    /// Channel of the photons.
    pub channel: Channel,
    /// From the first to the last tag of any channel, ticks; null without tags.
    pub span: Option<i128>,
    /// Tags of the clock.
    pub tags_sync: u64,
    /// Tags of the channel.
    pub tags: u64,
    /// Tags without a tag of the clock within the range before them, or without a delay: they are in no bin.
    pub without_sync: u64,
    /// Tags out of order that were put in order.
    pub reordered: u64,
    /// All channels seen.
    pub channels: Vec<Channel>,
}

/// One of the decays of a fit; ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeComponent {
    /// Lifetime, ticks.
    pub lifetime: f64,
    /// One standard error.
    pub lifetime_error: Option<f64>,
    /// Its share of the decays' counts.
    pub share: f64,
    /// One standard error; null where there is no other decay.
    pub share_error: Option<f64>,
}

/// A fit of one decay or of two; times in ticks, errors are standard errors. All errors are null of a fit that does
/// not describe the counts, or whose lifetime they do not determine: its numbers are those of the model nearest to them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeFit {
    /// Ascending by lifetime.
    pub components: Vec<LifetimeComponent>,
    /// Tags of the decays.
    pub counts: f64,
    /// One standard error.
    pub counts_error: Option<f64>,
    /// Tags per bin that are of no decay.
    pub background: f64,
    /// One standard error.
    pub background_error: Option<f64>,
    /// Where in the period the pulse lies; of a measured response, by how much later than it.
    pub start: f64,
    /// One standard error.
    pub start_error: Option<f64>,
    /// Full width at half maximum of the Gaussian response; null with a measured one.
    pub response_fwhm: Option<f64>,
    /// Null where the width was not fitted.
    pub response_fwhm_error: Option<f64>,
    /// Twice the logarithm of how much likelier counts exactly as expected would be.
    pub deviance: f64,
    /// What it is about where the model is true.
    pub true_deviance: f64,
    /// Its standard deviation.
    pub true_deviance_spread: f64,
    /// What is expected in every bin.
    pub expected: Floats,
}

/// `lifetime`: bin k covers `k*bin <= t < (k+1)*bin` after the clock's pulse, folded by its period; of a recording in
/// T3 mode, the delays of its records, which are not folded.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeResult {
    /// The clock and the channel.
    #[serde(flatten)]
    pub head: LifetimeHead,
    /// The clock's period, ticks; null where it is not known.
    pub period: Option<f64>,
    /// Pulses for each tag of `sync`; null without it, or where its gap is no multiple of the period.
    pub divider: Option<u64>,
    /// Width of a bin, ticks: the period over a whole number, or a whole number of ticks of the records' delays.
    pub bin: Option<f64>,
    /// Tags in every bin.
    pub counts: Counts,
    /// Of these, tags that are the first of the channel after a tag of `sync`.
    pub first: Counts,
    /// The lifetime of the fit, ticks: of two decays, the mean by their shares. Null without a fit, and where that does not
    /// describe the counts, or where they do not determine it.
    pub lifetime: Option<f64>,
    /// One standard error.
    pub lifetime_error: Option<f64>,
    /// Number of decays of the fit, as requested; null without a fit.
    pub decays: Option<u64>,
    /// Whether the fit is corrected for pile-up, as requested; it then describes `first` in place of `counts`.
    pub pile_up_corrected: bool,
    /// The fit; empty without one.
    pub fits: Vec<LifetimeFit>,
    /// Reasons for nulls, and what to know before the numbers are used.
    pub remarks: Vec<Remark>,
}
