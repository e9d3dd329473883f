//! Recordings of one experiment that differ in brightness, length and noise have numbers of the same formula.

use tagview_core::simulate::Simulation;
use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::period::ask;

/// Pairs per second, dark counts per second, and the length in ticks. All give at least some hundred coincidences, and twenty
/// counts in displaced windows; at least a third of the tags come from the light, so that its pulses are detected.
const RUNS: [(f64, f64, i64); 5] = [
    (2e5, 1e4, 640_000_000),
    (1e6, 1e4, 640_000_000),
    (2e5, 5e4, 640_000_000),
    (2e5, 1e4, 1_920_000_000),
    (1e6, 5e4, 1_920_000_000),
];

/// Light that is pulsed at 80 MHz or steady, as detectors 3 and 15 see it.
fn source_of_pairs((pair_rate, dark_rate, duration): (f64, f64, i64), pulsed: bool) -> Vec<Tag> {
    let map = |entries: &[(&str, Value)]| {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned().into(), value.clone())).collect())
    };
    let detector = |channel| {
        map(&[
            ("channel", Value::Int(channel)),
            ("efficiency", Value::Float(0.5)),
            ("dark_rate", Value::Float(dark_rate)),
            ("dead_time", Value::Int(320)),
            ("afterpulsing", Value::Int(0)),
            ("delay", Value::Int(0)),
            ("jitter", Value::Float(1.4)),
        ])
    };
    let mut request = vec![
        ("duration", Value::Int(duration)),
        ("extra", Value::Bool(false)),
        ("pair_rate", Value::Float(pair_rate)),
        ("a", detector(3)),
        ("b", detector(15)),
    ];
    if pulsed {
        request.push(("pulses", map(&[("rate", Value::Float(80e6)), ("width", Value::Float(1.0))])));
    }
    let mut simulation = Simulation::new(tagview_bridge::source(&map(&request)).unwrap()).unwrap();
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    while simulation.next_batch(&mut batch) {
        all.extend_from_slice(&batch);
    }
    all
}

/// The keys of a result that are null, and the values of those that name a formula.
fn formulas(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(path.to_owned()),
        Value::Text(text) if path.ends_with("_from") => found.push(format!("{path} {text}")),
        Value::Map(entries) => {
            for (key, value) in entries {
                formulas(value, &format!("{path}.{key}"), found);
            }
        }
        Value::List(list) if !path.ends_with("remarks") => {
            list.iter().for_each(|value| formulas(value, &format!("{path}[]"), found));
        }
        _ => {}
    }
}

#[test]
fn brightness_length_and_noise_choose_no_formula() {
    let pair = [("a", Value::Int(3)), ("b", Value::Int(15))];
    let period = ("period", Value::Int(80));
    let bins = [("from", Value::Int(-800)), ("to", Value::Int(800)), ("bin", Value::Int(10))];
    let log = [("log", Value::Int(10)), ("from", Value::Int(10)), ("to", Value::Int(100_000))];
    let requests: [(&str, Vec<(&str, Value)>); 12] = [
        ("coincidence", vec![("window", Value::Int(20))]),
        ("coincidence", vec![("window", Value::Int(20)), ("accidentals", Value::Text("rates".into()))]),
        ("coincidence", vec![("window", Value::Int(20)), period.clone()]),
        ("correlation", [&pair[..], &bins].concat()),
        ("correlation", [&pair[..], &bins, std::slice::from_ref(&period)].concat()),
        ("delay", [&pair[..], &bins].concat()),
        ("delay", [&pair[..], &bins, std::slice::from_ref(&period)].concat()),
        ("correlation", [&pair[..], &log].concat()),
        ("pairs", bins.to_vec()),
        ("pairs", [&bins[..], &[period]].concat()),
        ("gaps", vec![("bin", Value::Int(10))]),
        ("stability", vec![]),
    ];
    for pulsed in [false, true] {
        let recordings = RUNS.map(|run| source_of_pairs(run, pulsed));
        for (name, request) in &requests {
            let of = |tags: &Vec<Tag>| {
                let mut found = Vec::new();
                formulas(&ask(name, request, tags), name, &mut found);
                found
            };
            let [first, others @ ..] = recordings.each_ref().map(of);
            for (run, other) in RUNS[1..].iter().zip(others) {
                assert_eq!(other, first, "{name} {request:?}, pulsed {pulsed}, {run:?}");
            }
        }
    }
}
