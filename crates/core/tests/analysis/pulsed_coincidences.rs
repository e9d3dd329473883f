//! Coincidences of pulsed light: accidentals come from whole periods beside the window, or are not there.

use proptest::prelude::*;
use tagview_core::Value;
use tagview_core::tags::Tag;

use crate::pairs::{list, run};
use crate::period::{PERIOD, ask, codes, float, laser_of};
use crate::tags::tag;

const WINDOW: i64 = 12;

/// The answer for one pattern.
fn coincidences(tags: &[Tag], channels: &[i64], more: &[(&str, Value)]) -> Value {
    let pattern = Value::List(channels.iter().map(|channel| Value::Int(*channel)).collect());
    let own = [("window", Value::Int(WINDOW)), ("patterns", Value::List(vec![pattern]))];
    list(&ask("coincidence", &[&own, more].concat(), tags), "patterns")[0].clone()
}

fn text(value: &Value, key: &str) -> Option<String> {
    match value.get(key) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Pairs of 3 and 15 by delay, one after the other.
fn delays(tags: &[Tag]) -> Vec<i64> {
    let of = |channel| -> Vec<i64> {
        tags.iter().filter(|tag| tag.channel == channel).map(|tag| tag.time).collect()
    };
    let (a, b) = (of(3), of(15));
    let mut all = Vec::new();
    for x in a {
        let near = b.iter().skip(b.partition_point(|y| *y < x - 7000)).take_while(|y| **y <= x + 7000);
        all.extend(near.map(|y| y - x));
    }
    all
}

/// The mean count of the window displaced by whole periods of up to 6400 ticks in all.
fn beside(tags: &[Tag]) -> f64 {
    let delays = delays(tags);
    let within = |middle: i64| delays.iter().filter(|d| (*d - middle).abs() <= WINDOW).count() as f64;
    let offs: Vec<i64> = (1..)
        .map(|m| (f64::from(m) * PERIOD).round() as i64)
        .take_while(|off| off + WINDOW <= 6400)
        .collect();
    offs.iter().map(|off| within(*off) + within(-*off)).sum::<f64>() / (2 * offs.len()) as f64
}

#[test]
fn laser_light_has_no_coincidences_but_by_chance() {
    let tags = laser_of(5e5);
    for more in [vec![], vec![("period", Value::Float(PERIOD))]] {
        let found = coincidences(&tags, &[3, 15], &more);
        let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
        assert!(car.abs() < 4.0 * error && error < 0.3, "{car} +- {error}");
        assert_eq!(text(&found, "accidentals_from").as_deref(), Some("periods"));
        assert!((float(&found, "period").unwrap() - PERIOD).abs() < 0.02);
        // Rates alone would give a third of it; the recording is some 60,000 times as long as the range.
        let expected = beside(&tags);
        let accidentals = float(&found, "accidentals").unwrap();
        assert!((accidentals / expected - 1.0).abs() < 0.02, "{accidentals} {expected}");
    }
    let from = |more: &[(&str, Value)]| text(&coincidences(&tags, &[3, 15], more), "period_from").unwrap();
    assert_eq!(from(&[]), "correlation");
    assert_eq!(from(&[("period", Value::Float(PERIOD))]), "given");
}

#[test]
fn windows_lie_whole_periods_beside() {
    // 5 pairs within the window, 3 and 1 a period of 100 ticks beside it, one half a period away.
    let all = [(0, 5), (-100, 3), (104, 1), (50, 1), (200, 2), (-313, 1)];
    let delays = all.into_iter().flat_map(|(delay, n)| std::iter::repeat_n(delay, n));
    let tags: Vec<Tag> = delays
        .enumerate()
        .flat_map(|(k, delay): (usize, i64)| {
            let time = 10_000_000 * (k as i64 + 1);
            let mut two = [tag(3, time), tag(15, time + delay)];
            two.sort_by_key(|tag| tag.time);
            two
        })
        .collect();
    let found = coincidences(&tags, &[3, 15], &[("period", Value::Int(100))]);
    assert_eq!(float(&found, "counts"), Some(5.0));
    // 63 windows on either side; the recording is long against them.
    let accidentals = float(&found, "accidentals").unwrap();
    assert!((accidentals * 126.0 - 6.0).abs() < 1e-3, "{accidentals}");
    assert_eq!(
        found.get("displaced_by"),
        Some(&Value::List(vec![Value::Float(100.0), Value::Float(6300.0)]))
    );
    // In the other order of the channels, it is the same.
    let turned = coincidences(&tags, &[15, 3], &[("period", Value::Int(100))]);
    assert_eq!(turned.get("accidentals"), found.get("accidentals"));
    // A delay that is subtracted moves the window.
    let delayed = [
        ("period", Value::Int(100)),
        ("delays", Value::List(vec![Value::List(vec![Value::Int(15), Value::Int(-100)])])),
    ];
    assert_eq!(float(&coincidences(&tags, &[3, 15], &delayed), "counts"), Some(3.0));
}

#[test]
fn many_pairs_need_their_period_said() {
    let tags = laser_of(1.5e6);
    let found = coincidences(&tags, &[3, 15], &[]);
    assert!((float(&found, "period").unwrap() - PERIOD).abs() < 0.02);
    for key in ["accidentals", "car", "car_error", "efficiency", "accidentals_measured"] {
        let missing = found.get(key).unwrap();
        let each = |all: &Value| matches!(all, Value::Null);
        match missing {
            Value::Map(by_channel) => assert!(by_channel.iter().all(|(_, value)| each(value)), "{key}"),
            other => assert!(each(other), "{key}: {other:?}"),
        }
    }
    assert!(codes(&found).contains(&Value::Text("pulsed".into())), "{found:?}");
    let said = coincidences(&tags, &[3, 15], &[("period", found.get("period").unwrap().clone())]);
    let (car, error) = (float(&said, "car").unwrap(), float(&said, "car_error").unwrap());
    assert!(car.abs() < 4.0 * error && error < 0.1, "{car} +- {error}");
}

#[test]
fn of_three_channels_chance_is_not_known() {
    let tags = laser_of(5e5);
    for more in [vec![], vec![("period", Value::Float(PERIOD))]] {
        let found = coincidences(&tags, &[16, 3, 15], &more);
        assert_eq!((found.get("accidentals"), found.get("car")), (Some(&Value::Null), Some(&Value::Null)));
        assert!(codes(&found).contains(&Value::Text("pulsed".into())));
    }
}

#[test]
fn a_period_is_denied_or_a_clocks() {
    let tags = laser_of(5e5);
    let denied = coincidences(&tags, &[3, 15], &[("period", Value::Int(0))]);
    assert_eq!(
        (text(&denied, "accidentals_from").as_deref(), denied.get("period")),
        (Some("rates"), Some(&Value::Null))
    );
    // The clock ticks at every tenth pulse.
    let clock = coincidences(&tags, &[3, 15], &[("clock", Value::Int(16))]);
    assert!((float(&clock, "period").unwrap() - 10.0 * PERIOD).abs() < 0.01, "{clock:?}");
    let (car, error) = (float(&clock, "car").unwrap(), float(&clock, "car_error").unwrap());
    assert!(car.abs() < 4.0 * error, "{car} +- {error}");
    let none = coincidences(&tags, &[3, 15], &[("clock", Value::Int(99))]);
    assert_eq!((none.get("car"), none.get("period")), (Some(&Value::Null), Some(&Value::Null)));
    assert!(codes(&none).contains(&Value::Text("too-few-gaps".into())));
}

#[test]
fn a_window_over_several_pulses_is_told() {
    let tags = laser_of(5e5);
    let period = ("period", Value::Float(20.0));
    let found = coincidences(&tags, &[3, 15], &[period]);
    assert!(codes(&found).contains(&Value::Text("windows-overlap".into())), "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn pairs_that_are_left_out_do_not_depend_on_cuts(
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let tags = laser_of(1.5e6);
        let whole = run("coincidence", &[("window", WINDOW)], &tags, &[]).unwrap();
        prop_assert_eq!(run("coincidence", &[("window", WINDOW)], &tags, &cuts).unwrap(), whole);
    }
}
