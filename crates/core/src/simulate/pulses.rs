//! Light that comes in pulses.

use super::random::{GAUSS_MAX, Random};
use super::range::range;
use crate::Error;

/// A train of pulses: pulse k is emitted at `k * period`. Pairs, and coherent light, have a Poisson number in each.
#[derive(Debug, Clone, PartialEq)]
pub struct Pulses {
    /// Pulses per second.
    pub rate: f64,
    /// Standard deviation of an emission's time within its pulse, ticks; Gaussian.
    pub width: f64,
    /// A channel that has a tag for every pulse, or every `divider`-th.
    pub clock: Option<Clock>,
}

/// A clock channel: at the very tick of pulse `0`, `divider`, `2 divider`, ...
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    /// The channel it is recorded on.
    pub channel: u64,
    /// Pulses for each of its tags.
    pub divider: u64,
}

impl Pulses {
    /// Whether every parameter is in range; `longest` is the longest time in ticks.
    ///
    /// # Errors
    /// `Usage` naming the parameter.
    pub fn check(&self, tick: f64, longest: f64) -> Result<(), Error> {
        range("pulse rate", self.rate, 1.0 / (longest * tick), 1.0 / tick)?;
        range("pulse width in ticks", self.width, 0.0, longest)?;
        let divider = self.clock.as_ref().map_or(1, |clock| clock.divider);
        range("clock's divider", divider as f64, 1.0, longest)
    }

    /// Ticks from pulse to pulse.
    pub fn period(&self, tick: f64) -> f64 {
        1.0 / (self.rate * tick)
    }
}

/// Emission times of a steady source: at once, or with the previous pulse.
#[derive(Debug, Clone)]
pub enum Emission {
    /// At any time.
    Steady,
    /// In pulses of this period and width, ticks.
    Pulsed { period: f64, width: f64 },
}

impl Emission {
    /// Emits with the pulses, if any.
    pub fn new(pulses: Option<&Pulses>, tick: f64) -> Self {
        pulses
            .map_or(Self::Steady, |pulses| Self::Pulsed { period: pulses.period(tick), width: pulses.width })
    }

    /// Emission time of an event of a Poisson process at `time`. All events of a period are emitted with its pulse, so
    /// that their number has a Poisson distribution.
    pub(super) fn time(&self, time: f64, random: &mut Random) -> f64 {
        match self {
            Self::Steady => time,
            Self::Pulsed { period, width } => libm::floor(time / period) * period + width * random.gauss(),
        }
    }

    /// The largest distances by which [`time`](Self::time) may precede and follow its argument.
    pub fn reach(&self) -> (f64, f64) {
        match self {
            Self::Steady => (0.0, 0.0),
            Self::Pulsed { period, width } => (period + GAUSS_MAX * width, GAUSS_MAX * width),
        }
    }
}
