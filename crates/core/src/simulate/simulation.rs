//! Clicks of detectors, drawn in order of time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Error;
use crate::tags::Tag;

use super::beam::Beam;
use super::pulses::Emission;
use super::random::{GAUSS_MAX, Random};
use super::source::{Detector, Source};
use super::transmission::Transmission;

/// Number of clicks per batch; those in the dead time make no tag.
const BATCH: usize = 1 << 14;

/// Number of emissions drawn for a batch: for a beam with few detected photons, most emissions make no click.
const EMISSIONS: usize = 1 << 20;

/// A click that may become a tag, in order of time, then of detector, then of kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Click {
    time: i64,
    detector: usize,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Photon,
    Dark,
    Afterpulse,
    Clock,
}

/// A detector and its future clicks.
#[derive(Debug)]
struct Arm {
    detector: Detector,
    /// Dark counts per tick.
    dark_rate: f64,
    /// Exact time of the last dark count drawn.
    dark_time: f64,
    dark: Random,
    afterpulse: Random,
    /// Time in ticks up to which the detector is dead: a click before it does not count.
    alive: i64,
}

/// The tags of a clock: one at `0`, `period`, `2 period`, ...
#[derive(Debug)]
struct ClockChannel {
    channel: u64,
    period: f64,
    ticks: u64,
}

/// Tags of a [`Source`], in order of time.
#[derive(Debug)]
pub struct Simulation {
    duration: i64,
    arms: Vec<Arm>,
    /// Pairs with at least one detected photon, per tick.
    seen_rate: f64,
    /// Probabilities, of those pairs, that arm a sees its photon, and that only arm a does.
    sees_a: f64,
    only_a: f64,
    pairs: Random,
    /// Exact time of the next such pair.
    next_pair: f64,
    /// The beam, if any.
    beam: Option<Beam>,
    clock: Option<ClockChannel>,
    emission: Emission,
    transmission: Transmission,
    /// Ticks after an emission before which no photon of it is seen; negative where jitter is larger than delay.
    earliest_photon: f64,
    /// The clicks of all light before `next_pair` and the beam's next photon, and each arm's and the clock's next.
    clicks: BinaryHeap<Reverse<Click>>,
}

impl Simulation {
    /// A simulation of `source`, at its start.
    ///
    /// # Errors
    /// `Usage` naming the parameter that is out of range.
    pub fn new(source: Source) -> Result<Self, Error> {
        source.check()?;
        let mut streams = Random::streams(source.seed);
        let pairs = streams.next_stream();
        let [a, b] = [&source.a, &source.b].map(|detector| detector.efficiency);
        let seen = a + b - a * b;
        let detectors = [Some(source.a), Some(source.b), source.extra];
        let arms: Vec<_> = detectors
            .into_iter()
            .flatten()
            .map(|detector| Arm {
                dark_rate: detector.dark_rate * source.tick,
                dark_time: 0.0,
                dark: streams.next_stream(),
                afterpulse: streams.next_stream(),
                alive: i64::MIN,
                detector,
            })
            .collect();
        let emission = Emission::new(source.pulses.as_ref(), source.tick);
        let (before, after) = emission.reach();
        let photon_times = |sign: f64| {
            arms.iter()
                .take(2)
                .map(move |arm| arm.detector.delay as f64 + sign * GAUSS_MAX * arm.detector.jitter)
        };
        // A tick earlier than by the formula, so that rounding can't put a click before it.
        let earliest_photon = photon_times(-1.0).fold(f64::INFINITY, f64::min) - before - 1.0;
        // Emission begins so early that the light is steady from time 0 on.
        let start = -photon_times(1.0).fold(f64::NEG_INFINITY, f64::max) - after;
        let beam = source.light.as_ref().map(|light| {
            let random = streams.next_stream();
            let start = start - light.longest_wait();
            Beam::new(light, source.tick, [a, b], emission.clone(), start, random)
        });
        let clock = source.pulses.as_ref().and_then(|pulses| {
            let clock = pulses.clock.as_ref()?;
            let period = pulses.period(source.tick) * clock.divider as f64;
            Some(ClockChannel { channel: clock.channel, period, ticks: 0 })
        });
        let mut simulation = Self {
            duration: source.duration,
            seen_rate: source.pair_rate * source.tick * seen,
            sees_a: a / seen,
            only_a: a * (1.0 - b) / seen,
            pairs,
            next_pair: start,
            beam,
            clock,
            emission,
            transmission: source.transmission,
            earliest_photon,
            clicks: BinaryHeap::new(),
            arms,
        };
        simulation.next_pair += simulation.pairs.interval(simulation.seen_rate);
        for detector in 0..simulation.arms.len() {
            simulation.push_dark(detector);
        }
        simulation.push_clock();
        Ok(simulation)
    }

