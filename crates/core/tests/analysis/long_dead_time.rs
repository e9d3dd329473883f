//! A detector that is dead for longer than the displacement of the windows that measure accidentals.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::list;
use crate::period::{ask, codes, float};
use crate::tags::tag;
use crate::ticks::Random;

/// Ticks of 156.25 ps in 45 us and in 10 s.
const DEAD: f64 = 288_000.0;
const SPAN: f64 = 6.4e10;

/// Photons of pairs in a second, the probability that a detector registers a photon that arrives while it is not dead,
/// and half the width of the window in ticks.
const PAIRS: f64 = 1e4;
const EFFICIENCY: f64 = 0.4;
const WINDOW: i64 = 100;

/// Pairs of photons on channels 3 and 15. Channel 15 is dead for [`DEAD`] ticks after each tag. Also returns the number
/// of pairs with both tags.
fn source(seed: u64) -> (Vec<Tag>, f64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    random.uniform();
    let (mut tags, mut pairs) = (Vec::new(), 0.0);
    let (mut time, mut dead_until) = (0.0, 0.0);
    loop {
        time -= SPAN / (10.0 * PAIRS) * (1.0 - random.uniform()).ln();
        if time > SPAN {
            return (tags, pairs);
        }
        let is_3 = random.uniform() < EFFICIENCY;
        let is_15 = random.uniform() < EFFICIENCY && time >= dead_until;
        if is_3 {
            tags.push(tag(3, time as i64));
        }
        if is_15 {
            tags.push(tag(15, time as i64));
            dead_until = time + DEAD;
        }
        pairs += f64::from(u8::from(is_3 && is_15));
    }
}

/// The coincidences, with windows displaced by at least `displaced` ticks, or by the default.
fn coincidences(tags: &[Tag], displaced: Option<f64>) -> Value {
    let mut entries = vec![("window", Value::Int(WINDOW))];
    entries.extend(displaced.map(|ticks| ("displaced", Value::Int(ticks as i64))));
    ask("coincidence", &entries, tags)
}

/// Code of each hint, and the ticks of the option `displaced`.
fn hints(result: &Value) -> Vec<(Value, Option<f64>)> {
    let hint = |hint: &Value| {
        let option = hint.get("option").unwrap();
        let is_displaced = option.get("name") == Some(&Value::Text("displaced".into()));
        (hint.get("code").unwrap().clone(), is_displaced.then(|| float(option, "ticks").unwrap()))
    };
    list(result, "hints").iter().map(hint).collect()
}

#[test]
fn accidentals_are_null_if_a_dead_time_reaches_into_the_displaced_windows() {
    let long = Value::Text("long-dead-time".into());
    for seed in 1..=4 {
        let result = coincidences(&source(seed).0, None);
        let [(code, Some(ticks))] = &hints(&result)[..] else { panic!("{seed}: {result:?}") };
        assert_eq!(*code, long, "{seed}");
        assert!((ticks / (10.0 * DEAD) - 1.0).abs() < 0.01, "{seed}: {ticks}");
        let pattern = &list(&result, "patterns")[0];
        for key in ["accidentals", "accidentals_error", "accidentals_measured", "car", "car_error"] {
            assert_eq!(float(pattern, key), None, "{seed}: {key}");
        }
        let Some(Value::Map(each)) = pattern.get("efficiency") else { panic!("{pattern:?}") };
        assert!(each.iter().all(|(_, value)| *value == Value::Null), "{seed}: {each:?}");
        assert!(codes(pattern).contains(&long), "{seed}: {pattern:?}");
        // Accidentals from rates do not depend on the displaced windows.
        assert!(float(pattern, "accidentals_rates").is_some(), "{seed}");
    }
}

#[test]
fn beyond_the_dead_time_accidentals_car_and_efficiencies_are_those_of_the_source() {
    for seed in 1..=8 {
        let (tags, pairs) = source(seed);
        let result = coincidences(&tags, Some(10.0 * DEAD));
        assert_eq!(hints(&result), [], "{seed}");
        let pattern = &list(&result, "patterns")[0];
        let of_channel = |channel| tags.iter().filter(|tag| tag.channel == channel).count() as f64;
        let (tags_3, tags_15) = (of_channel(3), of_channel(15));
        let accidentals = tags_3 * tags_15 / SPAN * (2 * WINDOW + 1) as f64;
        for (key, truth) in [("accidentals", accidentals), ("car", pairs / accidentals)] {
            let (value, error) =
                (float(pattern, key).unwrap(), float(pattern, &format!("{key}_error")).unwrap());
            assert!(
                (value - truth).abs() < 3.0 * error && error < 0.2 * truth,
                "{seed}: {key} {value} +- {error}, {truth}"
            );
        }
        let [values, errors] = ["efficiency", "efficiency_error"].map(|key| pattern.get(key).unwrap());
        for (channel, others) in [("3", tags_15), ("15", tags_3)] {
            let (value, error) = (float(values, channel).unwrap(), float(errors, channel).unwrap());
            assert!(
                (value - pairs / others).abs() < 3.0 * error && error < 0.01,
                "{seed}: {channel} {value} +- {error}"
            );
        }
    }
}
