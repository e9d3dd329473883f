//! What `coincidence` answers.

use crate::analysis::shape::{ByChannel, Channel, Count, Counts, Finite, Includes, LongTime, Text, result};
use crate::analysis::statistics::{Hint, Interval, Remark};

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
        /// Where the windows lie that measure accidentals: 32 of a pair's, one beside the other, in which the second channel
        /// is `displaced_from` to `displaced_to` ticks later than in the middle of the window; of three and more channels,
        /// the k-th is displaced by k times -2, -1, 1 and 2 times `displaced_from`.
        displaced_from: i64,
        displaced_to: i64,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
    }
}

result! {
    /// The accidentals that one partition of a pattern's channels makes.
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
        /// What chance gives; of three and more channels the sum of `accidentals_by`. Null where that is not known.
        accidentals: Option<f64>,
        /// Standard error of `accidentals` (68 %).
        accidentals_error: Option<f64>,
        /// "rates": from mean rates; "slices": from the rates in slices of time, as they were not steady; "displaced": the
        /// measured ones, as they do not agree with the computed ones; "periods": measured whole periods of pulsed light
        /// beside the window.
        accidentals_from: Option<Text>,
        /// The least and the greatest time in ticks by which the windows are displaced that `accidentals` are measured in:
        /// "displaced" ones of a pair to one side, "periods" to either side. Null where they are computed.
        displaced_by: Option<Interval>,
        /// Ticks from one pulse of light to the next; null where light is not known to be pulsed.
        period: Option<f64>,
        /// Where the period is from: `correlation`, `clock` or `given`.
        period_from: Option<Text>,
        /// Of three and more channels: by what comes together by chance.
        accidentals_by: Option<Vec<AccidentalsBy>>,
        /// The mean of the displaced windows, of pulsed light of those whole periods beside; of three and more channels, of
        /// those that come together one by one.
        accidentals_measured: Option<f64>,
        /// Standard error (68 %); null below 20 counts in all displaced windows.
        accidentals_measured_error: Option<f64>,
        /// Interval (68 %), Jeffreys'; null from 20 counts on.
        accidentals_measured_interval: Option<Interval>,
        /// Coincidences to accidentals, less 1.
        car: Option<f64>,
        /// Standard error (68 %); null below 20 coincidences.
        car_error: Option<f64>,
        /// Interval (68 %); null from 20 coincidences on.
        car_interval: Option<Interval>,
        /// Upper limit (95 %); null from 20 coincidences on.
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
