//! A recording that is checked against its index.

use tagview_core::Code;
use tagview_core::tags::index::{Channel, Frame, Index};
use tagview_core::tags::{TagSource, TagStream, Writer};

use crate::files::{LEVEL, frame, skippable, tags};

/// Three frames of 100 tags, and their index.
fn sample() -> (Vec<u8>, Index) {
    let mut file = Vec::new();
    let mut writer = Writer::new(LEVEL, 100).unwrap();
    writer.push(&tags(0, 300), &mut file).unwrap();
    let index = writer.finish(&mut file).unwrap();
    file.truncate(index.end() as usize);
    (file, index)
}

/// The findings of `file`, in chunks of `chunk` bytes.
#[track_caller]
fn findings(file: &[u8], chunk: usize) -> Vec<(Code, Option<u64>, String)> {
    let mut recording = TagStream::checked();
    for chunk in file.chunks(chunk) {
        recording.push(chunk, &mut |_| {});
    }
    recording.finish(&mut |_| {});
    let fields = |finding: &tagview_core::Finding| (finding.code, finding.offset, finding.message.clone());
    recording.totals().findings.iter().map(fields).collect()
}

fn with(file: &[u8], index: &Index) -> Vec<u8> {
    let mut file = file.to_vec();
    index.write(&mut file);
    file
}

/// The index with `change` made to its second frame.
fn changed(index: &Index, change: impl Fn(&mut Frame)) -> Index {
    let mut other = Index::announced();
    for (number, frame) in index.frames().iter().enumerate() {
        let mut frame = frame.clone();
        if number == 1 {
            change(&mut frame);
        }
        other.push(frame).unwrap();
    }
    other
}

#[test]
fn index_that_agrees_is_no_finding_however_it_comes() {
    let (file, index) = sample();
    for chunk in [1, 7, 1000, usize::MAX] {
        assert_eq!(findings(&with(&file, &index), chunk), []);
    }
    let bare = file[index.frames()[0].offset as usize..].to_vec();
    assert_eq!(findings(&bare, usize::MAX), [], "without an index there is nothing to compare");
    let other = [bare, skippable(b"somebody else's")].concat();
    assert_eq!(findings(&other, usize::MAX), []);
}

#[test]
fn index_that_differs_is_a_finding_at_the_frame() {
    let (file, index) = sample();
    let at = Some(index.frames()[1].offset);
    type Change = fn(&mut Frame);
    let changes: [(&str, Change); 5] = [
        ("701 as first time of frame 2, but the frame has 700", |frame| frame.first += 1),
        ("1392 as last time of frame 2, but the frame has 1393", |frame| frame.last -= 1),
        ("1394 as greatest time of frame 2", |frame| frame.max += 1),
        ("1 as number of tags out of order of frame 2", |frame| frame.out_of_order = 1),
        ("channels of frame 2", |frame| frame.channels[0].last -= 1),
    ];
    for (word, change) in changes {
        let found = findings(&with(&file, &changed(&index, change)), 100);
        let [(Code::BadIndex, offset, message)] = &found[..] else { panic!("{found:?}") };
        assert!(*offset == at && message.contains(word), "{message:?} at {offset:?} lacks {word:?}");
    }
    let fewer = changed(&index, |frame| {
        let Some(Channel { tags, .. }) = frame.channels.first_mut() else { return };
        *tags -= 1;
        frame.tags -= 1;
    });
    let found = findings(&with(&file, &fewer), 100);
    assert!(found[0].2.contains("99 as number of tags of frame 2, but the frame has 100"), "{found:?}");
}

#[test]
fn index_with_another_number_of_frames_is_a_finding() {
    let (file, index) = sample();
    let mut one = Index::announced();
    let length = index.end() - index.frames()[0].offset;
    one.push(Frame { length, ..index.frames()[0].clone() }).unwrap();
    let found = findings(&with(&file, &one), 100);
    assert!(found[0].2.contains("as length of frame 1"), "{found:?}");
    // Described correctly, except for a frame that follows and belongs to nothing.
    let mut fewer = Index::announced();
    for frame in &index.frames()[..2] {
        fewer.push(frame.clone()).unwrap();
    }
    let found = findings(&with(&file, &fewer), 100);
    assert_eq!(found[0].0, Code::BadIndex);
    assert!(found[0].2.contains("lists 2 frames, but the recording has 3"), "{found:?}");
}

#[test]
fn index_of_the_last_of_joined_files_is_a_finding() {
    let (file, index) = sample();
    let joined = [with(&file, &index), with(&file, &index)].concat();
    let found = findings(&joined, 64);
    assert_eq!(found.len(), 1);
    assert!(found[0].0 == Code::BadIndex && found[0].2.contains("joined"), "{found:?}");
    // Frames after an index leave none to rely on.
    let found = findings(&[with(&file, &index), frame(&tags(9000, 5))].concat(), 64);
    assert!(found.len() == 1 && found[0].0 == Code::Truncated, "{found:?}");
}

#[test]
fn damage_is_reported_without_what_follows_from_it() {
    let (file, index) = sample();
    let mut damaged = with(&file, &index);
    let frame = &index.frames()[1];
    damaged[frame.offset as usize + 10..(frame.offset + frame.length) as usize].fill(0xff);
    let codes: Vec<_> = findings(&damaged, 64).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, [Code::CorruptFrame]);
}
