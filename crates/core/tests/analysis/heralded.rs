//! Heralded correlation compared with a loop over all triples, and with results computed by hand.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::Tag;

use crate::dense::{at_an_end, crowd};
use crate::dynamic::{Params, Value, make};
use crate::pairs::{of, run_with, too_early};
use crate::tags::{device, tag, wild};

fn request(channels: [u64; 3], window: i64, delays: &[(u64, i64)]) -> Value {
    let [herald, a, b] = channels.map(Value::UInt);
    let delay = |(channel, delay): &(u64, i64)| Value::List(vec![Value::UInt(*channel), Value::Int(*delay)]);
    Value::map([
        ("herald", herald),
        ("a", a),
        ("b", b),
        ("window", Value::Int(window)),
        ("delays", Value::List(delays.iter().map(delay).collect())),
    ])
}

fn float(value: &Value, name: &str) -> f64 {
    match value.get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{name}: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn heralded_correlation(
        tags in prop_oneof![device(40), crowd(40), wild(4), at_an_end(40)], window in prop_oneof![0..8_i64, 0..500_i64],
        delay in -300..300_i64, cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let delays = [(3, delay), (15, -7), (16, 0)];
        let answer = run_with("heralded", &request([3, 15, 16], window, &delays), &tags, &cuts);
        if too_early(&tags).is_some() {
            prop_assert_eq!(answer, Err(Code::Order));
            return Ok(());
        }
        let answer = answer.unwrap();
        let heralds = of(&tags, 3);
        let fired = |channel: u64, shift: i64, herald: i128| {
            let near = |(_, time): &(usize, i128)| {
                (time - i128::from(shift) - (herald - i128::from(delay))).abs() <= i128::from(window)
            };
            of(&tags, channel).iter().any(near)
        };
        let all: Vec<(i128, bool, bool)> = heralds
            .iter()
            .map(|(_, time)| (*time, fired(15, -7, *time), fired(16, 0, *time)))
            .collect();
        let (n_h, n_a) = (all.len(), all.iter().filter(|(_, a, _)| *a).count());
        let (n_b, both) = (all.iter().filter(|(.., b)| *b).count(), all.iter().filter(|(_, a, b)| *a && *b).count());
        let counts = [("tags_herald", n_h), ("herald_a", n_a), ("herald_b", n_b), ("herald_a_b", both)];
        for (name, count) in counts {
            prop_assert_eq!(answer.get(name), Some(&Value::Count(count as u64)), "{}", name);
        }
        if n_a == 0 || n_b == 0 {
            prop_assert_eq!(answer.get("g2"), Some(&Value::Null));
            prop_assert_eq!(answer.get("g2_error"), Some(&Value::Null));
            return Ok(());
        }
        let expected = (both * n_h) as f64 / (n_a * n_b) as f64;
        prop_assert!((float(&answer, "g2") - expected).abs() <= 1e-12 * expected);
        let near = |(k, x): (usize, &i128)| {
            let threefold = all.iter().filter(|(_, a, b)| *a && *b).skip(k + 1);
            threefold.filter(|(y, ..)| (y - x).abs() <= 2 * i128::from(window)).count()
        };
        let threefold: Vec<i128> = all.iter().filter(|(_, a, b)| *a && *b).map(|(t, ..)| *t).collect();
        let clusters = (both + 2 * threefold.iter().enumerate().map(near).sum::<usize>()) as f64;
        if both >= 20 {
            let rest = -1.0 / n_a as f64 - 1.0 / n_b as f64 + (2.0 * expected - 1.0) / n_h as f64;
            let both = both as f64;
            let error = expected * (clusters / both / both + rest).max(0.1 / both).sqrt();
            prop_assert!((float(&answer, "g2_error") - error).abs() <= 1e-9 * error);
        } else {
            prop_assert_eq!(answer.get("g2_error"), Some(&Value::Null));
            prop_assert!(float(&answer, "g2_upper") > expected);
        }
    }
}

/// Heralds of channel 3, a thousand ticks apart, with as many tags of 15 and 16 at them as are given.
fn heralds(partners: &[(usize, usize)]) -> Vec<Tag> {
    let mut tags = Vec::new();
    for (k, (a, b)) in partners.iter().enumerate() {
        let time = 1000 * k as i64;
        tags.push(tag(3, time));
        tags.extend((0..*a).map(|n| tag(15, time + 5 + n as i64)));
        tags.extend((0..*b).map(|n| tag(16, time + 7 + n as i64)));
    }
    tags.sort_by_key(|tag| tag.time);
    tags
}

fn answer(partners: &[(usize, usize)]) -> Value {
    run_with("heralded", &request([3, 15, 16], 2, &[(15, 6), (16, 8)]), &heralds(partners), &[]).unwrap()
}

