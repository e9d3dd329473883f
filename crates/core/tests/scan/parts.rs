//! A recording read in parts, and queries of held tags, both compared with one plain pass.

use proptest::prelude::*;
use tagview_bridge::Value;
use tagview_core::tags::Tag;
use tagview_core::tags::writer::encode_frame;

use crate::dynamic::scan::{PartJoiner, PartReader};
use crate::tags::{device, tag, wild};

const ANALYSES: &[(&str, &[(&str, i64)])] = &[
    ("summary", &[]),
    ("rate", &[]),
    ("gaps", &[("log", 10)]),
    ("correlation", &[("a", 3), ("b", 15), ("from", -200), ("to", 900)]),
    ("coincidence", &[("window", 50)]),
    ("delay", &[("a", 15), ("b", 16)]),
];

/// A request for every analysis, with `extra` entries.
fn request(extra: &[(&str, Value)], start: Option<i64>) -> Value {
    let analysis = |(name, params): &(&str, &[(&str, i64)])| {
        let mut entries = vec![("name".into(), Value::Text((*name).to_owned()))];
        entries.extend(params.iter().map(|(name, n)| ((*name).to_owned().into(), Value::Int(*n))));
        let start = start.filter(|_| *name == "rate");
        entries.extend(start.map(|start| ("start".into(), Value::Int(start))));
        Value::Map(entries)
    };
    let mut entries = vec![("analyses".into(), Value::List(ANALYSES.iter().map(analysis).collect()))];
    entries.extend(extra.iter().map(|(name, value)| ((*name).to_owned().into(), value.clone())));
    Value::Map(entries)
}

/// The file's bytes, frame by frame.
fn frames(tags: &[Tag], frame_tags: u64) -> Vec<Vec<u8>> {
    let frame = |tags: &[Tag]| {
        let mut out = Vec::new();
        encode_frame(tags, 1, &mut out).unwrap();
        out
    };
    tags.chunks(frame_tags as usize).map(frame).collect()
}

fn pass(request: Value, bytes: &[u8]) -> PartReader {
    let mut reader = PartReader::new(&request).unwrap();
    reader.push(bytes);
    reader.finish();
    reader
}

/// The result of a reader of a whole file.
fn snapshot(request: Value, reader: &PartReader) -> Value {
    let mut joiner = PartJoiner::new(request).unwrap();
    joiner.join(&reader.save().unwrap()).unwrap();
    joiner.conclude();
    joiner.snapshot()
}

/// The parts of a file, one per frame, each read on its own and with its tags kept.
fn parts(frames: &[Vec<u8>], origin: Option<i64>) -> Vec<PartReader> {
    let mut at = 0_u64;
    let part = |frame: &Vec<u8>| {
        let mut extra = vec![("at", Value::UInt(at)), ("holdBytes", Value::Int(1 << 30))];
        extra.extend(origin.map(|origin| ("origin", Value::Int(origin))));
        at += frame.len() as u64;
        pass(request(&extra, None), frame)
    };
    frames.iter().map(part).collect()
}

fn analyses(snapshot: &Value) -> String {
    text(snapshot.get("analyses").unwrap())
}

/// A selection of channels.
fn channels(all: &[u64]) -> Value {
    Value::map([("channels", Value::List(all.iter().copied().map(Value::UInt).collect()))])
}

/// The results without that of `rate`, whose bins begin with the first tag of a part unless the request states a start.
fn without_rate(snapshot: &Value) -> String {
    let Some(Value::Map(all)) = snapshot.get("analyses") else { panic!() };
    let kept: Vec<_> = all.iter().filter(|(id, _)| id != "rate").cloned().collect();
    text(&Value::Map(kept))
}

fn codes(snapshot: &Value) -> Vec<String> {
    let Some(Value::List(findings)) = snapshot.get("findings") else { panic!() };
    findings.iter().map(|finding| text(finding.get("code").unwrap())).collect()
}

