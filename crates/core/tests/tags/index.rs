//! The index: its content, how it is found, and the results of damage to it.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::index::{Channel, Frame, Located, TAIL, layout, locate};
use tagview_core::tags::{Index, Tag};
use twox_hash::XxHash64;

fn tag((time, channel): (i64, u64)) -> Tag {
    Tag { time, channel }
}

fn frame(tags: &[(i64, u64)], length: u64) -> Frame {
    let tags: Vec<_> = tags.iter().copied().map(tag).collect();
    Frame { length, ..Frame::describe(&tags).unwrap() }
}

fn sample() -> Index {
    let mut index = Index::default();
    index.push(frame(&[(10, 3), (12, 15), (15, 3), (26, 3)], 50)).unwrap();
    index.push(frame(&[(30, 15), (20, 15)], 40)).unwrap();
    index
}

fn written(index: &Index) -> Vec<u8> {
    let mut out = Vec::new();
    index.write(&mut out);
    out
}

/// The payload of [`sample`] with one word changed and its hash made right again.
fn with_word(at: usize, word: u64) -> Vec<u8> {
    let mut payload = written(&sample())[8..].to_vec();
    payload[at..at + 8].copy_from_slice(&word.to_le_bytes());
    let end = payload.len() - 24;
    let hash = XxHash64::oneshot(0, &payload[..end]);
    payload[end..end + 8].copy_from_slice(&hash.to_le_bytes());
    payload
}

#[test]
fn a_frame_is_described_channel_by_channel() {
    let of = |channel, tags, first, last, min_gap| Channel { channel, tags, first, last, min_gap };
    let index = sample();
    assert_eq!(
        index.frames(),
        [
            Frame {
                offset: 0,
                length: 50,
                tags: 4,
                first: 10,
                last: 26,
                min: 10,
                max: 26,
                out_of_order: 0,
                channels: vec![of(3, 3, 10, 26, Some(5)), of(15, 1, 12, 12, None)],
            },
            Frame {
                offset: 50,
                length: 40,
                tags: 2,
                first: 30,
                last: 20,
                min: 20,
                max: 30,
                out_of_order: 1,
                channels: vec![of(15, 2, 30, 20, Some(-10))],
            },
        ]
    );
    assert_eq!((index.end(), index.tags()), (90, 6));
}

// The payload of one frame with one channel: 4 words, 9 of the frame, 5 of its channel, 3 at the
// end. The low half of the hash is the checksum that `zstd --check` gives the first 18 words.
#[test]
fn the_bytes_are_as_documented() {
    let mut index = Index::default();
    index.push(frame(&[(-2, 7)], 33)).unwrap();
    let bytes = written(&index);
    let words: Vec<u64> =
        bytes[8..].chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(bytes[..8], [0x54, 0x2A, 0x4D, 0x18, 168, 0, 0, 0]);
    let minus_two = (-2i64) as u64;
    let magic = u64::from_le_bytes(*b"tagv.idx");
    assert_eq!(words[..4], [magic, 2, 1, 33]);
    assert_eq!(words[4..13], [0, 33, 1, minus_two, minus_two, minus_two, minus_two, 0, 1]);
    assert_eq!(words[13..18], [7, 1, minus_two, minus_two, i64::MAX as u64]);
    assert_eq!(words[18..], [GOLDEN_HASH, 168, magic]);
}

const GOLDEN_HASH: u64 = 0x798c6f7c11909253;

/// As the first versions of tagview wrote it: without the end, and frames without a hole from byte 0 on.
#[test]
fn version_1_is_read() {
    let two = &written(&sample())[8..];
    let mut one = [&two[..8], &1u64.to_le_bytes(), &two[16..24], &two[32..two.len() - 24]].concat();
    let hash = XxHash64::oneshot(0, &one);
    let length = one.len() as u64 + 24;
    one.extend(hash.to_le_bytes());
    one.extend(length.to_le_bytes());
    one.extend(b"tagv.idx");
    assert_eq!(Index::parse(&one), Ok(sample()));
}

#[test]
fn an_index_without_frames_comes_back() {
    let bytes = written(&Index::default());
    assert_eq!(Index::parse(&bytes[8..]).unwrap(), Index::default());
}

#[test]
fn every_flipped_bit_is_noticed() {
    let payload = &written(&sample())[8..];
    assert_eq!(Index::parse(payload).unwrap(), sample());
    for bit in 0..payload.len() * 8 {
        let mut damaged = payload.to_vec();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(Index::parse(&damaged).unwrap_err().code, Code::BadIndex, "bit {bit}");
    }
}

#[test]
fn every_truncation_is_noticed() {
    let payload = &written(&sample())[8..];
    for length in 0..payload.len() {
        for part in [&payload[..length], &payload[payload.len() - length..]] {
            assert_eq!(Index::parse(part).unwrap_err().code, Code::BadIndex, "{length} bytes");
        }
    }
}

