//! Valid layouts that are streamed, each drawn by hand. `>` marks a pointer's target.

use tagview_core::tags::{Reader, Tag};

use crate::bytes::*;

/// Reads a message with one more segment, of zeros, which makes it larger than what the reader
/// would hold: only streaming can read it.
fn read_stretched(segments: &[&[u64]]) -> Vec<Tag> {
    const MORE: usize = 65;
    let mut sizes: Vec<u32> = segments.iter().map(|segment| segment.len() as u32).collect();
    sizes.push((MORE << 17) as u32);
    let zeros = vec![0; 1 << 20];
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    let mut sink = |batch: &[Tag]| tags.extend_from_slice(batch);
    reader.push(&[table(&sizes), words(&segments.concat())].concat(), &mut sink).unwrap();
    for _ in 0..MORE {
        assert!(!reader.at_border());
        reader.push(&zeros, &mut sink).unwrap();
    }
    assert!(reader.at_border());
    reader.finish(&mut sink).unwrap();
    tags
}

/// Reads the message as it is and stretched beyond the buffering bound.
#[track_caller]
fn streams(segments: &[&[u64]], tags: &[Tag]) {
    assert_eq!(sound(&message(segments), 1), tags);
    assert_eq!(by_capnp(&message(segments)).unwrap(), tags);
    assert_eq!(read_stretched(segments), tags);
}

// segment 0: root > struct | tags > outer list | far -> 1:0
// segment 1: pad > list    | tag word | tags
#[test]
fn the_original_writers_layout() {
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), far(1, 0)], &[list(0, 7, 4), tag_word(2, 2, 0), 100, 3, 101, 15]],
        &[t(100, 3), t(101, 15)],
    );
}

// As above, each inner list after a landing pad in a separate segment.
#[test]
fn the_original_writers_layout_with_several_lists() {
    streams(
        &[
            &[strukt(0, 0, 1), list(0, 6, 3), far(1, 0), far(2, 0), far(3, 0)],
            &[list(0, 7, 2), tag_word(1, 2, 0), 100, 3],
            &[list(0, 7, 2), tag_word(1, 2, 0), 101, 15],
            &[list(0, 7, 2), tag_word(1, 2, 0), 102, 16],
        ],
        &[t(100, 3), t(101, 15), t(102, 16)],
    );
}

// root > struct | tags > outer list | inner > list | tag word | tags
#[test]
fn one_segment() {
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 4), tag_word(2, 2, 0), 100, 3, 101, 15]],
        &[t(100, 3), t(101, 15)],
    );
}

// root > struct | tags > outer list of 3 | inner 0 | null | inner 2 | tag word, tag | tag word, tag
#[test]
fn several_lists_in_one_segment_with_a_null_between() {
    streams(
        &[&[
            strukt(0, 0, 1),
            list(0, 6, 3),
            list(2, 7, 2),
            0,
            list(3, 7, 2),
            tag_word(1, 2, 0),
            -5i64 as u64,
            u64::MAX,
            tag_word(1, 2, 0),
            i64::MIN as u64,
            1 << 63,
        ]],
        &[t(-5, u64::MAX), t(i64::MIN, 1 << 63)],
    );
}

// segment 0: root far -> 1:0
// segment 1: pad > struct | tags far -> 2:0
// segment 2: pad > outer  | inner > list | tag word | tag
#[test]
fn far_pointers_on_every_level() {
    streams(
        &[
            &[far(1, 0)],
            &[strukt(0, 0, 1), far(2, 0)],
            &[list(0, 6, 1), list(0, 7, 2), tag_word(1, 2, 0), 100, 3],
        ],
        &[t(100, 3)],
    );
}

// segment 0: root > struct | tags > outer list | double far -> 1:0
// segment 1: pad: far -> 2:1 | a list of 2 words
// segment 2: an unused word | > tag word | tag
#[test]
fn double_far_pointer() {
    streams(
        &[
            &[strukt(0, 0, 1), list(0, 6, 1), double_far(1, 0)],
            &[far(2, 1), list(0, 7, 2)],
            &[0xdead, tag_word(1, 2, 0), 100, 3],
        ],
        &[t(100, 3)],
    );
}

// Unreferenced words before, between and after the objects.
#[test]
fn unused_words_are_skipped() {
    streams(
        &[&[strukt(1, 0, 1), 9, list(1, 6, 1), 9, list(1, 7, 5), 9, tag_word(1, 2, 0), 100, 3, 9, 9, 9, 9]],
        &[t(100, 3)],
    );
}

