//! A slice has the selected tags of the file; with an index, no other frames are read.

use proptest::prelude::*;
use tagview_core::random_access::{RandomAccess, Wanted};
use tagview_core::tags::index::{Frame, Index};
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::{SelectionRequest, Tag, Writer};
use tagview_core::transform::options::TagsRequest;
use tagview_core::transform::slice::{Slice, SliceOptions};
use tagview_core::{Code, Error};

use crate::tags_of;

const LEVEL: i32 = 1;

/// A file of frames of `frame_tags`, and its index.
fn file(tags: &[Tag], frame_tags: usize) -> (Vec<u8>, Index) {
    let mut out = Vec::new();
    let mut writer = Writer::new(LEVEL, frame_tags).unwrap();
    writer.push(tags, &mut out).unwrap();
    let index = writer.finish(&mut out).unwrap();
    (out, index)
}

#[derive(Debug)]
struct Sliced {
    file: Vec<u8>,
    read: u64,
    findings: Vec<String>,
    doubtful: u64,
}

/// Slices `file` in chunks of `chunk` bytes, with its index if it `can_seek`.
fn slice(file: &[u8], selection: SelectionRequest, chunk: usize, can_seek: bool) -> Result<Sliced, Error> {
    let mut options = SliceOptions::default()
        .tags(TagsRequest::default().selection(selection))
        .packing(PackingOptions::default().level(LEVEL));
    options.size = can_seek.then_some(file.len() as u64);
    let mut slice = Slice::new(&options).unwrap();
    let (mut out, mut read) = (Vec::new(), 0);
    while let Some(Wanted { offset, length, .. }) = slice.wants() {
        let end = usize::try_from(offset.saturating_add(length)).unwrap_or(usize::MAX).min(file.len());
        for chunk in file[offset as usize..end].chunks(chunk) {
            slice.push(chunk, &mut out)?;
            read += chunk.len() as u64;
        }
        slice.end(&mut out)?;
    }
    assert_eq!(slice.total(), Some(read), "all is read that was announced");
    let described = slice.describe();
    let findings = described.findings.all.iter().map(|finding| finding.code.as_str().to_owned()).collect();
    let doubtful = described.doubtful_tags;
    slice.finish(&mut out)?;
    Ok(Sliced { file: out, read, findings, doubtful })
}

fn range(from: i64, to: i64) -> SelectionRequest {
    SelectionRequest::default().from(from).to(to)
}

/// `n` tags 10 ticks apart from `start` on, on channels 1 and 2 by turns.
fn steady(start: i64, n: i64) -> Vec<Tag> {
    (0..n).map(|i| Tag { time: start + 10 * i, channel: 1 + i as u64 % 2 }).collect()
}

prop_compose! {
    /// Tags roughly in order of time, on a few channels.
    fn some_tags()(
        steps in prop::collection::vec((-3i64..20, 1u64..5), 0..200),
        start in prop_oneof![Just(0), Just(i64::MAX - 5000), Just(i64::MIN + 700), any::<i32>().prop_map(i64::from)],
    ) -> Vec<Tag> {
        let mut time = start;
        steps.into_iter().map(|(step, channel)| {
            time += step;
            Tag { time, channel }
        }).collect()
    }
}

proptest! {
    #[test]
    fn slice_is_the_filtered_tags_however_it_is_read(
        tags in some_tags(),
        frame_tags in 1usize..60,
        chunk in 1usize..3000,
        from in prop::option::of(-50i64..2500),
        length in prop::option::of(0i64..1500),
        channels in prop::option::of(prop::collection::vec(1u64..6, 1..3)),
    ) {
        let (file, _) = file(&tags, frame_tags);
        let to = length.map(|length| from.unwrap_or(0) + length);
        let mut wanted = SelectionRequest::default();
        (wanted.from, wanted.to, wanted.channels) = (from, to, channels.clone());
        let origin = tags.first().map_or(0, |tag| i128::from(tag.time));
        let expected: Vec<Tag> = tags.iter().copied().filter(|tag| {
            let time = i128::from(tag.time) - origin;
            from.is_none_or(|from| time >= i128::from(from))
                && to.is_none_or(|to| time <= i128::from(to))
                && channels.as_ref().is_none_or(|all| all.contains(&tag.channel))
        }).collect();
        let by_index = slice(&file, wanted.clone(), chunk, true).unwrap();
        prop_assert_eq!(tags_of(&by_index.file), expected);
        prop_assert!(by_index.findings.is_empty());
        let in_one_pass = slice(&file, wanted, chunk, false).unwrap();
        prop_assert!(in_one_pass.file == by_index.file, "an index changes nothing in what is written");
        prop_assert_eq!(in_one_pass.read, file.len() as u64);
    }

    #[test]
    fn damaged_file_gives_a_sound_one_or_an_error(
        tags in some_tags(),
        frame_tags in 1usize..60,
        at in any::<prop::sample::Index>(),
        flip in 1u8..,
        cut in any::<bool>(),
        can_seek in any::<bool>(),
    ) {
        let (mut file, _) = file(&tags, frame_tags);
        let at = at.index(file.len());
        file[at] ^= flip;
        if cut {
            file.truncate(at);
        }
        match slice(&file, SelectionRequest::default(), 100, can_seek) {
            // Checks that the written file is sound.
            Ok(sliced) => drop(tags_of(&sliced.file)),
            Err(error) => prop_assert_eq!(error.code, Code::BadIndex),
        }
    }
}

