//! Pulsed light: the hint of its period, delays modulo a given one, and g2 by the areas of the peaks.

use tagview_core::Code;
use tagview_core::simulate::Simulation;
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::list;
use crate::tags::{params, tag};
use crate::ticks::Random;

pub const PERIOD: f64 = 80.4;

/// Pulses of laser light on channels 3 and 15, 7 ticks later, with a clock on 16 that ticks at every tenth.
fn laser() -> Vec<Tag> {
    laser_of(5e5)
}

/// Like `laser`, with `rate` photons per second.
pub fn laser_of(rate: f64) -> Vec<Tag> {
    let map = |entries: &[(&str, Value)]| {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned().into(), value.clone())).collect())
    };
    let detector = |channel, delay| {
        let numbers = [("dark_rate", 0), ("dead_time", 0), ("afterpulsing", 0), ("efficiency", 1)];
        let numbers = numbers.map(|(key, n)| (key, Value::Int(n)));
        let rest =
            [("channel", Value::Int(channel)), ("delay", Value::Int(delay)), ("jitter", Value::Float(1.4))];
        map(&[numbers.as_slice(), &rest].concat())
    };
    let per_second = 1.0 / (PERIOD * 156.25e-12);
    let clock = map(&[("channel", Value::Int(16)), ("divider", Value::Int(10))]);
    let request = map(&[
        ("duration", Value::Int(400_000_000)),
        ("extra", Value::Bool(false)),
        ("a", detector(3, 0)),
        ("b", detector(15, 7)),
        ("light", map(&[("statistics", Value::Text("coherent".into())), ("rate", Value::Float(rate))])),
        ("pulses", map(&[("rate", Value::Float(per_second)), ("clock", clock)])),
    ]);
    let mut simulation = Simulation::new(tagview_bridge::source(&request).unwrap()).unwrap();
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    while simulation.next_batch(&mut batch) {
        all.extend_from_slice(&batch);
    }
    all
}

pub fn ask(name: &str, entries: &[(&str, Value)], tags: &[Tag]) -> Value {
    let entries = entries.iter().map(|(key, value)| ((*key).to_owned().into(), value.clone())).collect();
    let mut analysis = make(name, &Params::new(Value::Map(entries)).unwrap()).unwrap();
    analysis.push_tags(tags).unwrap();
    analysis.result()
}

pub fn float(value: &Value, key: &str) -> Option<f64> {
    match value.get(key) {
        Some(Value::Float(x)) => Some(*x),
        Some(Value::Count(n)) => Some(*n as f64),
        Some(Value::Null) => None,
        other => panic!("{key}: {other:?}"),
    }
}

/// The period in ticks that the hint `pulsed` of a result offers.
pub fn hinted(result: &Value) -> Option<f64> {
    let pulsed = Value::Text("pulsed".into());
    let hint = list(result, "hints").iter().find(|hint| hint.get("code") == Some(&pulsed))?;
    let option = hint.get("option").unwrap();
    assert_eq!(option.get("name"), Some(&Value::Text("period".into())));
    float(option, "ticks")
}

pub fn codes(value: &Value) -> Vec<Value> {
    list(value, "remarks").iter().filter_map(|remark| remark.get("code").cloned()).collect()
}

const PAIR: [(&str, Value); 2] = [("a", Value::Int(3)), ("b", Value::Int(15))];

fn with(more: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    [&PAIR, more].concat()
}

/// Light of a laser has equal pulses: the bin with the most pairs may be of any of them.
#[test]
fn the_highest_bin_is_that_of_the_whole_range_if_no_pulse_stands_out() {
    let tags = laser();
    let (from, bin, bins) = (-4000_i64, 4_i64, 2000_usize);
    let range = [("from", from), ("to", from + bin * bins as i64), ("bin", bin)];
    let request = range.map(|(key, ticks)| (key, Value::Int(ticks)));
    let found = ask("delay", &with(&[&request[..], &[("period", Value::Float(PERIOD))]].concat()), &tags);
    assert_eq!(float(&found, "delay_modulo"), Some(PERIOD));
    let mut counts = vec![0_u64; bins];
    let of = |channel| tags.iter().filter(move |tag| tag.channel == channel).map(|tag| tag.time);
    let stops: Vec<i64> = of(15).collect();
    for start in of(3) {
        let near = stops.partition_point(|stop| *stop < start + from);
        for delay in stops[near..].iter().map(|stop| stop - start - from) {
            match counts.get_mut((delay / bin) as usize) {
                Some(count) => *count += 1,
                None => break,
            }
        }
    }
    let most = counts.iter().max().copied().unwrap();
    assert_eq!(float(&found, "peak_counts"), Some(most as f64));
    let Some(Value::Int(highest)) = found.get("highest") else { panic!("{found:?}") };
    assert_eq!(counts[((*highest - from) / bin) as usize], most);
}

