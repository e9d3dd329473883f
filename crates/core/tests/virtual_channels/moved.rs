//! Moved channels, compared with a recording that has the moved times.

use proptest::prelude::*;
use tagview_bridge::value::Name;
use tagview_core::tags::{Extent, Tag, sort_by_time};

use crate::dynamic::{Params, Value, make};
use crate::naive::{BY_CHANNEL, define, long, request, result, save, snapshot};
use crate::tags::tag;

const MOVED: &[&str] = &["3=3@+900", "16=16@-70000"];

/// Analyses that relate tags to each other.
const RELATING: &[(&str, &[(&str, i64)])] = &[
    ("correlation", &[("a", 3), ("b", 15), ("from", -2000), ("to", 900)]),
    ("coincidence", &[("window", 50)]),
    ("pairs", &[("from", -90), ("to", 800)]),
    ("listing", &[("most", 50), ("from", 300), ("earlier", 20)]),
    ("heralded", &[("herald", 3), ("a", 15), ("b", 16), ("window", 300)]),
];

/// The recording with moved times, in order; tags outside the range of times are omitted.
fn shifted(recorded: &[Tag]) -> Vec<Tag> {
    let delay = |channel: u64| match channel {
        3 => 900,
        16 => -70_000,
        _ => 0,
    };
    let ends = recorded.iter().map(|tag| tag.time);
    let (Some(min), Some(max)) = (ends.clone().min(), ends.max()) else { return Vec::new() };
    let mut all: Vec<Tag> =
        recorded.iter().map(|one| tag(one.channel, one.time + delay(one.channel))).collect();
    all.retain(|tag| (min..=max).contains(&tag.time));
    all.sort_by_key(|tag| tag.channel);
    sort_by_time(&mut all);
    all
}

fn channels_of(snapshot: &Value, name: &str) -> Vec<Value> {
    match result(snapshot, name).get("channels") {
        Some(Value::List(channels)) => channels.clone(),
        _ => Vec::new(),
    }
}

fn check(recorded: &[Tag]) {
    let asked = request(&[RELATING, BY_CHANNEL].concat(), &[define(MOVED)]);
    let found = snapshot(&asked, &[save(&asked, recorded)]);
    let shifted = shifted(recorded);
    for (name, params) in RELATING {
        let params: Vec<(Name, Value)> =
            params.iter().map(|(name, n)| ((*name).to_owned().into(), Value::Int(*n))).collect();
        let mut plain = make(name, &Params::new(Value::Map(params)).unwrap()).unwrap();
        plain.push_tags(&shifted).unwrap();
        if let Some(recording) = Extent::of(recorded) {
            plain.cover(recording);
        }
        assert_eq!(
            format!("{:?}", result(&found, name)),
            format!("{:?}", plain.result()),
            "{name} {recorded:?}"
        );
    }
    let plain = request(BY_CHANNEL, &[]);
    let of_shifted = snapshot(&plain, &[save(&plain, &shifted)]);
    let of_recorded = snapshot(&plain, &[save(&plain, recorded)]);
    // Only the numbers of tags are compared: the order of channels and the first and last tags in the file differ.
    let tags = |channels: Vec<Value>| -> Vec<String> {
        channels.iter().map(|one| format!("{:?} {:?}", one.get("channel"), one.get("tags"))).collect()
    };
    assert_eq!(
        tags(channels_of(&found, "summary")),
        tags(channels_of(&of_shifted, "summary")),
        "{recorded:?}"
    );
    // The values for the whole file are those of the recorded tags alone.
    for key in ["tags", "first", "last", "out_of_order", "first_disorder", "sound_tags"] {
        let [ours, theirs] =
            [&found, &of_recorded].map(|one| format!("{:?}", result(one, "summary").get(key)));
        assert_eq!(ours, theirs, "{key} {recorded:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn moved_channels_are_as_if_recorded_there(tags in long(250)) {
        check(&tags);
    }

    #[test]
    fn rates_and_gaps_of_moved_channels_are_as_if_recorded_there(tags in long(250)) {
        let mut recorded = tags;
        sort_by_time(&mut recorded);
        let asked = |extra: &[_]| request(&[("rate", &[("start", 0), ("bin", 700)]), ("gaps", &[("log", 10)])], extra);
        let found = snapshot(&asked(&[define(MOVED)]), &[save(&asked(&[define(MOVED)]), &recorded)]);
        let of_shifted = snapshot(&asked(&[]), &[save(&asked(&[]), &shifted(&recorded))]);
        for name in ["rate", "gaps"] {
            prop_assert_eq!(
                by_number(channels_of(&found, name)),
                by_number(channels_of(&of_shifted, name)),
                "{} {:?}", name, recorded
            );
        }
    }
}

fn by_number(channels: Vec<Value>) -> Vec<String> {
    let mut texts: Vec<String> = channels.iter().map(|one| format!("{one:?}")).collect();
    texts.sort();
    texts
}

/// A moved channel has its moved tags only. The recorded ones are not counted.
#[test]
fn single_channels_have_their_moved_tags() {
    let tags: Vec<Tag> = (0..3000_i64).map(|n| tag([3, 15, 16][n as usize % 3], n * 100)).collect();
    let asked = request(BY_CHANNEL, &[define(MOVED)]);
    let found = snapshot(&asked, &[save(&asked, &tags)]);
    // The recording begins with a moved tag of channel 3; the first recorded tag remains the origin.
    let summary = channels_of(&found, "summary");
    let field = |channel: usize, key: &str| summary[channel].get(key).cloned();
    assert_eq!(field(0, "first"), Some(Value::Int(900)));
    assert_eq!(field(0, "tags"), Some(Value::Count(997)));
    assert_eq!(field(1, "first"), Some(Value::Int(100)));
    assert_eq!(field(1, "tags"), Some(Value::Count(1000)));
    // 200 + 300 n - 70000 is 0 or more from n = 233 on.
    assert_eq!(field(2, "first"), Some(Value::Int(100)));
    assert_eq!(field(2, "tags"), Some(Value::Count(767)));
    assert_eq!(result(&found, "rate").get("start"), Some(&Value::Int(0)));
    let expected = shifted(&tags).iter().filter(|tag| tag.channel == 3).count();
    assert_eq!(expected, 997);
}