fn text(value: &Value) -> String {
    format!("{value:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_joined_are_the_whole(tags in prop_oneof![device(400), wild(60)], frame in 1..150_u64) {
        if tags.is_empty() {
            return Ok(());
        }
        let frames = frames(&tags, frame);
        let whole = pass(request(&[], None), &frames.concat());
        let origin = tags.first().map(|tag| tag.time);
        let mut joined = PartJoiner::new(request(&[], None)).unwrap();
        let parts = parts(&frames, origin);
        for (k, part) in parts.iter().enumerate() {
            prop_assert!(part.describe().get("sound") == Some(&Value::Bool(true)));
            let later = part.save().unwrap();
            let preview = joined.preview(&later).unwrap();
            joined.join(&later).unwrap();
            if k + 1 < parts.len() {
                prop_assert_eq!(text(&preview), text(&joined.snapshot()));
            }
        }
        joined.conclude();
        let (joined, whole) = (joined.snapshot(), snapshot(request(&[], None), &whole));
        // An analysis that stops at a tag out of order counts the tags before it, for any cut of the file.
        prop_assert_eq!(text(joined.get("analyses").unwrap()), text(whole.get("analyses").unwrap()));
        if whole.get("error") == Some(&Value::Null) {
            prop_assert_eq!(text(&joined), text(&whole));
        } else {
            prop_assert_eq!(codes(&joined), codes(&whole));
        }
    }

    #[test]
    fn kept_tags_answer_as_a_pass_does(
        tags in prop_oneof![device(400), wild(60)],
        frame in 1..150_u64,
        from in 0..2000_i64,
        length in 0..4000_i64,
        channels in prop_oneof![Just(None), Just(Some(vec![3_u64, 15, u64::MAX]))],
    ) {
        let Some(first) = tags.first() else { return Ok(()) };
        let mut selection = vec![("from".into(), Value::Int(from)), ("to".into(), Value::Int(from + length))];
        selection.extend(channels.map(|channels| {
            ("channels".into(), Value::List(channels.into_iter().map(Value::UInt).collect()))
        }));
        let frames = frames(&tags, frame);
        let extra = [("selection", Value::Map(selection)), ("origin", Value::Int(first.time))];
        let question = request(&extra, Some(first.time));
        let expected = pass(question.clone(), &frames.concat());
        let mut joined = PartJoiner::new(question.clone()).unwrap();
        for part in parts(&frames, Some(first.time)) {
            joined.join(&part.query(&question).unwrap()).unwrap();
        }
        joined.conclude();
        prop_assert_eq!(analyses(&joined.snapshot()), analyses(&snapshot(question, &expected)));
    }

    #[test]
    fn selected_channels_in_parts_are_those_of_the_whole(
        tags in prop_oneof![device(400), wild(60)],
        frame in 1..150_u64,
    ) {
        let Some(first) = tags.first() else { return Ok(()) };
        let frames = frames(&tags, frame);
        let whole = request(&[("selection", channels(&[3, 15, 16]))], None);
        let question =
            request(&[("selection", channels(&[3, 15, 16])), ("origin", Value::Int(first.time))], None);
        let mut joined = PartJoiner::new(question.clone()).unwrap();
        for frame in &frames {
            joined.join(&pass(question.clone(), frame).save().unwrap()).unwrap();
        }
        joined.conclude();
        prop_assert_eq!(
            without_rate(&joined.snapshot()),
            without_rate(&snapshot(whole.clone(), &pass(whole, &frames.concat())))
        );
    }

    #[test]
    fn selected_channels_do_not_change_how_long_a_recording_is(
        mut tags in device(400),
        frame in 1..150_u64,
    ) {
        tags.sort_by_key(|tag| tag.time);
        let frames = frames(&tags, frame);
        let question = request(&[("selection", channels(&[3, 15, 16]))], None);
        let mut joined = PartJoiner::new(question.clone()).unwrap();
        for part in parts(&frames, tags.first().map(|tag| tag.time)) {
            joined.join(&part.query(&question).unwrap()).unwrap();
        }
        joined.conclude();
        let (some, all) = (joined.snapshot(), snapshot(request(&[], None), &pass(request(&[], None), &frames.concat())));
        for (analysis, keys) in [
            ("summary", &["first", "last"][..]),
            ("correlation", &["span", "g2", "g2_error", "accidentals_from"]),
            ("delay", &["span", "delay"]),
            ("coincidence", &["span"]),
        ] {
            let of = |found: &Value| found.get("analyses").and_then(|all| all.get(analysis)).cloned();
            let (some, all) = (of(&some).unwrap(), of(&all).unwrap());
            // A channel without tags has no coincidences, and no time either.
            if some.get("span") != Some(&Value::Null) {
                for key in keys {
                    prop_assert_eq!(some.get(key).map(text), all.get(key).map(text), "{} {}", analysis, key);
                }
            }
        }
    }

    #[test]
    fn standing_analyses_find_what_others_do_whatever_is_kept(
        tags in prop_oneof![device(400), wild(60)],
        frame in 1..150_u64,
        budget in 0..2000_i64,
    ) {
        let extra = [("holdBytes", Value::Int(budget)), ("background", request(&[], None))];
        let file = frames(&tags, frame).concat();
        let reader = pass(request(&extra, None), &file);
        let mut joined = PartJoiner::new(request(&[], None)).unwrap();
        joined.join(&reader.background().unwrap().unwrap()).unwrap();
        joined.conclude();
        let whole = snapshot(request(&[], None), &pass(request(&[], None), &file));
        prop_assert_eq!(analyses(&joined.snapshot()), analyses(&whole));
        // All tags are kept, or none.
        let part = reader.describe();
        let whole = part.get("held_tags") == Some(&Value::Count(tags.len() as u64));
        prop_assert!(whole || part.get("held_tags") == Some(&Value::Null));
    }

    #[test]
    fn fanned_out_tags_are_analysed_by_their_receiver(
        tags in prop_oneof![device(400), wild(60)],
        frame in 1..150_u64,
        least in 1..200_u64,
        keep in any::<bool>(),
    ) {
        let Some(first) = tags.first() else { return Ok(()) };
        let frames = frames(&tags, frame);
        let whole = pass(request(&[], None), &frames.concat());
        let mut reader = PartReader::new(&request(&[("fanOut", Value::Bool(true))], None)).unwrap();
        let mut joined = PartJoiner::new(request(&[], None)).unwrap();
        let question = request(&[("origin", Value::Int(first.time))], Some(first.time));
        let mut answer = PartJoiner::new(question.clone()).unwrap();
        let mut hold = |joined: &mut PartJoiner, bytes: Option<Vec<u8>>| {
            let Some(bytes) = bytes else { return };
            let mut extra = vec![("origin", Value::Int(first.time)), ("background", question.clone())];
            extra.extend(keep.then_some(("holdBytes", Value::Int(1 << 30))));
            let mut holder = PartReader::new(&request(&extra, None)).unwrap();
            holder.push_tags(&bytes).unwrap();
            joined.join(&holder.save().unwrap()).unwrap();
            let found = if keep { holder.query(&question) } else { holder.background().map(Option::unwrap) };
            answer.join(&found.unwrap()).unwrap();
        };
        for frame in &frames {
            reader.push(frame);
            hold(&mut joined, reader.take_tags(least));
        }
        reader.finish();
        hold(&mut joined, reader.take_tags(1));
        prop_assert!(reader.take_tags(1).is_none());
        let (part, read) = (reader.describe(), whole.describe());
        for name in ["origin", "start", "min", "max", "tags"] {
            prop_assert_eq!(part.get(name), read.get(name));
        }
        // The reader's totals, and nothing else of it.
        joined.join(&reader.save().unwrap()).unwrap();
        joined.conclude();
        answer.conclude();
        let whole = snapshot(request(&[], None), &whole);
        if whole.get("error") == Some(&Value::Null) {
            prop_assert_eq!(text(&joined.snapshot()), text(&whole));
            let expected = snapshot(question.clone(), &pass(question.clone(), &frames.concat()));
            prop_assert_eq!(analyses(&answer.snapshot()), analyses(&expected));
        }
    }

    #[test]
    fn what_nobody_handed_over_is_not_held(mut bytes in prop::collection::vec(any::<u8>(), 1..100)) {
        let mut scan = PartReader::new(&request(&[], None)).unwrap();
        // A kind of block there is not.
        if let Some(kind) = bytes.get_mut(16) {
            *kind = 3;
        }
        prop_assert!(scan.push_tags(&bytes).is_err());
    }
}

