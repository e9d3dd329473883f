//! The simulated source, with defaults that make a good sample recording.

use super::light::Light;
use super::pulses::{Emission, Pulses};
use super::random::GAUSS_MAX;
use super::range::range;
use super::transmission::Transmission;
use crate::{Code, Error};

/// The longest recording, in ticks: times are exact in an `f64` to an eighth of a tick.
const MAX_DURATION: i64 = 1 << 50;

/// Maximum number of clicks that wait to be sorted; bounds memory.
const MAX_WAITING: f64 = 1_048_576.0;

/// A pair source with two detectors, an optional third detector in the dark, and an optional beam. The default is two
/// seconds at about 97,000 and 110,000 counts per second on channels 3 and 15, and 11,000 on 16.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Equal seeds and parameters give equal tags.
    pub seed: u64,
    /// Length of the recording in ticks; times are from 0 to before it.
    pub duration: i64,
    /// Length of a tick in seconds. Only rates depend on it.
    pub tick: f64,
    /// Pairs emitted per second.
    pub pair_rate: f64,
    /// The detector of each pair's first photon.
    pub a: Detector,
    /// The detector of each pair's second photon.
    pub b: Detector,
    /// A detector with dark counts only.
    pub extra: Option<Detector>,
    /// A beam that both detectors see.
    pub light: Option<Light>,
    /// If set, pairs and beam come in pulses.
    pub pulses: Option<Pulses>,
    /// Share of pairs and beam that is transmitted over time.
    pub transmission: Transmission,
}

/// A detector on a channel of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Detector {
    /// The channel its clicks are recorded on.
    pub channel: u64,
    /// Probability that a photon is detected, including path losses.
    pub efficiency: f64,
    /// Dark counts per second.
    pub dark_rate: f64,
    /// Ticks from a pair's emission to its click.
    pub delay: i64,
    /// Standard deviation of the Gaussian timing jitter in ticks.
    pub jitter: f64,
    /// Ticks after a click in which the next is missed.
    pub dead_time: i64,
    /// Probability that a click is followed by one without light.
    pub afterpulsing: f64,
    /// Mean time in ticks of that click after the end of the dead time; exponential.
    pub afterpulse_decay: f64,
}

impl Default for Source {
    fn default() -> Self {
        let a = Detector { channel: 3, efficiency: 0.20, ..Detector::default() };
        let b = Detector { channel: 15, efficiency: 0.23, delay: 26, ..Detector::default() };
        let extra = Detector { channel: 16, dark_rate: 11_000.0, ..Detector::default() };
        Self {
            seed: 1,
            duration: 12_800_000_000,
            tick: 156.25e-12,
            pair_rate: 460e3,
            a,
            b,
            extra: Some(extra),
            light: None,
            pulses: None,
            transmission: Transmission::default(),
        }
    }
}

impl Default for Detector {
    fn default() -> Self {
        Self {
            channel: 0,
            efficiency: 0.0,
            dark_rate: 3_000.0,
            delay: 0,
            jitter: 2.2,
            dead_time: 320,
            afterpulsing: 0.015,
            afterpulse_decay: 640.0,
        }
    }
}

impl Source {
    /// Whether every parameter is in range and memory stays bounded.
    ///
    /// # Errors
    /// `Usage` naming the parameter.
    pub fn check(&self) -> Result<(), Error> {
        let ticks = MAX_DURATION as f64;
        range("tick in seconds", self.tick, 1e-18, 1.0)?;
        range("duration in ticks", self.duration as f64, 0.0, ticks)?;
        let max_rate = 1.0 / self.tick;
        range("pair rate", self.pair_rate, 0.0, max_rate)?;
        let detectors = || [&self.a, &self.b].into_iter().chain(&self.extra);
        for detector in detectors() {
            let of = |what: &str| format!("{what} of channel {}", detector.channel);
            range(&of("efficiency"), detector.efficiency, 0.0, 1.0)?;
            range(&of("dark count rate"), detector.dark_rate, 0.0, max_rate)?;
            range(&of("delay in ticks"), detector.delay as f64, -ticks, ticks)?;
            range(&of("jitter in ticks"), detector.jitter, 0.0, ticks)?;
            range(&of("dead time in ticks"), detector.dead_time as f64, 0.0, ticks)?;
            range(&of("afterpulsing probability"), detector.afterpulsing, 0.0, 0.9)?;
            range(&of("afterpulse decay in ticks"), detector.afterpulse_decay, 1e-3, ticks)?;
            if detectors().filter(|other| other.channel == detector.channel).count() > 1 {
                let message = format!("two detectors have channel {}", detector.channel);
                return Err(Error::new(Code::Usage, message, "give each its own"));
            }
        }
        if let Some(pulses) = &self.pulses {
            pulses.check(self.tick, ticks)?;
            let clock = pulses.clock.as_ref().map(|clock| clock.channel);
            if let Some(detector) = detectors().find(|detector| Some(detector.channel) == clock) {
                let message = format!("the clock and a detector have channel {}", detector.channel);
                return Err(Error::new(Code::Usage, message, "give each its own"));
            }
        }
        if let Some(light) = &self.light {
            light.check(self.tick, self.period(), ticks)?;
        }
        self.transmission.check()?;
        if self.waiting() > MAX_WAITING {
            return Err(Error::new(
                Code::Usage,
                "the simulation's delays, jitters and afterpulse decays are too long for its rates \
                 (more clicks than fit in memory would overlap)",
                "choose shorter times or lower rates",
            ));
        }
        Ok(())
    }

    /// Ticks from pulse to pulse.
    pub fn period(&self) -> Option<f64> {
        self.pulses.as_ref().map(|pulses| pulses.period(self.tick))
    }

    /// Average number of clicks that wait for earlier ones: clicks of light emitted within the spread of delays,
    /// jitters, pulses and lifetimes, and future afterpulses.
    fn waiting(&self) -> f64 {
        let beam = self.light.as_ref().map_or(0.0, |light| light.rate);
        let light = (self.pair_rate + beam) * self.tick;
        let (before, after) = Emission::new(self.pulses.as_ref(), self.tick).reach();
        let spread = (self.a.delay as f64 - self.b.delay as f64).abs()
            + 2.0 * GAUSS_MAX * self.a.jitter.max(self.b.jitter)
            + before
            + after
            + self.light.as_ref().map_or(0.0, Light::longest_wait);
        let afterpulses = |detector: &Detector| {
            let rate = (light * detector.efficiency + detector.dark_rate * self.tick)
                / (1.0 - detector.afterpulsing);
            rate * detector.afterpulsing * (detector.dead_time as f64 + detector.afterpulse_decay)
        };
        let all = [&self.a, &self.b].into_iter().chain(&self.extra);
        2.0 * light * spread + all.map(afterpulses).sum::<f64>()
    }
}
