//! Heralded correlation against going through all triples, and by hand.

use proptest::prelude::*;
use tagview_core::analysis::make;
use tagview_core::request::Params;
use tagview_core::tags::Tag;
use tagview_core::{Code, Value};

use crate::pairs::{crowd, of, run_with, too_early, tuples};
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
        tags in prop_oneof![device(40), crowd(40), wild(4)], window in prop_oneof![0..8_i64, 0..500_i64],
        delay in -300..300_i64, cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let delays = [(3, delay), (15, -7), (16, 0)];
        let answer = run_with("heralded", &request([3, 15, 16], window, &delays), &tags, &cuts);
        if too_early(&tags).is_some() {
            prop_assert_eq!(answer, Err(Code::Order));
            return Ok(());
        }
        let answer = answer.unwrap();
        let [h, a, b] = delays;
        let count = |pattern: &[(u64, i64)]| tuples(&tags, pattern, window, &mut Vec::new());
        let (ha, hb, hab) = (count(&[h, a]), count(&[h, b]), count(&[h, a, b]));
        let heralds = of(&tags, 3).len() as u64;
        for (name, count) in [("herald_a", ha), ("herald_b", hb), ("herald_a_b", hab), ("tags_herald", heralds)] {
            prop_assert_eq!(answer.get(name), Some(&Value::Count(count)), "{}", name);
        }
        let g2 = float(&answer, "g2");
        if ha > 0 && hb > 0 {
            let expected = (hab * heralds) as f64 / (ha * hb) as f64;
            prop_assert!((g2 - expected).abs() <= 1e-12 * expected);
            prop_assert!(float(&answer, "g2_error") > 0.0);
        } else {
            prop_assert!(!g2.is_finite());
            prop_assert!(!float(&answer, "g2_error").is_finite());
        }
    }
}

#[test]
fn a_heralded_photon_is_seen_once_but_for_chance() {
    // Of 100 heralds 20 are seen by 15, 5 ticks later, 20 others by 16, and 4 by both.
    let mut tags: Vec<Tag> = Vec::new();
    for k in 0..100 {
        tags.push(tag(3, 1000 * k));
        tags.extend((!(20..96).contains(&k)).then(|| tag(15, 1000 * k + 5)));
        tags.extend((40..60).contains(&k).then(|| tag(16, 1000 * k + 7)));
        tags.extend((k >= 96).then(|| tag(16, 1000 * k + 7)));
    }
    let answer = run_with("heralded", &request([3, 15, 16], 2, &[(15, 5), (16, 5)]), &tags, &[]).unwrap();
    let expected = 4.0 * 100.0 / (24.0 * 24.0);
    assert!((float(&answer, "g2") - expected).abs() < 1e-12);
    let error = expected * (1.0 / 4.0 + 1.0 / 100.0 + 2.0 / 24.0_f64).sqrt();
    assert!((float(&answer, "g2_error") - error).abs() < 1e-12);

    // None by both: the error is what one would make.
    let answer =
        run_with("heralded", &request([3, 15, 16], 0, &[(15, 5), (16, 7)]), &tags[..130], &[]).unwrap();
    assert_eq!(answer.get("g2"), Some(&Value::Float(0.0)));
    let of_one = 90.0 / (20.0 * 20.0) * (1.0_f64 + 1.0 / 90.0 + 2.0 / 20.0).sqrt();
    assert!((float(&answer, "g2_error") - of_one).abs() < 1e-12);
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
