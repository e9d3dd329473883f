//! A file may arrive in chunks of any size.

use proptest::prelude::*;
use tagview_core::tags::Tag;

use crate::files::{compressed, frame, message, read, read_all, skippable, tags};

/// Frames, a skippable frame, two messages in a frame, and a message across two frames.
fn mixed() -> (Vec<u8>, usize) {
    let (first, second) = (message(&tags(900, 5)), message(&tags(1000, 4)));
    let across = message(&tags(2000, 30));
    let (head, tail) = across.split_at(101);
    let file = [
        skippable(b"before"),
        frame(&tags(0, 100)),
        skippable(&[0x28, 0xb5, 0x2f, 0xfd]),
        compressed(&[first, second].concat()),
        compressed(head),
        compressed(tail),
        skippable(b""),
    ];
    (file.concat(), 100 + 5 + 4 + 30)
}

#[test]
fn messages_in_one_frame_and_across_frames_are_read_in_order() {
    let (file, expected) = mixed();
    let read = read_all(&file);
    assert_eq!(read.findings, []);
    assert_eq!((read.tags.len(), read.frames, read.messages), (expected, 4, 4));
    assert_eq!(read.tags[..100], tags(0, 100));
    assert_eq!(read.tags[109..], tags(2000, 30));
}

#[test]
fn every_cut_in_two_gives_the_same() {
    let (file, _) = mixed();
    let whole = read_all(&file);
    for cut in 0..=file.len() {
        let (a, b) = file.split_at(cut);
        assert_eq!(read([a, b]), whole, "cut at {cut}");
    }
}

#[test]
fn byte_by_byte_gives_the_same() {
    let (file, _) = mixed();
    assert_eq!(read(file.chunks(1)), read_all(&file));
}

#[test]
fn a_file_without_compression_is_read_in_chunks_of_any_size() {
    let file = [message(&tags(0, 40)), message(&[]), message(&tags(500, 3))].concat();
    let whole = read_all(&file);
    assert_eq!((whole.tags.len(), whole.messages, whole.frames), (43, 3, 0));
    assert_eq!(whole.findings, []);
    for size in [1, 3, 7, 8, 15, 16, 17, 64, 65, 100] {
        assert_eq!(read(file.chunks(size)), whole, "chunks of {size}");
    }
}

#[test]
fn where_a_frame_is_damaged_does_not_depend_on_chunks() {
    // Several blocks, compressed, with a checksum.
    let file = frame(&tags(0, 30_000));
    for at in (20..file.len()).step_by(file.len() / 60) {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        let whole = read_all(&damaged).findings;
        assert_ne!(whole, [], "byte {at}");
        for size in [1024, 4095] {
            assert_eq!(read(damaged.chunks(size)).findings, whole, "byte {at}, chunks of {size}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Damaged bytes, too: the results depend only on the bytes, not on chunks. (An exception is a block that damage
    /// turned into a stored one: the amount read of it varies, because libzstd returns data until it finds the fault.)
    #[test]
    fn chunks_do_not_matter_even_in_a_damaged_file(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0usize..40), 1..3),
        sizes in prop::collection::vec(1usize..200, 1..20)
    ) {
        let (mut file, _) = mixed();
        let written = read_all(&file).tags;
        let genuine = |mut tags: Vec<Tag>| -> Vec<Tag> {
            tags.retain(|tag| written.contains(tag));
            tags
        };
        for (at, byte, remove) in damage {
            let at = at.index(file.len());
            file.splice(at..(at + remove).min(file.len()), [byte]);
        }
        let whole = read_all(&file);
        let mut rest = file.as_slice();
        let mut chunks = Vec::new();
        for size in sizes.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (chunk, left) = rest.split_at(rest.len().min(*size));
            chunks.push(chunk);
            rest = left;
        }
        let split = read(chunks);
        prop_assert_eq!(genuine(split.tags), genuine(whole.tags));
        prop_assert_eq!((split.frames, split.messages), (whole.frames, whole.messages));
        prop_assert_eq!(split.findings.is_empty(), whole.findings.is_empty());
    }
}
