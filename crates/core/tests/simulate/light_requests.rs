//! Requests for light: equal tags on all platforms, and rejected requests.

use tagview_bridge::Value;
use tagview_core::Code;
use tagview_core::simulate::{Clock, Light, Pulses, Simulation, Source, Statistics, Transmission};
use twox_hash::XxHash64;

use crate::light::beam;
use crate::source::run;

const COHERENT: Statistics = Statistics::Coherent;
const THERMAL: Statistics = Statistics::Thermal { coherence_time: 500.0 };
const EMITTER: Statistics = Statistics::Emitter { lifetime: 30.0, g2: 0.0 };

fn pulsed(statistics: Statistics) -> Source {
    let clock = Some(Clock { channel: 9, divider: 100 });
    Source { pulses: Some(Pulses { rate: 80e6, width: 2.0, clock }), ..beam(0.005, statistics) }
}

fn unsteady(statistics: Statistics) -> Source {
    let pauses = vec![(1_000_000, 2_000_000)];
    Source { transmission: Transmission { drift: Some((0.1, 0.9)), pauses }, ..beam(0.005, statistics) }
}

#[test]
fn the_same_seed_gives_the_same_light_everywhere() {
    let all = [
        (beam(0.005, COHERENT), COHERENT_TAGS),
        (beam(0.005, THERMAL), THERMAL_TAGS),
        (beam(0.005, EMITTER), EMITTER_TAGS),
        (pulsed(COHERENT), PULSED_TAGS),
        (pulsed(EMITTER), PULSED_EMITTER_TAGS),
        (unsteady(COHERENT), UNSTEADY_TAGS),
    ];
    let found = all.each_ref().map(|(source, _)| {
        let tags = run(&Source { duration: 6_400_000, ..source.clone() });
        assert!(tags.is_sorted_by_key(|tag| tag.time) && tags.iter().all(|tag| tag.time >= 0));
        XxHash64::oneshot(0, bytemuck::cast_slice(&tags))
    });
    assert_eq!(found, all.map(|(_, golden)| golden));
}

const COHERENT_TAGS: u64 = 17_973_406_207_802_291_849;
const THERMAL_TAGS: u64 = 10_989_016_514_304_531_621;
const EMITTER_TAGS: u64 = 15_663_554_855_793_694_699;
const PULSED_TAGS: u64 = 2_133_178_355_543_129_385;
const PULSED_EMITTER_TAGS: u64 = 17_001_192_117_806_120_864;
const UNSTEADY_TAGS: u64 = 6_530_990_061_213_008_326;

#[test]
fn a_longer_recording_begins_like_the_shorter_where_light_does_not_drift() {
    for source in [beam(0.005, THERMAL), beam(0.005, EMITTER), pulsed(COHERENT), pulsed(EMITTER)] {
        let short = run(&Source { duration: 640_000, ..source.clone() });
        let long = run(&Source { duration: 1_280_000, ..source });
        assert_eq!(short, long[..short.len()]);
        assert!(long[short.len()].time >= 640_000);
    }
}

