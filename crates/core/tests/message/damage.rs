//! One test for each kind of damage, from hand-drawn bytes.

use tagview_core::Code;
use tagview_core::tags::{Reader, Tag, looks_like_message};

use crate::bytes::*;

/// Reads `bytes`, which must fail with this error at this word after the table (8 bytes for one segment),
/// after these tags.
#[track_caller]
fn fails(bytes: &[u8], code: Code, offset: u64, text: &str, tags: &[Tag]) {
    let outcome = read(bytes);
    let error = outcome.end.unwrap_err();
    assert_eq!((error.code, error.offset), (code, Some(offset)), "{error}");
    assert!(error.message.contains(text), "{error}");
    assert_eq!(outcome.tags, tags);
}

/// A message in one segment, whose word `n` is byte `8 * n + 8`.
fn one(words: &[u64]) -> Vec<u8> {
    message(&[words])
}

#[test]
fn a_segment_table_of_too_many_segments() {
    fails(b"Hello, world! This is text.", Code::BadMessage, 0, "segments", &[]);
    fails(&[0xff; 64], Code::BadMessage, 0, "4294967296 segments", &[]);
    fails(&words(&[65_536 | 1 << 32]), Code::BadMessage, 0, "65537 segments", &[]);
}

// Zeros after a message, as a recorder leaves them that reserves space: not endless empty messages.
#[test]
fn zeros_are_not_messages() {
    let bytes = [one(&[0]), vec![0; 64]].concat();
    fails(&bytes, Code::BadMessage, 16, "empty segment", &[]);
    assert_eq!(read(&bytes).messages, 1);
}

#[test]
fn a_root_that_is_no_struct() {
    fails(
        &one(&[list(0, 7, 1), tag_word(0, 2, 0)]),
        Code::WrongSchema,
        8,
        "the root is a list of structs",
        &[],
    );
    // A capability.
    fails(&one(&[3]), Code::BadPointer, 8, "capability", &[]);
}

#[test]
fn a_first_field_that_is_no_list_of_lists() {
    // Text.
    fails(&one(&[strukt(0, 0, 1), list(0, 2, 6), 0x6f6c6c6568]), Code::WrongSchema, 16, "text", &[]);
    // A struct.
    fails(&one(&[strukt(0, 0, 1), strukt(0, 1, 0), 5]), Code::WrongSchema, 16, "a struct", &[]);
    // A list of numbers.
    fails(&one(&[strukt(0, 0, 1), list(0, 5, 1), 5]), Code::WrongSchema, 16, "64-bit numbers", &[]);
    // A list of structs without pointers.
    let structs = one(&[strukt(0, 0, 1), list(0, 7, 1), tag_word(1, 1, 0), 5]);
    fails(&structs, Code::WrongSchema, 0, "first field", &[]);
    fails(&one(&[strukt(0, 0, 1), 3]), Code::BadPointer, 16, "capability", &[]);
}

// An outer list of text, of pointers, and of structs.
#[test]
fn inner_lists_that_are_no_lists_of_structs() {
    for (size, text) in
        [(2, "text"), (1, "truth"), (3, "16-bit"), (4, "32-bit"), (6, "pointers"), (0, "nothing")]
    {
        let bytes = one(&[strukt(0, 0, 1), list(0, 6, 1), list(0, size, 1), 0]);
        fails(&bytes, Code::WrongSchema, 24, text, &[]);
    }
    fails(
        &one(&[strukt(0, 0, 1), list(0, 6, 1), strukt(0, 1, 0), 5]),
        Code::WrongSchema,
        24,
        "a struct",
        &[],
    );
    fails(&one(&[strukt(0, 0, 1), list(0, 6, 1), 3]), Code::BadPointer, 24, "capability", &[]);
}

#[test]
fn pointers_that_leave_their_segment() {
    // The root struct, after and before the segment.
    fails(&one(&[strukt(1, 0, 1), 0]), Code::BadPointer, 8, "the root", &[]);
    fails(&one(&[strukt(-2, 0, 1), 0]), Code::BadPointer, 8, "leaves", &[]);
    fails(&one(&[strukt(0, 2, 0), 0]), Code::BadPointer, 8, "leaves", &[]);
    // The outer list.
    fails(&one(&[strukt(0, 0, 1), list(0, 6, 2), 0]), Code::BadPointer, 16, "leaves", &[]);
    // An inner list whose words are one more than there are.
    let bytes = one(&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 3), tag_word(1, 2, 0), 100, 3]);
    fails(&bytes, Code::BadPointer, 24, "inner list 0", &[]);
    // One of 64-bit numbers, and an empty one.
    fails(&one(&[strukt(0, 0, 1), list(0, 6, 1), list(0, 5, 2), 7]), Code::BadPointer, 24, "leaves", &[]);
    fails(&one(&[strukt(0, 0, 1), list(0, 6, 1), list(1, 2, 0)]), Code::BadPointer, 24, "leaves", &[]);
    // From segment 0 into segment 1 without a far pointer.
    let bytes = message(&[&[strukt(0, 0, 1), list(0, 6, 1)], &[0]]);
    fails(&bytes, Code::BadPointer, 24, "leaves", &[]);
}

