//! Pulsed light: the period that is found, given or a clock's, and what the areas of the peaks tell.

use proptest::prelude::*;
use tagview_core::analysis::make;
use tagview_core::request::Params;
use tagview_core::simulate::{Simulation, Source};
use tagview_core::tags::Tag;
use tagview_core::{Code, Value};

use crate::pairs::{list, run};
use crate::tags::tag;
use crate::ticks::Random;

pub const PERIOD: f64 = 80.4;

/// Pulses of laser light on channels 3 and 15, 7 ticks later, with a clock on 16 that ticks at every tenth.
fn laser() -> Vec<Tag> {
    laser_of(5e5)
}

/// The same with so many photons per second.
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
    let mut simulation = Simulation::new(Source::from_value(&request).unwrap()).unwrap();
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

pub fn codes(value: &Value) -> Vec<Value> {
    list(value, "remarks").iter().filter_map(|remark| remark.get("code").cloned()).collect()
}

const PAIR: [(&str, Value); 2] = [("a", Value::Int(3)), ("b", Value::Int(15))];

fn with(more: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    [&PAIR, more].concat()
}

#[test]
fn a_period_is_found_and_a_delay_known_modulo_it() {
    let tags = laser();
    let found = ask("delay", &PAIR, &tags);
    assert!((float(&found, "period").unwrap() - PERIOD).abs() < 0.02, "{found:?}");
    assert_eq!(float(&found, "delay_modulo"), float(&found, "period"));
    let (centre, error) = (float(&found, "centre").unwrap(), float(&found, "centre_error").unwrap());
    assert!((centre - 7.0).abs() < 4.0 * error && error < 0.3, "{centre} +- {error}");
    assert!(codes(&found).contains(&Value::Text("pulsed".into())));
    let pulsed = found.get("pulsed").unwrap();
    assert_eq!(pulsed.get("period_from"), Some(&Value::Text("correlation".into())));
    let (g2, error) = (float(pulsed, "g2").unwrap(), float(pulsed, "g2_error").unwrap());
    assert!((g2 - 1.0).abs() < 4.0 * error, "{g2} +- {error}");
}

/// Independent light on two channels, whose rate goes up and down by this share of its mean every 200 ticks.
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
    assert_eq!((float(&found, "period"), float(&found, "delay")), (None, None), "{found:?}");
    // As deep as this, half of the pairs come in peaks.
    let found = ask("delay", &range, &flickering(1.0));
    assert!((float(&found, "period").unwrap() - 200.0).abs() < 0.5, "{found:?}");
}

#[test]
fn recordings_as_short_as_the_delays_of_their_pairs_tell_nothing_of_steady_light() {
    // Few tags have many pairs, which are not independent of each other.
    let mut random = Random(7);
    for (tags, span) in [(40, 8000.0), (100, 8000.0), (300, 8000.0), (1000, 3000.0)] {
        for _ in 0..100 {
            let mut all: Vec<Tag> = (0..tags)
                .flat_map(|_| [3, 15].map(|channel| tag(channel, (random.uniform() * span) as i64)))
                .collect();
            all.sort_unstable_by_key(|tag| (tag.time, tag.channel));
            let what = format!("{tags} tags in {span} ticks");
            let pattern = Value::List(vec![Value::Int(3), Value::Int(15)]);
            let own = [("window", Value::Int(100)), ("patterns", Value::List(vec![pattern]))];
            let answer = ask("coincidence", &own, &all);
            assert_eq!(float(&list(&answer, "patterns")[0], "period"), None, "{what}");
            let answer = ask("delay", &PAIR, &all);
            assert_eq!(answer.get("delay"), Some(&Value::Null), "{what}");
            assert!(list(&answer, "dips").is_empty(), "{what}");
        }
    }
}

