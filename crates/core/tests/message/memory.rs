//! The memory of the reader is bounded by the bytes that have arrived, and by constants.

use std::time::{Duration, Instant};

use tagview_core::Code;
use tagview_core::tags::{MAX_BUFFERED, MAX_PENDING, MAX_READER_BYTES, MAX_SEGMENTS, Reader, Tag};

use crate::bytes::*;

// 8 GiB in one message of three lists and segments. Only its beginning ever arrives.
#[test]
fn streaming_holds_nothing() {
    let size = (1 << 29) - 2;
    let sizes = [5, size as u32 + 2, size as u32 + 2, size as u32 + 2];
    let head = [strukt(0, 0, 1), list(0, 6, 3), far(1, 0), far(2, 0), far(3, 0)];
    let body = [list(0, 7, size), tag_word(size / 2, 2, 0)];
    let chunk: Vec<u64> = (0..1 << 18).collect();
    let mut reader = Reader::new();
    let mut tags = 0;
    let mut batches = 0;
    let mut sink = |batch: &[Tag]| {
        tags += batch.len();
        batches += 1;
    };
    reader.push(&[table(&sizes), words(&head), words(&body)].concat(), &mut sink).unwrap();
    for _ in 0..100 {
        reader.push(bytemuck::cast_slice(&chunk), &mut sink).unwrap();
        assert!(reader.memory_bytes() < 4096, "{}", reader.memory_bytes());
    }
    assert_eq!((tags, batches), (100 << 17, 100));
}

// The batch given to the sink is the chunk itself, not a copy of it.
#[test]
fn batches_are_views_of_the_piece() {
    let mut body = vec![2004 << 32, strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2000), tag_word(1000, 2, 0)];
    body.extend(0..2000);
    let bytes: &[u8] = bytemuck::cast_slice(&body);
    let mut reader = Reader::new();
    let mut seen = Vec::new();
    reader.push(bytes, &mut |batch| seen.push((batch.as_ptr() as usize, batch.len()))).unwrap();
    assert_eq!(seen, [(bytes[40..].as_ptr() as usize, 1000)]);
    assert!(reader.at_border());
}

// A held message grows with the arriving bytes, up to its own size.
#[test]
fn holding_a_message_takes_what_arrived() {
    let total = MAX_BUFFERED / 8;
    let mut reader = Reader::new();
    // The root struct at the end, its pointers leading back.
    let first = strukt(total as i32 - 2, 0, 1);
    reader.push(&[table(&[total as u32]), words(&[first])].concat(), &mut |_| {}).unwrap();
    assert!(reader.memory_bytes() < 4096);
    let zeros = vec![0; 1 << 20];
    for arrived in 1..MAX_BUFFERED >> 20 {
        reader.push(&zeros, &mut |_| {}).unwrap();
        assert!(reader.memory_bytes() <= MAX_READER_BYTES);
        assert!(
            reader.memory_bytes() < (arrived << 21) + (1 << 20),
            "{} after {arrived} MiB",
            reader.memory_bytes()
        );
    }
    assert!(!reader.at_border());
    reader.push(&zeros[8..], &mut |_| {}).unwrap();
    assert!(reader.at_border());
    assert!(reader.memory_bytes() < 1 << 20, "{}", reader.memory_bytes());
}

// An outer list of more pointers than the reader can track, each to a separate list.
#[test]
fn too_many_pending_lists() {
    let lists = MAX_PENDING + 5;
    let mut body = vec![strukt(0, 0, 1), list(0, 6, lists as u64)];
    body.extend((0..lists).map(|_| list(lists as i32, 5, 1)));
    let mut reader = Reader::new();
    let head = table(&[u32::MAX]);
    reader.push(&head, &mut |_| {}).unwrap();
    let mut tags = 0;
    reader.push(bytemuck::cast_slice(&body), &mut |batch| tags += batch.len()).unwrap();
    assert!(reader.memory_bytes() <= MAX_READER_BYTES, "{}", reader.memory_bytes());
    let padding = vec![0; 8 * lists];
    let error = reader.push(&padding, &mut |batch| tags += batch.len()).unwrap_err();
    assert_eq!(error.code, Code::MessageTooLarge, "{error}");
    assert_eq!(tags, MAX_PENDING);
    assert!(reader.memory_bytes() < 1 << 20);
}

// Null pointers in the outer list: each is an empty list, and takes eight bytes of a file that compresses well.
#[test]
fn millions_of_empty_lists_are_read_soon() {
    let lists = 1_000_000;
    let mut body = vec![strukt(0, 0, 1), list(0, 6, lists)];
    body.resize(2 + lists as usize, 0);
    let bytes = message(&[&body]);
    let begin = Instant::now();
    let mut reader = Reader::new();
    for _ in 0..10 {
        reader.push(&bytes, &mut |_| panic!("an empty list has no tags")).unwrap();
    }
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    assert_eq!(reader.messages(), 10);
    assert!(reader.at_border());
}

// The largest segment table.
#[test]
fn the_largest_segment_table() {
    let mut sizes = vec![1; MAX_SEGMENTS];
    sizes[0] = 3;
    sizes[MAX_SEGMENTS - 1] = 4;
    let mut body = vec![strukt(0, 0, 1), list(0, 6, 1), far(MAX_SEGMENTS as u64 - 1, 0)];
    body.resize(3 + MAX_SEGMENTS - 2, 9);
    body.extend([list(0, 7, 2), tag_word(1, 2, 0), 100, 3]);
    let bytes = [table(&sizes), words(&body)].concat();
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    for chunk in bytes.chunks(1000) {
        reader.push(chunk, &mut |batch| tags.extend_from_slice(batch)).unwrap();
        assert!(reader.memory_bytes() < 2 << 20);
    }
    assert!(reader.at_border());
    assert_eq!(tags, [t(100, 3)]);
}