// A bad second pointer does not keep the first list from being read.
#[test]
fn the_lists_before_a_bad_pointer_are_read() {
    let bytes =
        one(&[strukt(0, 0, 1), list(0, 6, 3), list(2, 7, 2), list(99, 7, 2), 0, tag_word(1, 2, 0), 100, 3]);
    fails(&bytes, Code::BadPointer, 32, "inner list 1", &[t(100, 3)]);
}

#[test]
fn far_pointers_to_nowhere() {
    // No such segment.
    fails(&one(&[far(1, 0)]), Code::BadPointer, 8, "segment 1, which does not exist", &[]);
    fails(&one(&[far(u64::from(u32::MAX), 0)]), Code::BadPointer, 8, "does not exist", &[]);
    // No such word; no room for two.
    fails(&message(&[&[far(1, 1)], &[0]]), Code::BadPointer, 16, "leaves segment 1", &[]);
    fails(&message(&[&[double_far(1, 0)], &[0]]), Code::BadPointer, 16, "leaves segment 1", &[]);
}

#[test]
fn landing_pads_that_are_none() {
    // A far pointer.
    fails(&message(&[&[far(1, 0)], &[far(0, 0)]]), Code::BadPointer, 24, "landing pad", &[]);
    // Zeros instead of a list.
    let bytes = message(&[&[strukt(0, 0, 1), list(0, 6, 1), far(1, 0)], &[0]]);
    fails(&bytes, Code::WrongSchema, 40, "a struct", &[]);
    // A double-far pointer whose first word is not a far pointer, is doubly far, or points to no segment.
    for first in [list(0, 7, 2), double_far(0, 0), 0] {
        let bytes = message(&[&[double_far(1, 0)], &[first, strukt(0, 0, 0)]]);
        fails(&bytes, Code::BadPointer, 24, "landing pad", &[]);
    }
    let bytes = message(&[&[double_far(1, 0)], &[far(9, 0), strukt(0, 0, 0)]]);
    fails(&bytes, Code::BadPointer, 24, "does not exist", &[]);
    // The second word a far pointer; the object not in its segment.
    let bytes = message(&[&[double_far(1, 0)], &[far(0, 0), far(0, 0)]]);
    fails(&bytes, Code::BadPointer, 32, "landing pad", &[]);
    let bytes = message(&[&[double_far(1, 0)], &[far(0, 0), strukt(0, 9, 0)]]);
    fails(&bytes, Code::BadPointer, 24, "leaves", &[]);
}

#[test]
fn tag_words_that_disagree_with_their_list() {
    // One tag too many.
    let bytes = one(&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(2, 2, 0), 100, 3]);
    fails(&bytes, Code::BadPointer, 32, "claims 2 tags", &[]);
    // Not shaped as a struct pointer.
    let bytes = one(&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), list(0, 0, 1), 100, 3]);
    fails(&bytes, Code::BadPointer, 32, "tag word", &[]);
}

// The largest claims the format can make, in a few bytes: an error at once, or the truth that the
// words are not there. 2^29 - 1 words, 2^30 - 1 elements of 2^17 - 2 words; a table of 2^48 words.
#[test]
fn enormous_claims() {
    let sizes = [u32::MAX; 4];
    let head = [strukt(0, 0, 1), list(0, 6, 1), list(0, 7, (1 << 29) - 1)];
    let claim = |tag_word: u64| [table(&sizes), words(&head), words(&[tag_word, 100, 3])].concat();
    fails(
        &claim(tag_word((1 << 30) - 1, u16::MAX, u16::MAX)),
        Code::BadPointer,
        48,
        "claims 1073741823",
        &[],
    );
    fails(&claim(tag_word((1 << 30) - 1, 0, 0)), Code::BadPointer, 48, "stores none", &[]);
    fails(&claim(tag_word((1 << 28) - 1, 2, 0)), Code::Truncated, 72, "ends in the middle", &[t(100, 3)]);
}

// root > struct whose only pointer is the root itself; a field that is its own list; an inner list
// that is the outer list.
#[test]
fn circles() {
    let root = read(&one(&[strukt(-1, 0, 1)]));
    assert_eq!(root.end.unwrap_err().code, Code::BadPointer);
    let field = read(&one(&[strukt(0, 0, 1), list(-1, 6, 1)]));
    assert_eq!(field.end.unwrap_err().code, Code::BadPointer);
    let inner = read(&one(&[strukt(0, 0, 1), list(0, 6, 1), list(-1, 7, 0)]));
    assert_eq!(inner.end.unwrap_err().code, Code::BadPointer);
    let pads = read(&message(&[&[far(1, 0)], &[far(1, 0)]]));
    assert_eq!(pads.end.unwrap_err().code, Code::BadPointer);
    assert_eq!(root.tags.len() + field.tags.len() + inner.tags.len(), 0);
}

