//! The request for `lifetime`, and its checks.

use serde::Deserialize;

use crate::request::{positive, setters};
use crate::{Code, Error};

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

impl LifetimeRequest {
    /// Requests the lifetime of the light on a channel.
    pub fn of(channel: u64) -> Self {
        Self {
            channel,
            sync: None,
            period: None,
            header_period: None,
            bin: None,
            range: None,
            fwhm: None,
            response: None,
            decays: None,
            pile_up: None,
        }
    }
}

setters! { LifetimeRequest { sync: u64, period: f64, header_period: f64, bin: i64, range: i64, fwhm: f64, response: Vec<i64>, decays: i64, pile_up: bool } }

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

    /// Returns whether two decays are requested.
    pub(super) fn is_two(&self) -> bool {
        self.decays == Some(2)
    }
}

/// Returns the error of a wrong request.
pub(super) fn usage(message: impl Into<String>, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}
