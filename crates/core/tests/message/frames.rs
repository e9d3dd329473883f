//! Errors in the content of zstd frames, as a recording reports them.

use tagview_core::Code;
use tagview_core::tags::{TagSource, TagStream};
use tagview_core::zstd::Encoder;

use crate::bytes::*;

// The second frame's message points out of its segment at its word 1: 8 bytes of table and 8 of
// root come before, so byte 16 of that frame's data, wherever the frame lies in the file.
#[test]
fn a_bad_pointer_is_placed_within_its_frame() {
    let sound = message(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(1, 2, 0), 100, 3]]);
    let broken = message(&[&[strukt(0, 0, 1), list(0, 6, 2), 0]]);
    let mut encoder = Encoder::new(1).unwrap();
    let mut file = Vec::new();
    encoder.compress(&sound, &mut file).unwrap();
    let second = file.len() as u64;
    encoder.compress(&broken, &mut file).unwrap();

    let mut recording = TagStream::default();
    recording.push(&file, &mut |_| {});
    recording.finish(&mut |_| {});
    let findings = recording.totals().findings;
    let [error] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((error.code, error.offset), (Code::BadPointer, Some(second)));
    assert_eq!(
        error.to_string(),
        format!(
            "the pointer to the first field leaves its segment (2 words do not fit) (16 bytes into the decoded \
             data of this frame) (at byte {second}): take an intact copy, or what was read before the damage"
        )
    );
}
