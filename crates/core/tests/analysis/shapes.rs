//! Every result has the shape that its analysis declares, key by key, kinds included.

use proptest::prelude::*;
use tagview_core::Value;
use tagview_core::analysis::{ANALYSES, Listed, make};
use tagview_core::request::Params;
use tagview_core::run::Example;
use tagview_core::tags::Tag;

use crate::coincidences::coincidence;
use crate::dense::crowd;
use crate::tags::{device, wild};

/// The examples of an analysis, and requests with what examples can't have.
fn requests(listed: &Listed) -> Vec<Value> {
    let of = |example: &Example| {
        Value::Map(example.iter().map(|(name, n)| ((*name).to_owned().into(), Value::Int(*n))).collect())
    };
    let mut all: Vec<Value> = listed.examples.iter().map(of).collect();
    if listed.name == "coincidence" {
        all.push(coincidence(9, &[(3, 5)], &[vec![3, 15, 16], vec![3, 15]]));
    }
    all
}

fn check(tags: &[Tag]) {
    for listed in ANALYSES {
        for request in requests(listed) {
            let mut analysis = make(listed.name, &Params::new(request.clone()).unwrap()).unwrap();
            // A result has its shape however the run ends.
            let _ = analysis.push_tags(tags);
            if let Err(what) = (listed.shape)().check(&analysis.result()) {
                panic!("{} {request:?}: {what}", listed.name);
            }
        }
    }
}

#[test]
fn results_of_no_tags() {
    check(&[]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn results_of_any_tags(tags in prop_oneof![device(200), crowd(60), wild(20)]) {
        check(&tags);
    }
}

#[test]
fn another_key_order_or_kind_is_noticed() {
    let shape = (ANALYSES[0].shape)();
    let analysis = make("summary", &Params::default()).unwrap();
    let Value::Map(entries) = analysis.result() else { panic!() };
    assert_eq!(shape.check(&Value::Map(entries.clone())), Ok(()));
    let mut turned = entries.clone();
    turned.swap(0, 1);
    assert!(shape.check(&Value::Map(turned)).is_err());
    assert!(shape.check(&Value::Map(entries[1..].to_vec())).is_err());
    let mut wrong = entries;
    wrong[0].1 = Value::Float(1.0);
    assert!(shape.check(&Value::Map(wrong)).is_err());
}
