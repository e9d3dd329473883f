//! Times of a channel's tags after the pulses of a clock, or the delays of their records, and the lifetimes fitted to
//! them.

mod after_pulses;
mod analysis;
mod decay;
mod delay_result;
mod fits;
mod fold;
mod record_delays;
mod result;
mod sync_times;

use serde::{Deserialize, Serialize};

use super::fields::RequestFields;
use crate::estimate::statistics::Remark;
use crate::numbers::{Channel, Counts, Floats};
use crate::request::{positive, setters};
use crate::{Code, Error};

pub use analysis::Lifetime;
pub use delay_result::{lifetime_of_curve, lifetime_of_histogram};

/// Channel of the syncs in a recording in T3 mode.
const SYNC: u64 = 0;

/// Key of this analysis in requests and results.
pub const NAME: &str = "lifetime";

/// The request for `lifetime`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeRequest {
    /// Channel of the photons.
    pub channel: u64,
    /// Channel of the clock; without it, times are folded by `period`.
    pub sync: Option<u64>,
    /// The clock's period, ticks; by default the mean gap of `sync`.
    pub period: Option<f64>,
    /// Sync period in the header of a recording in T3 mode, ticks. It is used without `sync` and `period`; tags then
    /// count by the delays of their records.
    pub header_period: Option<f64>,
    /// Width of a bin, ticks; default 1. Except for delays of records, the default increases if a period would have
    /// more than 2048 bins, or if the range is too long.
    pub bin: Option<i64>,
    /// Maximum time after a tag of `sync`, ticks; default 2^20 - 1.
    pub range: Option<i64>,
    /// Full width at half maximum of a Gaussian instrument response, ticks; fitted by default.
    pub fwhm: Option<f64>,
    /// Counts of a measured instrument response in each bin of a period. It replaces the Gaussian.
    pub response: Option<Vec<i64>>,
    /// Number of exponential decays to fit: 1 (the default) or 2.
    pub decays: Option<i64>,
    /// Whether the fit is corrected for pile-up. It then describes `first`, relative to the pulses without an earlier
    /// tag.
    pub pile_up: Option<bool>,
}

setters! {
    /// Requests the lifetime of the light on a channel.
    LifetimeRequest::of(channel: u64) { sync: u64, period: f64, header_period: f64, bin: i64, range: i64, fwhm: f64, response: Vec<i64>, decays: i64, pile_up: bool }
}

impl RequestFields for LifetimeRequest {
    fn clock_period(&mut self) -> Option<&mut Option<f64>> {
        Some(&mut self.period)
    }

    fn has_divider(&self) -> bool {
        false
    }

    /// Sets `header_period` instead of `period`: tags then count by the delays of their records.
    fn set_header_period(&mut self, ticks: f64) {
        if self.period.is_none() && self.sync.unwrap_or(SYNC) == SYNC {
            (self.sync, self.header_period) = (None, Some(ticks));
        }
    }
}

impl LifetimeRequest {
    /// Checks the fields that do not depend on each other.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    pub(super) fn check(&self) -> Result<(), Error> {
        positive("bin", self.bin)?;
        positive("range", self.range)?;
        positive("period", self.period)?;
        positive("header_period", self.header_period)?;
        positive("fwhm", self.fwhm)?;
        let decays = positive("decays", self.decays)?;
        if decays.is_some_and(|decays| decays > 2) {
            return Err(usage("`decays` is neither 1 nor 2", "give one of them"));
        }
        if self.response.iter().flatten().any(|n| *n < 0) {
            return Err(usage("`response` has a negative count", "give counts"));
        }
        Ok(())
    }

    /// Returns whether the fit is corrected for pile-up.
    fn corrects_pile_up(&self) -> bool {
        self.pile_up == Some(true)
    }

    /// Returns whether two decays are requested.
    pub(super) fn is_two(&self) -> bool {
        self.decays == Some(2)
    }
}

