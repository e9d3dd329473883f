//! Pairs in pulses: nearly all pairs of tags are in one peak. The few in neighbouring pulses determine the period.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::period::{ask, hinted};
use crate::tags::tag;
use crate::ticks::Random;

/// Pairs of a photon on channel 3 and one on channel 15, 19 ticks later. Each of `pulses` pulses makes `mu` pairs on
/// average. Each photon is detected with the probability `eta` and a jitter of 2.2 ticks. There is one dark count per
/// five detected photons.
fn source(seed: u64, period: f64, mu: f64, eta: f64, pulses: f64) -> Vec<Tag> {
    let mut random = Random(seed);
    // The first numbers of neighbouring seeds are alike.
    random.0 = random.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    random.uniform();
    let mut tags = Vec::new();
    let mut at = 0.0;
    loop {
        at += -(1.0 - random.uniform()).ln() / mu;
        if at > pulses {
            break;
        }
        for (channel, delay) in [(3, 0.0), (15, 19.0)] {
            if random.uniform() < eta {
                let time = at.floor() * period + delay + 2.2 * random.normal();
                tags.push(tag(channel, time.round() as i64 + 100));
            }
            if random.uniform() < eta / 5.0 {
                tags.push(tag(channel, (random.uniform() * pulses * period) as i64));
            }
        }
    }
    tags.sort_unstable_by_key(|tag| (tag.time, tag.channel));
    tags
}

/// The period of the hint.
fn period_of(tags: &[Tag]) -> Option<f64> {
    let pattern = Value::List(vec![Value::Int(3), Value::Int(15)]);
    let own = [("window", Value::Int(16)), ("patterns", Value::List(vec![pattern]))];
    hinted(&ask("coincidence", &own, tags))
}

/// Period, pairs a pulse, efficiency, pulses and recordings: of the weakest, 1000 pairs are in the peak and 100 in the pulses
/// beside it.
const SOURCES: [(f64, f64, f64, f64, u64); 8] = [
    (320.0, 0.01, 0.2, 1e7, 12),
    (320.0, 0.005, 0.2, 1e7, 12),
    (640.0, 0.02, 0.2, 5e6, 12),
    (320.0, 0.02, 0.2, 1e7, 12),
    (80.0, 0.01, 0.2, 1e7, 12),
    (83.88, 0.0025, 0.2, 4e7, 12),
    (640.0, 0.005, 0.2, 5e6, 40),
    (160.0, 0.003, 0.1, 4e7, 12),
];

#[test]
fn the_period_of_a_source_of_pairs_is_that_of_its_pulses() {
    for (period, mu, eta, pulses, many) in SOURCES {
        let found = (1..=many).map(|seed| (seed, period_of(&source(seed, period, mu, eta, pulses))));
        let periods: Vec<(u64, f64)> = found.filter_map(|(seed, found)| Some((seed, found?))).collect();
        for (seed, found) in &periods {
            let off = found / period - 1.0;
            assert!(off.abs() < 1e-5, "{period} ticks, {mu} pairs a pulse, seed {seed}: {found}");
        }
        // Of the weakest one, a recording may have too few pairs in one of the eight stretches.
        assert!(periods.len() as u64 + many / 10 >= many, "{period} ticks, {mu} pairs a pulse: {periods:?}");
    }
}

#[test]
fn a_source_of_pairs_without_pulses_has_no_period() {
    // One pulse a tick is none.
    for seed in 1..=30 {
        let found = period_of(&source(seed, 1.0, 3e-5, 0.2, 3.2e9));
        assert_eq!(found, None, "{seed}");
    }
}