#[test]
fn frames_outside_the_range_are_not_read() {
    let tags = steady(1_000_000, 1000);
    let (mut file, index) = file(&tags, 100);
    // Times 2500 to 3100 after the first tag lie in the third and the fourth frame.
    let wanted = &index.frames()[2..4];
    for frame in index.frames() {
        if !wanted.contains(frame) {
            file[frame.offset as usize..(frame.offset + frame.length) as usize].fill(0xee);
        }
    }
    let sliced = slice(&file, range(2500, 3100), 64, true).unwrap();
    assert_eq!(tags_of(&sliced.file), tags[250..=310]);
    assert!(sliced.findings.is_empty());
    let frames: u64 = wanted.iter().map(|frame| frame.length).sum();
    assert_eq!(sliced.read, 24 + (file.len() as u64 - index.end()) + frames);
}

#[test]
fn frames_without_a_wanted_channel_are_not_read() {
    let mut tags = steady(0, 300);
    tags[150].channel = 7;
    let (mut file, index) = file(&tags, 100);
    file[..index.frames()[1].offset as usize].fill(0xee);
    let channels = SelectionRequest::default().channels(vec![7]);
    let sliced = slice(&file, channels, 1000, true).unwrap();
    assert_eq!(tags_of(&sliced.file), [Tag { time: 1500, channel: 7 }]);
}

#[test]
fn nothing_selected_is_a_recording_without_tags() {
    let (file, _) = file(&steady(0, 300), 100);
    let sliced = slice(&file, range(3000, 4000), 1000, true).unwrap();
    assert_eq!((tags_of(&sliced.file).len(), sliced.findings.len()), (0, 0));
}

#[test]
fn tags_of_frames_with_a_wrong_checksum_are_counted() {
    let (mut bytes, index) = file(&steady(0, 30), 10);
    for can_seek in [true, false] {
        assert_eq!(slice(&bytes, range(0, 1000), 100, can_seek).unwrap().doubtful, 0);
    }
    // The last byte of a frame is one of its checksum.
    bytes[index.frames()[2].offset as usize - 1] ^= 1;
    for can_seek in [true, false] {
        let sliced = slice(&bytes, range(0, 1000), 100, can_seek).unwrap();
        assert_eq!((sliced.doubtful, &sliced.findings[..]), (10, &["checksum".to_owned()][..]));
    }
}

#[test]
fn damage_in_a_wanted_frame_is_reported_and_the_other_frames_are_used() {
    let tags = steady(0, 300);
    let (mut file, index) = file(&tags, 100);
    // The second frame's block header: a reserved block type.
    let frame = &index.frames()[1];
    file[frame.offset as usize + 10..(frame.offset + frame.length) as usize].fill(0xff);
    for can_seek in [true, false] {
        let sliced = slice(&file, range(0, 2500), 100, can_seek).unwrap();
        assert_eq!(sliced.findings, ["corrupt-frame"], "{can_seek}");
        let found = tags_of(&sliced.file);
        assert!(found.starts_with(&tags[..100]) && found.ends_with(&tags[200..=250]), "{can_seek}");
    }
}

#[test]
fn file_that_is_cut_has_no_index_and_gives_what_is_there() {
    let tags = steady(0, 300);
    let (file, index) = file(&tags, 100);
    let cut = index.frames()[2].offset as usize + 20;
    let sliced = slice(&file[..cut], range(500, 2500), 100, true).unwrap();
    assert_eq!(sliced.findings, ["truncated"]);
    assert!(tags_of(&sliced.file).starts_with(&tags[50..200]));
}

#[test]
fn index_of_other_tags_is_an_error_and_no_wrong_slice() {
    let (mut file, index) = file(&steady(0, 300), 100);
    let mut other = Index::announced();
    for (number, frame) in index.frames().iter().enumerate() {
        let first = frame.first + i64::from(number == 1);
        other.push(Frame { first, ..frame.clone() }).unwrap();
    }
    file.truncate(index.end() as usize);
    other.write(&mut file);
    let error = slice(&file, range(1100, 1200), 100, true).unwrap_err();
    assert_eq!((error.code, error.offset), (Code::BadIndex, Some(index.frames()[1].offset)));
    assert!(error.message.contains("1001 as first time of frame 2, but the frame has 1000"), "{error}");
    assert!(error.remedy.contains("`slice-stream`"), "{error}");
    // A frame that is not wanted is not looked at.
    assert_eq!(tags_of(&slice(&file, range(2100, 2200), 100, true).unwrap().file), steady(2100, 11));
    // Without its index, it is what it is.
    assert_eq!(tags_of(&slice(&file, range(1100, 1200), 100, false).unwrap().file), steady(1100, 11));
}

#[test]
fn index_of_joined_files_is_an_error() {
    let joined = [file(&steady(0, 30), 10).0, file(&steady(300, 30), 10).0].concat();
    let error = slice(&joined, range(0, 10), 100, true).unwrap_err();
    assert_eq!(error.code, Code::BadIndex);
    assert_eq!(tags_of(&slice(&joined, range(290, 310), 100, false).unwrap().file), steady(280, 4)[1..]);
}
