//! Partial results as bytes: invalid bytes are rejected, and change nothing.

use tagview_bridge::Value;
use tagview_bridge::value::Name;
use tagview_core::Code;
use tagview_core::tags::{Tag, Writer};

use crate::dynamic::scan::{PartJoiner, PartReader};

fn request(names: &[&str]) -> Value {
    let analysis = |name: &&str| Value::map([("name", Value::Text((*name).to_owned()))]);
    Value::map([("analyses", Value::List(names.iter().map(analysis).collect()))])
}

fn file(tags: &[Tag]) -> Vec<u8> {
    let (mut file, mut writer) = (Vec::new(), Writer::new(1, 100).unwrap());
    writer.push(tags, &mut file).unwrap();
    writer.finish(&mut file).unwrap();
    file
}

/// The saved result of a reader of a file.
fn partial(request: &Value, file: &[u8]) -> Vec<u8> {
    let mut reader = PartReader::new(request).unwrap();
    reader.push(file);
    reader.finish();
    reader.save().unwrap()
}

/// Returns what a reader with the analyses `names` saves of a file without its last `missing` bytes.
fn saved(names: &[&str], missing: usize) -> Vec<u8> {
    let tags: Vec<Tag> = (0..150).map(|k| Tag { time: 10 * k, channel: 3 }).collect();
    let file = file(&tags);
    partial(&request(names), &file[..file.len() - missing])
}

#[test]
fn a_join_that_fails_changes_nothing() {
    let good = saved(&["summary", "rate"], 0);
    let mut other_version = good.clone();
    other_version[0] ^= 1;
    let bad = [
        Vec::new(),
        good[..good.len() / 2].to_vec(),
        [&good[..], &[0]].concat(),
        other_version,
        saved(&["summary"], 0),
        saved(&["rate", "summary"], 0),
        saved(&["summary", "gaps"], 0),
    ];
    let mut joiner = PartJoiner::new(request(&["summary", "rate"])).unwrap();
    joiner.join(&good).unwrap();
    let before = joiner.snapshot();
    for (number, bytes) in bad.iter().enumerate() {
        let error = joiner.join(bytes).unwrap_err();
        assert_eq!(error.code, Code::Mismatch, "{number}");
        assert_eq!(joiner.preview(bytes).unwrap_err(), error, "{number}");
        assert_eq!(joiner.snapshot(), before, "{number}");
    }
}

/// All analyses.
const ALL: &[&str] = &["summary", "rate", "pairs", "stability", "gaps"];

#[test]
fn one_byte_that_was_changed_is_refused() {
    let good = saved(ALL, 0);
    let mut joiner = PartJoiner::new(request(ALL)).unwrap();
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        assert_eq!(joiner.join(&bytes).map_err(|error| error.code), Err(Code::Mismatch), "byte {at}");
    }
    assert!(joiner.join(&good).is_ok());
}

#[test]
fn recordings_whose_clocks_restart_are_refused() {
    let run = |names: &[&str], from: i64| {
        let tags: Vec<Tag> = (0..150).map(|k| Tag { time: from + 100_000 * k, channel: 3 }).collect();
        partial(&request(names), &file(&tags))
    };
    for names in [&["summary"][..], &["gaps"], &["pairs"], &["stability"]] {
        let mut joiner = PartJoiner::new(request(names)).unwrap();
        joiner.join_recording(&run(names, 0)).unwrap();
        let before = joiner.snapshot();
        for again in [0, -5, 1_000_000] {
            let error = joiner.join_recording(&run(names, again)).unwrap_err();
            assert_eq!(error.code, Code::Mismatch);
            assert!(error.message.contains("these are independent runs"), "{error}");
        }
        assert_eq!(joiner.snapshot(), before);
        // The joined result keeps its time span.
        let mut second = PartJoiner::new(request(names)).unwrap();
        second.join_recording(&joiner.save().unwrap()).unwrap();
        assert!(second.join_recording(&run(names, 0)).is_err());
        assert!(second.join_recording(&run(names, 15_000_000)).is_ok());
    }
}

#[test]
fn another_version_is_reported() {
    let mut bytes = saved(&["summary"], 0);
    bytes[0] += 1;
    let error = PartJoiner::new(request(&["summary"])).unwrap().join(&bytes).unwrap_err();
    assert_eq!(error.code, Code::Mismatch);
    assert!(error.message.contains("they have version 13, not 12"), "{error}");
}

#[test]
fn codes_and_severities_are_saved_as_words() {
    let bytes = saved(&["summary"], 400);
    let has = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    assert!(has("truncated") && has("error"));
    let mut joiner = PartJoiner::new(request(&["summary"])).unwrap();
    joiner.join(&bytes).unwrap();
    let snapshot = joiner.snapshot();
    let code = snapshot.get("error").and_then(|error| error.get("code"));
    assert_eq!(code, Some(&Value::Text("truncated".to_owned())));
}

