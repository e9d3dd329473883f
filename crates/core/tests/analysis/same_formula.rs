//! Recordings of one experiment that differ in brightness, length, noise, dead time and jitter have numbers of the same
//! formula.
//!
//! The rule: of two recordings, either both have a number or neither has, and each field `*_from` is equal. The exception is
//! a number that one of them has too few counts for, which a remark about this number must state ([`TOO_FEW`]).

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::experiments::{Conditions, TICK, decay, emitter, heralded, molecules, pairs};
use crate::period::ask;

/// Codes of remarks that state that the counts do not determine a number. An edge of a dead time needs gaps that are
/// missing before it; `no-fit` has this reason or another one, which its message states.
const TOO_FEW: [&str; 3] = ["too-few-counts", "not-determined", "no-edge"];

/// Number of random recordings of an experiment.
const RECORDINGS: u64 = 8;

/// The state of a number in a result.
#[derive(Debug, Clone, PartialEq)]
enum State {
    Null,
    Known,
    /// The value of a field `*_from`.
    From(String),
}

/// A number in a result.
#[derive(Debug, Clone)]
struct Field {
    path: String,
    state: State,
    /// Whether a remark states that the counts do not determine it.
    has_too_few: bool,
}

/// The name of a number, without the form of its error.
fn stem(name: &str) -> &str {
    let forms = ["_error", "_interval", "_upper"];
    forms.iter().find_map(|form| name.strip_suffix(form)).unwrap_or(name)
}

/// Returns whether a remark about the number `about` is also one about the number at `path`.
fn covers(about: &str, path: &str) -> bool {
    let name = stem(path.rsplit('.').next().unwrap_or(path));
    match about {
        "lifetime" => name == "lifetime" || name == "decays" || path.contains(".fits."),
        // The accidentals are the measured ones, or those from rates.
        "accidentals_measured" => name == "accidentals" || name == about,
        _ => name == about,
    }
}

/// Returns the texts at `key` of the remarks of a map.
fn texts(value: &Value, key: &str) -> Vec<String> {
    let Some(Value::List(remarks)) = value.get("remarks") else { return Vec::new() };
    let text = |remark: &Value| match remark.get(key) {
        Some(Value::Text(text)) => text.clone(),
        other => panic!("{key}: {other:?}"),
    };
    remarks.iter().map(text).collect()
}

/// Returns the numbers that the counts do not determine, according to the remarks of a map.
fn too_few(value: &Value) -> Vec<String> {
    let remarks = texts(value, "about").into_iter().zip(texts(value, "code")).zip(texts(value, "message"));
    let is_about_counts = |((_, code), message): &((String, String), String)| match code.as_str() {
        "no-fit" => message.contains("the counts do not") || message.contains("too few"),
        code => TOO_FEW.contains(&code),
    };
    remarks.filter(is_about_counts).map(|((about, _), _)| stem(&about).to_owned()).collect()
}

/// Appends the numbers of a result. `few` are those with too few counts in the maps around `value`.
fn fields(value: &Value, path: &str, few: &[String], found: &mut Vec<Field>) {
    let state = match value {
        Value::Null => State::Null,
        Value::Text(text) if path.ends_with("_from") => State::From(text.clone()),
        Value::Map(entries) => {
            let few = [few, &too_few(value)].concat();
            for (key, value) in entries {
                let key: &str = key.as_ref();
                if !["remarks", "hints"].contains(&key) {
                    fields(value, &format!("{path}.{key}"), &few, found);
                }
            }
            State::Known
        }
        Value::List(list) => {
            list.iter().enumerate().for_each(|(k, value)| fields(value, &format!("{path}.{k}"), few, found));
            return;
        }
        _ => State::Known,
    };
    let has_too_few = few.iter().any(|about| covers(about, path));
    found.push(Field { path: path.to_owned(), state, has_too_few });
}

/// Returns the numbers of two results of a request that break the rule.
fn differences(one: &[Field], other: &[Field]) -> Vec<String> {
    let mut wrong = Vec::new();
    for field in one {
        let Some(same) = other.iter().find(|same| same.path == field.path) else { continue };
        if field.state != same.state && !field.has_too_few && !same.has_too_few {
            wrong.push(format!("{}: {:?} and {:?}", field.path, field.state, same.state));
        }
    }
    wrong
}

type Request = (&'static str, Vec<(&'static str, Value)>);