#[test]
fn a_delay_of_pulsed_light_needs_the_period() {
    let tags = laser();
    let found = ask("delay", &PAIR, &tags);
    assert!((hinted(&found).unwrap() / PERIOD - 1.0).abs() < 1e-6, "{found:?}");
    assert_eq!((found.get("delay"), found.get("period")), (Some(&Value::Null), Some(&Value::Null)));
    assert!(codes(&found).contains(&Value::Text("pulsed".into())));
    assert_eq!(found.get("pulsed"), Some(&Value::Null));
}

#[test]
fn a_delay_is_known_modulo_the_period() {
    let found = ask("delay", &with(&[("period", Value::Float(PERIOD))]), &laser());
    assert_eq!((hinted(&found), float(&found, "delay_modulo")), (None, Some(PERIOD)));
    let (centre, error) = (float(&found, "centre").unwrap(), float(&found, "centre_error").unwrap());
    assert!((centre - 7.0).abs() < 4.0 * error && error < 0.3, "{centre} +- {error}");
    assert!(codes(&found).contains(&Value::Text("pulsed".into())));
    let pulsed = found.get("pulsed").unwrap();
    let (g2, error) = (float(pulsed, "g2").unwrap(), float(pulsed, "g2_error").unwrap());
    assert!((g2 - 1.0).abs() < 4.0 * error, "{g2} +- {error}");
}

#[test]
fn another_period_than_the_lights_is_hinted_at() {
    let found = ask("delay", &with(&[("period", Value::Float(10.0 * PERIOD))]), &laser());
    assert!((hinted(&found).unwrap() / PERIOD - 1.0).abs() < 1e-6, "{found:?}");
    let denied = ask("delay", &with(&[("period", Value::Int(0))]), &laser());
    assert_eq!((hinted(&denied), denied.get("pulsed")), (None, Some(&Value::Null)));
}

#[test]
fn gaps_have_the_period_of_a_clock() {
    let found = ask("gaps", &[], &laser());
    let of = |channel: u64| {
        let channels = list(&found, "channels");
        channels.iter().find(|one| one.get("channel") == Some(&Value::UInt(channel))).unwrap().clone()
    };
    assert!((float(&of(16), "period").unwrap() / PERIOD / 10.0 - 1.0).abs() < 1e-7, "{found:?}");
    assert_eq!(of(3).get("period"), Some(&Value::Null));
    // Neither a clock nor pulsed light shows a dead time.
    for channel in [3, 16] {
        assert_eq!(of(channel).get("dead_time"), Some(&Value::Null), "{channel}");
        assert!(codes(&of(channel)).contains(&Value::Text("pulsed".into())), "{channel}");
    }
}

/// Independent light on two channels, whose rate oscillates by this share of its mean with a period of 200 ticks.
fn flickering(depth: f64) -> Vec<Tag> {
    let mut state = 7_u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut tags = Vec::new();
    let mut time = 0.0;
    while tags.len() < 200_000 {
        time -= 25.0 * uniform().ln();
        let rate = 1.0 + depth * (std::f64::consts::TAU * time / 200.0).cos();
        if uniform() * (1.0 + depth) < rate {
            tags.push(tag(if uniform() < 0.5 { 3 } else { 15 }, time as i64));
        }
    }
    tags
}

#[test]
fn light_that_flickers_is_not_pulsed() {
    let range = with(&[("from", Value::Int(-4000)), ("to", Value::Int(4000))]);
    let found = ask("delay", &range, &flickering(0.25));
    assert_eq!((hinted(&found), float(&found, "delay")), (None, None), "{found:?}");
    // As deep as this, half of the pairs come in peaks.
    let found = ask("delay", &range, &flickering(1.0));
    assert!((hinted(&found).unwrap() - 200.0).abs() < 0.1, "{found:?}");
}

