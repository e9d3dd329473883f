//! The parameters on which counts of coincidences depend, and the displaced windows that measure accidentals.

use serde::{Deserialize, Serialize};

use super::AccidentalsFrom;
use super::{CoincidenceRequest, DISPLACED, checked_delays, checked_patterns, checked_ticks, spread, usage};
use crate::Error;
use crate::counting::limits::MAX_WINDOW;
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
    /// # Errors
    /// `Usage` naming the field that is missing or out of range.
    pub fn of(request: &CoincidenceRequest) -> Result<Self, Error> {
        let period = Period::new(request.period)?;
        let window = checked_ticks("window", request.window)?;
        let displaced = checked_ticks("displaced", request.displaced.unwrap_or(DISPLACED))?;
        let (patterns, delays) = (checked_patterns(&request.patterns)?, checked_delays(&request.delays)?);
        if period.ticks().is_some_and(|period| period > MAX_WINDOW as f64) {
            return Err(usage("`period` is too long", format!("choose at most {MAX_WINDOW} ticks")));
        }
        let from = request.accidentals.unwrap_or(AccidentalsFrom::Measured);
        let displaced = Displaced::new(window, displaced, period.ticks());
        let reach = patterns.iter().map(|pattern| displaced.reach(pattern.len())).max();
        let range = spread(&delays) + reach.unwrap_or(displaced.reach(2)) + window;
        Ok(Self { window, displaced, period, from, delays, patterns, range })
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

/// Number of displaced windows of a pair.
pub const WINDOWS: i64 = 32;

/// Number of neighbouring pulses on either side, the number of g2 by areas with the default range.
const NEIGHBOURS: i64 = 5;

/// Multiples of [`Displaced::unit`] by which groups of channels are displaced against each other, in patterns of three
/// and more channels.
pub const STEPS: [i64; 4] = [-2, -1, 1, 2];

/// Minimum displacement in widths of the window.
const MIN_WIDTHS: i64 = 10;

/// Position of the displaced windows. Times are ticks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Displaced {
    /// Half the width of a window: it reaches from `-window` to `window`.
    window: i64,
    /// Minimum displacement.
    least: i64,
    /// The period of pulsed light; windows are displaced by its multiples.
    period: Option<f64>,
}

impl Displaced {
    /// Creates windows from `-window` to `window` ticks, displaced by at least `least` ticks and at least ten widths.
    /// With a period, the displacement is a whole number of periods, rounded to whole ticks.
    pub fn new(window: i64, least: i64, period: Option<f64>) -> Self {
        Self { window, least: least.max(MIN_WIDTHS * (2 * window + 1)), period }
    }

    fn width(self) -> i64 {
        2 * self.window + 1
    }

    /// Returns `n` times the displacement of groups of channels against each other.
    pub fn unit(self, n: i64) -> i64 {
        match self.period {
            None => n * self.least,
            Some(period) => libm::round(n as f64 * libm::ceil(self.least as f64 / period) * period) as i64,
        }
    }

    /// Returns the smallest and the largest delay that a pair's displaced windows cover.
    pub fn ends(self) -> (i64, i64) {
        let ranges = self.ranges();
        let ends = ranges.first().zip(ranges.last());
        ends.map_or((self.least, self.least), |((from, _), (_, to))| (*from, *to))
    }

    /// Returns the ranges of delays, both ends inclusive, that a pair's displaced windows cover: one range if the
    /// windows are adjacent, otherwise one range for each window. Windows do not overlap.
    pub fn ranges(self) -> Vec<(i64, i64)> {
        let Some(period) = self.period else {
            return vec![(self.least, self.least + WINDOWS * self.width() - 1)];
        };
        let first = libm::ceil((self.least + self.window) as f64 / period);
        let stride = libm::ceil(self.width() as f64 / period);
        let middle = |k: i64| libm::round((first + k as f64 * stride) * period) as i64;
        (0..WINDOWS).map(|k| (middle(k) - self.window, middle(k) + self.window)).collect()
    }

    /// Returns the ranges of delays, both ends inclusive, of a pair's windows at the [`NEIGHBOURS`] pulses on either
    /// side of 0 that are nearer than all displaced windows; none without a period, and for windows longer than a
    /// period.
    pub fn neighbours(self) -> Vec<(i64, i64)> {
        let Some(period) = self.period.filter(|period| *period >= self.width() as f64) else {
            return Vec::new();
        };
        let middles = (-NEIGHBOURS..=NEIGHBOURS).map(|k| libm::round(k as f64 * period) as i64);
        let is_near = |middle: &i64| *middle != 0 && middle.abs() + self.window < self.least;
        middles.filter(is_near).map(|middle| (middle - self.window, middle + self.window)).collect()
    }

    /// Returns the maximum distance between tags that are displaced against each other, in patterns with this number of
    /// channels.
    pub fn reach(self, channels: usize) -> i64 {
        if channels == 2 { self.ends().1 } else { self.unit(2 * (channels as i64 - 1)) }
    }

    /// Returns whether a recording of `span` ticks is at least twice as long as the displacement.
    pub fn fits(self, channels: usize, span: f64) -> bool {
        span >= 2.0 * self.reach(channels) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_lie_beyond_the_least_displacement() {
        let steady = Displaced::new(10, 1000, None);
        assert_eq!((steady.ends(), steady.ranges().len()), ((1000, 1000 + 32 * 21 - 1), 1));
        assert_eq!(Displaced::new(100, 1000, None).ends().0, 2010);
    }

    #[test]
    fn windows_of_pulsed_light_lie_whole_periods_away() {
        let pulsed = Displaced::new(10, 1000, Some(83.4));
        let ranges = pulsed.ranges();
        assert_eq!((ranges.len(), ranges[0]), (32, (1074, 1094)));
        assert!(ranges.iter().all(|(from, to)| {
            let turns = (from + to) as f64 / 2.0 / 83.4;
            (turns - turns.round()).abs() < 0.5 / 83.4 + 1e-9
        }));
        assert_eq!((pulsed.unit(1), pulsed.unit(2)), (1001, 2002));
    }

    #[test]
    fn wide_windows_of_pulsed_light_do_not_overlap() {
        let ranges = Displaced::new(100, 0, Some(80.0)).ranges();
        assert!(ranges.windows(2).all(|two| two[0].1 < two[1].0), "{ranges:?}");
    }
}
