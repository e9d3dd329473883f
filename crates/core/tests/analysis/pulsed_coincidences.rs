//! Coincidences of pulsed light: accidentals are measured whole periods away, or are null without a period.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::{list, run};
use crate::period::{PERIOD, ask, codes, float, hinted, laser_of};
use crate::tags::tag;
use crate::ticks::Random;

const WINDOW: i64 = 12;

/// The answer for one pattern.
fn coincidences(tags: &[Tag], channels: &[i64], more: &[(&str, Value)]) -> Value {
    let pattern = Value::List(channels.iter().map(|channel| Value::Int(*channel)).collect());
    let own = [("window", Value::Int(WINDOW)), ("patterns", Value::List(vec![pattern]))];
    list(&ask("coincidence", &[&own, more].concat(), tags), "patterns")[0].clone()
}

/// Minimum displacement of the windows that measure the accidentals, in ticks.
const DISPLACED: i64 = 1000;

fn with_period(period: f64) -> [(&'static str, Value); 2] {
    [("period", Value::Float(period)), ("displaced", Value::Int(DISPLACED))]
}

/// The mean count of 32 windows displaced by whole periods.
fn displaced(tags: &[Tag]) -> f64 {
    let of = |channel| -> Vec<i64> {
        tags.iter().filter(|tag| tag.channel == channel).map(|tag| tag.time).collect()
    };
    let (a, b) = (of(3), of(15));
    let first = (DISPLACED as f64 / PERIOD).ceil();
    let counts = (0..32).map(|k| {
        let middle = ((first + f64::from(k)) * PERIOD).round() as i64;
        let near = |x: &i64| {
            let from = b.partition_point(|y| *y < x + middle - WINDOW);
            b[from..].iter().take_while(|y| **y <= x + middle + WINDOW).count()
        };
        a.iter().map(near).sum::<usize>()
    });
    counts.sum::<usize>() as f64 / 32.0
}

#[test]
fn laser_light_has_no_coincidences_but_by_chance() {
    let tags = laser_of(5e5);
    let found = coincidences(&tags, &[3, 15], &with_period(PERIOD));
    let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
    assert!(car.abs() < 4.0 * error && error < 0.3, "{car} +- {error}");
    // The recording is some 60,000 times as long as the windows are displaced.
    let (accidentals, expected) = (float(&found, "accidentals").unwrap(), displaced(&tags));
    assert!((accidentals / expected - 1.0).abs() < 1e-3, "{accidentals} {expected}");
    assert_eq!(found.get("accidentals"), found.get("accidentals_measured"));
    // Rates alone give a third of it.
    let share = float(&found, "accidentals_rates").unwrap() / accidentals;
    assert!((share - 25.0 / PERIOD).abs() < 0.05, "{share}");
}

#[test]
fn accidentals_of_rates_are_used_where_the_request_asks_for_them() {
    let tags = laser_of(5e5);
    let rates = [("accidentals", Value::Text("rates".into()))];
    let found = coincidences(&tags, &[3, 15], &[with_period(PERIOD).as_slice(), &rates].concat());
    assert_eq!(found.get("accidentals"), found.get("accidentals_rates"));
    let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
    assert!((car - (PERIOD / 25.0 - 1.0)).abs() < 4.0 * error + 0.1, "{car} +- {error}");
    let own = [("window", Value::Int(1)), ("accidentals", Value::Text("both".into()))];
    let entries = own.iter().map(|(key, value)| ((*key).into(), value.clone())).collect();
    let refused = make("coincidence", &Params::new(Value::Map(entries)).unwrap()).err().unwrap();
    assert_eq!(refused.code, Code::Usage);
}

#[test]
fn windows_lie_whole_periods_away() {
    // 5 pairs within the window; 3 and 1 in windows displaced by 3 and 5 periods of 100 ticks; one half a period away,
    // one before the first window, one in the other direction.
    let all = [(0, 5), (300, 3), (504, 1), (350, 1), (200, 1), (-300, 1)];
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
    let period = [("period", Value::Int(100)), ("displaced", Value::Int(201))];
    let found = coincidences(&tags, &[3, 15], &period);
    assert_eq!(float(&found, "counts"), Some(5.0));
    // The recording is long against the displacement.
    let accidentals = float(&found, "accidentals").unwrap();
    assert!((accidentals * 32.0 - 4.0).abs() < 1e-3, "{accidentals}");
    // A delay that is subtracted moves the window.
    let delays = Value::List(vec![Value::List(vec![Value::Int(15), Value::Int(-300)])]);
    let delayed = [period.as_slice(), &[("delays", delays)]].concat();
    assert_eq!(float(&coincidences(&tags, &[3, 15], &delayed), "counts"), Some(1.0));
}

#[test]
fn without_a_period_nothing_that_needs_it_is_there() {
    let tags = laser_of(1.5e6);
    let own = [("window", Value::Int(WINDOW))];
    let answer = ask("coincidence", &own, &tags);
    assert!((hinted(&answer).unwrap() / PERIOD - 1.0).abs() < 1e-6);
    for found in list(&answer, "patterns") {
        for key in
            ["accidentals", "car", "car_error", "efficiency", "accidentals_measured", "accidentals_rates"]
        {
            match found.get(key).unwrap() {
                Value::Map(by_channel) => {
                    assert!(by_channel.iter().all(|(_, value)| *value == Value::Null), "{key}");
                }
                other => assert_eq!(*other, Value::Null, "{key}"),
            }
        }
        assert!(codes(found).contains(&Value::Text("pulsed".into())), "{found:?}");
    }
}

#[test]
fn three_channels_of_a_laser_have_no_coincidences_but_by_chance() {
    // The clock of channel 16 has a tag at every tenth pulse.
    let found = coincidences(&laser_of(4e6), &[16, 3, 15], &with_period(PERIOD));
    let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
    assert!(car.abs() < 4.0 * error && error < 0.5, "{car} +- {error}: {found:?}");
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

/// Photons of 400,000 pulses of an emitter on channels 3 and 15. It is dark for half of the time if `blinks`, in
/// stretches with a mean of 200 pulses, much shorter than the displacement of windows.
fn emitter(blinks: bool, seed: u64) -> Vec<Tag> {
    let (mut random, mut is_dark) = (Random(seed), false);
    random.uniform();
    let mut tags = Vec::new();
    for pulse in 0..400_000 {
        is_dark ^= blinks && random.uniform() < 1.0 / 200.0;
        let time = (f64::from(pulse) * PERIOD) as i64;
        tags.extend(
            [3, 15].into_iter().filter(|_| !is_dark && random.uniform() < 0.05).map(|one| tag(one, time)),
        );
    }
    tags
}

#[test]
fn neighbouring_pulses_that_contradict_the_displaced_windows_are_noted() {
    let differ = Value::Text("neighbours-differ".into());
    for seed in 1..=4 {
        let [steady, blinking] = [false, true].map(|blinks| {
            coincidences(&emitter(blinks, seed), &[3, 15], &[("period", Value::Float(PERIOD))])
        });
        assert!(!codes(&steady).contains(&differ), "{seed}: {steady:?}");
        assert!(codes(&blinking).contains(&differ), "{seed}: {blinking:?}");
        // Pulses of independent photons: the numbers stay those of the displaced windows.
        let (car, error) = (float(&blinking, "car").unwrap(), float(&blinking, "car_error").unwrap());
        assert!((car - 1.0).abs() < 4.0 * error, "{seed}: {car} +- {error}");
    }
}