#[test]
fn recordings_as_short_as_the_delays_of_their_pairs_tell_nothing_of_steady_light() {
    // Few tags have many pairs, which are not independent of each other.
    let mut random = Random(7);
    for (tags, span) in [(40, 8000.0), (100, 8000.0), (300, 8000.0), (1000, 3000.0)] {
        for _ in 0..40 {
            let mut all: Vec<Tag> = (0..tags)
                .flat_map(|_| [3, 15].map(|channel| tag(channel, (random.uniform() * span) as i64)))
                .collect();
            all.sort_unstable_by_key(|tag| (tag.time, tag.channel));
            let what = format!("{tags} tags in {span} ticks");
            let pattern = Value::List(vec![Value::Int(3), Value::Int(15)]);
            let own = [("window", Value::Int(100)), ("patterns", Value::List(vec![pattern]))];
            let answer = ask("coincidence", &own, &all);
            assert_eq!(hinted(&answer), None, "{what}");
            let answer = ask("delay", &PAIR, &all);
            assert_eq!(answer.get("delay"), Some(&Value::Null), "{what}");
            assert!(list(&answer, "dips").is_empty(), "{what}");
        }
    }
}

#[test]
fn pairs_hint_at_a_period_at_the_end_only() {
    let tags = laser();
    let mut pairs = make("pairs", &Params::default()).unwrap();
    pairs.push_tags(&tags).unwrap();
    assert_eq!(hinted(&pairs.interim()), None);
    assert!((hinted(&pairs.result()).unwrap() / PERIOD - 1.0).abs() < 1e-6);
    let correlation = params(&[("a", 3), ("b", 15)]);
    let derived = |is_interim| pairs.derive("correlation", &correlation, is_interim).unwrap().unwrap();
    assert_eq!(hinted(&derived(true)), None);
    assert!((hinted(&derived(false)).unwrap() / PERIOD - 1.0).abs() < 1e-6);
}

/// Pairs of tags of 3 and 15 with these delays, far from each other.
fn pairs_with(delays: &[i64]) -> Vec<Tag> {
    let pair = |(k, delay): (usize, &i64)| {
        let time = 100_000 * (k as i64 + 1);
        let mut two = [tag(3, time), tag(15, time + delay)];
        two.sort_by_key(|tag| tag.time);
        two
    };
    delays.iter().enumerate().flat_map(pair).collect()
}

#[test]
fn areas_of_peaks_by_hand() {
    // Peaks 100 ticks apart: 1 pair in the middle, 3, 5, 4 and 4 beside it; and one outside whole periods.
    let delays: Vec<i64> = [(0, 1), (-100, 3), (100, 5), (-200, 4), (200, 4), (260, 1)]
        .into_iter()
        .flat_map(|(delay, n)| std::iter::repeat_n(delay, n))
        .collect();
    let range = [("from", Value::Int(-260)), ("to", Value::Int(260)), ("bin", Value::Int(1))];
    let period = [("period", Value::Int(100))];
    let found = ask("correlation", &with(&[range.as_slice(), &period].concat()), &pairs_with(&delays));
    let pulsed = found.get("pulsed").unwrap();
    let of = |key| float(pulsed, key);
    assert_eq!((of("centre_counts"), of("side_peaks"), of("phase")), (Some(1.0), Some(4.0), Some(0.0)));
    // All delays could nearly always be seen.
    assert!((of("side_counts").unwrap() - 4.0).abs() < 1e-3, "{pulsed:?}");
    assert!((of("g2").unwrap() - 0.25).abs() < 1e-3);
    assert_eq!(of("g2_error"), None);
    // Jeffreys' interval and Garwood's limit of 1, over 4.
    let Some(Value::List(ends)) = pulsed.get("g2_interval") else { panic!() };
    let [Value::Float(low), Value::Float(high)] = ends[..] else { panic!() };
    assert!((low - 0.416946 / 4.0).abs() < 1e-3 && (high - 2.593131 / 4.0).abs() < 1e-3);
    assert!((of("g2_upper").unwrap() - 4.743865 / 4.0).abs() < 1e-3);

    let near = [("from", Value::Int(-140)), ("to", Value::Int(140)), ("bin", Value::Int(1))];
    let short = ask("correlation", &with(&[near.as_slice(), &period].concat()), &pairs_with(&delays));
    let pulsed = short.get("pulsed").unwrap();
    assert_eq!(float(pulsed, "g2"), None);
    assert_eq!(codes(pulsed), [Value::Text("range-too-short".into())]);
}