#[test]
fn a_herald_counts_once_however_many_partners_it_has() {
    let mut partners = vec![(1, 0); 20];
    partners.extend([(0, 3); 20]);
    partners.extend([(2, 3); 4]);
    partners.extend([(0, 0); 56]);
    let answer = answer(&partners);
    for (name, count) in [("tags_herald", 100), ("herald_a", 24), ("herald_b", 24), ("herald_a_b", 4)] {
        assert_eq!(answer.get(name), Some(&Value::Count(count)), "{name}");
    }
    assert!((float(&answer, "g2") - 4.0 * 100.0 / (24.0 * 24.0)).abs() < 1e-12);
}

#[test]
fn each_of_both_lies_within_the_window_of_the_herald_not_of_the_other() {
    // 2 ticks before the herald and 2 after: 4 apart, and within 2 of it.
    let tags = [tag(15, 98), tag(3, 100), tag(16, 102), tag(3, 5000)];
    let answer = run_with("heralded", &request([3, 15, 16], 2, &[]), &tags, &[]).unwrap();
    assert_eq!(answer.get("herald_a_b"), Some(&Value::Count(1)));
}

#[test]
fn without_a_threefold_there_is_an_upper_limit() {
    let mut partners = vec![(1, 0); 20];
    partners.extend([(0, 1); 20]);
    partners.extend([(0, 0); 50]);
    let found = answer(&partners);
    assert_eq!(found.get("g2"), Some(&Value::Float(0.0)));
    assert_eq!(found.get("g2_error"), Some(&Value::Null));
    assert!((float(&found, "g2_upper") - 2.995_732 * 90.0 / 400.0).abs() < 1e-6);
    assert_eq!(codes(&found, "remarks"), ["too-few-counts"]);
    assert_eq!(codes(&answer(&[(1, 0), (1, 0)]), "remarks"), ["no-coincidences"]);
}

/// Tags at `rate(x)` per tick, x from 0 to 1 over 2^20 ticks, drawn by SplitMix64.
fn drifting(channel: u64, rate: impl Fn(f64) -> f64) -> Vec<Tag> {
    let ticks = 1_u64 << 20;
    let chance = |t: u64| {
        let mut z = (t + channel * ticks).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / u64::MAX as f64
    };
    let fires = |t: &u64| chance(*t) < rate(*t as f64 / ticks as f64);
    (0..ticks).filter(fires).map(|t| tag(channel, t as i64)).collect()
}

#[test]
fn a_drift_of_the_rates_of_any_two_channels_is_reported() {
    let up = |x: f64| 0.1 * x;
    let down = |x: f64| 0.1 * (1.0 - x);
    let flat = |_: f64| 0.05;
    let hints_of = |rates: [&dyn Fn(f64) -> f64; 3]| {
        let channels = [3, 15, 16].into_iter().zip(rates);
        let mut tags: Vec<Tag> = channels.flat_map(|(channel, rate)| drifting(channel, rate)).collect();
        tags.sort_by_key(|tag| tag.time);
        codes(&run_with("heralded", &request([3, 15, 16], 2, &[]), &tags, &[]).unwrap(), "hints")
    };
    let has_drift = |codes: &[String]| codes.iter().any(|code| code == "drift");
    assert!(!has_drift(&hints_of([&flat, &flat, &flat])));
    assert!(!has_drift(&hints_of([&flat, &up, &flat])), "g2 is 1 where one channel alone drifts");
    for rates in [[&flat, &up, &down], [&flat, &up, &up]] as [[&dyn Fn(f64) -> f64; 3]; 2] {
        assert!(has_drift(&hints_of(rates)), "a and b drift, the heralds do not");
    }
    for rates in [[&up, &up, &flat], [&up, &flat, &down]] as [[&dyn Fn(f64) -> f64; 3]; 2] {
        assert!(has_drift(&hints_of(rates)), "the heralds drift, and a or b: {:?}", hints_of(rates));
    }
}

/// The codes of a result's remarks or hints.
fn codes(answer: &Value, key: &str) -> Vec<String> {
    let Some(Value::List(remarks)) = answer.get(key) else { panic!() };
    let code = |remark: &Value| match remark.get("code") {
        Some(Value::Text(code)) => code.clone(),
        other => panic!("{other:?}"),
    };
    remarks.iter().map(code).collect()
}

#[test]
fn three_channels_are_asked_for() {
    for (channels, what) in [([3, 3, 15], "three different"), ([3, 15, 15], "three different")] {
        let error = make("heralded", &Params::new(request(channels, 5, &[])).unwrap()).err().unwrap();
        assert_eq!(error.code, Code::Usage);
        assert!(error.to_string().contains(what), "{error}");
    }
    let missing = Value::map([("herald", Value::UInt(3)), ("a", Value::UInt(15))]);
    let error = make("heralded", &Params::new(missing).unwrap()).err().unwrap();
    assert!(error.to_string().contains("`b` is missing"), "{error}");
}