    /// Replaces `out` by the next tags, perhaps none; `false` if there are no more (and `out` is empty).
    pub fn next_batch(&mut self, out: &mut Vec<Tag>) -> bool {
        out.clear();
        let mut emissions = 0;
        for _ in 0..BATCH {
            // No later light can have a click before this, so the earliest click is final.
            while self.may_precede(self.next_pair + self.earliest_photon) {
                self.push_pair();
            }
            while self.may_precede(self.next_photon() + self.earliest_photon) {
                self.push_photons();
                emissions += 1;
                if emissions == EMISSIONS {
                    return true;
                }
            }
            let Some(Reverse(click)) = self.clicks.pop() else { return !out.is_empty() };
            match click.kind {
                Kind::Dark => self.push_dark(click.detector),
                Kind::Clock => {
                    out.extend(
                        self.clock.as_ref().map(|clock| Tag { time: click.time, channel: clock.channel }),
                    );
                    self.push_clock();
                    continue;
                }
                Kind::Photon | Kind::Afterpulse => {}
            }
            let arm = &mut self.arms[click.detector];
            if click.time < 0 || click.time < arm.alive {
                continue;
            }
            let detector = &arm.detector;
            out.push(Tag { time: click.time, channel: detector.channel });
            arm.alive = click.time + detector.dead_time;
            if detector.afterpulsing > 0.0 && arm.afterpulse.uniform() < detector.afterpulsing {
                let after = arm.afterpulse.interval(1.0 / detector.afterpulse_decay);
                let time = arm.alive as f64 + after;
                self.push(time, click.detector, Kind::Afterpulse);
            }
        }
        true
    }

    /// Whether a click at `time` or later may be the earliest.
    fn may_precede(&self, time: f64) -> bool {
        time < self.duration as f64
            && self.clicks.peek().is_none_or(|Reverse(click)| time < click.time as f64 + 1.0)
    }

    /// The clicks of the next pair; then draws the pair after it.
    fn push_pair(&mut self) {
        if self.transmission.passes(self.next_pair, self.duration as f64, &mut self.pairs) {
            let emitted = self.emission.time(self.next_pair, &mut self.pairs);
            let which = self.pairs.uniform();
            let seen = [which < self.sees_a, which >= self.only_a];
            for (detector, _) in seen.into_iter().enumerate().filter(|(_, sees)| *sees) {
                let time = photon_time(&self.arms[detector].detector, emitted, &mut self.pairs);
                self.push(time, detector, Kind::Photon);
            }
        }
        self.next_pair += self.pairs.interval(self.seen_rate);
    }

    fn next_photon(&self) -> f64 {
        self.beam.as_ref().map_or(f64::INFINITY, Beam::next_time)
    }

    /// The clicks of the beam's next emission.
    fn push_photons(&mut self) {
        let Self { beam, transmission, arms, clicks, duration, .. } = self;
        let Some(beam) = beam else { return };
        let duration = *duration as f64;
        beam.emit(
            |time, random| transmission.passes(time, duration, random),
            |time, detector, random| {
                let time = photon_time(&arms[detector].detector, time, random);
                push(clicks, duration, time, detector, Kind::Photon);
            },
        );
    }

    fn push_dark(&mut self, detector: usize) {
        let arm = &mut self.arms[detector];
        arm.dark_time += arm.dark.interval(arm.dark_rate);
        let time = arm.dark_time;
        self.push(time, detector, Kind::Dark);
    }

    fn push_clock(&mut self) {
        let Some(clock) = &mut self.clock else { return };
        let time = clock.period * clock.ticks as f64;
        clock.ticks += 1;
        self.push(time, self.arms.len(), Kind::Clock);
    }

    fn push(&mut self, time: f64, detector: usize, kind: Kind) {
        push(&mut self.clicks, self.duration as f64, time, detector, kind);
    }
}

/// When a photon that was emitted at `emitted` makes its click.
fn photon_time(detector: &Detector, emitted: f64, random: &mut Random) -> f64 {
    emitted + detector.delay as f64 + detector.jitter * random.gauss()
}

/// Takes a click in the tick that contains `time`, unless that is past the end.
fn push(clicks: &mut BinaryHeap<Reverse<Click>>, duration: f64, time: f64, detector: usize, kind: Kind) {
    if time < duration {
        clicks.push(Reverse(Click { time: libm::floor(time) as i64, detector, kind }));
    }
}
