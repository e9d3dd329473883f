//! Partial results in bytes: what is no such thing is refused, and changes nothing.

use tagview_core::scan::{PartJoiner, PartReader};
use tagview_core::tags::{Tag, Writer};
use tagview_core::{Code, Value};

fn request(names: &[&str]) -> Value {
    let analysis = |name: &&str| Value::map([("name", Value::Text((*name).to_owned()))]);
    Value::map([("analyses", Value::List(names.iter().map(analysis).collect()))])
}

/// What a reader with these analyses saves of a file, of which all but the last `missing` bytes are there.
fn saved(names: &[&str], missing: usize) -> Vec<u8> {
    let (mut file, mut writer) = (Vec::new(), Writer::new(1, 100).unwrap());
    let tags: Vec<Tag> = (0..150).map(|k| Tag { time: 10 * k, channel: 3 }).collect();
    writer.push(&tags, &mut file).unwrap();
    writer.finish(&mut file).unwrap();
    let mut reader = PartReader::new(&request(names)).unwrap();
    reader.push(&file[..file.len() - missing]);
    reader.finish();
    reader.save().unwrap()
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

#[test]
fn another_version_is_said() {
    let mut bytes = saved(&["summary"], 0);
    bytes[0] += 1;
    let error = PartJoiner::new(request(&["summary"])).unwrap().join(&bytes).unwrap_err();
    assert_eq!(error.code, Code::Mismatch);
    assert!(error.message.contains("of version 6, and this is version 5"), "{error}");
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
    entries.push(("hold_bytes".to_owned(), Value::Int(1)));
    let error = PartReader::new(&Value::Map(entries.clone())).map(|_| ()).unwrap_err();
    assert!(error.code == Code::Usage && error.message.contains("`hold_bytes`"), "{error}");
    assert_eq!(PartJoiner::new(Value::Map(entries)).map(|_| ()).unwrap_err(), error);
}