// root > struct with 2 data words and 2 pointers: the first pointer is `tags`.
#[test]
fn a_later_schemas_root() {
    streams(
        &[&[strukt(0, 2, 2), 7, 8, list(1, 6, 1), 9, list(0, 7, 2), tag_word(1, 2, 0), 100, 3]],
        &[t(100, 3)],
    );
}

#[test]
fn nothing_in_it() {
    // A null root.
    streams(&[&[0]], &[]);
    // A root struct without pointers, as canonical messages have it.
    streams(&[&[strukt(-1, 0, 0)]], &[]);
    // A null field; a null field of a struct that has data only.
    streams(&[&[strukt(0, 0, 1), 0]], &[]);
    streams(&[&[strukt(0, 1, 0), 5]], &[]);
    // An outer list without elements.
    streams(&[&[strukt(0, 0, 1), list(0, 6, 0)]], &[]);
    // Only null lists.
    streams(&[&[strukt(0, 0, 1), list(0, 6, 2), 0, 0]], &[]);
    // A list with a tag word and no elements.
    streams(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 0), tag_word(0, 2, 0)]], &[]);
    // A root that is a far pointer to an all-zero landing pad: an empty struct.
    streams(&[&[far(1, 0)], &[0]], &[]);
}

// An empty list of bytes stands for an empty list of anything.
#[test]
fn an_empty_list_of_another_kind() {
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 2), list(1, 2, 0), list(0, 7, 2), tag_word(1, 2, 0), 100, 3]],
        &[t(100, 3)],
    );
}

// Elements of 2 data words, 1 more, and 1 pointer: | time | channel | new | pointer |
#[test]
fn a_later_schemas_tags() {
    streams(
        &[&[
            strukt(0, 0, 1),
            list(0, 6, 1),
            list(0, 7, 8),
            tag_word(2, 3, 1),
            100,
            3,
            77,
            list(7, 2, 4),
            101,
            15,
            78,
            0,
        ]],
        &[t(100, 3), t(101, 15)],
    );
}

// Elements of 2 data words and 1 pointer; of 1 data word and 1 pointer (as large as a tag).
#[test]
fn tags_with_pointers() {
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 6), tag_word(2, 2, 1), 100, 3, 0, 101, 15, 0]],
        &[t(100, 3), t(101, 15)],
    );
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 4), tag_word(2, 1, 1), 100, 9, 101, 9]],
        &[t(100, 0), t(101, 0)],
    );
    // Only pointers: both fields have their default.
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(2, 0, 1), 9, 9]],
        &[t(0, 0), t(0, 0)],
    );
}

// An earlier schema's elements: | time |, as structs and as plain 64-bit numbers.
#[test]
fn tags_without_a_channel() {
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(2, 1, 0), 100, 101]],
        &[t(100, 0), t(101, 0)],
    );
    streams(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 5, 2), 100, 101]], &[t(100, 0), t(101, 0)]);
}

// Elements without words; no more of them than words came before.
#[test]
fn tags_without_words() {
    streams(
        &[&[
            strukt(0, 0, 1),
            list(0, 6, 2),
            list(1, 7, 0),
            list(1, 7, 2),
            tag_word(2, 0, 0),
            tag_word(1, 2, 0),
            100,
            3,
            9,
            9,
        ]],
        &[t(0, 0), t(0, 0), t(100, 3)],
    );
}

// The list's words are more than its elements need.
#[test]
fn words_left_over_in_a_list() {
    streams(
        &[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 5), tag_word(1, 2, 0), 100, 3, 1, 2, 3]],
        &[t(100, 3)],
    );
}

#[test]
fn one_message_after_another() {
    let one = message(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(1, 2, 0), 100, 3]]);
    let two = message(&[
        &[strukt(0, 0, 1), list(0, 6, 1), far(1, 0)],
        &[list(0, 7, 2), tag_word(1, 2, 0), 101, 15],
    ]);
    let empty = message(&[&[0]]);
    let tags = sound(&[one.clone(), two.clone(), empty, one].concat(), 4);
    assert_eq!(tags, [t(100, 3), t(101, 15), t(100, 3)]);
}

// Three sizes and the padding that makes the table end on a word; empty segments.
#[test]
fn segment_tables_of_every_parity() {
    for extra in 0..6 {
        let root: &[u64] = &[strukt(0, 0, 1), list(0, 6, 1), far(1 + extra, 0)];
        let tags: &[u64] = &[list(0, 7, 2), tag_word(1, 2, 0), 100, 3];
        let mut segments = vec![root];
        segments.resize(1 + extra as usize, &[]);
        segments.push(tags);
        streams(&segments, &[t(100, 3)]);
    }
}

#[test]
fn no_bytes_are_no_messages() {
    assert_eq!(sound(&[], 0), []);
}
