//! The law: one pass equals any number of joined parts, also with virtual channels.

use proptest::prelude::*;
use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::dynamic::scan::{PartJoiner, PartReader};
use crate::naive::{DEFINED, define, long, request, result, save, snapshot, text};
use crate::tags::{device, late, tag, wild};

const ANALYSES: &[(&str, &[(&str, i64)])] = &[
    ("summary", &[]),
    ("rate", &[("start", 0)]),
    ("gaps", &[("log", 10)]),
    ("correlation", &[("a", 100), ("b", 107), ("from", -200), ("to", 900)]),
    ("coincidence", &[("window", 50)]),
    ("listing", &[("most", 9), ("from", 700), ("earlier", 4)]),
];

fn check(extra: &[(&str, Value)], tags: &[Tag], cuts: &[usize]) {
    let request = request(ANALYSES, extra);
    let whole = snapshot(&request, &[save(&request, tags)]);
    let mut parts = Vec::new();
    let mut begin = 0;
    for cut in cuts.iter().chain([&tags.len()]) {
        parts.push(save(&request, &tags[begin..*cut]));
        begin = *cut;
    }
    let joined = snapshot(&request, &parts);
    assert_eq!(format!("{joined:?}"), format!("{whole:?}"), "{cuts:?} {tags:?}");
    // A preview of the last part is the preview of the whole.
    let (last, before) = parts.split_last().unwrap();
    let of_parts = preview(&request, before, last);
    let of_whole = preview(&request, &[], &save(&request, tags));
    assert_eq!(format!("{of_parts:?}"), format!("{of_whole:?}"));
    // It equals the final result except for the period of pulsed light, which is not searched for a preview.
    let has_period = ["gaps", "correlation", "coincidence"];
    for (name, _) in ANALYSES.iter().filter(|(name, _)| !has_period.contains(name)) {
        assert_eq!(format!("{:?}", result(&of_parts, name)), format!("{:?}", result(&whole, name)), "{name}");
    }
}

fn preview(request: &Value, before: &[Vec<u8>], last: &[u8]) -> Value {
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    for part in before {
        joiner.join(part).unwrap();
    }
    joiner.preview(last).unwrap()
}

fn selected(channels: &[u64]) -> (&'static str, Value) {
    let channels = channels.iter().map(|channel| Value::UInt(*channel)).collect();
    ("selection", Value::map([("channels", Value::List(channels))]))
}

/// Short ranges, so that most of a part is inside, and borders are where tags are sorted.
const SHORT: &[&[&str]] = &[
    &["100=3+15", "107=3+16"],
    &["100=3&15@20000", "107=15~3:-500..500"],
    &["100=3@-5", "107=100@+40000"],
    MOVED,
];

/// Channels that are moved, and virtual ones that follow from them.
const MOVED: &[&str] = &["3=3@+900", "16=16@-70000", "100=3+15", "107=16@+40000"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_cut_of_a_small_run(tags in prop_oneof![device(12), late(12), wild(12), long(40)]) {
        for cut in 0..=tags.len() {
            check(&[define(DEFINED)], &tags, &[cut]);
            check(&[define(MOVED)], &tags, &[cut]);
        }
    }

    #[test]
    fn many_cuts_of_a_large_run(
        tags in prop_oneof![long(400), late(300), device(1000)],
        cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 2..8),
    ) {
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(tags.len() + 1)).collect();
        cuts.sort_unstable();
        check(&[define(DEFINED)], &tags, &cuts);
        check(&[define(DEFINED), selected(&[3, 100, 107])], &tags, &cuts);
        check(&[define(MOVED), selected(&[3, 107])], &tags, &cuts);
        for short in SHORT {
            check(&[define(short)], &tags, &cuts);
        }
    }
}

/// Parts shorter than anything is known of, one tag each.
#[test]
fn parts_of_one_tag() {
    let tags: Vec<Tag> = (0..60_i64).map(|n| tag([3, 15, 16, 259][n as usize % 4], n * 9_001)).collect();
    let cuts: Vec<usize> = (1..tags.len()).collect();
    check(&[define(DEFINED)], &tags, &cuts);
}

#[test]
fn other_definitions_are_not_joined() {
    let asked = |definition: &str| request(&[("summary", &[])], &[define(&[definition])]);
    let mut joiner = PartJoiner::new(asked("100=3@+4ns")).unwrap();
    joiner.join(&save(&asked("100=3@+26"), &[tag(3, 0)])).unwrap();
    assert!(joiner.join(&save(&asked("100=3@+27"), &[tag(3, 5)])).is_err());
    assert!(joiner.join(&save(&request(&[("summary", &[])], &[]), &[tag(3, 5)])).is_err());
}

#[test]
fn a_virtual_channel_that_is_recorded_too_is_reported() {
    let asked = request(&[("summary", &[])], &[define(&["15=3@+4ns"])]);
    let found = snapshot(&asked, &[save(&asked, &[tag(3, 0), tag(15, 1), tag(3, 100)])]);
    assert_eq!(found.get("error").and_then(|error| error.get("code")), Some(&text("usage")));
    let Some(Value::List(channels)) =
        found.get("analyses").unwrap().get("summary").unwrap().get("channels").cloned()
    else {
        panic!()
    };
    // The recorded tag of channel 15 is left out; one of two delayed ones lies in the recording.
    assert_eq!(channels[1].get("tags"), Some(&Value::Count(1)));
    assert_eq!(channels[1].get("first"), Some(&Value::Int(26)));
}

/// A crowd at one instant ends the run, as without definitions; bytes that claim more are rejected.
#[test]
fn crowds_end_the_run() {
    let crowd: Vec<Tag> = (0..40_000).map(|_| tag(3, 5)).collect();
    let asked = request(&[("summary", &[])], &[define(&["100=3&15@0"])]);
    let found = snapshot(&asked, &[save(&asked, &crowd)]);
    assert_eq!(found.get("error").and_then(|error| error.get("code")), Some(&text("range-too-long")));
    assert!(PartReader::new(&asked).is_ok());
}
