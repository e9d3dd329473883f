//! Coincidences of tags of several channels.

mod accidentals;
mod count;
mod counted;
mod delay_hint;
mod parameters;
mod ratios;
mod report;

use serde::{Deserialize, Serialize};

use super::fields::RequestFields;
use crate::counting::limits::MAX_WINDOW;
use crate::estimate::statistics::{Hint, Interval, Remark};
use crate::numbers::{ByChannel, Channel, Counts};
use crate::request::setters;
use crate::{Code, Error};

pub use count::Coincidence;
pub(super) use delay_hint::delay_hint;
pub(super) use parameters::delay_of;

/// Maximum number of channels in a pattern.
const MAX_PATTERN: usize = 16;

/// The request for `coincidence`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoincidenceRequest {
    /// Maximum time from the earliest to the latest tag of a coincidence, ticks.
    pub window: i64,
    /// Lists of 2 to 16 different channels; by default every pair of channels of the recording.
    #[serde(default)]
    pub patterns: Vec<Vec<u64>>,
    /// Delay subtracted from the times of each channel, ticks.
    #[serde(default)]
    pub delays: Vec<(u64, i64)>,
    /// Minimum displacement of the windows that measure the accidentals, ticks. It must exceed the range of dead time
    /// and afterpulses. Default 128,000, which are 20 us at the usual 156.25 ps.
    pub displaced: Option<i64>,
    /// Accidentals with which CAR and efficiencies are computed: "measured" (the default) or "rates".
    pub accidentals: Option<AccidentalsFrom>,
    /// Ticks from one pulse of light to the next, at least 1; 0 for light that is not pulsed. Without a period, a hint
    /// reports pulses.
    pub period: Option<f64>,
    /// Channel of the syncs of a recording in T3 mode. CAR and efficiencies of its patterns are `None`, because a sync
    /// is not a photon.
    pub sync: Option<u64>,
}

/// The accidentals with which CAR and efficiencies are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AccidentalsFrom {
    /// Accidentals measured in displaced windows.
    Measured,
    /// Accidentals of independent channels with the measured rates.
    Rates,
}

impl AccidentalsFrom {
    /// Returns the name in requests and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Rates => "rates",
        }
    }
}

setters! {
    /// Requests the coincidences of every pair of channels within `window` ticks.
    CoincidenceRequest::within(window: i64) { patterns: Vec<Vec<u64>>, delays: Vec<(u64, i64)>, displaced: i64, accidentals: AccidentalsFrom, period: f64, sync: u64 }
}

impl RequestFields for CoincidenceRequest {
    fn clock_period(&mut self) -> Option<&mut Option<f64>> {
        Some(&mut self.period)
    }

    fn set_sync_channel(&mut self, channel: u64) {
        self.sync.get_or_insert(channel);
    }
}

/// Default minimum displacement of windows, ticks: 20 us at the usual 156.25 ps.
const DISPLACED: i64 = 128_000;

/// Checks a window or a displacement of windows.
pub(super) fn checked_ticks(name: &str, ticks: i64) -> Result<i64, Error> {
    if ticks < 0 {
        return Err(usage(format!("`{name}` is negative"), "give 0 ticks or more"));
    }
    bounded(name, ticks)
}

