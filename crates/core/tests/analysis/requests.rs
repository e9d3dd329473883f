//! Requests with keys that no analysis knows: a misspelt one is refused, not passed over.

use tagview_core::analysis::{ANALYSES, make};
use tagview_core::request::{FieldKind, Params};
use tagview_core::value::Name;
use tagview_core::{Code, Error, Value};

/// A request for every analysis in which nothing is wrong.
pub fn sound(name: &str) -> Vec<(Name, Value)> {
    let listed = ANALYSES.iter().find(|listed| listed.name == name).unwrap();
    let required = listed.request.iter().filter(|field| field.kind.is_required());
    let value = |channel: usize, kind| match kind {
        FieldKind::Channel => Value::UInt([3, 15, 16][channel]),
        _ => Value::Int(100),
    };
    let required =
        required.enumerate().map(|(k, field)| (field.name.to_owned().into(), value(k, field.kind)));
    // One of two fields has to be given.
    let clock = (name == "lifetime").then(|| ("sync".into(), Value::UInt(16)));
    required.chain(clock).collect()
}

fn refused(name: &str, entries: Vec<(Name, Value)>) -> Error {
    match make(name, &Params::new(Value::Map(entries)).unwrap()) {
        Err(error) => error,
        Ok(_) => panic!("{name} takes it"),
    }
}

#[test]
fn a_misspelt_key_is_named_with_the_known_ones() {
    for listed in ANALYSES {
        let mut entries = sound(listed.name);
        assert!(make(listed.name, &Params::new(Value::Map(entries.clone())).unwrap()).is_ok());
        entries.push(("widnow".into(), Value::Int(5)));
        let error = refused(listed.name, entries);
        assert_eq!(error.code, Code::Usage);
        assert_eq!(error.message, format!("`widnow` is no parameter of {}", listed.name));
        for field in listed.request {
            assert!(error.remedy.contains(field.name), "{error}");
        }
    }
}

#[test]
fn every_known_key_misspelt_is_refused() {
    for listed in ANALYSES {
        for field in listed.request {
            let mut entries = sound(listed.name);
            entries.retain(|(name, _)| name != field.name);
            entries.push((format!("{}s", field.name.to_uppercase()).into(), Value::Int(5)));
            assert_eq!(refused(listed.name, entries).code, Code::Usage, "{} {}", listed.name, field.name);
        }
    }
}

#[test]
fn what_an_analysis_is_called_and_nulls_are_no_parameters() {
    for listed in ANALYSES {
        let mut entries = sound(listed.name);
        entries.push(("name".into(), Value::Text(listed.name.to_owned())));
        entries.push(("id".into(), Value::Text("mine".to_owned())));
        entries.push(("widnow".into(), Value::Null));
        // A default is for those that know it.
        let params = Params::new(Value::Map(entries)).unwrap().or("start", Value::Int(7));
        assert!(make(listed.name, &params).is_ok(), "{}", listed.name);
    }
}

#[test]
fn what_is_missing_or_of_the_wrong_kind_is_said_as_ever() {
    let text = |name: &str, key: &str, value: Value| {
        let mut entries = sound(name);
        entries.retain(|(name, _)| name != key);
        entries.push((key.to_owned().into(), value));
        refused(name, entries).to_string()
    };
    let wrong = Value::Text("x".to_owned());
    assert_eq!(text("correlation", "b", Value::Null), "`b` is missing: give the number of a channel");
    assert_eq!(
        text("correlation", "a", wrong.clone()),
        "`a` is not a whole number, 0 or greater: give a whole number, 0 or greater"
    );
    assert_eq!(
        text("rate", "start", wrong.clone()),
        "`start` is not a whole number of ticks: give a whole number of ticks"
    );
    assert_eq!(
        text("gaps", "bin", Value::Int(0)),
        "`bin` is not a number greater than 0: give a number greater than 0"
    );
    assert_eq!(
        text("coincidence", "patterns", wrong.clone()),
        "`patterns` is not a list of lists of whole numbers: give a list of lists of whole numbers"
    );
    assert_eq!(
        text("heralded", "window", Value::Null),
        "`window` is missing or negative: give 0 ticks or more"
    );
    assert_eq!(text("delay", "log", Value::Int(3)), "`log` is not for delays: give `bin`");
    assert_eq!(text("pairs", "log", Value::Int(3)), "`log` is not for pairs: give `bin`");
    assert_eq!(
        text("heralded", "patterns", Value::List(vec![])),
        "`patterns` are not for heralded correlation: give `herald`, `a` and `b`"
    );
}

#[test]
fn a_period_shorter_than_a_tick_is_refused() {
    let with_period =
        ANALYSES.iter().filter(|listed| listed.request.iter().any(|field| field.name == "period"));
    let names: Vec<&str> = with_period.map(|listed| listed.name).collect();
    assert!(names.contains(&"coincidence") && names.contains(&"lifetime"), "{names:?}");
    for name in names {
        let with = |period: f64| {
            let mut entries = sound(name);
            entries.push(("period".into(), Value::Float(period)));
            entries
        };
        for period in [1e-6, 0.999, -5.0] {
            assert_eq!(refused(name, with(period)).code, Code::Usage, "{name} {period}");
        }
        assert!(make(name, &Params::new(Value::Map(with(1.0))).unwrap()).is_ok(), "{name}");
    }
}
