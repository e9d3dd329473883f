//! Requests with unknown keys: a misspelt key is an error and is not ignored.

use tagview_bridge::value::Name;
use tagview_core::{Code, Error};

use crate::coincidences::coincidence;
use crate::dynamic::{EXAMPLES, Params, Value, make};
use crate::pairs::{list, run_with};
use crate::tags::tag;

/// A request for every analysis in which nothing is wrong.
pub fn sound(name: &str) -> Vec<(Name, Value)> {
    let Some((_, examples)) = EXAMPLES.iter().find(|(known, _)| *known == name) else { panic!("{name}") };
    examples[0].iter().map(|(key, n)| ((*key).into(), Value::Int(*n))).collect()
}

fn refused(name: &str, entries: Vec<(Name, Value)>) -> Error {
    match make(name, &Params::new(Value::Map(entries)).unwrap()) {
        Err(error) => error,
        Ok(_) => panic!("{name} takes it"),
    }
}

#[test]
fn a_misspelt_key_is_named_with_the_known_ones() {
    for (name, examples) in EXAMPLES {
        let mut entries = sound(name);
        assert!(make(name, &Params::new(Value::Map(entries.clone())).unwrap()).is_ok());
        entries.push(("widnow".into(), Value::Int(5)));
        let error = refused(name, entries);
        assert_eq!(error.code, Code::Usage);
        assert_eq!(error.message, format!("`widnow` is not a parameter of {name}"));
        for (key, _) in examples.iter().copied().flatten() {
            assert!(error.remedy.contains(key), "{error}");
        }
    }
}

#[test]
fn what_an_analysis_is_called_and_nulls_are_no_parameters() {
    for (name, _) in EXAMPLES {
        let mut entries = sound(name);
        entries.push(("id".into(), Value::Text("mine".to_owned())));
        entries.push(("widnow".into(), Value::Null));
        assert!(make(name, &Params::new(Value::Map(entries)).unwrap()).is_ok(), "{name}");
    }
}

#[test]
fn missing_parameters_and_parameters_of_the_wrong_type_are_reported() {
    let text = |name: &str, key: &str, value: Value| {
        let mut entries = sound(name);
        entries.retain(|(name, _)| name != key);
        entries.push((key.to_owned().into(), value));
        refused(name, entries).to_string()
    };
    let wrong = Value::Text("x".to_owned());
    assert_eq!(text("correlation", "b", Value::Null), "`b` is missing: give a value for it");
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
    assert_eq!(text("coincidence", "patterns", wrong.clone()), "`patterns` is not a list: give a list");
    assert_eq!(text("heralded", "window", Value::Null), "`window` is missing: give a value for it");
    assert_eq!(
        text("coincidence", "patterns", Value::List(vec![Value::List(vec![wrong])])),
        "`patterns` is not a list of lists of whole numbers, 0 or greater: give a list of lists of whole numbers, 0 or greater"
    );
    assert_eq!(
        text("correlation", "fit", Value::Text("line".to_owned())),
        "`fit` is none of \"two-level\", \"three-level\", \"lorentzian\", \"gaussian\", \"exponential\", \"diffusion\", \"two-diffusion\", \"triplet\": give one of these values"
    );
}

#[test]
fn a_period_shorter_than_a_tick_is_refused() {
    for name in ["correlation", "delay", "pairs", "coincidence", "lifetime"] {
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

/// A misspelt channel would be zeros without an explanation.
#[test]
fn a_channel_without_tags_is_named_in_a_remark() {
    let tags = [tag(3, 0), tag(3, 500), tag(3, 1000)];
    let pair = Value::map([("a", Value::Int(3)), ("b", Value::Int(5))]);
    let coincidence = coincidence(2, &[], &[vec![3, 5]]);
    for (name, request) in [("correlation", &pair), ("delay", &pair), ("coincidence", &coincidence)] {
        let found = run_with(name, request, &tags, &[]).unwrap();
        let found = if name == "coincidence" { &list(&found, "patterns")[0] } else { &found };
        let named = Some(Value::Text("channel 5 has no tags".into()));
        assert!(list(found, "remarks").iter().any(|one| one.get("message") == named.as_ref()), "{found:?}");
    }
}
