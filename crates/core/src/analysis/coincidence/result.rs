//! The result of `coincidence`.

use serde::Serialize;

use crate::estimate::statistics::{Hint, Interval, Remark};
use crate::numbers::{ByChannel, Channel, Counts};

/// Delay subtracted from the times of a channel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChannelDelay {
    /// Number of the channel.
    pub channel: Channel,
    /// Delay in ticks.
    pub delay: i64,
}

impl ChannelDelay {
    /// Creates the entry of a channel and its delay.
    pub fn of((channel, delay): (u64, i64)) -> Self {
        Self { channel: Channel(channel), delay }
    }
}

/// Common keys of results of coincidences.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoincidenceHead {
    /// Maximum time from the earliest to the latest tag, ticks. It is one-sided: a pair has delays in `2 window + 1`
    /// ticks.
    pub window: i64,
    /// Delays subtracted from the times of channels.
    pub delays: Vec<ChannelDelay>,
    /// Minimum displacement of the windows that measure accidentals, ticks. A pair has 32 windows: adjacent ones or,
    /// with a period, windows whole periods apart. In them, the second channel is `displaced_from` to `displaced_to`
    /// ticks later than in the middle of the window. For three and more channels, groups of channels are displaced
    /// against each other by -2, -1, 1 and 2 times about `displaced_from`.
    pub displaced_from: i64,
    /// Maximum displacement of windows, ticks.
    pub displaced_to: i64,
    /// Requested period: ticks from one pulse of light to the next; null without a request.
    pub period: Option<f64>,
    /// Requested accidentals with which CAR and efficiencies are computed: "measured" or "rates".
    pub accidentals_from: String,
    /// Time from the first to the last tag of any channel, ticks; null without tags.
    pub span: Option<i128>,
    /// Number of late tags that were sorted.
    pub reordered: u64,
    /// All channels of the recording.
    pub channels: Vec<Channel>,
}

/// The accidentals of one way to split a pattern's channels into independent groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AccidentalsBy {
    /// The groups of channels. Channels of one group coincide; different groups are independent.
    pub groups: Vec<Vec<Channel>>,
    /// Accidentals of this grouping.
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
    /// Number of coincidences.
    pub counts: u64,
    /// Standard error of `counts` (68 %), `sqrt(dispersion counts)`; null below 20.
    pub counts_error: Option<f64>,
    /// Interval of the mean of `counts` (68 %), Jeffreys'; null from 20 counts on.
    pub counts_interval: Option<Interval>,
    /// Upper limit of the mean of `counts` (95 %), Garwood's; null from 20 counts on.
    pub counts_upper: Option<f64>,
    /// Variance of the coincidences over time, relative to Poisson counts. It exceeds 1 if they come in bursts, as for
    /// thermal light.
    pub dispersion: f64,
    /// Accidentals with which CAR and efficiencies are computed, measured or from rates. Null if they are unknown.
    pub accidentals: Option<f64>,
    /// Standard error of `accidentals` (68 %); null for a pair with fewer than 20 counts in all displaced windows.
    pub accidentals_error: Option<f64>,
    /// Measured accidentals of three and more channels by grouping. Their sum is `accidentals_measured`.
    pub accidentals_by: Option<Vec<AccidentalsBy>>,
    /// Accidentals of independent channels with these rates.
    pub accidentals_rates: Option<f64>,
    /// Standard error of `accidentals_rates` (68 %).
    pub accidentals_rates_error: Option<f64>,
    /// Mean count of the displaced windows; for three and more channels, the sum of `accidentals_by`.
    pub accidentals_measured: Option<f64>,
    /// Standard error of `accidentals_measured` (68 %); null for a pair with fewer than 20 counts in all displaced
    /// windows.
    pub accidentals_measured_error: Option<f64>,
    /// Interval of `accidentals_measured` for a pair (68 %), Jeffreys'; null from 20 counts on.
    pub accidentals_measured_interval: Option<Interval>,
    /// Ratio of coincidences to accidentals, minus 1.
    pub car: Option<f64>,
    /// Standard error of `car` (68 %); null with fewer than 20 coincidences or counts in displaced windows.
    pub car_error: Option<f64>,
    /// Interval of `car` (68 %); null if there is a standard error.
    pub car_interval: Option<Interval>,
    /// Upper limit of `car` (95 %); null if there is a standard error.
    pub car_upper: Option<f64>,
    /// Klyshko's efficiency of each channel, for pairs.
    pub efficiency: Option<ByChannel<Option<f64>>>,
    /// Standard errors of `efficiency` (68 %), binomial; null with fewer than 20 coincidences.
    pub efficiency_error: Option<ByChannel<Option<f64>>>,
    /// Intervals of `efficiency` (68 %); null from 20 coincidences on.
    pub efficiency_interval: Option<ByChannel<Option<Interval>>>,
    /// Reasons for null numbers, and cautions.
    pub remarks: Vec<Remark>,
}

/// `coincidence`: tags of several channels within a window.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoincidenceResult {
    /// Common keys of all patterns.
    #[serde(flatten)]
    pub head: CoincidenceHead,
    /// Each pattern of channels.
    pub patterns: Vec<CoincidencePattern>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
}
