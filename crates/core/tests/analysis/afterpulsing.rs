//! Dead time and afterpulsing of gaps with a known distribution, and the reasons for null. `tests/physics` has simulated
//! detectors.

use proptest::prelude::*;
use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::naive::answer;
use crate::tags::{device, tag, wild};
use crate::ticks::Random;

/// Tags of channel 3 with these gaps.
fn with_gaps(gaps: impl IntoIterator<Item = i64>) -> Vec<Tag> {
    let mut time = 0;
    let next = |gap| {
        time += gap;
        tag(3, time)
    };
    std::iter::once(0).chain(gaps).map(next).collect()
}

/// The quantiles of `n` exponential gaps of this mean after a dead time, in an order without a pattern.
fn exponential(n: i64, dead: i64, mean: f64) -> impl Iterator<Item = i64> {
    let gap = move |k: i64| dead + (-((k as f64 + 0.5) / n as f64).ln() * mean) as i64;
    (0..n).map(move |k| gap(k * 7919 % n))
}

fn channel(tags: &[Tag]) -> Value {
    match answer("gaps", &[], tags).get("channels") {
        Some(Value::List(channels)) => channels[0].clone(),
        other => panic!("{other:?}"),
    }
}

fn number(channel: &Value, key: &str) -> Option<f64> {
    match channel.get(key) {
        Some(Value::Float(x)) => Some(*x),
        Some(Value::Int(n)) => Some(*n as f64),
        Some(Value::Null) => None,
        other => panic!("{other:?}"),
    }
}

/// Codes of the remarks by the key they are about.
fn remarks(channel: &Value) -> Vec<(String, String)> {
    let Some(Value::List(remarks)) = channel.get("remarks") else { panic!() };
    let text = |remark: &Value, key: &str| match remark.get(key) {
        Some(Value::Text(text)) => text.clone(),
        other => panic!("{other:?}"),
    };
    remarks.iter().map(|remark| (text(remark, "about"), text(remark, "code"))).collect()
}

fn both(code: &str) -> Vec<(String, String)> {
    ["dead_time", "afterpulsing"].map(|about| (about.to_owned(), code.to_owned())).to_vec()
}

#[test]
fn the_edge_is_the_dead_time_and_what_is_steady_behind_it_is_no_afterpulsing() {
    let found = channel(&with_gaps(exponential(20_000, 320, 10_000.0)));
    let (dead, error) = (number(&found, "dead_time").unwrap(), number(&found, "dead_time_error").unwrap());
    assert!((dead - 320.0).abs() <= 2.0 && (0.5..2.0).contains(&error), "{dead} +- {error}");
    let (p, error) = (number(&found, "afterpulsing").unwrap(), number(&found, "afterpulsing_error").unwrap());
    assert!(p.abs() < error && error < 0.02, "{p} +- {error}");
    assert_eq!(remarks(&found), []);
}

#[test]
fn double_triggers_do_not_end_the_dead_time() {
    for doubles in [1, 30] {
        let gaps = exponential(20_000, 320, 10_000.0).chain((0..doubles).map(|k| 12 + k % 4));
        let found = channel(&with_gaps(gaps));
        let dead = number(&found, "dead_time").unwrap();
        assert!((dead - 320.0).abs() <= 2.0, "{doubles}: {dead}");
        let (p, error) =
            (number(&found, "afterpulsing").unwrap(), number(&found, "afterpulsing_error").unwrap());
        assert!(p.abs() < 2.0 * error, "{doubles}: {p} +- {error}");
    }
}

#[test]
fn an_excess_soon_after_the_dead_time_is_afterpulsing() {
    // 1,000 gaps in 20,000 that light did not make, all of them before nearly all light: p = 1/20.
    let found =
        channel(&with_gaps(exponential(19_000, 320, 10_000.0).chain((0..1000).map(|k| 320 + k % 100))));
    let (p, error) = (number(&found, "afterpulsing").unwrap(), number(&found, "afterpulsing_error").unwrap());
    assert!((p - 0.05).abs() < error && error < 0.02, "{p} +- {error}");
}

#[test]
fn a_rate_that_drifts_is_no_afterpulsing() {
    // Each rate from 1/10,000 down to half of it, or a tenth, lasts as long as the others.
    for lowest in [0.5, 0.1] {
        let rates = (0..20).map(|k| 1.0 - (1.0 - lowest) * (f64::from(k) + 0.5) / 20.0);
        let gaps = |rate: f64| exponential((20_000.0 * rate) as i64, 320, 10_000.0 / rate);
        let light: Vec<i64> = rates.flat_map(gaps).collect();
        for share in [0.0, 0.005, 0.015, 0.05] {
            let pulses = (share / (1.0 - share) * light.len() as f64) as i64;
            let found = channel(&with_gaps(light.iter().copied().chain((0..pulses).map(|k| 320 + k % 100))));
            let [p, error] = ["afterpulsing", "afterpulsing_error"].map(|key| number(&found, key).unwrap());
            assert!((p - share).abs() < error && error < 0.006, "{lowest}, {share}: {p} +- {error}");
        }
    }
}