#[test]
fn a_period_is_that_of_the_clock_or_the_one_given_or_denied() {
    let tags = laser();
    // The clock ticks at every tenth pulse: that is its period.
    let clock = ask("delay", &with(&[("clock", Value::Int(16))]), &tags);
    assert!((float(&clock, "period").unwrap() - 10.0 * PERIOD).abs() < 1e-3);
    assert_eq!(clock.get("pulsed").unwrap().get("period_from"), Some(&Value::Text("clock".into())));
    // Ten peaks lie in it, so that areas of whole periods are not those of peaks: told beside both.
    let other = Value::Text("other-period".into());
    assert!(
        codes(&clock).contains(&other) && codes(clock.get("pulsed").unwrap()).contains(&other),
        "{clock:?}"
    );
    let given = ask("delay", &with(&[("period", Value::Float(PERIOD))]), &tags);
    assert_eq!(float(&given, "period"), Some(PERIOD));
    assert!(!codes(&given).contains(&other), "{given:?}");
    let denied = ask("delay", &with(&[("period", Value::Int(0))]), &tags);
    assert_eq!((denied.get("period"), denied.get("pulsed")), (Some(&Value::Null), Some(&Value::Null)));
    let without = ask("delay", &with(&[("clock", Value::Int(99))]), &tags);
    assert_eq!(without.get("period"), Some(&Value::Null));
    assert!(codes(&without).contains(&Value::Text("too-few-gaps".into())), "{without:?}");
}

#[test]
fn pairs_tell_a_period_at_the_end_only() {
    let tags = laser();
    let mut pairs = make("pairs", &Params::default()).unwrap();
    pairs.push_tags(&tags).unwrap();
    let period = |result: &Value| {
        let pair = list(result, "pairs")
            .iter()
            .find(|pair| (pair.get("a"), pair.get("b")) == (Some(&Value::UInt(3)), Some(&Value::UInt(15))));
        float(pair.unwrap(), "period")
    };
    assert_eq!(period(&pairs.interim()), None);
    assert!((period(&pairs.result()).unwrap() - PERIOD).abs() < 0.02);
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
    // Peaks 100 ticks apart: 1 pair in the middle, 3, 5, 4 and 4 beside it; and one outside of whole periods.
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

#[test]
fn a_pulse_that_stands_out_has_a_delay() {
    let mut delays: Vec<i64> = (-60..=60).flat_map(|m| [m * 100 + 3; 6]).collect();
    delays.extend((0..200).map(|k| 703 + [-1, 0, 0, 1][k % 4]));
    let found = ask("delay", &PAIR, &pairs_with(&delays));
    assert!((float(&found, "period").unwrap() - 100.0).abs() < 0.01);
    assert_eq!((found.get("delay"), found.get("delay_modulo")), (Some(&Value::Int(703)), Some(&Value::Null)));
}

#[test]
fn periods_that_make_no_sense_are_wrong_usage() {
    let refused = |more: &[(&'static str, Value)]| {
        let entries = with(more).into_iter().map(|(key, value)| (key.to_owned().into(), value)).collect();
        make("delay", &Params::new(Value::Map(entries)).unwrap()).err().unwrap().code
    };
    assert_eq!(refused(&[("period", Value::Int(-3))]), Code::Usage);
    assert_eq!(refused(&[("period", Value::Int(3)), ("clock", Value::Int(16))]), Code::Usage);
    assert_eq!(refused(&[("period", Value::Text("x".into()))]), Code::Usage);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The clock's tags are held where a run is cut.
    #[test]
    fn a_clock_is_the_same_however_the_run_is_cut(
        period in 40..4000_i64, tags in 3..200_i64, cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let tags: Vec<Tag> = (0..tags)
            .flat_map(|k| [tag(16, k * period), tag(3, k * period + 3), tag(15, k * period + 9)])
            .collect();
        let entries = [("a", 3), ("b", 15), ("clock", 16)];
        let whole = run("delay", &entries, &tags, &[]).unwrap();
        prop_assert_eq!(float(&whole, "period"), Some(period as f64));
        prop_assert_eq!(run("delay", &entries, &tags, &cuts).unwrap(), whole);
    }
}

/// What `g2` tells by areas of an emitter of g2 = 0.05 in pulses 80 ticks apart, whose clock ticks at every `divider`-th,
/// of bins of this width up to `periods` of the clock's.
fn by_the_clock(
    divider: u64,
    bin: i64,
    periods: i64,
    lifetime: f64,
    light: &str,
) -> (Option<f64>, Vec<Value>, Value) {
    let map = |entries: &[(&str, Value)]| {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned().into(), value.clone())).collect())
    };
    let detector = |channel| {
        let numbers = [("dark_rate", 0), ("dead_time", 0), ("afterpulsing", 0)];
        let numbers = numbers.map(|(key, n)| (key, Value::Int(n)));
        let rest = [
            ("channel", Value::Int(channel)),
            ("efficiency", Value::Float(0.4)),
            ("jitter", Value::Float(1.4)),
        ];
        map(&[numbers.as_slice(), &rest].concat())
    };
    let clock = map(&[("channel", Value::Int(16)), ("divider", Value::UInt(divider))]);
    let mut statistics =
        vec![("statistics", Value::Text(light.into())), ("rate", Value::Float(0.1 / (80.0 * 156.25e-12)))];
    if light == "emitter" {
        statistics.extend([("lifetime", Value::Float(lifetime)), ("g2", Value::Float(0.05))]);
    }
    let request = map(&[
        ("duration", Value::Int(200_000_000)),
        ("extra", Value::Bool(false)),
        ("a", detector(3)),
        ("b", detector(15)),
        ("light", map(&statistics)),
        ("pulses", map(&[("rate", Value::Float(1.0 / (80.0 * 156.25e-12))), ("clock", clock)])),
    ]);
    let mut simulation = Simulation::new(Source::from_value(&request).unwrap()).unwrap();
    let (mut tags, mut batch) = (Vec::new(), Vec::new());
    while simulation.next_batch(&mut batch) {
        tags.extend_from_slice(&batch);
    }
    let to = 80 * divider as i64 * periods;
    let range = [("clock", 16), ("bin", bin), ("from", -to), ("to", to)].map(|(key, n)| (key, Value::Int(n)));
    let pulsed = ask("correlation", &with(&range), &tags).get("pulsed").cloned().unwrap();
    (float(&pulsed, "g2"), codes(&pulsed), pulsed)
}