// The payload of `sample` in bytes: 0 magic, 8 version, 16 frames, 24 end; 32 the first frame (offset,
// length, tags, first, last, min, max, out_of_order, channels at 96); its channels at 104 and 144
// (channel, tags, first, last, min_gap each); 184 the second frame; its channel at 256; 296 the end.
#[test]
fn contradictions_under_a_right_hash_are_noticed() {
    let cases = [
        ("a later version", 8, 3),
        ("fewer frames than there are", 16, 1),
        ("more frames than there are", 16, 3),
        ("2^60 frames", 16, 1 << 60),
        ("a frame that starts within another", 184, 49),
        ("an end before that of the last frame", 24, 89),
        ("a frame of no bytes", 40, 0),
        ("a frame of 2^64 - 1 bytes", 184 + 8, u64::MAX),
        ("more tags than its channels have", 48, 5),
        ("no tags but times", 48, 0),
        ("a first tag before the least time", 56, 9),
        ("a last tag after the greatest time", 64, 27),
        ("every tag out of order", 88, 4),
        ("2^61 channels", 96, 1 << 61),
        ("channels that descend", 104, 16),
        ("a channel twice", 144, 3),
        ("a channel without tags", 112, 0),
        ("a channel with 2^64 - 1 tags", 112, u64::MAX),
        ("a channel's tag outside its frame", 120, 27),
        ("a gap of a single tag", 144 + 32, 5),
    ];
    assert_eq!(Index::parse(&with_word(8, 2)), Ok(sample()), "the way of changing is sound");
    for (what, at, word) in cases {
        let error = Index::parse(&with_word(at, word)).expect_err(what);
        assert_eq!(error.code, Code::BadIndex, "{what}");
    }
}

#[test]
fn more_tags_than_any_file_holds_are_refused() {
    let of = |tags: u64| {
        let channel = Channel { channel: 3, tags, first: 1, last: 2, min_gap: Some(0) };
        Frame {
            length: 50,
            tags,
            first: 1,
            last: 2,
            min: 1,
            max: 2,
            channels: vec![channel],
            ..Frame::default()
        }
    };
    let index = |frames: &[u64]| {
        let mut index = Index::default();
        frames.iter().for_each(|tags| index.push(of(*tags)).unwrap());
        Index::parse(&written(&index)[8..])
    };
    assert_eq!(index(&[1 << 53]).unwrap().tags(), 1 << 53);
    for frames in [&[(1 << 53) + 1][..], &[1 << 53, 2], &[u64::MAX, 3], &[1 << 63, 1 << 63]] {
        assert_eq!(index(frames).unwrap_err().code, Code::BadIndex, "{frames:?}");
    }
}

#[test]
fn an_index_is_found_from_the_last_bytes() {
    let mut file = vec![0; 90];
    sample().write(&mut file);
    let size = file.len() as u64;
    let located = locate(&file[file.len() - TAIL..], size).unwrap().unwrap();
    assert_eq!(located, Located { offset: 90, length: size - 90 });
    assert_eq!(located.parse(&file[90..]).unwrap(), sample());
}

#[test]
fn an_index_that_does_not_describe_the_file_is_refused() {
    let bytes = written(&sample());
    // Two files joined: 90 bytes and their index, twice.
    let offset = 90 + bytes.len() as u64 + 90;
    let joined = locate(&bytes, offset + bytes.len() as u64).unwrap().unwrap();
    let error = joined.parse(&bytes).unwrap_err();
    assert_eq!((error.code, error.offset), (Code::BadIndex, Some(offset)));

    let located = Located { offset: 90, length: bytes.len() as u64 };
    for at in 0..8 {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(located.parse(&damaged).unwrap_err().code, Code::BadIndex);
    }
    assert_eq!(located.parse(&bytes[..7]).unwrap_err().code, Code::BadIndex);
    assert_eq!(located.parse(&bytes[..bytes.len() - 8]).unwrap_err().code, Code::BadIndex);
    let mut damaged = bytes.clone();
    damaged[8 + 40] ^= 1;
    assert!(located.parse(&damaged).unwrap_err().offset.is_some_and(|at| at >= 98), "an offset in the file");
}

#[test]
fn a_length_that_the_file_cannot_hold_is_refused() {
    for length in [0u64, 40, 49, 1 << 20, u64::MAX, u64::MAX - 7] {
        let mut tail = vec![0; TAIL - 16];
        tail.extend(length.to_le_bytes());
        tail.extend(layout::MAGIC);
        assert_eq!(locate(&tail, 1000).unwrap_err().code, Code::BadIndex, "{length}");
    }
}

#[test]
fn too_many_frames_are_refused_by_the_writer() {
    let wide: Vec<_> = (0..1 << 16).map(|channel| (0, channel)).collect();
    let wide = frame(&wide, 1);
    let mut index = Index::default();
    let mut pushed = 0;
    let error = loop {
        match index.push(wide.clone()) {
            Ok(()) => pushed += 1,
            Err(error) => break error,
        }
    };
    assert_eq!((error.code, pushed), (Code::Usage, 25));
    assert_eq!(Index::parse(&written(&index)[8..]).unwrap(), index);
}

proptest! {
    #[test]
    fn round_trip(frames in prop::collection::vec(
        (prop::collection::vec((any::<i64>(), prop_oneof![0u64..4, any::<u64>()]), 0..20), 1u64..1 << 40), 0..10,
    )) {
        let mut index = Index::default();
        for (tags, length) in frames {
            index.push(frame(&tags, length)).unwrap();
        }
        prop_assert_eq!(Index::parse(&written(&index)[8..]).unwrap(), index);
    }

    #[test]
    fn random_bytes_are_no_index(tail in prop::collection::vec(any::<u8>(), 0..100), more in 0u64..1000) {
        prop_assert_eq!(locate(&tail, tail.len() as u64 + more), Ok(None));
        prop_assert!(Index::parse(&tail).is_err());
    }

    #[test]
    fn random_lengths_stay_within_the_file(length: u64, tail in prop::collection::vec(any::<u8>(), 8..100), size: u64) {
        let mut tail = tail;
        tail.extend(length.to_le_bytes());
        tail.extend(layout::MAGIC);
        if let Ok(Some(located)) = locate(&tail, size) {
            prop_assert_eq!(located.offset + located.length, size);
        }
    }

    #[test]
    fn random_words_never_panic(at in 0usize..36, word in prop_oneof![0u64..8, any::<u64>()]) {
        let _ = Index::parse(&with_word(at * 8, word));
    }
}
