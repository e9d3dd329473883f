//! The request for `coincidence`, with its checks.

use serde::Deserialize;

use super::accidentals::AccidentalsFrom;
use crate::counting::limits::MAX_WINDOW;
use crate::estimate::period::Period;
use crate::request::setters;
use crate::{Code, Error};

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
    /// Channel of the syncs of a recording in T3 mode. CAR and efficiencies of its patterns are null, because a sync is not
    /// a photon.
    pub sync: Option<u64>,
}

impl CoincidenceRequest {
    /// Requests the coincidences of every pair of channels within `window` ticks.
    pub fn within(window: i64) -> Self {
        Self {
            window,
            patterns: Vec::new(),
            delays: Vec::new(),
            displaced: None,
            accidentals: None,
            period: None,
            sync: None,
        }
    }
}

setters! { CoincidenceRequest { patterns: Vec<Vec<u64>>, delays: Vec<(u64, i64)>, displaced: i64, accidentals: AccidentalsFrom, period: f64, sync: u64 } }

/// Default minimum displacement of windows, ticks: 20 us at the usual 156.25 ps.
const DISPLACED: i64 = 128_000;

/// The parameters of coincidences before the checks.
#[derive(Default)]
pub struct UncheckedParameters {
    /// Maximum time from the earliest to the latest tag, ticks.
    pub window: i64,
    /// Lists of channels.
    pub patterns: Vec<Vec<u64>>,
    /// Channels with their delays in ticks.
    pub delays: Vec<(u64, i64)>,
    /// Minimum displacement of windows, ticks.
    pub displaced: Option<i64>,
}

/// The parameters of [`super::Coincidence`].
pub struct Parameters {
    /// Maximum time from the earliest to the latest tag, ticks; not negative.
    pub window: i64,
    /// Patterns without repetition; empty for every pair.
    pub patterns: Vec<Vec<u64>>,
    /// Channels with their delays. Channels ascend, and no delay is 0.
    pub delays: Vec<(u64, i64)>,
    /// Minimum displacement of windows, ticks; not negative.
    pub displaced: i64,
}

impl Parameters {
    /// Returns the maximum difference of the delays of two channels, in ticks.
    pub fn spread(&self) -> i64 {
        let ends = self.delays.iter().map(|(_, delay)| *delay).chain([0]);
        ends.clone().max().unwrap_or(0) - ends.min().unwrap_or(0)
    }
}

impl CoincidenceRequest {
    /// # Errors
    /// Those of [`UncheckedParameters::checked`], and `Usage` for a period that displaces windows too far.
    pub(super) fn checked(&self) -> Result<(Parameters, Period, AccidentalsFrom), Error> {
        let Self { window, patterns, delays, displaced, accidentals, period, .. } = self.clone();
        let period = Period::new(period)?;
        let parameters = UncheckedParameters { window, patterns, delays, displaced }.checked()?;
        if period.ticks().is_some_and(|period| period > MAX_WINDOW as f64) {
            return Err(usage("`period` is too long", format!("choose at most {MAX_WINDOW} ticks")));
        }
        Ok((parameters, period, accidentals.unwrap_or(AccidentalsFrom::Measured)))
    }
}

impl UncheckedParameters {
    /// # Errors
    /// `Usage` naming the parameter that is missing or out of range.
    pub fn checked(self) -> Result<Parameters, Error> {
        let window = match self.window {
            window if window >= 0 => bounded("window", window)?,
            _ => return Err(usage("`window` is negative", "give 0 ticks or more")),
        };
        let displaced = match self.displaced.unwrap_or(DISPLACED) {
            displaced if displaced >= 0 => bounded("displaced", displaced)?,
            _ => return Err(usage("`displaced` is negative", "give 0 ticks or more")),
        };
        Ok(Parameters { window, patterns: patterns(self.patterns)?, delays: delays(self.delays)?, displaced })
    }
}

fn patterns(given: Vec<Vec<u64>>) -> Result<Vec<Vec<u64>>, Error> {
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
        if !wanted.contains(&channels) {
            wanted.push(channels);
        }
    }
    Ok(wanted)
}

fn delays(given: Vec<(u64, i64)>) -> Result<Vec<(u64, i64)>, Error> {
    let mut delays: Vec<(u64, i64)> = Vec::new();
    for (channel, delay) in given {
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