#[test]
fn a_clock_that_ticks_at_every_few_pulses_gives_no_g2() {
    // Whole periods of the clock hold several peaks each: g2 would be (0.05 + m - 1) / m.
    let told = Value::Text("other-period".into());
    let wide = Value::Text("no-peak".into());
    for light in ["emitter", "coherent"] {
        for (divider, bin, periods) in
            [(2, 1, 3), (2, 16, 40), (8, 1, 2), (8, 1, 20), (8, 16, 3), (8, 37, 40), (3, 10, 4), (100, 10, 3)]
        {
            let (g2, codes, pulsed) = by_the_clock(divider, bin, periods, 3.0, light);
            assert_eq!(g2, None, "{light}, {divider}, {bin}: {pulsed:?}");
            assert_eq!(codes, std::slice::from_ref(&told), "{light}, {divider}, {bin}: {pulsed:?}");
            if bin <= 16 {
                assert!(format!("{pulsed:?}").contains("80.0000 ticks"), "{pulsed:?}");
            }
        }
        // Bins of a light's period and more hide its peaks.
        let (g2, codes, pulsed) = by_the_clock(8, 80, 40, 3.0, light);
        assert_eq!((g2, codes), (None, vec![wide.clone()]), "{light}: {pulsed:?}");
    }
    // Peaks that overlap by far.
    let (g2, codes, pulsed) = by_the_clock(8, 1, 3, 25.0, "emitter");
    assert_eq!((g2, codes), (None, vec![told]), "{pulsed:?}");
}

#[test]
fn a_clock_that_ticks_at_every_pulse_gives_g2() {
    for (light, truth) in [("emitter", 0.05), ("coherent", 1.0)] {
        for (bin, periods) in [(1, 3), (1, 20), (16, 20), (20, 40)] {
            let (g2, codes, pulsed) = by_the_clock(1, bin, periods, 3.0, light);
            let error = float(&pulsed, "g2_error").unwrap();
            assert!((g2.unwrap() - truth).abs() < 4.0 * error, "{light}, {bin}: {pulsed:?}");
            assert!(!codes.contains(&Value::Text("other-period".into())), "{light}, {bin}: {pulsed:?}");
        }
    }
    let (g2, codes, pulsed) = by_the_clock(1, 1, 20, 20.0, "emitter");
    assert!(g2.is_some() && codes.contains(&Value::Text("peaks-overlap".into())), "{pulsed:?}");
}
