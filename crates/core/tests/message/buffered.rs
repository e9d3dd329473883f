//! Valid layouts that can't be streamed: read from a whole message, up to a bound.

use tagview_core::Code;
use tagview_core::tags::{MAX_BUFFERED, Reader, Tag};

use crate::bytes::*;

/// Reads the message as it is; a larger one like it must be refused as too large.
#[track_caller]
fn is_held(segments: &[&[u64]], tags: &[Tag]) {
    assert_eq!(by_capnp(&message(segments)).unwrap(), tags);
    assert_eq!(sound(&message(segments), 1), tags);
    let error = too_large(segments).1;
    assert!(error.remedy.contains("64 MiB"), "{error}");
}

/// Reads the first words of the same message with a large last segment.
fn too_large(segments: &[&[u64]]) -> (Vec<Tag>, tagview_core::Error) {
    let mut sizes: Vec<u32> = segments.iter().map(|segment| segment.len() as u32).collect();
    sizes.push((MAX_BUFFERED / 8) as u32);
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    let bytes = [table(&sizes), words(&segments.concat())].concat();
    let error = reader.push(&bytes, &mut |batch| tags.extend_from_slice(batch)).unwrap_err();
    assert_eq!(error.code, Code::MessageTooLarge, "{error}");
    (tags, error)
}

// tags > outer list at the end: root | struct field -> +5 | inner list 0 (tag word, tag) | pad | outer
#[test]
fn a_list_before_its_pointer() {
    is_held(&[&[strukt(0, 0, 1), list(3, 6, 1), tag_word(1, 2, 0), 100, 3, list(-4, 7, 2)]], &[t(100, 3)]);
}

// root | struct at the end of the segment, everything else before it
#[test]
fn the_root_at_the_end() {
    is_held(&[&[strukt(4, 0, 1), list(0, 7, 2), tag_word(1, 2, 0), 100, 3, list(-5, 6, 1)]], &[t(100, 3)]);
}

// outer list of 2; list 1 lies before list 0
#[test]
fn lists_out_of_order() {
    is_held(
        &[&[
            strukt(0, 0, 1),
            list(0, 6, 2),
            list(4, 7, 2),
            list(0, 7, 2),
            tag_word(1, 2, 0),
            101,
            15,
            tag_word(1, 2, 0),
            100,
            3,
        ]],
        &[t(100, 3), t(101, 15)],
    );
}

// outer list of 3: list 0 in order, lists 1 and 2 swapped. Over the bound, list 0 is still read.
#[test]
fn lists_out_of_order_later_on() {
    let words: &[u64] = &[
        strukt(0, 0, 1),
        list(0, 6, 3),
        list(2, 7, 2),
        list(7, 7, 2),
        list(3, 7, 2),
        tag_word(1, 2, 0),
        100,
        3,
        tag_word(1, 2, 0),
        102,
        16,
        tag_word(1, 2, 0),
        101,
        15,
    ];
    is_held(&[words], &[t(100, 3), t(101, 15), t(102, 16)]);
    let (tags, error) = too_large(&[words]);
    assert_eq!(tags, [t(100, 3), t(101, 15)]);
    assert!(error.message.contains("inner list 2"), "{error}");
}

// Two landing pads; the second one, met after list 0 was given, leads back to before it.
#[test]
fn a_landing_pad_that_leads_back() {
    let segments: &[&[u64]] = &[
        &[strukt(0, 0, 1), list(0, 6, 2), far(1, 3), far(2, 0)],
        &[tag_word(1, 2, 0), 101, 15, list(0, 7, 2), tag_word(1, 2, 0), 100, 3],
        &[double_far(0, 0)],
    ];
    // Not a pad at all: the reader returns list 0, then reports the error.
    let outcome = read(&message(segments));
    assert_eq!(outcome.tags, [t(100, 3)]);
    assert_eq!(outcome.end.unwrap_err().code, Code::BadPointer);

    is_held(
        &[
            &[strukt(0, 0, 1), list(0, 6, 2), far(1, 3), far(1, 7)],
            &[tag_word(1, 2, 0), 101, 15, list(0, 7, 2), tag_word(1, 2, 0), 100, 3, list(-8, 7, 2)],
        ],
        &[t(100, 3), t(101, 15)],
    );
}

// List(struct { list :List(Tag) }): an outer list of another schema version.
#[test]
fn a_composite_outer_list() {
    is_held(
        &[&[strukt(0, 0, 1), list(0, 7, 2), tag_word(1, 1, 1), 55, list(0, 7, 2), tag_word(1, 2, 0), 100, 3]],
        &[t(100, 3)],
    );
}

// Both inner pointers lead to the same list: every word may be used once, so that is refused,
// but an empty list may be shared.
#[test]
fn shared_lists() {
    let shared: &[u64] =
        &[strukt(0, 0, 1), list(0, 6, 2), list(1, 7, 2), list(0, 7, 2), tag_word(1, 2, 0), 100, 3];
    let outcome = read(&message(&[shared]));
    assert_eq!(outcome.tags, [t(100, 3)]);
    assert_eq!(outcome.end.unwrap_err().code, Code::BadPointer);
    // With as many unreferenced words as the second use needs, it is not amplification.
    is_held(&[&[shared, &[0; 8]].concat()], &[t(100, 3), t(100, 3)]);
    is_held(&[&[strukt(0, 0, 1), list(0, 6, 2), list(1, 7, 0), list(0, 7, 0), tag_word(0, 2, 0), 9]], &[]);
}

// More elements without words than words came before: given only once the whole message came.
#[test]
fn many_tags_without_words() {
    let words = [&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 0), tag_word(20, 0, 0)][..], &[0; 30]].concat();
    assert_eq!(sound(&message(&[&words]), 1), vec![t(0, 0); 20]);
    let outcome = read(&message(&[&words[..20]]));
    assert_eq!(outcome.tags, []);
    assert_eq!(outcome.end.unwrap_err().code, Code::BadPointer);
}

#[test]
fn streamed_and_held_messages_mix() {
    let held = message(&[&[strukt(0, 0, 1), list(3, 6, 1), tag_word(1, 2, 0), 100, 3, list(-4, 7, 2)]]);
    let streamed = message(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(1, 2, 0), 101, 15]]);
    let tags = sound(&[held.clone(), streamed.clone(), held, streamed].concat(), 4);
    assert_eq!(tags, [t(100, 3), t(101, 15), t(100, 3), t(101, 15)]);
}

// Truncated: the lists that have arrived are given at the end, in their order.
#[test]
fn the_end_of_a_held_message_is_missing() {
    let bytes = message(&[&[
        strukt(0, 0, 1),
        list(0, 6, 3),
        list(5, 7, 2),
        list(1, 7, 2),
        list(6, 7, 2),
        tag_word(1, 2, 0),
        101,
        15,
        tag_word(1, 2, 0),
        100,
        3,
        tag_word(1, 2, 0),
        102,
        16,
    ]]);
    let outcome = read(&bytes[..bytes.len() - 8]);
    assert_eq!(outcome.tags, [t(100, 3), t(101, 15)]);
    let error = outcome.end.unwrap_err();
    assert_eq!((error.code, error.offset), (Code::Truncated, Some(bytes.len() as u64 - 8)));
}