fn map(entries: Vec<(&str, Value)>) -> Value {
    Value::Map(entries.into_iter().map(|(key, value)| (key.to_owned().into(), value)).collect())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

#[test]
fn a_request_states_every_field_of_a_source() {
    let pause = Value::List(vec![Value::Int(5), Value::Int(7)]);
    let request = map(vec![
        (
            "light",
            map(vec![
                ("statistics", text("emitter")),
                ("rate", Value::Int(1000)),
                ("lifetime", Value::Float(12.5)),
                ("g2", Value::Float(0.1)),
            ]),
        ),
        (
            "pulses",
            map(vec![
                ("rate", Value::Float(80e6)),
                ("width", Value::Float(1.5)),
                ("clock", map(vec![("channel", Value::Int(9)), ("divider", Value::Int(10))])),
            ]),
        ),
        ("transmission", map(vec![("start", Value::Float(0.5)), ("pauses", Value::List(vec![pause]))])),
        ("extra", Value::Bool(false)),
    ]);
    let source = tagview_bridge::source(&request).unwrap();
    let expected = Source {
        pair_rate: 0.0,
        extra: None,
        light: Some(Light { rate: 1000.0, statistics: Statistics::Emitter { lifetime: 12.5, g2: 0.1 } }),
        pulses: Some(Pulses { rate: 80e6, width: 1.5, clock: Some(Clock { channel: 9, divider: 10 }) }),
        transmission: Transmission { drift: Some((0.5, 1.0)), pauses: vec![(5, 7)] },
        ..Source::default()
    };
    assert_eq!(source, expected);
    assert_eq!(tagview_bridge::source(&map(vec![])).unwrap(), Source::default());
}

#[test]
fn a_misspelt_key_of_a_source_is_refused() {
    let refused = |request: Value| tagview_bridge::source(&request).expect_err("an unknown key");
    let error = refused(map(vec![("durations", Value::Int(1))]));
    assert_eq!(error.message, "`durations` is not a parameter of a simulation");
    assert!(error.remedy.contains("duration, tick"), "{error}");
    let detector = map(vec![("dead-time", Value::Int(1))]);
    assert!(
        refused(map(vec![("a", detector)])).message.contains("`dead-time` is not a parameter of a detector")
    );
}

#[test]
fn a_request_for_other_light_is_refused() {
    let light = |entries| map(vec![("light", map(entries))]);
    let refused = |request: Value| tagview_bridge::source(&request).expect_err("no sound request").message;
    assert!(refused(light(vec![("rate", Value::Int(1))])).contains("light called"));
    assert!(refused(light(vec![("statistics", text("thermal"))])).contains("rate is missing"));
    let thermal = vec![("statistics", text("thermal")), ("rate", Value::Int(1))];
    assert!(refused(light(thermal)).contains("coherence_time is missing"));
    let coherent = vec![("statistics", text("coherent")), ("rate", Value::Int(1)), ("g2", Value::Int(1))];
    assert!(refused(light(coherent)).contains("`g2`"));
    assert!(refused(map(vec![("pulses", map(vec![]))])).contains("rate is missing"));
    assert!(refused(map(vec![("pulses", Value::Int(1))])).contains("pulses"));
    let pause = Value::List(vec![Value::List(vec![Value::Int(1)])]);
    assert!(refused(map(vec![("transmission", map(vec![("pauses", pause)]))])).contains("pause"));
}

#[test]
fn light_out_of_range_is_refused() {
    let refused = |source: Source| {
        let error = Simulation::new(source).expect_err("out of range");
        assert_eq!(error.code, Code::Usage);
        error.message
    };
    assert!(refused(beam(-1.0, COHERENT)).contains("light's rate"));
    assert!(refused(beam(f64::NAN, COHERENT)).contains("light's rate"));
    assert!(refused(beam(0.01, Statistics::Thermal { coherence_time: 0.0 })).contains("coherence time"));
    assert!(refused(beam(0.01, Statistics::Emitter { lifetime: 200.0, g2: 0.0 })).contains("lifetime"));
    assert!(
        refused(beam(0.01, Statistics::Emitter { lifetime: 1.0, g2: 0.5 })).contains("g2 without pulses")
    );
    assert!(refused(beam(0.01, Statistics::Emitter { lifetime: 1.0, g2: 1.5 })).contains("g2"));
    assert!(refused(pulsed(THERMAL)).contains("thermal light in pulses"));
    let mut bright = pulsed(EMITTER);
    bright.light.as_mut().unwrap().rate = 81e6;
    assert!(refused(bright).contains("one photon per pulse"));
    let with_pulses = |change: fn(&mut Pulses)| {
        let mut source = pulsed(COHERENT);
        change(source.pulses.as_mut().unwrap());
        refused(source)
    };
    assert!(with_pulses(|pulses| pulses.rate = 0.0).contains("pulse rate"));
    assert!(with_pulses(|pulses| pulses.width = -1.0).contains("pulse width"));
    assert!(with_pulses(|pulses| pulses.clock.as_mut().unwrap().divider = 0).contains("divider"));
    assert!(with_pulses(|pulses| pulses.clock.as_mut().unwrap().channel = 2).contains("channel 2"));
    assert!(with_pulses(|pulses| pulses.rate = 0.001).contains("too long"));
    let with_transmission = |transmission| refused(Source { transmission, ..beam(0.01, COHERENT) });
    let drift = |start, end| Transmission { drift: Some((start, end)), pauses: vec![] };
    assert!(with_transmission(drift(0.0, 2.0)).contains("at the end"));
    assert!(with_transmission(drift(-0.1, 1.0)).contains("at the start"));
    assert!(with_transmission(Transmission { drift: None, pauses: vec![(2, 1)] }).contains("pause"));
}
