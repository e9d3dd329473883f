//! Exports of recordings: selected, damaged, in chunks of any size.

use tagview_bridge::Value;
use tagview_core::Code;
use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{Tag, Writer};
use tagview_export::export;

use crate::support::{device, with_head};

fn recording(tags: &[Tag]) -> Vec<u8> {
    let mut writer = Writer::new(3, 1000).unwrap();
    let mut out = Vec::new();
    writer.push(tags, &mut out).unwrap();
    writer.finish(&mut out).unwrap();
    out
}

/// The lines of a recording's export, and the codes of its errors.
fn lines(bytes: &[u8], options: &[(&str, Value)]) -> (Vec<String>, Vec<Code>) {
    let mut all = vec![("target".into(), Value::Text("csv".to_owned()))];
    all.extend(options.iter().map(|(key, value)| ((*key).to_owned().into(), value.clone())));
    let mut converter = export(Value::Map(all)).unwrap();
    let mut out = Vec::new();
    for bytes in bytes.chunks(777) {
        converter.push(bytes, &mut out).unwrap();
    }
    converter.end(&mut out).unwrap();
    let codes = converter.totals().errors().map(|error| error.code).collect();
    let made = converter.finish(&mut out).unwrap().unwrap();
    let text = String::from_utf8(with_head(out, &made)).unwrap();
    (text.lines().skip(1).map(str::to_owned).collect(), codes)
}

fn line(tag: &Tag) -> String {
    format!("{},{}", tag.time, tag.channel)
}

#[test]
fn selected_and_virtual_tags_are_exported() {
    let tags = device(3000);
    let selection = Value::map([("channels", Value::List(vec![Value::Int(3)])), ("to", Value::Int(7000))]);
    let (chosen, _) = lines(&recording(&tags), &[("selection", selection)]);
    let wanted: Vec<String> =
        tags.iter().filter(|tag| tag.channel == 3 && tag.time <= 1_007_000).map(line).collect();
    assert!(!wanted.is_empty());
    assert_eq!(chosen, wanted);

    let define = Value::List(vec![Value::Text("100=3+15".to_owned())]);
    let (all, _) = lines(&recording(&tags), &[("define", define)]);
    let either = tags.iter().filter(|tag| tag.channel != 16).count();
    assert_eq!(all.iter().filter(|line| line.ends_with(",100")).count(), either);
    assert_eq!(all.len(), tags.len() + either);
}

#[test]
fn frames_around_a_damaged_one_are_exported() {
    let tags = device(3000);
    let mut bytes = Vec::new();
    let ends: Vec<usize> = tags
        .chunks(1000)
        .map(|tags| {
            encode_frame(tags, 3, &mut bytes).unwrap();
            bytes.len()
        })
        .collect();
    // In the data of the second frame.
    let middle = usize::midpoint(ends[0], ends[1]);
    bytes[middle..middle + 40].fill(0xAA);
    let (found, codes) = lines(&bytes, &[]);
    assert!(!codes.is_empty());
    let sound: Vec<String> = tags[..1000].iter().chain(&tags[2000..]).map(line).collect();
    for line in &sound {
        assert!(found.contains(line), "{line}");
    }
}

#[test]
fn wrong_requests_are_told() {
    for options in [
        Value::Null,
        Value::map([("target", Value::Text("xlsx".to_owned()))]),
        Value::map([("target", Value::Text("parquet".to_owned())), ("groupTags", Value::Int(0))]),
        Value::map([("target", Value::Text("parquet".to_owned())), ("metadata", Value::Int(1))]),
    ] {
        assert_eq!(export(options.clone()).map(|_| ()).unwrap_err().code, Code::Usage, "{options:?}");
    }
}
