//! What `coincidence` answers.

use serde::Serialize;

use crate::estimate::statistics::{Hint, Interval, Remark};
use crate::numbers::{ByChannel, Channel, Counts};

/// What is subtracted from the times of a channel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChannelDelay {
    /// Number of the channel.
    pub channel: Channel,
    /// Ticks.
    pub delay: i64,
}

impl ChannelDelay {
    /// Of a channel and its delay.
    pub fn of((channel, delay): (u64, i64)) -> Self {
        Self { channel: Channel(channel), delay }
    }
}

/// What results of coincidences have in common.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoincidenceHead {
    /// Largest time from the earliest to the latest tag, ticks: one-sided, so a pair has `2 window + 1` ticks.
    pub window: i64,
    /// What is subtracted from the times of channels.
    pub delays: Vec<ChannelDelay>,
    /// Where the windows lie that measure accidentals: 32 of a pair's, one beside the other or, with a period, whole periods
    /// apart, in which the second channel is `displaced_from` to `displaced_to` ticks later than in the middle of the
    /// window; of three and more channels, groups of channels are displaced against each other by -2, -1, 1 and 2 times
    /// about `displaced_from`.
    pub displaced_from: i64,
    /// The largest distance by which windows are displaced, ticks.
    pub displaced_to: i64,
    /// Ticks from one pulse of light to the next, as requested; else null.
    pub period: Option<f64>,
    /// "measured" or "rates", as requested: which accidentals CAR and efficiencies are computed with.
    pub accidentals_from: String,
    /// From the first to the last tag of any channel, ticks; null without tags.
    pub span: Option<i128>,
    /// Tags out of order that were put in order.
    pub reordered: u64,
    /// All channels seen.
    pub channels: Vec<Channel>,
}

/// The accidentals of one way to split a pattern's channels into independent groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AccidentalsBy {
    /// The groups of channels that come together by chance; the channels of a group belong together.
    pub groups: Vec<Vec<Channel>>,
    /// The accidentals that they make.
    pub counts: f64,
}

/// The coincidences of one pattern of channels.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoincidencePattern {
    /// Numbers of the channels.
    pub channels: Vec<Channel>,
    /// Tags of each channel.
    pub tags: Counts,
    /// Counts.
    pub counts: u64,
    /// Standard error of `counts` (68 %), `sqrt(dispersion counts)`; null below 20.
    pub counts_error: Option<f64>,
    /// Interval of the mean (68 %), Jeffreys'; null from 20 counts on.
    pub counts_interval: Option<Interval>,
    /// Upper limit of the mean (95 %), Garwood's; null from 20 counts on.
    pub counts_upper: Option<f64>,
    /// Variance of the coincidences over time in that of Poisson's distribution; more than 1 where they come in
    /// bursts, as those of thermal light do.
    pub dispersion: f64,
    /// The accidentals that CAR and efficiencies are computed with: the measured ones, or those from rates. Null where they
    /// are not known.
    pub accidentals: Option<f64>,
    /// Standard error of `accidentals` (68 %); null for a pair below 20 counts in all displaced windows.
    pub accidentals_error: Option<f64>,
    /// Of three and more channels: the measured accidentals by the groups that come together; their sum is
    /// `accidentals_measured`.
    pub accidentals_by: Option<Vec<AccidentalsBy>>,
    /// What independent channels of these rates would give.
    pub accidentals_rates: Option<f64>,
    /// Standard error (68 %).
    pub accidentals_rates_error: Option<f64>,
    /// The mean of the displaced windows; of three and more channels, the sum of `accidentals_by`.
    pub accidentals_measured: Option<f64>,
    /// Standard error (68 %); null for a pair below 20 counts in all displaced windows.
    pub accidentals_measured_error: Option<f64>,
    /// Interval (68 %), Jeffreys', for a pair; null from 20 counts on.
    pub accidentals_measured_interval: Option<Interval>,
    /// Coincidences to accidentals, less 1.
    pub car: Option<f64>,
    /// Standard error (68 %); null below 20 coincidences or counts in displaced windows.
    pub car_error: Option<f64>,
    /// Interval (68 %); null where there is an error.
    pub car_interval: Option<Interval>,
    /// Upper limit (95 %); null where there is an error.
    pub car_upper: Option<f64>,
    /// Klyshko's, by channel, for pairs.
    pub efficiency: Option<ByChannel<Option<f64>>>,
    /// Standard errors (68 %), binomial; null below 20 coincidences.
    pub efficiency_error: Option<ByChannel<Option<f64>>>,
    /// Intervals (68 %); null from 20 coincidences on.
    pub efficiency_interval: Option<ByChannel<Option<Interval>>>,
    /// What to know of the numbers.
    pub remarks: Vec<Remark>,
}

/// `coincidence`: tags of several channels within a window.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoincidenceResult {
    /// What every pattern has in common.
    #[serde(flatten)]
    pub head: CoincidenceHead,
    /// Each pattern of channels.
    pub patterns: Vec<CoincidencePattern>,
    /// What the data suggest.
    pub hints: Vec<Hint>,
}
