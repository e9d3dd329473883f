//! Channels behind one router: numbers within the shared dead time are null.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::list;
use crate::tags::tag;

/// Dead time of the device, ticks.
const DEAD: i64 = 400;

fn ask(name: &str, tags: &[Tag], entries: &[(&'static str, i64)]) -> Value {
    let entries = entries.iter().map(|(name, value)| ((*name).into(), Value::Int(*value))).collect();
    let mut run = make(name, &Params::new(Value::Map(entries)).unwrap()).unwrap();
    run.push_tags(tags).unwrap();
    run.result()
}

/// Independent photons of three channels, on average one in `mean` ticks, at multiples of `period` plus some ticks of
/// jitter. With a `router`, none comes less than [`DEAD`] ticks after the previous one. With one emitter, each pulse has at
/// most one photon.
fn photons(seed: u64, mean: i64, period: i64, router: bool) -> Vec<Tag> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: i64| (random.next_u64() % n as u64) as i64;
    let (mut time, mut last, mut tags) = (0, i64::MIN / 2, Vec::new());
    for _ in 0..30_000 {
        time += 1 + below(2 * mean);
        let seen = time / period * period + if period > 1 { below(period / 20) } else { 0 };
        let seen = seen.max(tags.last().map_or(0, |tag: &Tag| tag.time));
        if router && seen - last < DEAD {
            continue;
        }
        last = seen;
        tags.push(tag([1, 2, 3][below(3) as usize], seen));
    }
    tags
}

/// The codes of the hints, without that of pulsed light.
fn codes(value: &Value) -> Vec<String> {
    let code = |hint: &Value| match (hint.get("code"), hint.get("option")) {
        (Some(Value::Text(code)), Some(Value::Null)) => code.clone(),
        (Some(Value::Text(code)), Some(Value::Map(_))) if code == "pulsed" => code.clone(),
        other => panic!("{other:?}"),
    };
    list(value, "hints").iter().map(code).filter(|code| code != "pulsed").collect()
}

fn is_null(value: &Value, name: &str) -> bool {
    match value.get(name) {
        Some(Value::Null) => true,
        Some(Value::Float(_) | Value::Map(_) | Value::List(_)) => false,
        other => panic!("{name}: {other:?}"),
    }
}

const G2: &[(&str, i64)] = &[("a", 1), ("b", 2), ("from", -2000), ("to", 2000), ("bin", 50)];
const COINCIDENCES: &[(&str, i64)] = &[("window", 300), ("displaced", 5000)];
const HERALDED: &[(&str, i64)] = &[("herald", 3), ("a", 1), ("b", 2), ("window", 300)];

#[test]
fn behind_a_router_what_lies_within_the_dead_time_is_null() {
    for (seed, period) in [(1, 1), (2, 120)] {
        let tags = photons(seed, 1500, period, true);
        let g2 = ask("correlation", &tags, G2);
        assert_eq!(codes(&g2), ["shared-dead-time"], "{period}");
        let Some(Value::Floats(values)) = g2.get("g2") else { panic!() };
        // Bins of 50 ticks from -2000 on: the dead ones are null, the others are not.
        for (k, value) in values.iter().enumerate() {
            let low = -2000 + 50 * k as i64;
            let is_dead = low < DEAD - 60 && low + 50 > 60 - DEAD;
            assert!(!is_dead || value.is_nan(), "{low}: {value}");
            assert!(low.abs() < 600 || !value.is_nan(), "{low}: {value}");
        }
        let delay = ask("delay", &tags, &G2[..4]);
        assert_eq!(codes(&delay), ["shared-dead-time"]);
        if let Some(pulsed @ Value::Map(_)) = delay.get("pulsed") {
            assert!(is_null(pulsed, "g2"), "{pulsed:?}");
        }
        assert!(list(&delay, "dips").iter().all(|dip| is_null(dip, "depth")));
        assert_eq!(codes(&ask("pairs", &tags, &G2[2..4])), ["shared-dead-time"]);
        let coincidences = ask("coincidence", &tags, COINCIDENCES);
        assert_eq!(codes(&coincidences), ["shared-dead-time"]);
        for pattern in list(&coincidences, "patterns") {
            assert!(is_null(pattern, "car"), "{pattern:?}");
            let Some(Value::Map(each)) = pattern.get("efficiency") else { panic!() };
            assert!(each.iter().all(|(_, value)| *value == Value::Null), "{each:?}");
        }
        let heralded = ask("heralded", &tags, HERALDED);
        assert_eq!((codes(&heralded).len(), is_null(&heralded, "g2")), (1, true));
    }
}

/// Photons of `detectors` channels, 12 kHz each at ticks of 156.25 ps, behind a router that is dead for 87 ns; and a sync on
/// channel 0 with a tag every 10 us.
fn router_with_sync(seed: u64, detectors: u64) -> Vec<Tag> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let span = 4 << 32;
    let mut tags: Vec<Tag> = (0..span / 64_000).map(|k| tag(0, 64_000 * k)).collect();
    let (mut time, mut dead_until) = (0, 0);
    while time < span {
        let unit = ((random.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        time += (-533_333.0 / detectors as f64 * unit.ln()) as i64;
        let detector = 1 + random.next_u64() % detectors;
        if time >= dead_until {
            dead_until = time + 557;
            tags.push(tag(detector, time));
        }
    }
    tags.sort_by_key(|tag| tag.time);
    tags
}

/// The excerpts of a pair's tags are the same with a sync and other detectors in the recording as without.
#[test]
fn a_router_shows_in_coincidences_with_a_sync_as_it_does_in_g2() {
    for detectors in 2..=4 {
        let tags = router_with_sync(detectors, detectors);
        let g2 = ask("correlation", &tags, &[&G2[..4], &[("bin", 500)]].concat());
        assert_eq!(codes(&g2), ["shared-dead-time"], "{detectors} detectors");
        let coincidences = ask("coincidence", &tags, COINCIDENCES);
        assert_eq!(codes(&coincidences), ["shared-dead-time"], "{detectors} detectors");
        for pattern in list(&coincidences, "patterns") {
            let channels = pattern.get("channels");
            let Some(Value::List(pair)) = channels else { panic!("{pattern:?}") };
            let has_sync = pair.contains(&Value::UInt(0));
            assert_eq!(is_null(pattern, "car"), !has_sync, "{detectors} detectors: {pattern:?}");
        }
    }
}

/// Only syncs before a photon have a tag, so that pairs of both are no coincidences of photons.
#[test]
fn patterns_with_a_sync_have_no_car() {
    let photons = photons(7, 1500, 1, false);
    let mut tags: Vec<Tag> = photons.iter().map(|photon| tag(0, photon.time / 200 * 200)).collect();
    tags.dedup();
    tags.extend(photons);
    tags.sort_by_key(|tag| tag.time);
    for sync in [None, Some(0)] {
        let sync = sync.map(|channel| ("sync", channel));
        let entries: Vec<_> = COINCIDENCES.iter().copied().chain([("period", 200)]).chain(sync).collect();
        let coincidences = ask("coincidence", &tags, &entries);
        for pattern in list(&coincidences, "patterns") {
            let Some(Value::List(pair)) = pattern.get("channels") else { panic!("{pattern:?}") };
            let is_hidden = sync.is_some() && pair.contains(&Value::UInt(0));
            assert_eq!(is_null(pattern, "car"), is_hidden, "{pattern:?}");
            assert!(!is_null(pattern, "accidentals"), "{pattern:?}");
            let of = |remark: &&Value| remark.get("code") == Some(&Value::Text("sync".into()));
            let reasons = list(pattern, "remarks").iter().filter(of).count();
            assert_eq!(reasons, if is_hidden { 2 } else { 0 }, "{pattern:?}");
        }
    }
}

/// Too few pairs for a dead time in the excerpts of the tags: the periods beside the centre show it.
#[test]
fn behind_a_router_g2_by_areas_is_null_if_the_periods_next_to_the_centre_are_empty() {
    let areas = |tags: &[Tag]| {
        let delay = ask("delay", tags, &[&G2[..4], &[("period", 120)]].concat());
        assert_eq!(codes(&delay), Vec::<String>::new());
        delay.get("pulsed").unwrap().clone()
    };
    for seed in 1..=4 {
        let pulsed = areas(&photons(seed, 45_000, 120, true));
        assert_eq!(pulsed.get("centre_counts"), Some(&Value::Count(0)), "{seed}");
        for name in ["g2", "g2_error", "g2_interval", "g2_upper"] {
            assert!(is_null(&pulsed, name), "{seed}: {name} {pulsed:?}");
        }
        let [remark] = list(&pulsed, "remarks") else { panic!("{seed}: {pulsed:?}") };
        assert_eq!(remark.get("code"), Some(&Value::Text("shared-dead-time".into())), "{seed}");
        // Independent detectors of the same light.
        assert!(!is_null(&areas(&photons(seed, 45_000, 120, false)), "g2"), "{seed}");
    }
}

#[test]
fn independent_detectors_have_no_shared_dead_time() {
    for (seed, period) in [(3, 1), (4, 120)] {
        let tags = photons(seed, 1500, period, false);
        assert_eq!(codes(&ask("correlation", &tags, G2)), Vec::<String>::new());
        let coincidences = ask("coincidence", &tags, COINCIDENCES);
        assert_eq!(codes(&coincidences), Vec::<String>::new());
        assert_eq!(codes(&ask("heralded", &tags, HERALDED)), Vec::<String>::new());
    }
}

/// Partners with a fixed delay: no two are closer, and pairs have their full density at once, but there are many more pairs
/// than for independent tags.
#[test]
fn pairs_with_a_delay_are_no_dead_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut below = |n: u64| (random.next_u64() % n) as i64;
    let mut tags = Vec::new();
    for k in 0..2000 {
        let time = 100_000 * k + below(90_000);
        tags.push(tag(1, time));
        tags.push(tag(2, time + 20 + below(17)));
    }
    assert_eq!(codes(&ask("correlation", &tags, G2)), Vec::<String>::new());
    assert_eq!(codes(&ask("coincidence", &tags, &[("window", 40)])), Vec::<String>::new());
}

/// An emitter that needs some time until the next photon, and one that emits one photon per pulse: no two photons are close,
/// as behind a router, but pairs become more frequent only slowly, or are missing for less than a period.
#[test]
fn antibunching_is_no_dead_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut unit = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 + 1e-18;
    let (mut time, mut steady) = (0.0, Vec::new());
    for k in 0..60_000_i64 {
        // Excitation and decay follow each other: the gaps' density begins at 0.
        time += -400.0 * (unit().ln() + unit().ln());
        steady.push(tag(1 + (k * 7919 % 13 % 2) as u64, time as i64));
    }
    let mut pulsed = Vec::new();
    for pulse in 0..60_000_i64 {
        if unit() < 0.3 {
            let late = (-60.0 * unit().ln()).min(900.0) as i64;
            pulsed.push(tag(1 + u64::from(unit() < 0.5), 1000 * pulse + late));
        }
    }
    for tags in [steady, pulsed] {
        let g2 = ask("correlation", &tags, G2);
        assert_eq!(codes(&g2), Vec::<String>::new());
        assert!(!is_null(&ask("coincidence", &tags, &[("window", 20)]), "patterns"));
    }
}

/// Pulses of a laser every 80 ticks on two independent detectors. One detects them 26 ticks later than the other, so
/// there are no pairs closer than 17 ticks, but no shared dead time either.
#[test]
fn the_delay_between_pulses_is_no_shared_dead_time() {
    for seed in 1..=10 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |n: i64| (random.next_u64() % n as u64) as i64;
        let mut tags = Vec::new();
        for (channel, delay) in [(1, 0), (2, 26)] {
            let mut pulse = 0;
            for _ in 0..20_000 {
                // Dead for four pulses.
                pulse += 5 + below(150);
                tags.push(tag(channel, 80 * pulse + delay + below(10) - 5));
            }
        }
        tags.sort_by_key(|tag| tag.time);
        assert_eq!(codes(&ask("correlation", &tags, G2)), Vec::<String>::new(), "{seed}");
    }
}