/// Returns the error of a wrong request.
pub(super) fn usage(message: impl Into<String>, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}

/// The clock and the channel whose tags were counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeHead {
    /// Channel of the clock; `None` if times were folded by the period alone, and for delays of records.
    pub sync: Option<Channel>,
    /// Channel of the photons.
    pub channel: Channel,
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
    pub span: Option<i128>,
    /// Tags of the clock.
    pub tags_sync: u64,
    /// Tags of the channel.
    pub tags: u64,
    /// Tags without a tag of the clock within the range before them, or without a delay. They are not in any bin.
    pub without_sync: u64,
    /// Number of late tags that were sorted.
    pub reordered: u64,
    /// All channels of the recording.
    pub channels: Vec<Channel>,
}

/// One decay of a fit. Times are ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeComponent {
    /// Lifetime, ticks.
    pub lifetime: f64,
    /// Standard error of `lifetime`.
    pub lifetime_error: Option<f64>,
    /// Share of the decays' counts.
    pub share: f64,
    /// Standard error of `share`; `None` for a single decay.
    pub share_error: Option<f64>,
}

/// A fit of one or two decays. Times are ticks, and errors are standard errors. All errors are `None` if the model does
/// not describe the counts, or if the counts do not determine the lifetime. The numbers are then only those of the
/// nearest model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeFit {
    /// Decays, ascending by lifetime.
    pub components: Vec<LifetimeComponent>,
    /// Tags of the decays.
    pub counts: f64,
    /// Standard error of `counts`.
    pub counts_error: Option<f64>,
    /// Tags per bin that do not belong to a decay.
    pub background: f64,
    /// Standard error of `background`.
    pub background_error: Option<f64>,
    /// Position of the pulse in the period, ticks; for a measured response, its shift to later times.
    pub start: f64,
    /// Standard error of `start`.
    pub start_error: Option<f64>,
    /// Full width at half maximum of the Gaussian response, ticks; `None` with a measured one, and if it is narrower
    /// than a bin.
    pub response_fwhm: Option<f64>,
    /// Standard error of `response_fwhm`; `None` if the width was not fitted.
    pub response_fwhm_error: Option<f64>,
    /// Deviance: twice the logarithm of the likelihood ratio between a model that matches every count and this fit.
    pub deviance: f64,
    /// Expected deviance of a true model.
    pub true_deviance: f64,
    /// Standard deviation of the deviance of a true model.
    pub true_deviance_spread: f64,
    /// Expected counts in each bin.
    pub expected: Floats,
}

/// `lifetime`: bin k covers `k*bin <= t < (k+1)*bin` after the clock's pulse, folded by its period. For a recording in
/// T3 mode, times are the delays of the records, which are not folded.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LifetimeResult {
    /// The clock and the channel.
    #[serde(flatten)]
    pub head: LifetimeHead,
    /// Period of the clock, ticks; `None` if unknown.
    pub period: Option<f64>,
    /// Number of pulses per tag of `sync`; `None` without `sync`, or if its gap is not a multiple of the period.
    pub divider: Option<u64>,
    /// Width of a bin, ticks: a fraction 1/n of the period, or a whole number of ticks for delays of records.
    pub bin: Option<f64>,
    /// Tags in every bin of the time since the last pulse.
    pub counts: Counts,
    /// The first of these tags after each tag of `sync`.
    pub first: Counts,
    /// Lifetime of the fit, ticks; for two decays, their mean weighted by shares. `None` without a fit, if the fit does
    /// not describe the counts, or if the counts do not determine the lifetime.
    pub lifetime: Option<f64>,
    /// Standard error of `lifetime`.
    pub lifetime_error: Option<f64>,
    /// Requested number of decays in the fit; `None` without a fit.
    pub decays: Option<u64>,
    /// Whether the fit is corrected for pile-up, as requested. It then describes `first` instead of `counts`.
    pub pile_up_corrected: bool,
    /// The fit; empty without one.
    pub fits: Vec<LifetimeFit>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}
