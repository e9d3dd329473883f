//! The result does not depend on the borders of chunks, nor on their addresses in memory.

use proptest::collection::vec;
use proptest::prelude::*;
use tagview_core::tags::{Reader, Tag};

use crate::bytes::*;

/// A message of any layout, with the tags in it.
#[derive(Debug, Clone)]
pub struct Drawn {
    pub bytes: Vec<u8>,
    pub tags: Vec<Tag>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Reach {
    Near,
    Far,
    DoubleFar,
    Null,
}

/// Draws inner lists of tags of `data` and `pointers` words, each reached in its way; `backwards`
/// stores the near ones in reverse.
fn draw(lists: &[(Reach, Vec<Tag>)], data: u16, pointers: u16, gap: usize, backwards: bool) -> Drawn {
    let mut segments = vec![vec![strukt(0, 0, 1), list(0, 6, lists.len() as u64)]];
    let first = segments[0].len();
    segments[0].resize(first + lists.len(), 0);
    let mut order: Vec<usize> = (0..lists.len()).collect();
    if backwards {
        order.reverse();
    }
    for index in order {
        let (reach, tags) = &lists[index];
        let width = usize::from(data + pointers);
        let words = (width * tags.len()) as u64;
        let mut object = vec![tag_word(tags.len() as u64, data, pointers)];
        for tag in tags {
            let mut element = vec![tag.time as u64, tag.channel];
            element.resize(width.max(2), 0x0123_4567_89ab_cdef);
            object.extend(&element[..width]);
        }
        let next = segments.len() as u64;
        segments[0][first + index] = match reach {
            Reach::Null => continue,
            Reach::Near => {
                let here = segments[0].len() + gap;
                segments[0].resize(here, 0xdead);
                segments[0].extend(object);
                list((here - first - index - 1) as i32, 7, words)
            }
            Reach::Far => {
                segments.push([vec![list(gap as i32, 7, words)], vec![0xdead; gap], object].concat());
                far(next, 0)
            }
            Reach::DoubleFar => {
                segments.push(vec![far(next + 1, gap as u64), list(0, 7, words)]);
                segments.push([vec![0xdead; gap], object].concat());
                double_far(next, 0)
            }
        };
    }
    let given = lists.iter().filter(|(reach, _)| *reach != Reach::Null);
    let tags =
        given.flat_map(|(_, tags)| tags).map(|tag| t(tag.time, if data > 1 { tag.channel } else { 0 }));
    let segments: Vec<&[u64]> = segments.iter().map(Vec::as_slice).collect();
    Drawn { bytes: message(&segments), tags: tags.collect() }
}

pub fn drawn() -> impl Strategy<Value = Drawn> {
    let reach = prop_oneof![Just(Reach::Near), Just(Reach::Far), Just(Reach::DoubleFar), Just(Reach::Null)];
    let tags = vec(any::<(i64, u64)>().prop_map(|(time, channel)| t(time, channel)), 0..9);
    let width = prop_oneof![3 => Just((2, 0)), 1 => (1u16..5, 0u16..3)];
    (vec((reach, tags), 0..5), width, 0usize..3, prop::bool::weighted(0.2))
        .prop_map(|(lists, (data, pointers), gap, backwards)| draw(&lists, data, pointers, gap, backwards))
}

proptest! {
    #[test]
    fn any_split_reads_the_same(
        messages in vec(drawn(), 0..4),
        chunks in vec(0usize..100, 0..40),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes: Vec<u8> = messages.iter().flat_map(|message| message.bytes.clone()).collect();
        let tags: Vec<Tag> = messages.iter().flat_map(|message| message.tags.clone()).collect();
        let outcome = read_in(&bytes, chunks.clone());
        prop_assert_eq!(&outcome.end, &Ok(()));
        prop_assert_eq!(outcome.messages, messages.len() as u64);
        prop_assert_eq!(outcome.tags, tags);
        // The same holds for streams that end early, except for their error messages.
        let cut = &bytes[..cut.index(bytes.len() + 1)];
        prop_assert_eq!(read_in(cut, chunks), read_in(cut, []));
    }

    #[test]
    fn any_alignment_reads_the_same(drawn in drawn(), shift in 0usize..8) {
        let mut buffer = vec![0u64; drawn.bytes.len() / 8 + 2];
        let place = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut buffer)[shift..shift + drawn.bytes.len()];
        place.copy_from_slice(&drawn.bytes);
        let mut reader = Reader::new();
        let mut tags = Vec::new();
        let mut sink = |batch: &[Tag]| tags.extend_from_slice(batch);
        prop_assert_eq!(reader.push(place, &mut sink), Ok(()));
        prop_assert_eq!(reader.finish(&mut sink), Ok(()));
        prop_assert_eq!(tags, drawn.tags);
    }
}

// More tags than the buffer for copied tags holds.
#[test]
fn a_long_list_off_the_word_border() {
    let tags: Vec<Tag> = (0..10_001).map(|n| t(n, n as u64 % 7)).collect();
    let drawn = draw(&[(Reach::Near, tags)], 2, 0, 0, false);
    for shift in 0..8 {
        let bytes = [vec![0; shift], drawn.bytes.clone()].concat();
        let mut reader = Reader::new();
        let mut read = Vec::new();
        reader.push(&bytes[shift..], &mut |batch| read.extend_from_slice(batch)).unwrap();
        assert!(reader.at_border());
        assert_eq!(read, drawn.tags);
    }
}

// The shortest messages are counted many at a time, wherever a chunk ends.
#[test]
fn messages_without_tags_are_counted_however_they_arrive() {
    let empty = message(&[&[0]]);
    let tagged = message(&[&[strukt(0, 0, 1), list(0, 6, 1), list(0, 7, 2), tag_word(1, 2, 0), 5, 3]]);
    let bytes = [empty.repeat(9), tagged, empty.repeat(7)].concat();
    for chunk in [1, 7, 8, 15, 16, 17, 40, bytes.len()] {
        let outcome = read_in(&bytes, vec![chunk; bytes.len() / chunk]);
        assert_eq!((outcome.end, outcome.messages), (Ok(()), 17), "in chunks of {chunk}");
        assert_eq!(outcome.tags, [t(5, 3)]);
    }
    let cut = read_in(&bytes[..bytes.len() - 3], []);
    assert_eq!((cut.end.unwrap_err().code, cut.messages), (tagview_core::Code::Truncated, 16));
}
