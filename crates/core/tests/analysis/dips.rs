//! Dips beside a peak: their depth and width do not depend on the peak.

use tagview_core::simulate::{Detector, Simulation, Source};
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::list;
use crate::tags::tag;

/// 2 s of pairs. Each detector detects half of its photons and is dead for 50 ns after each detection. The peak
/// lies at `delay`.
fn source(seed: u64, delay: i64, afterpulsing: f64) -> Source {
    let detector = |channel, delay| Detector {
        channel,
        efficiency: 0.5,
        dark_rate: 100.0,
        delay,
        jitter: 2.0,
        afterpulsing,
        ..Detector::default()
    };
    Source {
        seed,
        pair_rate: 100e3,
        a: detector(3, 0),
        b: detector(15, delay),
        extra: None,
        ..Source::default()
    }
}

/// The result of `delay` of channel 3 with channel `b`.
fn delay(source: Source, b: u64) -> Value {
    let request = Value::map([("a", Value::UInt(3)), ("b", Value::UInt(b))]);
    let mut run = make("delay", &Params::new(request).unwrap()).unwrap();
    let mut simulation = Simulation::new(source).unwrap();
    let mut batch = Vec::new();
    while simulation.next_batch(&mut batch) {
        run.push_tags(&batch).unwrap();
    }
    run.result()
}

fn number(dip: &Value, name: &str) -> f64 {
    match dip.get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{name}: {other:?} in {dip:?}"),
    }
}

/// Two detectors with dead times of their own have no dip at 0; each detector has one with itself.
#[test]
fn the_dip_of_a_channel_with_itself_is_its_dead_time() {
    let of = |b: u64| delay(Source { seed: 2, pair_rate: 600e3, ..source(2, 40_000, 0.0) }, b);
    assert_eq!(list(&of(15), "dips"), []);
    let own = of(3);
    let [dip] = list(&own, "dips") else { panic!("{own:?}") };
    assert_eq!((dip.get("depth"), dip.get("depth_error")), (Some(&Value::Null), Some(&Value::Null)));
    let remarks = list(&own, "remarks");
    assert!(
        remarks.iter().any(|remark| remark.get("code") == Some(&Value::Text("dead-time".into()))),
        "{remarks:?}"
    );
}

/// Half of the tags have a partner, and no tag follows it for 50 ns: half of the level is missing on both sides of the
/// peak, which is no antibunching.
#[test]
fn a_dead_time_beside_a_peak_is_a_dip_without_a_depth() {
    for (seed, delay) in [(1, 26), (6, 26), (4, 0)] {
        let result = self::delay(source(seed, delay, 0.0), 15);
        let [dip] = list(&result, "dips") else { panic!("{result:?}") };
        let (centre, width) = (number(dip, "delay"), number(dip, "width"));
        assert!((centre - delay as f64).abs() + width / 2.0 < 400.0, "{dip:?}");
        assert_eq!((dip.get("depth"), dip.get("depth_error")), (Some(&Value::Null), Some(&Value::Null)));
        let remarks = list(&result, "remarks");
        let code = Some(&Value::Text("dead-time".into()));
        assert!(remarks.iter().any(|remark| remark.get("code") == code), "{remarks:?}");
    }
}

/// The dip of an emitter, and the fit of its model to the same tags.
#[test]
fn an_emitter_has_a_dip_whose_fitted_depth_and_width_are_its_own() {
    let (depth, tau) = (0.9, 100.0);
    let tags = emitter(depth, tau, 60_000);
    let dips = list(&of_emitter("delay", &tags, &[]), "dips").to_vec();
    let [dip] = dips.as_slice() else { panic!("{dips:?}") };
    assert!(number(dip, "delay").abs() < 100.0 && number(dip, "depth") > 0.5, "{dip:?}");
    let parameters = fitted(&tags);
    for (name, truth) in [("depth", depth), ("tau", tau), ("centre", 0.0), ("g2_zero", 1.0 - depth)] {
        let of = parameters.iter().find(|of| of.get("name") == Some(&Value::Text(name.into()))).unwrap();
        let (value, error) = (number(of, "value"), number(of, "error"));
        assert!((value - truth).abs() < 4.0 * error && error < 0.2 * tau, "{name}: {value} {error}");
        let upper = of.get("upper").filter(|upper| **upper != Value::Null);
        assert_eq!(upper.is_some(), name == "g2_zero");
    }
}

#[test]
fn a_fit_at_the_limit_0_has_an_upper_limit_beside_its_error() {
    let parameters = fitted(&emitter(1.0, 100.0, 4_000));
    let of =
        |name: &str| parameters.iter().find(|of| of.get("name") == Some(&Value::Text(name.into()))).unwrap();
    let [value, error, upper] = ["value", "error", "upper"].map(|key| number(of("g2_zero"), key));
    assert!(value < error && upper > value + error && upper < 0.6, "{value} {error} {upper}");
    assert!(number(of("tau"), "error") > 0.0);
    assert_eq!(of("tau").get("upper"), Some(&Value::Null));
}

/// Pairs of channels 3 and 15 with delays of an emitter with this depth and time of its dip.
fn emitter(depth: f64, tau: f64, pairs: i64) -> Vec<Tag> {
    // Marsaglia's xorshift.
    let mut state = 88_172_645_463_325_252_u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut tags = Vec::new();
    for pair in 0..pairs {
        let time = pair * 200_000;
        let delay = loop {
            let delay = (uniform() * 12_800.0) as i64 - 6400;
            if uniform() >= depth * (-(delay.abs() as f64) / tau).exp() {
                break delay;
            }
        };
        tags.extend([tag(3, time), tag(15, time + delay)]);
    }
    tags.sort_by_key(|tag| tag.time);
    tags
}

/// The parameters of the model of an emitter.
fn fitted(tags: &[Tag]) -> Vec<Value> {
    let entries = [("bin", Value::Int(8)), ("fit", Value::Text("two-level".into()))];
    let result = of_emitter("correlation", tags, &entries);
    list(result.get("fit").unwrap(), "parameters").to_vec()
}

fn of_emitter(name: &str, tags: &[Tag], more: &[(&'static str, Value)]) -> Value {
    let ends = [
        ("a", Value::UInt(3)),
        ("b", Value::UInt(15)),
        ("from", Value::Int(-6400)),
        ("to", Value::Int(6399)),
    ];
    let all = ends.into_iter().chain(more.iter().cloned());
    let request = Value::Map(all.map(|(name, value)| (name.into(), value)).collect());
    let mut run = make(name, &Params::new(request).unwrap()).unwrap();
    run.push_tags(tags).unwrap();
    run.result()
}

#[test]
fn another_model_is_refused() {
    let request = [("a", Value::UInt(3)), ("b", Value::UInt(15)), ("fit", Value::Text("four-level".into()))];
    let error = make("correlation", &Params::new(Value::map(request)).unwrap()).err().unwrap();
    assert_eq!(error.code, tagview_core::Code::Usage);
}
