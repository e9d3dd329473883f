//! Virtual channels in written text and recordings.

use proptest::prelude::*;
use tagview_bridge::requests;
use tagview_core::random_access::RandomAccess;
use tagview_core::tags::{Tag, TagSource, TagStream, Writer};
use tagview_core::transform::cat::to_text;
use tagview_core::transform::merge::Merge;
use tagview_core::transform::slice::Slice;
use tagview_core::{Code, Error};

use crate::dynamic::Value;
use crate::naive::{DEFINED, all_tags, define, long};
use crate::tags::tag;

fn recording(tags: &[Tag]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(1, 50).unwrap();
    writer.push(tags, &mut out).unwrap();
    writer.finish(&mut out).unwrap();
    out
}

fn tags_of(file: &[u8]) -> Vec<Tag> {
    let mut recording = TagStream::checked();
    let mut tags = Vec::new();
    recording.push(file, &mut |batch| tags.extend_from_slice(batch));
    recording.finish(&mut |batch| tags.extend_from_slice(batch));
    tags
}

fn cat(file: &[u8], options: Value) -> Result<String, Error> {
    let (mut out, mut cat) = (Vec::new(), to_text(&requests::cat_options(&options)?)?);
    cat.push(file, &mut out)?;
    cat.end(&mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Gives a job what it wants of `files`, up to the end.
fn run(job: &mut impl RandomAccess<Output = Vec<u8>>, files: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(wanted) = job.wants() {
        let file = &files[wanted.input];
        let end = wanted.offset.saturating_add(wanted.length).min(file.len() as u64) as usize;
        if let Some(bytes @ [_, ..]) = file.get(wanted.offset as usize..end) {
            job.push(bytes, &mut out).unwrap();
        }
        job.end(&mut out).unwrap();
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn cat_prints_all_tags_in_order(tags in long(200)) {
        let lines = all_tags(&tags).iter().map(|tag| format!("{}\t{}\n", tag.channel, tag.time)).collect::<String>();
        prop_assert_eq!(cat(&recording(&tags), Value::map([define(DEFINED)])).unwrap(), lines);
    }

    #[test]
    fn a_slice_of_virtual_channels_holds_their_tags(tags in long(200)) {
        let channels = Value::List(vec![Value::Int(101), Value::Int(16), Value::Int(104)]);
        let selection = ("selection", Value::map([("channels", channels)]));
        let file = recording(&tags);
        let size = ("size", Value::Count(file.len() as u64));
        let mut slice = Slice::new(&requests::slice_options(&Value::map([define(DEFINED), selection, size])).unwrap()).unwrap();
        let mut out = run(&mut slice, &[file]);
        slice.finish(&mut out).unwrap();
        let mut expected = all_tags(&tags);
        expected.retain(|tag| [16, 101, 104].contains(&tag.channel));
        prop_assert_eq!(tags_of(&out), expected);
    }

    #[test]
    fn merged_recordings_have_what_follows_from_all(tags in long(200)) {
        let mut sorted = tags.clone();
        sorted.sort_by_key(|tag| tag.time);
        let (left, right): (Vec<Tag>, Vec<Tag>) = sorted.iter().partition(|tag| tag.channel == 3);
        let files = [recording(&left), recording(&right)];
        let offsets = ("offsets", Value::List(vec![Value::Int(0), Value::Int(0)]));
        let mut merge = Merge::new(&requests::merge_options(&Value::map([define(DEFINED), offsets])).unwrap()).unwrap();
        let mut out = run(&mut merge, &files);
        merge.finish(&mut out).unwrap();
        prop_assert_eq!(tags_of(&out), all_tags(&sorted));
    }
}

#[test]
fn what_cannot_be_put_in_order_is_an_error() {
    let late = recording(&[tag(3, 0), tag(3, 1 << 40), tag(15, 5)]);
    let error = cat(&late, Value::map([define(&["100=3+15"])])).unwrap_err();
    assert_eq!(error.code, Code::Order);
    let clash = cat(&recording(&[tag(100, 0)]), Value::map([define(&["100=3+15"])])).unwrap_err();
    assert_eq!(clash.code, Code::Usage);
}