#[test]
fn a_lack_of_gaps_after_the_dead_time_is_not_reported_as_negative_afterpulsing() {
    // Half of the gaps of the first 2,000 ticks are missing.
    let gaps = exponential(40_000, 320, 10_000.0).enumerate();
    let found = channel(&with_gaps(gaps.filter(|(k, gap)| *gap > 2320 || k % 2 == 0).map(|(_, gap)| gap)));
    assert_eq!(number(&found, "afterpulsing"), None);
    assert!(remarks(&found).contains(&("afterpulsing".into(), "negative".into())), "{:?}", remarks(&found));
}

#[test]
fn light_without_dead_time_has_no_edge() {
    let found = channel(&with_gaps(exponential(20_000, 0, 10_000.0)));
    assert_eq!((number(&found, "dead_time"), number(&found, "dead_time_error")), (None, None));
    assert_eq!(remarks(&found), [("dead_time".to_owned(), "no-edge".to_owned())]);
}

#[test]
fn gaps_in_steps_tell_neither() {
    let found = channel(&with_gaps(exponential(20_000, 0, 10_000.0).map(|gap| 400 + gap / 80 * 80)));
    assert_eq!((number(&found, "dead_time"), number(&found, "afterpulsing")), (None, None));
    assert_eq!(remarks(&found), both("pulsed"));
}

#[test]
fn few_gaps_tell_neither() {
    assert_eq!(remarks(&channel(&[tag(3, 5)])), both("too-few-gaps"));
    assert_eq!(remarks(&channel(&with_gaps(exponential(299, 320, 10_000.0)))), both("too-few-gaps"));
    let found = channel(&with_gaps(exponential(999, 320, 10_000.0)));
    assert!((number(&found, "dead_time").unwrap() - 320.0).abs() < 40.0);
    assert_eq!(remarks(&found), [("afterpulsing".to_owned(), "too-few-gaps".to_owned())]);
}

#[test]
fn chance_makes_no_dead_time() {
    let with_dead_time = (1..=600).filter(|seed| {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(*seed));
        let gaps = (0..300).map(|_| (-6400.0 * (1.0 - random.uniform()).ln()) as i64);
        number(&channel(&with_gaps(gaps)), "dead_time").is_some()
    });
    let count = with_dead_time.count();
    assert!(count <= 3, "{count} of 600");
}

#[test]
fn a_channel_that_goes_back_in_time_has_neither_value() {
    let mut tags = with_gaps(exponential(2000, 320, 10_000.0));
    tags.swap(700, 701);
    assert_eq!(remarks(&channel(&tags)), both("out-of-order"));
}

#[test]
fn more_channels_than_gaps_are_kept_of_tell_neither() {
    let gaps = with_gaps(exponential(20_000, 320, 10_000.0));
    let others = |n: u64| (0..n).map(|k| tag(100 + k, 0)).collect::<Vec<_>>();
    assert_eq!(remarks(&channel(&[others(63), gaps.clone()].concat())), []);
    assert_eq!(remarks(&channel(&[gaps, others(64)].concat())), both("too-many-channels"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_times_give_numbers_or_say_why_not(tags in prop_oneof![device(2000), wild(60)]) {
        let Some(Value::List(channels)) = answer("gaps", &[], &tags).get("channels").cloned() else { panic!() };
        for channel in channels {
            for key in ["dead_time", "afterpulsing"] {
                let value = number(&channel, key);
                let error = number(&channel, &format!("{key}_error"));
                prop_assert!(value.is_none_or(f64::is_finite) && error.is_none_or(|error| error > 0.0));
                prop_assert_eq!(value.is_none(), error.is_none());
                let has_remark = remarks(&channel).iter().any(|(about, _)| about == key);
                prop_assert_eq!(value.is_none(), has_remark);
            }
        }
    }
}

/// A quarter of the time is dead: there was 4/3 as much light. Of a fortieth there is nothing to say.
#[test]
fn a_detector_that_is_dead_for_much_of_the_time_has_a_hint() {
    let hints = |dead: i64, mean: f64| {
        let tags = with_gaps(exponential(20_000, dead, mean));
        match answer("gaps", &[], &tags).get("hints") {
            Some(Value::List(hints)) => hints.clone(),
            other => panic!("{other:?}"),
        }
    };
    let hint = &hints(500, 1500.0)[..];
    let [hint] = hint else { panic!("{hint:?}") };
    assert_eq!(hint.get("code"), Some(&Value::Text("saturated".into())));
    let Some(Value::Text(message)) = hint.get("message") else { panic!("{hint:?}") };
    assert!(message.contains("for 25 % of the time") && message.contains("1.33 times"), "{message}");
    assert_eq!(hints(500, 19_500.0), []);
}
