//! Files of other formats in zstd: the content up to the first damage, for their readers.

use tagview_core::import::{TextOptions, import_of, source_of};
use tagview_core::tags::Tag;
use tagview_core::zstd::{Encoder, FrameContent};
use tagview_core::{Code, Error};

use super::files::{Read, read};
use super::picoquant_files::{Event, KINDS, ptu};

fn frame(content: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    Encoder::new(3).unwrap().compress(content, &mut file).unwrap();
    file
}

/// The content in frames of `size` bytes, with a skippable frame before each of them.
fn frames(content: &[u8], size: usize) -> Vec<u8> {
    let skippable = *b"\x53\x2a\x4d\x18\x03\0\0\0any";
    content.chunks(size).flat_map(|part| [&skippable[..], &frame(part)].concat()).collect()
}

/// The content of a file that is pushed in chunks of `chunk` bytes, and its damage.
fn unpacked(file: &[u8], chunk: usize) -> (Vec<u8>, Option<Error>) {
    let (mut frames, mut content) = (FrameContent::default(), Vec::new());
    for mut bytes in file.chunks(chunk) {
        while !bytes.is_empty() {
            let before = content.len();
            bytes = &bytes[frames.push(bytes, &mut content)..];
            assert!(content.len() - before <= 512 << 10, "a call returns a bounded amount of content");
        }
    }
    frames.finish(&mut content);
    (content, frames.damage().cloned())
}

fn recording() -> (Vec<u8>, Read) {
    let photon = |k: u64| Event::Photon { at: 1000 * k, input: 1 + k as u32 % 3, delay: 0 };
    let file = ptu(KINDS[4], &(0..5000).map(photon).collect::<Vec<_>>());
    let expected = read(&file);
    assert_eq!((expected.tags.len(), expected.findings.len()), (5000, 0));
    (file, expected)
}

fn text() -> String {
    (0..3000).map(|k| format!("{},{}\n", [3, 15][k % 2], 1000 * k)).collect()
}

#[test]
fn recordings_in_one_and_in_several_frames_are_read() {
    let (file, expected) = recording();
    for packed in [frame(&file), frames(&file, 1000), frames(&file, 7777)] {
        for chunk in [1, 1000, usize::MAX] {
            let (content, damage) = unpacked(&packed, chunk);
            assert_eq!((read(&content), damage), (read(&file), None), "in chunks of {chunk}");
            assert_eq!(read(&content).tags, expected.tags);
        }
    }
}

#[test]
fn texts_are_recognised_by_their_content() {
    let text = text();
    for packed in [frame(text.as_bytes()), frames(text.as_bytes(), 999)] {
        let (content, damage) = unpacked(&packed, 500);
        assert_eq!((import_of(&content).map(|import| import.id), damage), (Some("columns"), None));
        assert_eq!(String::from_utf8(content).unwrap(), text);
    }
}

#[test]
fn content_ends_at_the_first_damage() {
    let text = text();
    let (first, second) = text.as_bytes().split_at(20_000);
    // A block of the reserved type.
    let reserved = b"\x28\xb5\x2f\xfd\0\x38\x07\0\0";
    let damaged = [&frame(first), &reserved[..], &frame(second)].concat();
    let cut = [frame(first), frame(second)].concat();
    let trailing = [&frame(first), &b"more"[..]].concat();
    let end = frame(first).len();
    for (file, code, at) in [
        (&damaged[..], Code::CorruptFrame, end + 6),
        (&cut[..cut.len() - 10], Code::Truncated, cut.len() - 10),
        (&trailing, Code::TrailingBytes, end),
    ] {
        for chunk in [1, 100, usize::MAX] {
            let (content, damage) = unpacked(file, chunk);
            let damage = damage.unwrap();
            assert_eq!((damage.code, damage.offset), (code, Some(at as u64)), "{damage}");
            assert_eq!(content, first);
        }
    }
    let mut source = source_of("columns", &TextOptions::default()).unwrap();
    let mut tags = 0;
    source.followed();
    let mut count = |batch: &[Tag]| tags += batch.len();
    source.push(&unpacked(&damaged, 100).0, &mut count);
    source.finish(&mut count);
    assert_eq!(tags, first.iter().filter(|byte| **byte == b'\n').count());
}

#[test]
fn content_of_any_ratio_comes_in_pieces() {
    let (content, damage) = unpacked(&frame(&vec![b'7'; 8 << 20]), usize::MAX);
    assert_eq!((content.len(), damage), (8 << 20, None));
}