#[test]
fn half_a_message_is_no_part_that_stands_alone() {
    let tags: Vec<Tag> = (0..5000).map(|k| tag(3, k)).collect();
    let frames = frames(&tags, 5000);
    let mut scan = PartReader::new(&request(&[], None)).unwrap();
    scan.push(&frames[0][..frames[0].len() / 2]);
    assert_eq!(scan.describe().get("sound"), Some(&Value::Bool(false)));
}

#[test]
fn over_the_budget_nothing_is_kept_and_this_is_reported() {
    let tags: Vec<Tag> = (0..100_000).map(|k| tag(3, 100 * k)).collect();
    let file = frames(&tags, 100_000).concat();
    let scan = |budget: i64| pass(request(&[("holdBytes", Value::Int(budget))], None), &file);

    // Four bytes a tag and little more; a third of the 1.6 MB that the tags are.
    let enough = scan(420_000);
    assert_eq!(enough.describe().get("held_tags"), Some(&Value::Count(100_000)));
    assert!(enough.query(&request(&[], None)).is_ok());

    let less = scan(390_000);
    assert_eq!(less.describe().get("held_tags"), Some(&Value::Null));
    assert!(less.query(&request(&[], None)).is_err());
    let [less, enough] = [less, enough].map(|reader| snapshot(request(&[], None), &reader));
    assert_eq!(text(&less), text(&enough));
}

#[test]
fn tags_of_many_channels_in_small_messages_take_little_room_on_their_way() {
    let tags: Vec<Tag> = (0..100_000).map(|k| Tag { time: 1000 * k, channel: k as u64 % 200 }).collect();
    let mut reader = PartReader::new(&request(&[("fanOut", Value::Bool(true))], None)).unwrap();
    for frame in frames(&tags, 10) {
        reader.push(&frame);
    }
    reader.finish();
    let bytes = reader.take_tags(1).unwrap();
    assert!(bytes.len() < 8 * tags.len(), "{}", bytes.len());
}
