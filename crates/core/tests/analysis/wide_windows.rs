//! Coincidences in windows that are not short compared with the recording: its ends cut them, and rates change in them.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::list;
use crate::period::{ask, float};
use crate::tags::tag;

const T: i64 = 10_000_000;

/// Makes `each` tags of each of the channels 3, 15 and 16 at random times within `T` ticks, and keeps those at times
/// for which `lit` is true.
fn light(each: i64, lit: impl Fn(i64) -> bool) -> Vec<Tag> {
    let mut state = 11_u64;
    let mut time = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 11) as f64 / (1_u64 << 53) as f64 * T as f64) as i64
    };
    let mut tags = vec![tag(3, 0), tag(15, T)];
    tags.extend(
        (0..3 * each).map(|k| tag([3, 15, 16][(k % 3) as usize], time())).filter(|tag| lit(tag.time)),
    );
    tags.sort_by_key(|tag| tag.time);
    tags
}

/// With accidentals from rates, or measured ones.
fn coincidences(tags: &[Tag], channels: &[i64], (window, delay): (i64, i64), from: &str) -> (Value, Value) {
    let pattern = Value::List(channels.iter().map(|channel| Value::Int(*channel)).collect());
    let delays = Value::List(vec![Value::List(vec![Value::Int(15), Value::Int(delay)])]);
    let entries = [
        ("window", Value::Int(window)),
        ("patterns", Value::List(vec![pattern])),
        ("delays", delays),
        ("period", Value::Int(0)),
        ("accidentals", Value::Text(from.into())),
    ];
    let answer = ask("coincidence", &entries, tags);
    (list(&answer, "patterns")[0].clone(), Value::List(list(&answer, "hints").to_vec()))
}

/// Codes of the remarks on a number.
fn about(found: &Value, key: &str) -> Vec<Value> {
    let all = list(found, "remarks").iter();
    let of = all.filter(|remark| remark.get("about") == Some(&Value::Text(key.into())));
    of.filter_map(|remark| remark.get("code").cloned()).collect()
}

#[test]
fn windows_that_the_ends_cut_have_as_many_accidentals_less() {
    let tags = light(2000, |_| true);
    for (window, delay) in
        [(T / 50, 0), (T / 10, 0), (7 * T / 10, 0), (T, 0), (T / 2000, T / 5), (T / 5, -T / 4)]
    {
        let (found, hints) = coincidences(&tags, &[3, 15], (window, delay), "rates");
        let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
        assert!(car.abs() < 3.5 * error && error < 0.1, "{window}, {delay}: {car} +- {error}");
        assert_eq!(hints, Value::List(vec![]));
    }
}

#[test]
fn accidentals_change_with_the_rates() {
    let tags = light(2000, |time| !(T / 5..4 * T / 5).contains(&time));
    let (found, hints) = coincidences(&tags, &[3, 15], (T / 2000, 0), "rates");
    // Light on for two fifths of the time has 5/2 times the accidentals of the mean rates.
    let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
    assert!(car.abs() < 3.5 * error && error < 0.1, "{car} +- {error}: {found:?}");
    assert_eq!(hints, Value::List(vec![]));
    // Measured accidentals change with the rates, as long as windows are displaced by less than the rates stay the
    // same.
    let (found, _) = coincidences(&tags, &[3, 15], (T / 2000, 0), "measured");
    let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
    assert!((car - 0.05).abs() < 3.5 * error && error < 0.1, "{car} +- {error}: {found:?}");
}

#[test]
fn windows_are_not_displaced_beyond_half_of_the_recording() {
    let tags = light(300, |_| true);
    let (found, _) = coincidences(&tags, &[3, 15, 16], (T / 50, 0), "measured");
    assert_eq!((float(&found, "car"), float(&found, "accidentals")), (None, None));
    assert_eq!(about(&found, "accidentals_measured"), [Value::Text("range-too-short".into())], "{found:?}");
    assert_eq!(about(&found, "car"), [Value::Text("range-too-short".into())], "{found:?}");
    let (found, _) = coincidences(&tags, &[3, 15, 16], (T / 200, 0), "measured");
    assert!(float(&found, "car").is_some(), "{found:?}");
}
