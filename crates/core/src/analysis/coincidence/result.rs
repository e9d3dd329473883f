//! What `coincidence` answers.

use crate::estimate::statistics::{Hint, Interval, Remark};
use crate::shape::{ByChannel, Channel, Count, Counts, Finite, Includes, LongTime, Text, result};

result! {
    /// What is subtracted from the times of a channel.
    pub struct ChannelDelay as "ChannelDelay" {
        channel: Channel,
        /// Ticks.
        delay: i64,
    }
}

impl ChannelDelay {
    /// Of a channel and its delay.
    pub fn of((channel, delay): (u64, i64)) -> Self {
        Self { channel: Channel(channel), delay }
    }
}

result! {
    /// What results of coincidences have in common.
    pub struct CoincidenceHead as "CoincidenceHead" {
        /// Largest time from the earliest to the latest tag, ticks: one-sided, so a pair has `2 window + 1` ticks.
        window: i64,
        delays: Vec<ChannelDelay>,
        /// Where the windows lie that measure accidentals: 32 of a pair's, one beside the other or, with a period, whole periods
        /// apart, in which the second channel is `displaced_from` to `displaced_to` ticks later than in the middle of the
        /// window; of three and more channels, groups of channels are displaced against each other by -2, -1, 1 and 2 times
        /// about `displaced_from`.
        displaced_from: i64,
        displaced_to: i64,
        /// Ticks from one pulse of light to the next, as requested; else null.
        period: Option<f64>,
        /// "measured" or "rates", as requested: which accidentals CAR and efficiencies are computed with.
        accidentals_from: Text,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
    }
}

result! {
    /// The accidentals of one way to split a pattern's channels into independent groups.
    pub struct AccidentalsBy as "AccidentalsBy" {
        /// The groups of channels that come together by chance; the channels of a group belong together.
        groups: Vec<Vec<Channel>>,
        /// The accidentals that they make.
        counts: Finite,
    }
}

result! {
    /// The coincidences of one pattern of channels.
    pub struct CoincidencePattern as "CoincidencePattern" {
        channels: Vec<Channel>,
        /// Tags of each channel.
        tags: Counts,
        counts: Count,
        /// Standard error of `counts` (68 %), `sqrt(dispersion counts)`; null below 20.
        counts_error: Option<f64>,
        /// Interval of the mean (68 %), Jeffreys'; null from 20 counts on.
        counts_interval: Option<Interval>,
        /// Upper limit of the mean (95 %), Garwood's; null from 20 counts on.
        counts_upper: Option<f64>,
        /// Variance of the coincidences over time in that of Poisson's distribution; more than 1 where they come in
        /// bursts, as those of thermal light do.
        dispersion: Finite,
        /// The accidentals that CAR and efficiencies are computed with: the measured ones, or those from rates. Null where they
        /// are not known.
        accidentals: Option<f64>,
        /// Standard error of `accidentals` (68 %); null for a pair below 20 counts in all displaced windows.
        accidentals_error: Option<f64>,
        /// Of three and more channels: the measured accidentals by the groups that come together; their sum is
        /// `accidentals_measured`.
        accidentals_by: Option<Vec<AccidentalsBy>>,
        /// What independent channels of these rates would give.
        accidentals_rates: Option<f64>,
        /// Standard error (68 %).
        accidentals_rates_error: Option<f64>,
        /// The mean of the displaced windows; of three and more channels, the sum of `accidentals_by`.
        accidentals_measured: Option<f64>,
        /// Standard error (68 %); null for a pair below 20 counts in all displaced windows.
        accidentals_measured_error: Option<f64>,
        /// Interval (68 %), Jeffreys', for a pair; null from 20 counts on.
        accidentals_measured_interval: Option<Interval>,
        /// Coincidences to accidentals, less 1.
        car: Option<f64>,
        /// Standard error (68 %); null below 20 coincidences or counts in displaced windows.
        car_error: Option<f64>,
        /// Interval (68 %); null where there is an error.
        car_interval: Option<Interval>,
        /// Upper limit (95 %); null where there is an error.
        car_upper: Option<f64>,
        /// Klyshko's, by channel, for pairs.
        efficiency: Option<ByChannel<Option<f64>>>,
        /// Standard errors (68 %), binomial; null below 20 coincidences.
        efficiency_error: Option<ByChannel<Option<f64>>>,
        /// Intervals (68 %); null from 20 coincidences on.
        efficiency_interval: Option<ByChannel<Option<Interval>>>,
        remarks: Vec<Remark>,
    }
}

result! {
    /// `coincidence`: tags of several channels within a window.
    pub struct CoincidenceResult as "Coincidence" {
        head: Includes<CoincidenceHead>,
        patterns: Vec<CoincidencePattern>,
        hints: Vec<Hint>,
    }
}
