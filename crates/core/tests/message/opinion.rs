//! The capnp crate as a second implementation: the reader reads its output, and both read the same.

use capnp::message::{Allocator, Builder, HeapAllocator};
use proptest::collection::vec;
use proptest::prelude::*;
use tagview_core::tags::{Tag, message::tags_capnp};
use tagview_core::{Code, Error};

use crate::bytes::*;
use crate::splits::drawn;

fn write<A: Allocator>(mut message: Builder<A>, lists: &[Vec<Tag>]) -> Vec<u8> {
    let mut outer = message.init_root::<tags_capnp::tags::Builder>().init_tags(lists.len() as u32);
    for (index, tags) in lists.iter().enumerate() {
        let mut inner = outer.reborrow().init(index as u32, tags.len() as u32);
        for (index, tag) in tags.iter().enumerate() {
            let mut place = inner.reborrow().get(index as u32);
            place.set_time(tag.time);
            place.set_channel(tag.channel);
        }
    }
    capnp::serialize::write_message_to_words(&message)
}

proptest! {
    // The crate's own allocation, from one segment to one for each list.
    #[test]
    fn messages_by_the_capnp_crate(
        lists in vec(vec(any::<(i64, u64)>().prop_map(|(time, channel)| t(time, channel)), 0..40), 0..8),
        first_segment in 1u32..200,
    ) {
        let tags = lists.concat();
        let small = HeapAllocator::new().first_segment_words(first_segment);
        prop_assert_eq!(&sound(&write(Builder::new(small), &lists), 1), &tags);
        prop_assert_eq!(&sound(&write(Builder::new_default(), &lists), 1), &tags);
        let mut space = [0; 32768];
        let scratch = capnp::message::ScratchSpaceHeapAllocator::new(&mut space);
        prop_assert_eq!(&sound(&write(Builder::new(scratch), &lists), 1), &tags);
    }
}

/// Where this reader is stricter on purpose; see the documentation of `Reader`.
fn stricter(error: &Error) -> bool {
    let mentions = |text| error.message.contains(text);
    match error.code {
        Code::WrongSchema => mentions("inner list"),
        Code::BadPointer => mentions("landing pad") || mentions("stores none"),
        _ => false,
    }
}

/// If the crate reads the first message of `bytes`, so must the reader, with the same tags.
pub fn agree(bytes: &[u8]) {
    let ours = read(bytes);
    let Ok((tags, length)) = first_by_capnp(bytes) else { return };
    let first = if length == bytes.len() { ours } else { read(&bytes[..length]) };
    match first.end {
        Ok(()) => assert_eq!(first.tags, tags),
        Err(error) => assert!(stricter(&error), "{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn mutated_messages(
        drawn in drawn(),
        flips in vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        bits in vec((any::<prop::sample::Index>(), 0u32..8), 0..4),
    ) {
        let mut bytes = drawn.bytes;
        for (place, value) in flips {
            let place = place.index(bytes.len().min(128));
            bytes[place] = value;
        }
        for (place, bit) in bits {
            let place = place.index(bytes.len());
            bytes[place] ^= 1 << bit;
        }
        agree(&bytes);
    }

    // Pointers put together at random reach layouts that no mutation does.
    #[test]
    fn random_pointers(
        segments in vec(vec(word(), 1..12), 1..4),
        root in prop_oneof![Just(strukt(0, 0, 1)), word()],
        field in prop_oneof![(0i32..4, 1u64..4).prop_map(|(offset, count)| list(offset, 6, count)), word()],
    ) {
        let mut segments = segments;
        segments[0].splice(0..0, [root, field]);
        let segments: Vec<&[u64]> = segments.iter().map(Vec::as_slice).collect();
        agree(&message(&segments));
    }
}

fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        (-6i32..8, 0u16..3, 0u16..3).prop_map(|(offset, data, pointers)| strukt(offset, data, pointers)),
        (-6i32..8, 0u64..8, 0u64..6).prop_map(|(offset, size, count)| list(offset, size, count)),
        (-6i32..8, 0u64..6).prop_map(|(offset, count)| list(offset, 7, count)),
        (0u64..4, 0u64..8).prop_map(|(segment, offset)| far(segment, offset)),
        (0u64..4, 0u64..8).prop_map(|(segment, offset)| double_far(segment, offset)),
        (0u64..5, 0u16..4, 0u16..3).prop_map(|(count, data, pointers)| tag_word(count, data, pointers)),
        Just(0),
    ]
}
