//! Photons of a beam, in order of their emission.

use super::light::{Light, Statistics};
use super::pulses::Emission;
use super::random::Random;
use super::thermal::Thermal;

/// The next candidate, at [`Beam::next_time`], with none to two photons.
#[derive(Debug)]
enum Process {
    /// Poissonian candidates for photons that are seen, perhaps thinned by a field.
    Coherent {
        rate: f64,
    },
    Thermal(Thermal),
    /// Emissions, only some of them detected; mean times in ticks.
    Emitter {
        excitation: f64,
        lifetime: f64,
    },
    /// Pulses in which at least one photon is emitted.
    PulsedEmitter(PulsedEmitter),
}

/// An emitter that is excited in pulses; times in ticks.
#[derive(Debug)]
struct PulsedEmitter {
    period: f64,
    width: f64,
    lifetime: f64,
    /// Probabilities, of a pulse, of any photon and of two.
    some: f64,
    two: f64,
    /// The number of the pulse whose photons are next.
    pulse: f64,
}

/// The photons of a [`Light`] that detectors see.
#[derive(Debug)]
pub struct Beam {
    process: Process,
    emission: Emission,
    random: Random,
    /// Probabilities, of a photon, that detector a sees it, and that either does.
    seen_by_a: f64,
    seen: f64,
    time: f64,
}

impl Beam {
    /// The beam from `start` on; `efficiencies` are those of both detectors.
    pub fn new(
        light: &Light,
        tick: f64,
        efficiencies: [f64; 2],
        emission: Emission,
        start: f64,
        random: Random,
    ) -> Self {
        let [seen_by_a, seen_by_b] = efficiencies.map(|efficiency| efficiency / 2.0);
        let seen = seen_by_a + seen_by_b;
        let rate = light.rate * tick;
        let process = match (light.statistics, &emission) {
            (Statistics::Coherent, _) => Process::Coherent { rate: rate * seen },
            (Statistics::Thermal { coherence_time }, _) => {
                Process::Thermal(Thermal::new(rate * seen, coherence_time))
            }
            (Statistics::Emitter { lifetime, .. }, Emission::Steady) => {
                Process::Emitter { excitation: 1.0 / rate - lifetime, lifetime }
            }
            (Statistics::Emitter { lifetime, g2 }, Emission::Pulsed { period, width }) => {
                let mean = rate * period;
                let two = g2 * mean * mean / 2.0;
                let (period, width, some) = (*period, *width, mean - two);
                let pulse = libm::floor(start / period);
                Process::PulsedEmitter(PulsedEmitter { period, width, lifetime, some, two, pulse })
            }
        };
        let dark = seen == 0.0 || rate == 0.0;
        let time = if dark { f64::INFINITY } else { start };
        let mut beam = Self { process, emission, random, seen_by_a, seen, time };
        beam.advance();
        beam
    }

    /// Time of the next candidate's emission; infinite if there is none.
    pub fn next_time(&self) -> f64 {
        self.time
    }

    /// Hands the photons of the candidate that are seen to `see`, with the time of their emission and the number of
    /// their detector, if `passes` lets light of its time through; then moves to the next candidate.
    pub fn emit(
        &mut self,
        passes: impl Fn(f64, &mut Random) -> bool,
        mut see: impl FnMut(f64, usize, &mut Random),
    ) {
        let time = self.time;
        let comes = match &mut self.process {
            Process::Thermal(field) => field.accepts(time, &mut self.random),
            _ => true,
        };
        if comes && passes(time, &mut self.random) {
            match &self.process {
                Process::Coherent { .. } | Process::Thermal(_) => {
                    let time = self.emission.time(time, &mut self.random);
                    let which = self.random.uniform() * self.seen;
                    see(time, usize::from(which >= self.seen_by_a), &mut self.random);
                }
                Process::Emitter { .. } => self.perhaps(time, &mut see),
                Process::PulsedEmitter(PulsedEmitter { width, lifetime, some, two, .. }) => {
                    let (width, rate) = (*width, 1.0 / lifetime);
                    let photons = if self.random.uniform() * some < *two { 2 } else { 1 };
                    for _ in 0..photons {
                        let late = width * self.random.gauss() + self.random.interval(rate);
                        self.perhaps(time + late, &mut see);
                    }
                }
            }
        }
        self.advance();
    }

    /// A photon that a detector sees only perhaps.
    fn perhaps(&mut self, time: f64, see: &mut impl FnMut(f64, usize, &mut Random)) {
        let which = self.random.uniform();
        if which < self.seen {
            see(time, usize::from(which >= self.seen_by_a), &mut self.random);
        }
    }

    fn advance(&mut self) {
        let random = &mut self.random;
        self.time = match &mut self.process {
            Process::Coherent { rate } => self.time + random.interval(*rate),
            Process::Thermal(field) => self.time + random.interval(field.candidates()),
            Process::Emitter { excitation, lifetime } => {
                self.time + random.interval(1.0 / *excitation) + random.interval(1.0 / *lifetime)
            }
            Process::PulsedEmitter(emitter) => {
                // The number of pulses until one has photons has a geometric distribution.
                let skipped = libm::log(1.0 - random.uniform()) / libm::log1p(-emitter.some);
                emitter.pulse += 1.0 + libm::floor(skipped);
                emitter.pulse * emitter.period
            }
        };
    }
}