#[test]
fn a_key_that_no_request_has_is_an_error() {
    let Value::Map(mut entries) = request(&["summary"]) else { panic!() };
    entries.push(("hold_bytes".into(), Value::Int(1)));
    let error = PartReader::new(&Value::Map(entries.clone())).map(|_| ()).unwrap_err();
    assert!(error.code == Code::Usage && error.message.contains("`hold_bytes`"), "{error}");
    assert_eq!(PartJoiner::new(Value::Map(entries)).map(|_| ()).unwrap_err(), error);
}

#[test]
fn parts_joined_after_the_end_are_counted() {
    // A virtual channel's last tags are known only once no more will come.
    let Value::Map(mut entries) = request(&["summary"]) else { panic!() };
    entries.push(("define".into(), Value::List(vec![Value::Text("100=3@+20".to_owned())])));
    let request = Value::Map(entries);
    let part = |first: i64| {
        let tags: Vec<Tag> = (0..50).map(|k| Tag { time: first + 10 * k, channel: 3 }).collect();
        partial(&request, &file(&tags))
    };
    let (mut grown, mut whole) =
        (PartJoiner::new(request.clone()).unwrap(), PartJoiner::new(request.clone()).unwrap());
    for first in [0, 500] {
        grown.join(&part(first)).unwrap();
        grown.conclude();
        whole.join(&part(first)).unwrap();
    }
    grown.join(&part(1000)).unwrap();
    whole.join(&part(1000)).unwrap();
    whole.conclude();
    let results = |joiner: &PartJoiner| joiner.snapshot().get("analyses").cloned();
    assert_eq!(results(&grown), results(&whole));
}

/// Every list of numbers in a result, with the name of its column.
fn columns(result: &Value, channel: Option<u64>, found: &mut Vec<(Name, Value)>) {
    let Value::Map(entries) = result else { return };
    for (key, value) in entries {
        match value {
            Value::Counts(_) | Value::Floats(_) => {
                let name = channel.map_or(key.clone(), |channel| channel.to_string().into());
                found.push((name, value.clone()));
            }
            Value::List(list) => {
                for each in list {
                    let channel = each.get("channel").and_then(|channel| match channel {
                        Value::UInt(channel) => Some(*channel),
                        _ => None,
                    });
                    columns(each, channel, found);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn columns_in_runs_are_those_of_the_result() {
    let correlation = Value::map([
        ("name", Value::Text("correlation".to_owned())),
        ("a", Value::UInt(3)),
        ("b", Value::UInt(15)),
        ("from", Value::Int(-40)),
        ("to", Value::Int(900)),
        ("bin", Value::Int(3)),
    ]);
    let rate = Value::map([("name", Value::Text("rate".to_owned())), ("bin", Value::Int(17))]);
    let channels = Value::List(vec![Value::UInt(3), Value::UInt(15)]);
    for selection in [Value::Null, Value::map([("channels", channels)])] {
        let analyses = Value::List(vec![correlation.clone(), rate.clone()]);
        let request = Value::map([("analyses", analyses), ("selection", selection)]);
        let tags: Vec<Tag> = (0..500)
            .map(|k| Tag { time: 7 * k + k % 3, channel: [3, 15, 16][k as usize * k as usize % 3] })
            .collect();
        let partial = partial(&request, &file(&tags));
        let mut joiner = PartJoiner::new(request).unwrap();
        joiner.join(&partial).unwrap();
        joiner.conclude();
        let (whole, outline) = (joiner.snapshot(), joiner.outline(0));
        // Not-a-number is not equal to itself.
        assert_eq!(format!("{:?}", joiner.outline(usize::MAX)), format!("{whole:?}"));
        for id in ["correlation", "rate"] {
            let of = |snapshot: &Value| {
                let mut found = Vec::new();
                columns(snapshot.get("analyses").unwrap().get(id).unwrap(), None, &mut found);
                found
            };
            let bins = joiner.bins(id);
            assert!(bins > 200, "{id}");
            assert_eq!(of(&outline).len(), of(&whole).len());
            for ((name, all), (_, none)) in of(&whole).into_iter().zip(of(&outline)) {
                assert!(
                    matches!(&none, Value::Counts(list) if list.is_empty())
                        || matches!(&none, Value::Floats(list) if list.is_empty()),
                    "{id} {name}"
                );
                let run = |from: usize| joiner.column(id, &name, from..(from + 100).min(bins)).unwrap();
                let runs: Vec<Value> = (0..bins).step_by(100).map(run).collect();
                assert_eq!(joined(&runs), joined(&[all]), "{id} {name}");
            }
            assert!(joiner.column(id, "nothing", 0..1).is_none());
        }
    }
}

/// The numbers of lists, one after the other, as bits.
fn joined(lists: &[Value]) -> Vec<u64> {
    let bits = |list: &Value| match list {
        Value::Counts(counts) => counts.clone(),
        Value::Floats(floats) => floats.iter().map(|x| x.to_bits()).collect(),
        _ => Vec::new(),
    };
    lists.iter().flat_map(bits).collect()
}
