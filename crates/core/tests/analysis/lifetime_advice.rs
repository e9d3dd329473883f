//! Advice on the number of decays: two decays if one does not describe the counts, one decay if one does.

use crate::dynamic::Value;
use crate::lifetime::{LIGHT, Light, clocked, codes, number};
use crate::pairs::list;

fn messages(result: &Value) -> String {
    let message = |remark: &Value| match remark.get("message") {
        Some(Value::Text(message)) => message.clone(),
        other => panic!("{other:?}"),
    };
    list(result, "remarks").iter().map(message).collect::<Vec<_>>().join("\n")
}

#[test]
fn one_decay_is_advised_if_it_describes_the_counts() {
    let mut refused = 0;
    for seed in 1..=8 {
        let tags = Light { decays: vec![(1.0, 40.0)], ..LIGHT }.tags(seed);
        let two = clocked(&tags, vec![("decays", Value::Int(2))]);
        if number(&two, "lifetime").is_none() {
            refused += 1;
            assert!(codes(&two).contains(&"not-significant".to_owned()), "seed {seed}: {two:?}");
        }
        let one = clocked(&tags, vec![]);
        assert!(number(&one, "lifetime").is_some(), "seed {seed}");
        assert!(!messages(&one).contains("fit two"), "seed {seed}: {one:?}");
    }
    assert!(refused > 0);
}

#[test]
fn one_decay_is_not_advised_if_it_does_not_describe_the_counts() {
    let mut refused = 0;
    for seed in 11..=14 {
        // Two pulses of light for each of the clock.
        let light = |start: f64| Light { decays: vec![(1.0, 40.0)], start, pulses: 20_000, ..LIGHT };
        let mut tags = light(50.0).tags(seed);
        tags.extend(light(220.0).tags(seed + 100).into_iter().filter(|tag| tag.channel == 15));
        tags.sort_by_key(|tag| (tag.time, tag.channel));
        let [one, two] = [1, 2].map(|decays| clocked(&tags, vec![("decays", Value::Int(decays))]));
        assert!(messages(&one).contains("fit two"), "seed {seed}: {one:?}");
        assert!(!messages(&two).contains("fit one"), "seed {seed}: {two:?}");
        refused += u32::from(number(&two, "lifetime").is_none());
    }
    assert!(refused > 0);
}
