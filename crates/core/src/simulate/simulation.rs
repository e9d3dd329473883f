//! Clicks of detectors, drawn in order of time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Error;
use crate::tags::Tag;

use super::random::{GAUSS_MAX, Random};
use super::source::{Detector, Source};

/// How many clicks are taken for a batch; those in the dead time make no tag.
const BATCH: usize = 1 << 14;

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
}

/// A detector and what is known of its clicks to come.
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

/// Tags of a [`Source`], in order of time.
#[derive(Debug)]
pub struct Simulation {
    duration: i64,
    arms: Vec<Arm>,
    /// Pairs of which at least one photon is seen, per tick.
    seen_rate: f64,
    /// Probabilities, of those pairs, that arm a sees its photon, and that only arm a does.
    sees_a: f64,
    only_a: f64,
    pairs: Random,
    /// Exact time of the next such pair.
    next_pair: f64,
    /// Ticks after a pair's emission before which neither photon is seen; negative where jitter is larger than delay.
    earliest_photon: f64,
    /// The clicks of all pairs before `next_pair`, and the next dark count of each arm.
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
        let photon_times = |sign: f64| {
            arms.iter()
                .take(2)
                .map(move |arm| arm.detector.delay as f64 + sign * GAUSS_MAX * arm.detector.jitter)
        };
        // A tick earlier than the formula says, so that rounding can't put a click before it.
        let earliest_photon = photon_times(-1.0).fold(f64::INFINITY, f64::min) - 1.0;
        // Emission begins so early that the light is steady from time 0 on.
        let start = -photon_times(1.0).fold(f64::NEG_INFINITY, f64::max);
        let mut simulation = Self {
            duration: source.duration,
            seen_rate: source.pair_rate * source.tick * seen,
            sees_a: a / seen,
            only_a: a * (1.0 - b) / seen,
            pairs,
            next_pair: start,
            earliest_photon,
            clicks: BinaryHeap::new(),
            arms,
        };
        simulation.next_pair += simulation.pairs.interval(simulation.seen_rate);
        for detector in 0..simulation.arms.len() {
            simulation.push_dark(detector);
        }
        Ok(simulation)
    }

    /// Replaces `out` by the next tags, perhaps none; `false` where there are no more (and `out`
    /// is empty).
    pub fn next_batch(&mut self, out: &mut Vec<Tag>) -> bool {
        out.clear();
        for _ in 0..BATCH {
            // No later pair can have a click before this, so the earliest click is final.
            while self.may_precede(self.next_pair + self.earliest_photon) {
                self.push_pair();
            }
            let Some(Reverse(click)) = self.clicks.pop() else { return !out.is_empty() };
            if click.kind == Kind::Dark {
                self.push_dark(click.detector);
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
        let which = self.pairs.uniform();
        for (detector, sees) in [which < self.sees_a, which >= self.only_a].into_iter().enumerate() {
            let Detector { delay, jitter, .. } = self.arms[detector].detector;
            if sees {
                let time = self.next_pair + delay as f64 + jitter * self.pairs.gauss();
                self.push(time, detector, Kind::Photon);
            }
        }
        self.next_pair += self.pairs.interval(self.seen_rate);
    }

    fn push_dark(&mut self, detector: usize) {
        let arm = &mut self.arms[detector];
        arm.dark_time += arm.dark.interval(arm.dark_rate);
        let time = arm.dark_time;
        self.push(time, detector, Kind::Dark);
    }

    /// Takes a click in the tick that contains `time`, unless that is past the end.
    fn push(&mut self, time: f64, detector: usize, kind: Kind) {
        if time < self.duration as f64 {
            self.clicks.push(Reverse(Click { time: libm::floor(time) as i64, detector, kind }));
        }
    }
}