/// The remark names the only peak without pairs, on either side of the centre.
#[test]
fn a_peak_that_differs_from_the_others_is_named() {
    let range = [("from", Value::Int(-660)), ("to", Value::Int(660)), ("bin", Value::Int(1))];
    let request = with(&[range.as_slice(), &[("period", Value::Int(100))]].concat());
    for odd in [-3, 2] {
        let delays: Vec<i64> = (-6..=6).filter(|m| *m != odd).flat_map(|m| vec![m * 100; 200]).collect();
        let found = ask("correlation", &request, &pairs_with(&delays));
        let text = format!("{:?}", found.get("pulsed").unwrap());
        assert!(
            text.contains(&format!("most of all that at {} ticks (0 of 183 pairs)", odd * 100)),
            "{text}"
        );
    }
}

#[test]
fn a_pulse_that_stands_out_has_a_delay() {
    let mut delays: Vec<i64> = (-60..=60).flat_map(|m| [m * 100 + 3; 6]).collect();
    delays.extend((0..200).map(|k| 703 + [-1, 0, 0, 1][k % 4]));
    let found = ask("delay", &with(&[("period", Value::Int(100))]), &pairs_with(&delays));
    assert_eq!((found.get("delay"), found.get("delay_modulo")), (Some(&Value::Int(703)), Some(&Value::Null)));
}

#[test]
fn periods_that_make_no_sense_are_wrong_usage() {
    let refused = |more: &[(&'static str, Value)]| {
        let entries = with(more).into_iter().map(|(key, value)| (key.to_owned().into(), value)).collect();
        make("delay", &Params::new(Value::Map(entries)).unwrap()).err().unwrap().code
    };
    assert_eq!(refused(&[("period", Value::Int(-3))]), Code::Usage);
    assert_eq!(refused(&[("period", Value::Float(0.5))]), Code::Usage);
    assert_eq!(refused(&[("divider", Value::Int(16))]), Code::Usage);
    assert_eq!(refused(&[("period", Value::Text("x".into()))]), Code::Usage);
}

#[test]
fn peaks_that_reach_into_each_other_are_reported() {
    let period = ("period", Value::Int(100));
    let wide: Vec<i64> = (-60..=60).flat_map(|m| (-30..=30).map(move |k| m * 100 + k)).collect();
    let found = ask(
        "correlation",
        &with(&[period, ("from", Value::Int(-800)), ("to", Value::Int(800))]),
        &pairs_with(&wide),
    );
    let pulsed = found.get("pulsed").unwrap();
    assert!((float(pulsed, "g2").unwrap() - 1.0).abs() < 0.1, "{pulsed:?}");
    let tails: Vec<i64> =
        (-60..=60).flat_map(|m| (-50..50).map(move |k: i64| m * 100 + k * k.abs() / 50)).collect();
    let range = [
        ("from", Value::Int(-800)),
        ("to", Value::Int(800)),
        ("bin", Value::Int(5)),
        ("period", Value::Int(100)),
    ];
    let found = ask("correlation", &with(&range), &pairs_with(&tails));
    assert!(codes(found.get("pulsed").unwrap()).contains(&Value::Text("peaks-overlap".into())), "{found:?}");
}

#[test]
fn bins_as_wide_as_a_quarter_of_a_period_have_no_areas() {
    let range = [
        ("from", Value::Int(-800)),
        ("to", Value::Int(800)),
        ("bin", Value::Int(30)),
        ("period", Value::Int(100)),
    ];
    let found = ask("correlation", &with(&range), &pairs_with(&[0, 100, 200]));
    assert_eq!(codes(found.get("pulsed").unwrap()), [Value::Text("bins-too-wide".into())]);
}
