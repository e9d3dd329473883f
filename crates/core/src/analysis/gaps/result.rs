//! The results of [`Gaps`](super::Gaps).

use serde::Serialize;

use crate::counting::bins::BinsResult;
use crate::estimate::statistics::{Hint, Remark};
use crate::numbers::{Channel, Counts};

/// The gaps of one channel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GapsChannel {
    /// Number of the channel.
    pub channel: Channel,
    /// Gaps in every bin.
    pub counts: Counts,
    /// Gaps below the first bin.
    pub below: u64,
    /// Gaps above the last bin.
    pub above: u64,
    /// Mean of all gaps, ticks; `None` with fewer than two tags, like `min` and `max`.
    pub mean: Option<f64>,
    /// Shortest gap, ticks.
    pub min: Option<i64>,
    /// Longest gap, ticks.
    pub max: Option<i64>,
    /// Dead time of the detector, ticks: the shortest gap, except for double triggers. `None` if the gaps have no edge.
    pub dead_time: Option<i64>,
    /// Standard error of `dead_time`.
    pub dead_time_error: Option<f64>,
    /// Probability, per tag, of an afterpulse within `afterpulsing_within` after the dead time; `None` if unknown.
    pub afterpulsing: Option<f64>,
    /// Standard error of `afterpulsing`.
    pub afterpulsing_error: Option<f64>,
    /// Time after the dead time in which afterpulses are counted, ticks: half the mean gap beyond the dead time.
    pub afterpulsing_within: Option<f64>,
    /// Mean time between the tags of a clock, ticks; `None` if the channel is not a clock.
    pub period: Option<f64>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

/// `gaps`: times between successive tags of one channel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GapsResult {
    /// The bins.
    #[serde(flatten)]
    pub bins: BinsResult,
    /// Results by channel, ascending.
    pub channels: Vec<GapsChannel>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
}