/// Returns patterns without repetition.
fn checked_patterns(given: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, Error> {
    let mut wanted: Vec<Vec<u64>> = Vec::new();
    for channels in given {
        if !(2..=MAX_PATTERN).contains(&channels.len()) {
            return Err(usage(
                "a pattern has too few or too many channels",
                format!("list 2 to {MAX_PATTERN} in each"),
            ));
        }
        if let Some(twice) = (1..channels.len()).find(|k| channels[..*k].contains(&channels[*k])) {
            let twice = channels[twice];
            return Err(usage(format!("channel {twice} is in a pattern twice"), "name each once"));
        }
        if !wanted.contains(channels) {
            wanted.push(channels.clone());
        }
    }
    Ok(wanted)
}

/// Returns the delays that are not 0, in ascending order of channels.
pub(super) fn checked_delays(given: &[(u64, i64)]) -> Result<Vec<(u64, i64)>, Error> {
    let mut delays: Vec<(u64, i64)> = Vec::new();
    for &(channel, delay) in given {
        let Err(place) = delays.binary_search_by_key(&channel, |(channel, _)| *channel) else {
            return Err(usage(format!("channel {channel} has two delays"), "give one"));
        };
        delays.insert(place, (channel, bounded("delays", delay)?));
    }
    delays.retain(|(_, delay)| *delay != 0);
    Ok(delays)
}

fn bounded(what: &str, time: i64) -> Result<i64, Error> {
    if (-MAX_WINDOW..=MAX_WINDOW).contains(&time) {
        Ok(time)
    } else {
        Err(usage(format!("`{what}` is too long"), format!("choose at most {MAX_WINDOW} ticks")))
    }
}

fn usage(message: impl Into<String>, remedy: impl Into<String>) -> Error {
    Error::new(Code::Usage, message, remedy)
}

/// Returns the maximum difference of the delays of two channels, in ticks.
pub(super) fn spread(delays: &[(u64, i64)]) -> i64 {
    let ends = delays.iter().map(|(_, delay)| *delay).chain([0]);
    ends.clone().max().unwrap_or(0) - ends.min().unwrap_or(0)
}

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
    /// Requested period: ticks from one pulse of light to the next; `None` without a request.
    pub period: Option<f64>,
    /// Requested accidentals with which CAR and efficiencies are computed: "measured" or "rates".
    pub accidentals_from: String,
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
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
    /// Standard error of `counts` (68 %), `sqrt(dispersion counts)`; `None` below 20.
    pub counts_error: Option<f64>,
    /// Interval of the mean of `counts` (68 %), Jeffreys'; `None` from 20 counts on.
    pub counts_interval: Option<Interval>,
    /// Upper limit of the mean of `counts` (95 %), Garwood's; `None` from 20 counts on.
    pub counts_upper: Option<f64>,
    /// Variance of the coincidences over time, relative to Poisson counts. It exceeds 1 if they come in bursts, as for
    /// thermal light.
    pub dispersion: f64,
    /// Accidentals with which CAR and efficiencies are computed, measured or from rates. `None` if they are unknown.
    pub accidentals: Option<f64>,
    /// Standard error of `accidentals` (68 %); `None` for a pair with fewer than 20 counts in all displaced windows.
    pub accidentals_error: Option<f64>,
    /// Measured accidentals of three and more channels by grouping. Their sum is `accidentals_measured`.
    pub accidentals_by: Option<Vec<AccidentalsBy>>,
    /// Accidentals of independent channels with these rates, `sum(prod(r_i) dt) ((w + 1)^n - w^n)` over slices of time.
    pub accidentals_rates: Option<f64>,
    /// Standard error of `accidentals_rates` (68 %).
    pub accidentals_rates_error: Option<f64>,
    /// Mean count of the displaced windows; for three and more channels, the sum of `accidentals_by`.
    pub accidentals_measured: Option<f64>,
    /// Standard error of `accidentals_measured` (68 %); `None` for a pair with fewer than 20 counts in all displaced
    /// windows.
    pub accidentals_measured_error: Option<f64>,
    /// Interval of `accidentals_measured` for a pair (68 %), Jeffreys'; `None` from 20 counts on.
    pub accidentals_measured_interval: Option<Interval>,
    /// Ratio of coincidences to accidentals, minus 1.
    pub car: Option<f64>,
    /// Standard error of `car` (68 %); `None` with fewer than 20 coincidences or counts in displaced windows.
    pub car_error: Option<f64>,
    /// Interval of `car` (68 %); `None` if there is a standard error.
    pub car_interval: Option<Interval>,
    /// Upper limit of `car` (95 %); `None` if there is a standard error.
    pub car_upper: Option<f64>,
    /// Klyshko's efficiency of each channel, for pairs.
    pub efficiency: Option<ByChannel<Option<f64>>>,
    /// Standard errors of `efficiency` (68 %), binomial; `None` with fewer than 20 coincidences.
    pub efficiency_error: Option<ByChannel<Option<f64>>>,
    /// Intervals of `efficiency` (68 %); `None` from 20 coincidences on.
    pub efficiency_interval: Option<ByChannel<Option<Interval>>>,
    /// Reasons for missing numbers, and cautions.
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
