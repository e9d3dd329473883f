//! Results that other analyses derive from the pairs of all channels equal the results that they compute themselves.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::Tag;

use crate::dynamic::{Analysis, Params, Value, make};
use crate::pairs::any_tags;
use crate::tags::{params, tag};

fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Params {
    Params::new(Value::map(entries)).unwrap()
}

fn run(name: &str, params: &Params, tags: &[Tag]) -> Option<Analysis> {
    let mut analysis = make(name, params).unwrap();
    analysis.push_tags(tags).is_ok().then_some(analysis)
}

fn channels(channels: &[u64]) -> Value {
    Value::List(channels.iter().map(|channel| Value::UInt(*channel)).collect())
}

/// Questions that can be answered from pairs up to 6400 ticks apart.
fn questions() -> Vec<(&'static str, Params)> {
    let correlation = |a, b, from, to, bin| {
        ("correlation", params(&[("a", a), ("b", b), ("from", from), ("to", to), ("bin", bin)]))
    };
    vec![
        correlation(3, 15, -64, 64, 1),
        correlation(15, 3, -64, 64, 1),
        correlation(3, 3, -20, 100, 7),
        correlation(16, 15, -6400, 6398, 3),
        correlation(3, 99, 5, 5, 1),
    ]
}

proptest! {
    #[test]
    fn pairs_tell_what_others_find(tags in any_tags()) {
        let Some(pairs) = run("pairs", &Params::default(), &tags) else { return Ok(()) };
        for (name, params) in questions() {
            let expected = run(name, &params, &tags).map(|analysis| analysis.result());
            // As text, because not a number is not equal to itself.
            let derived = format!("{:?}", pairs.derive(name, &params, false).unwrap());
            prop_assert_eq!(derived, format!("{expected:?}"), "{} {:?}", name, params);
        }
    }
}

#[test]
fn what_pairs_do_not_tell_is_left_to_others() {
    let tags = [tag(3, 0), tag(15, 5), tag(16, 9), tag(3, 7000)];
    let pairs = run("pairs", &Params::default(), &tags).unwrap();
    let coarse = run("pairs", &params(&[("bin", 2)]), &tags).unwrap();
    let near = params(&[("a", 3), ("b", 15)]);
    assert!(pairs.derive("correlation", &near, false).unwrap().is_some());
    assert_eq!(coarse.derive("correlation", &near, false).unwrap(), None);
    let triple = map([("window", Value::Int(9)), ("patterns", Value::List(vec![channels(&[3, 15, 16])]))]);
    let others = [
        ("correlation", params(&[("a", 3), ("b", 15), ("from", -6401), ("to", 0)])),
        // The last bin ends beyond.
        ("correlation", params(&[("a", 3), ("b", 15), ("from", 0), ("to", 6400), ("bin", 2)])),
        ("correlation", params(&[("a", 3), ("b", 15), ("log", 10)])),
        // The displaced windows lie beyond.
        ("coincidence", params(&[("window", 9)])),
        ("coincidence", triple),
        ("delay", near.clone()),
        ("summary", Params::default()),
    ];
    for (name, params) in others {
        assert_eq!(pairs.derive(name, &params, false).unwrap(), None, "{name} {params:?}");
    }
    let summary = run("summary", &Params::default(), &tags).unwrap();
    assert_eq!(summary.derive("correlation", &near, false).unwrap(), None);
    let wrong = params(&[("a", 3), ("b", 15), ("bin", 0)]);
    assert_eq!(pairs.derive("correlation", &wrong, false).unwrap_err().code, Code::Usage);
}
