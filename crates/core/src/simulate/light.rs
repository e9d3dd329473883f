//! Light besides pairs: one beam, split evenly between the two detectors.

use super::random::EXPONENTIAL_MAX;
use super::range::range;
use crate::{Code, Error};

/// A beam whose photons go to detector a or b with equal probability, and are seen with that detector's efficiency.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Photons per second, before the splitter.
    pub rate: f64,
    /// How their times are distributed.
    pub statistics: Statistics,
}

/// How a beam's photons are distributed in time; `d` is a delay, `g2(d)` the normalised correlation of the detectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Statistics {
    /// Independent photons, such as those of a laser: `g2 = 1`.
    Coherent,
    /// One mode of chaotic light with a Lorentzian spectrum: `g2(d) = 1 + exp(-2 |d| / coherence_time)`.
    /// Mandel, Wolf, Optical Coherence and Quantum Optics (1995), section 14.
    Thermal {
        /// Ticks in which the field's correlation falls to 1/e.
        coherence_time: f64,
    },
    /// One emitter of two levels, which is excited after an exponential time and emits after another:
    /// `g2(d) = 1 - exp(-(1 / excitation + 1 / lifetime) |d|)`, with `excitation = 1 / rate - lifetime`.
    /// Kimble, Dagenais, Mandel, Phys. Rev. Lett. 39, 691 (1977).
    Emitter {
        /// Mean time in ticks from excitation to emission.
        lifetime: f64,
        /// For pulses: g2(0), the probability of a second photon in a pulse over half of the square of their mean
        /// number.
        g2: f64,
    },
}

impl Light {
    /// The longest time between an excitation and its photon, in ticks.
    pub fn longest_wait(&self) -> f64 {
        match self.statistics {
            Statistics::Emitter { lifetime, .. } => EXPONENTIAL_MAX * lifetime,
            _ => 0.0,
        }
    }

    /// Whether every parameter is in range: `pulse` is the time between pulses in ticks, if there are any, `longest`
    /// the longest time.
    ///
    /// # Errors
    /// `Usage` naming the parameter.
    pub fn check(&self, tick: f64, pulse: Option<f64>, longest: f64) -> Result<(), Error> {
        let rate = self.rate * tick;
        range("light's rate", self.rate, 0.0, 1.0 / tick)?;
        match self.statistics {
            Statistics::Coherent => Ok(()),
            Statistics::Thermal { coherence_time } => {
                range("coherence time in ticks", coherence_time, 1.0, longest)?;
                if pulse.is_none() { Ok(()) } else { Err(refused("thermal light in pulses")) }
            }
            Statistics::Emitter { lifetime, g2 } => {
                range("lifetime in ticks", lifetime, 0.0, longest)?;
                range("emitter's g2", g2, 0.0, 1.0)?;
                match pulse {
                    Some(period) if rate * period > 1.0 => {
                        Err(refused("an emitter with more than one photon per pulse on average"))
                    }
                    None if rate * lifetime >= 1.0 => {
                        Err(refused("an emitter with more than one photon per lifetime on average"))
                    }
                    None if g2 > 0.0 => Err(refused("an emitter's g2 without pulses")),
                    _ => Ok(()),
                }
            }
        }
    }
}

fn refused(what: &str) -> Error {
    let message = format!("the simulation does not support {what}");
    Error::new(Code::Usage, message, "choose other light, a lower rate, or other pulses")
}
