//! Simulated experiments under random conditions.

use tagview_core::simulate::Simulation;
use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::lifetime::Random;
use crate::tags::tag;

/// The conditions of a recording. Rates are per second, times in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Conditions {
    seed: u64,
    /// Pairs or photons that are emitted.
    pub rate: f64,
    /// Dark counts per detected photon, in each detector.
    pub noise: f64,
    pub duration: i64,
    pub dead_time: i64,
    jitter: f64,
}

impl Conditions {
    /// Draws conditions: a rate and a duration of the ranges, up to one dark count per photon, a dead time of up to 100 ns and
    /// a jitter of up to 0.5 ns.
    pub fn draw(seed: u64, rates: (f64, f64), durations: (f64, f64)) -> Self {
        let mut random = Random::new(seed);
        let mut between = |(low, high): (f64, f64)| low * (high / low).powf(random.uniform());
        Self {
            seed,
            rate: between(rates),
            noise: between((0.01, 1.0)),
            duration: between(durations) as i64,
            dead_time: between((1.0, 640.0)) as i64,
            jitter: between((0.3, 3.0)),
        }
    }

    /// Removes the tags within the dead time of their channel.
    fn detected(&self, mut tags: Vec<Tag>) -> Vec<Tag> {
        tags.sort_by_key(|tag| (tag.time, tag.channel));
        let mut last = std::collections::HashMap::new();
        tags.retain(|tag| {
            let is_alive = last.get(&tag.channel).is_none_or(|last| tag.time - last >= self.dead_time);
            if is_alive {
                last.insert(tag.channel, tag.time);
            }
            is_alive
        });
        tags
    }

    /// Adds dark counts of a rate per tick to a channel.
    fn add_dark(&self, random: &mut Random, channel: u64, rate: f64, tags: &mut Vec<Tag>) {
        let mut time = random.exponential(1.0 / rate);
        while time < self.duration as f64 {
            tags.push(tag(channel, time as i64));
            time += random.exponential(1.0 / rate);
        }
    }
}

/// A source of pairs, pulsed at 80 MHz or steady, as detectors 3 and 15 see it.
pub fn pairs(of: &Conditions, is_pulsed: bool) -> Vec<Tag> {
    let map = |entries: &[(&str, Value)]| {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned().into(), value.clone())).collect())
    };
    let detector = |channel| {
        map(&[
            ("channel", Value::Int(channel)),
            ("efficiency", Value::Float(0.5)),
            ("dark_rate", Value::Float(0.5 * of.rate * of.noise)),
            ("dead_time", Value::Int(of.dead_time)),
            ("afterpulsing", Value::Int(0)),
            ("delay", Value::Int(0)),
            ("jitter", Value::Float(of.jitter)),
        ])
    };
    let mut request = vec![
        ("seed", Value::Int(of.seed as i64)),
        ("duration", Value::Int(of.duration)),
        ("extra", Value::Bool(false)),
        ("pair_rate", Value::Float(of.rate)),
        ("a", detector(3)),
        ("b", detector(15)),
    ];
    if is_pulsed {
        request.push(("pulses", map(&[("rate", Value::Float(80e6)), ("width", Value::Float(1.0))])));
    }
    let mut simulation = Simulation::new(tagview_bridge::source(&map(&request)).unwrap()).unwrap();
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    while simulation.next_batch(&mut batch) {
        all.extend_from_slice(&batch);
    }
    all
}

/// A steady source of pairs, whose second photons a beam splitter sends to detectors 15 and 16.
pub fn heralded(of: &Conditions) -> Vec<Tag> {
    let mut random = Random::new(of.seed);
    let mut tags = pairs(of, false);
    for tag in tags.iter_mut().filter(|tag| tag.channel == 15) {
        tag.channel += u64::from(random.uniform() < 0.5);
    }
    tags
}

/// Tick in seconds, as the simulated source has it.
pub const TICK: f64 = 156.25e-12;

/// An emitter with two levels, whose photons a beam splitter sends to detectors 3 and 15. It emits 20 million photons per
/// second, of which the detectors see `rate`.
pub fn emitter(of: &Conditions) -> Vec<Tag> {
    let mut random = Random::new(of.seed);
    let mut tags = Vec::new();
    let mut time = 0.0;
    while time < of.duration as f64 {
        time += random.exponential(240.0) + random.exponential(80.0);
        if random.uniform() < of.rate * 320.0 * TICK {
            let channel = if random.uniform() < 0.5 { 3 } else { 15 };
            tags.push(tag(channel, (time + of.jitter * random.gauss()) as i64));
        }
    }
    for channel in [3, 15] {
        of.add_dark(&mut random, channel, of.rate / 2.0 * of.noise * TICK, &mut tags);
    }
    of.detected(tags)
}

/// Light on channel 15 with a lifetime of 60 ticks and, if it is `mixed`, one of 12, after the pulses of channel 3.
pub fn decay(of: &Conditions, mixed: bool) -> Vec<Tag> {
    let mut random = Random::new(of.seed);
    let (mut pulses, mut tags) = (Vec::new(), Vec::new());
    let mut pulse = 0.0;
    while pulse < of.duration as f64 {
        pulses.push(tag(3, pulse as i64));
        if random.uniform() < of.rate * 400.3 * TICK {
            let mean = if mixed && random.uniform() < 0.5 { 12.0 } else { 60.0 };
            let time = pulse + 50.0 + of.jitter * random.gauss() + random.exponential(mean);
            tags.push(tag(15, time as i64));
        }
        pulse += 400.3;
    }
    of.add_dark(&mut random, 15, of.rate * of.noise * TICK, &mut tags);
    let mut tags = of.detected(tags);
    tags.append(&mut pulses);
    tags.sort_by_key(|tag| (tag.time, tag.channel));
    tags
}

/// Molecules that shine for 20,000 of 250,000 ticks with `rate` photons, a third of them on channel 15.
pub fn molecules(of: &Conditions) -> Vec<Tag> {
    let mut random = Random::new(of.seed);
    let mut tags = Vec::new();
    let mut begin = 50_000.0;
    while begin < of.duration as f64 {
        let mut time = begin + random.exponential(1.0 / (of.rate * TICK));
        while time < begin + 20_000.0 {
            tags.push(tag(if random.uniform() < 1.0 / 3.0 { 15 } else { 3 }, time as i64));
            time += random.exponential(1.0 / (of.rate * TICK));
        }
        begin += 250_000.0;
    }
    for channel in [3, 15] {
        of.add_dark(&mut random, channel, 0.005 * of.rate * of.noise * TICK, &mut tags);
    }
    of.detected(tags)
}
