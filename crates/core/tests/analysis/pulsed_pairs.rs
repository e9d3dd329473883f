//! Pairs in pulses: nearly all pairs of tags are in one peak. The few in neighbouring pulses determine the period.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::list;
use crate::period::{ask, codes, float, hinted};
use crate::tags::tag;
use crate::ticks::Random;

/// Pairs of a photon on channel 3 and one on channel 15, 19 ticks later. Each of `pulses` pulses makes `mu` pairs on
/// average. Each photon is detected with the probability `eta` and a jitter of 2.2 ticks. There is one dark count per
/// five detected photons. Times are multiplied by `scale`, for shorter ticks.
fn source(seed: u64, period: f64, mu: f64, eta: f64, pulses: f64, scale: f64) -> Vec<Tag> {
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
                tags.push(tag(channel, (time * scale).round() as i64 + 100));
            }
            if random.uniform() < eta / 5.0 {
                tags.push(tag(channel, (random.uniform() * pulses * period * scale) as i64));
            }
        }
    }
    tags.sort_unstable_by_key(|tag| (tag.time, tag.channel));
    tags
}

/// The coincidences of channels 3 and 15.
fn coincidences(tags: &[Tag], window: i64) -> Value {
    let pattern = Value::List(vec![Value::Int(3), Value::Int(15)]);
    let own = [("window", Value::Int(window)), ("patterns", Value::List(vec![pattern]))];
    ask("coincidence", &own, tags)
}

/// The period of the hint.
fn period_of(tags: &[Tag]) -> Option<f64> {
    hinted(&coincidences(tags, 16))
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
        let found = (1..=many).map(|seed| (seed, period_of(&source(seed, period, mu, eta, pulses, 1.0))));
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
        let found = period_of(&source(seed, 1.0, 3e-5, 0.2, 3.2e9, 1.0));
        assert_eq!(found, None, "{seed}");
    }
}

/// A laser of 80 MHz in ticks of 1 ps, 0.001 pairs a pulse: the 168 periods that 8,192 bins of delays span have fewer than
/// 100 pairs in either half of the tags, which is too few for a period.
#[test]
fn weak_pulses_are_found_in_a_longer_range_of_delays() {
    for seed in 1..=8 {
        let result = coincidences(&source(seed, 80.0, 1e-3, 0.1, 7.5e7, 156.25), 2500);
        let found = hinted(&result).unwrap_or_else(|| panic!("seed {seed}: {result:?}"));
        assert!((found / 12_500.0 - 1.0).abs() < 1e-5, "seed {seed}: {found}");
        let pattern = &list(&result, "patterns")[0];
        for key in ["accidentals", "accidentals_measured", "accidentals_rates", "car"] {
            assert_eq!(float(pattern, key), None, "seed {seed}: {key}");
        }
        let Some(Value::Map(each)) = pattern.get("efficiency") else { panic!("{pattern:?}") };
        assert!(each.iter().all(|(_, value)| *value == Value::Null), "seed {seed}: {each:?}");
        assert!(codes(pattern).contains(&Value::Text("pulsed".into())), "seed {seed}: {pattern:?}");
    }
}