// Cut after every byte: exactly the tags before the cut, and an error unless a message ends there.
#[test]
fn truncation_at_every_byte() {
    let first =
        message(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 4), tag_word(2, 2, 0), 100, 3, 101, 15]]);
    let second = message(&[
        &[strukt(0, 0, 1), list(0, 6, 2), far(1, 0), far(2, 0)],
        &[list(0, 7, 4), tag_word(2, 2, 0), 102, 3, 103, 3],
        &[list(0, 7, 2), tag_word(1, 2, 0), 104, 3],
    ]);
    let bytes = [first.clone(), second].concat();
    let expected = [t(100, 3), t(101, 15), t(102, 3), t(103, 3), t(104, 3)];
    // Each tag's last byte, by hand: 8 + 6 * 8 and on; 16 + 4 * 8 + 4 * 8 after the first, and so on.
    let second = first.len();
    let ends = [56, 72, second + 80, second + 96, second + 128];
    for cut in 0..bytes.len() {
        let outcome = read(&bytes[..cut]);
        let complete = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(outcome.tags, expected[..complete], "cut at {cut}");
        if cut == 0 || cut == first.len() {
            assert_eq!(outcome.end, Ok(()));
        } else {
            let error = outcome.end.unwrap_err();
            assert_eq!((error.code, error.offset), (Code::Truncated, Some(cut as u64)));
        }
    }
    assert_eq!(read(&bytes).tags, expected);
}

#[test]
fn an_error_stays_until_restart() {
    let sound = one(&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(1, 2, 0), 100, 3]);
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    let mut sink = |batch: &[Tag]| tags.extend_from_slice(batch);
    reader.push(&sound, &mut sink).unwrap();
    assert!(reader.at_border());
    let error = reader.push(&[0; 24], &mut sink).unwrap_err();
    assert_eq!(error.offset, Some(56));
    assert!(!reader.at_border());
    assert_eq!(reader.push(&sound, &mut sink), Err(error.clone()));
    assert_eq!(reader.finish(&mut sink), Err(error));
    reader.restart();
    assert!(reader.at_border());
    reader.push(&sound[..20], &mut sink).unwrap();
    reader.restart();
    reader.push(&sound, &mut sink).unwrap();
    reader.finish(&mut sink).unwrap();
    assert_eq!(reader.messages(), 2);
    assert_eq!(reader.position(), 56 + 24 + 56 + 20 + 56);
    assert_eq!(tags, [t(100, 3), t(100, 3)]);
}

#[test]
fn first_bytes_are_recognised() {
    let original = message(&[&[strukt(0, 0, 1), list(0, 6, 1), far(1, 0)], &[0; 4]]);
    assert!(looks_like_message(&original));
    assert!(looks_like_message(&original[..24]));
    assert!(looks_like_message(&one(&[0])));
    assert!(looks_like_message(&message(&[&[far(1, 0)], &[0]])));
    assert!(looks_like_message(&table(&[5; 100])));
    for other in [
        &b""[..],
        &original[..16],
        b"3\t585950217716\r\n15\t585950217720\r\n",
        b"{\"a\": 1}\n{\"a\": 2}\n",
        &[0; 64],
        &[0xff; 64],
        b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0",
        b"\x28\xb5\x2f\xfd\x04\x58\0\0\0\0\0\0\0\0\0\0",
        &one(&[strukt(5, 0, 1), 0]),
        &one(&[list(0, 7, 1), 0]),
    ] {
        assert!(!looks_like_message(other), "{other:?}");
    }
}

// A list of tags of zero bytes could claim any number of tags, and unreferenced words before it take no space in a
// compressed file.
#[test]
fn a_long_list_of_tags_without_words_is_refused() {
    // root | field | inner list behind the unused words | ... | tag word
    let listed = |count: u64| {
        let mut words = vec![strukt(0, 0, 1), list(0, 6, 1), list(10_000, 7, 0)];
        words.resize(words.len() + 10_000, 0);
        words.push(tag_word(count, 0, 0));
        words
    };
    assert_eq!(sound(&one(&listed(4096)), 1).len(), 4096);
    let outcome = read_in(&one(&listed(4097)), []);
    let error = outcome.end.unwrap_err();
    assert_eq!(error.code, Code::BadPointer);
    assert!(error.message.contains("claims 4097 tags but stores none"), "{error}");
    assert_eq!(outcome.tags, []);
}