/// Runs the requests over recordings of an experiment under random conditions.
fn check(
    experiment: &str,
    rates: (f64, f64),
    durations: (f64, f64),
    source: impl Fn(&Conditions) -> Vec<Tag>,
    requests: &[Request],
) {
    let all: Vec<Conditions> =
        (1..=RECORDINGS).map(|seed| Conditions::draw(seed, rates, durations)).collect();
    let mut wrong = Vec::new();
    let mut seen: Vec<Vec<Vec<Field>>> = vec![Vec::new(); requests.len()];
    for of in &all {
        let tags = source(of);
        for ((name, request), seen) in requests.iter().zip(&mut seen) {
            let mut found = Vec::new();
            fields(&ask(name, request, &tags), name, &[], &mut found);
            seen.push(found);
        }
    }
    for ((name, request), seen) in requests.iter().zip(&seen) {
        for (k, one) in seen.iter().enumerate() {
            for (l, other) in seen.iter().enumerate().skip(k + 1) {
                let differences = differences(one, other);
                if !differences.is_empty() {
                    let (one, other) = (all[k], all[l]);
                    wrong.push(format!("{name} {request:?}\n  {one:?}\n  {other:?}\n  {differences:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{experiment}: {} differences\n{}", wrong.len(), wrong.join("\n"));
}

const PAIR: [(&str, Value); 2] = [("a", Value::Int(3)), ("b", Value::Int(15))];

fn pairs_requests() -> Vec<Request> {
    let period = ("period", Value::Int(80));
    let bins = [("from", Value::Int(-800)), ("to", Value::Int(800)), ("bin", Value::Int(10))];
    let log = [("log", Value::Int(10)), ("from", Value::Int(10)), ("to", Value::Int(100_000))];
    vec![
        ("coincidence", vec![("window", Value::Int(20))]),
        ("coincidence", vec![("window", Value::Int(20)), ("accidentals", Value::Text("rates".into()))]),
        ("coincidence", vec![("window", Value::Int(20)), period.clone()]),
        ("correlation", [&PAIR[..], &bins].concat()),
        ("correlation", [&PAIR[..], &bins, std::slice::from_ref(&period)].concat()),
        ("delay", [&PAIR[..], &bins].concat()),
        ("delay", [&PAIR[..], &bins, std::slice::from_ref(&period)].concat()),
        ("correlation", [&PAIR[..], &log].concat()),
        ("pairs", bins.to_vec()),
        ("pairs", [&bins[..], &[period]].concat()),
        ("gaps", vec![("bin", Value::Int(10))]),
        ("stability", vec![]),
    ]
}

/// A second in ticks.
const SECOND: f64 = 6.4e9;

#[test]
fn a_steady_source_of_pairs() {
    let source = |of: &Conditions| pairs(of, false);
    check("steady", (2e4, 2e6), (0.02 * SECOND, 0.3 * SECOND), source, &pairs_requests());
}

/// Missing gaps make an edge if about 12 are expected in the half of the dead time that is searched; by chance, twice as
/// many may be needed.
#[test]
fn a_dead_time_with_many_missing_gaps_is_known() {
    let mut known = 0;
    for seed in 1..=RECORDINGS {
        let of = Conditions::draw(seed, (2e5, 2e6), (0.1 * SECOND, 0.3 * SECOND));
        let rate = 0.5 * of.rate * (1.0 + of.noise) * TICK;
        if rate * rate * of.duration as f64 * of.dead_time as f64 > 48.0 && of.dead_time > 2 {
            let answer = ask("gaps", &[("bin", Value::Int(10))], &pairs(&of, false));
            let mut found = Vec::new();
            fields(&answer, "gaps", &[], &mut found);
            let dead_times = found.iter().filter(|field| field.path.ends_with(".dead_time"));
            assert_eq!(dead_times.filter(|field| field.state == State::Known).count(), 2, "{of:?}");
            known += 1;
        }
    }
    assert!(known > 2, "{known}");
}

/// With fewer tags, the pulses are not detected: there is no hint `pulsed`.
#[test]
fn a_pulsed_source_of_pairs() {
    let source = |of: &Conditions| pairs(of, true);
    check("pulsed", (2e5, 2e6), (0.1 * SECOND, 0.3 * SECOND), source, &pairs_requests());
}

#[test]
fn a_heralded_source() {
    let channels = [("herald", Value::Int(3)), ("a", Value::Int(15)), ("b", Value::Int(16))];
    let request = [&channels[..], &[("window", Value::Int(20))]].concat();
    check("heralded", (2e4, 2e6), (0.02 * SECOND, 0.3 * SECOND), heralded, &[("heralded", request)]);
}

#[test]
fn a_fit_of_an_emitter() {
    let bins = [("from", Value::Int(-800)), ("to", Value::Int(799)), ("bin", Value::Int(16))];
    let fit = |model: &str| {
        let fit = ("fit", Value::Text(model.into()));
        ("correlation", [&PAIR[..], &bins, std::slice::from_ref(&fit)].concat())
    };
    let requests = ["two-level", "three-level", "exponential", "gaussian", "lorentzian"].map(fit);
    check("emitter", (1e5, 2e6), (0.05 * SECOND, 0.3 * SECOND), emitter, &requests);
}

/// Light with two lifetimes is fitted with two decays: whether the counts exclude one decay (`fit-poor`) depends on their
/// number.
#[test]
fn decays() {
    let channels = [("sync", Value::Int(3)), ("channel", Value::Int(15))];
    let of = |more: &[(&'static str, Value)]| ("lifetime", [&channels[..], more].concat());
    let two = of(&[("decays", Value::Int(2))]);
    let requests = [
        of(&[]),
        two.clone(),
        of(&[("fwhm", Value::Float(4.0))]),
        of(&[("pile_up", Value::Bool(true))]),
        ("lifetime", vec![("channel", Value::Int(15)), ("period", Value::Float(400.3))]),
    ];
    let (rates, durations) = ((1e4, 5e5), (0.01 * SECOND, 0.1 * SECOND));
    check("one decay", rates, durations, |of| decay(of, false), &requests);
    check("two decays", rates, durations, |of| decay(of, true), &[two]);
}

#[test]
fn bursts_of_molecules() {
    let request = vec![
        ("donor", Value::Int(3)),
        ("acceptor", Value::Int(15)),
        ("photons", Value::Int(10)),
        ("within", Value::Int(5000)),
        ("least", Value::Int(30)),
    ];
    check("molecules", (2e7, 2e8), (0.01 * SECOND, 0.1 * SECOND), molecules, &[("bursts", request)]);
}
