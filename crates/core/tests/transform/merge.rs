//! A merge is the stable sort, by time, of its recordings one after another.

use proptest::prelude::*;
use tagview_core::random_access::drive;
use tagview_core::run::LOOK_AHEAD;
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::{ReadReport, Tag, TagSource, TagStream, Writer};
use tagview_core::transform::merge::{Merge, MergeInput, MergeOptions};
use tagview_core::{Code, Error};

use crate::tags_of;

fn file(tags: &[Tag], frame_tags: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(1, frame_tags).unwrap();
    writer.push(tags, &mut out).unwrap();
    writer.finish(&mut out).unwrap();
    out
}

/// Merges `files`, given with their offsets, in chunks of at most `chunk` bytes.
fn merge(files: &[(Vec<u8>, i64)], chunk: usize) -> Result<(Vec<Tag>, Vec<ReadReport>), Error> {
    let input = |(_, offset): &(Vec<u8>, i64)| MergeInput { offset: *offset, ..MergeInput::default() };
    let options = MergeOptions::default()
        .inputs(files.iter().map(input).collect::<Vec<_>>())
        .packing(PackingOptions::default().level(1));
    let mut merge = Merge::new(&options).unwrap();
    let inputs: Vec<&[u8]> = files.iter().map(|(file, _)| &file[..]).collect();
    let mut out = drive(&mut merge, &inputs, chunk)?;
    let described = merge.describe();
    merge.finish(&mut out)?;
    Ok((tags_of(&out), described))
}

fn merged(files: &[(Vec<u8>, i64)]) -> Result<Vec<Tag>, Error> {
    merge(files, usize::MAX).map(|(tags, _)| tags)
}

fn tags(times: &[i64], channel: u64) -> Vec<Tag> {
    times.iter().map(|&time| Tag { time, channel }).collect()
}

prop_compose! {
    /// A recording whose tags are out of order by no more than is put in order: each tag waits for up
    /// to `LOOK_AHEAD` ticks, or a few, before it is written.
    fn recording()(
        steps in prop::collection::vec((prop_oneof![Just(0i64), 0i64..9, 0i64..100_000], 0i64..=1), 0..120),
        wait in prop_oneof![Just(0), Just(3), Just(LOOK_AHEAD)],
        channel in 0u64..3,
    ) -> Vec<Tag> {
        let mut time = -50_000;
        let mut tags: Vec<_> = steps.into_iter().map(|(step, waits)| {
            time += step;
            (time + waits * wait, Tag { time, channel })
        }).collect();
        tags.sort_by_key(|(written, _)| *written);
        tags.into_iter().map(|(_, tag)| tag).collect()
    }
}

proptest! {
    #[test]
    fn merge_is_the_stable_sort_of_the_concatenation(
        recordings in prop::collection::vec((recording(), -40_000i64..40_000, 1usize..50), 1..5),
        chunk in prop_oneof![Just(usize::MAX), 1usize..500],
    ) {
        let mut expected: Vec<Tag> = Vec::new();
        // The channel identifies the recording of a tag, so that the order of ties is visible.
        let files: Vec<_> = recordings.into_iter().enumerate().map(|(number, (tags, offset, frame_tags))| {
            let mine = |tag: Tag| Tag { channel: tag.channel + 10 * number as u64, ..tag };
            let tags: Vec<_> = tags.into_iter().map(mine).collect();
            expected.extend(tags.iter().map(|tag| Tag { time: tag.time + offset, ..*tag }));
            (file(&tags, frame_tags), offset)
        }).collect();
        expected.sort_by_key(|tag| tag.time);
        prop_assert_eq!(merge(&files, chunk).unwrap().0, expected);
    }

    #[test]
    fn merge_of_damaged_recordings_has_what_can_be_read_of_them(
        recordings in prop::collection::vec((recording(), 1usize..50, any::<prop::sample::Index>()), 1..4),
        chunk in prop_oneof![Just(usize::MAX), 1usize..500],
    ) {
        let mut expected: Vec<Tag> = Vec::new();
        let mut whole = Vec::new();
        let files: Vec<_> = recordings.into_iter().map(|(tags, frame_tags, cut)| {
            let mut file = file(&tags, frame_tags);
            file.truncate(cut.index(file.len() + 1));
            let mut recording = TagStream::default();
            recording.push(&file, &mut |batch| expected.extend_from_slice(batch));
            recording.finish(&mut |batch| expected.extend_from_slice(batch));
            whole.push(recording.totals().findings.is_empty());
            (file, 0)
        }).collect();
        expected.sort_by_key(|tag| tag.time);
        let (found, described) = merge(&files, chunk).unwrap();
        prop_assert_eq!(found, expected);
        let complete: Vec<bool> = described.iter().map(|input| input.findings.is_complete()).collect();
        prop_assert_eq!(complete, whole);
    }
}

