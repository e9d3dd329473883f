//! The parameters on which counts of coincidences depend.

use serde::{Deserialize, Serialize};

use super::accidentals::AccidentalsFrom;
use super::displaced::Displaced;
use super::request::Parameters;
use crate::Error;
use crate::estimate::period::Period;
use crate::tags::channels::paired;

/// The parameters of [`super::Coincidence`] for counting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CountingParameters {
    /// Maximum time from the earliest to the latest tag of a coincidence, ticks.
    pub window: i64,
    /// Windows that measure the accidentals.
    pub displaced: Displaced,
    /// Period of the light in the request.
    pub period: Period,
    /// Requested kind of accidentals.
    pub from: AccidentalsFrom,
    /// Delay subtracted from the times of each channel, ticks. Channels ascend.
    pub delays: Vec<(u64, i64)>,
    /// Patterns of channels; empty for every pair.
    pub patterns: Vec<Vec<u64>>,
    /// Maximum time between two tags of a coincidence in any of the windows, before delays are subtracted, ticks.
    pub range: i64,
}

impl CountingParameters {
    /// Computes the maximum time between related tags.
    pub fn new(parameters: Parameters, period: Period, from: AccidentalsFrom) -> Self {
        let spread = parameters.spread();
        let Parameters { window, patterns, delays, displaced } = parameters;
        let displaced = Displaced::new(window, displaced, period.ticks());
        let reach = patterns.iter().map(|pattern| displaced.reach(pattern.len())).max();
        let range = spread + reach.unwrap_or(displaced.reach(2)) + window;
        Self { window, displaced, period, from, delays, patterns, range }
    }

    /// Returns the channels whose times are needed; empty for all.
    pub fn channels(&self) -> Vec<u64> {
        let mut channels = self.patterns.concat();
        channels.sort_unstable();
        channels.dedup();
        channels
    }

    pub fn delay(&self, channel: u64) -> i64 {
        delay_of(&self.delays, channel)
    }

    /// Returns the delay of the second channel of a pair minus that of the first, or the range of delays of a larger
    /// pattern, in ticks.
    pub fn shift(&self, pattern: &[u64]) -> i64 {
        let delays = || pattern.iter().map(|channel| self.delay(*channel));
        match pattern {
            [a, b] => self.delay(*b).saturating_sub(self.delay(*a)),
            _ => delays().max().unwrap_or(0).saturating_sub(delays().min().unwrap_or(0)),
        }
    }

    /// Returns the patterns to count among `channels`, which ascend.
    pub fn patterns(&self, channels: &[u64]) -> Vec<Vec<u64>> {
        if !self.patterns.is_empty() {
            return self.patterns.clone();
        }
        let pairs =
            |(k, a): (usize, &u64)| channels[k + 1..].iter().map(|b| vec![*a, *b]).collect::<Vec<_>>();
        channels.iter().enumerate().flat_map(pairs).collect()
    }

    /// Checks that every pair of this number of channels can be counted, if the request names no patterns.
    pub fn check_channels(&self, channels: usize) -> Result<(), Error> {
        if !self.patterns.is_empty() {
            return Ok(());
        }
        let remedy = "choose some with `pattern` or `channel`";
        paired(channels, remedy)
    }
}

/// Returns the delay of a channel in ticks, 0 by default; the channels of `delays` ascend.
pub fn delay_of(delays: &[(u64, i64)], channel: u64) -> i64 {
    delays.binary_search_by_key(&channel, |(channel, _)| *channel).map_or(0, |k| delays[k].1)
}