#[test]
fn equal_times_keep_the_order_of_the_recordings() {
    let files: Vec<_> = [3, 1, 2].map(|channel| (file(&tags(&[5, 5, 6], channel), 2), 0)).into();
    let channels: Vec<_> = merged(&files).unwrap().iter().map(|tag| (tag.time, tag.channel)).collect();
    assert_eq!(
        channels,
        [(5, 3), (5, 3), (5, 1), (5, 1), (5, 2), (5, 2), (6, 3), (6, 1), (6, 2)],
        "not the order of the channels"
    );
}

#[test]
fn recordings_one_after_another_are_held_a_piece_at_a_time() {
    // 2^20 tags of hardly any bytes each: were the later ones held, they would not fit what is held.
    let steady =
        |start: i64| (0..1 << 18).map(|i| Tag { time: start + 100 * i, channel: 1 }).collect::<Vec<_>>();
    let files: Vec<_> = (0..4).rev().map(|k| (file(&steady(k << 26), 1 << 16), 0)).collect();
    let found = merged(&files).unwrap();
    assert_eq!(found.len(), 1 << 20);
    assert!(found.is_sorted_by_key(|tag| tag.time));
}

#[test]
fn disorder_beyond_the_look_ahead_names_the_tag() {
    let far = LOOK_AHEAD + 8;
    let fine = file(&tags(&[0, far - 8, 0], 1), 10);
    assert!(merged(&[(fine, 0)]).unwrap().is_sorted_by_key(|tag| tag.time));
    let bad = file(&tags(&[0, far, 7], 1), 10);
    let error = merged(&[(bad, 12)]).unwrap_err();
    assert_eq!(error.code, Code::Order);
    assert!(error.message.starts_with("a tag at the time 19 is "), "{error}");
}

#[test]
fn offset_that_leaves_64_bits_is_an_error() {
    let last = file(&tags(&[0, i64::MAX - 1], 1), 10);
    assert_eq!(merged(&[(last.clone(), 1)]).unwrap(), tags(&[1, i64::MAX], 1));
    assert_eq!(merged(&[(last, 2)]).unwrap_err().code, Code::Usage);
    assert_eq!(merged(&[(file(&tags(&[i64::MIN], 1), 1), -1)]).unwrap_err().code, Code::Usage);
}

#[test]
fn tags_before_damage_are_used_and_the_damage_is_reported() {
    let whole = file(&tags(&[1, 3, 5], 1), 1);
    let mut cut = file(&tags(&[2, 4, 6], 2), 1);
    // In the third frame.
    let third =
        cut.windows(4).enumerate().filter(|(_, bytes)| *bytes == [0x28, 0xb5, 0x2f, 0xfd]).nth(2).unwrap().0;
    cut.truncate(third + 12);
    let (found, described) = merge(&[(whole, 0), (cut, 0)], 7).unwrap();
    let times: Vec<_> = found.iter().map(|tag| tag.time).collect();
    assert_eq!(times, [1, 2, 3, 4, 5]);
    assert!(described[0].findings.is_complete() && !described[1].findings.is_complete());
    assert_eq!(described[1].findings.all[0].code, Code::Truncated);
}

#[test]
fn too_many_recordings_or_none_are_refused() {
    for count in [0, 101] {
        let options = MergeOptions::default().inputs(vec![MergeInput::default(); count]);
        assert_eq!(Merge::new(&options).err().unwrap().code, Code::Usage);
    }
}
