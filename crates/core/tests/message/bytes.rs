//! Messages drawn word by word, and ways to read them.

use tagview_core::Error;
use tagview_core::tags::{Reader, Tag};

/// `t(5, 3)`: a tag at time 5 on channel 3.
pub fn t(time: i64, channel: u64) -> Tag {
    Tag { time, channel }
}

/// A struct pointer.
pub fn strukt(offset: i32, data: u16, pointers: u16) -> u64 {
    u64::from((offset << 2) as u32) | u64::from(data) << 32 | u64::from(pointers) << 48
}

/// A list pointer; `size` is the element size code, `count` elements (7: words).
pub fn list(offset: i32, size: u64, count: u64) -> u64 {
    u64::from((offset << 2) as u32) | 1 | size << 32 | count << 35
}

/// A far pointer.
pub fn far(segment: u64, offset: u64) -> u64 {
    2 | offset << 3 | segment << 32
}

/// A double-far pointer.
pub fn double_far(segment: u64, offset: u64) -> u64 {
    far(segment, offset) | 4
}

/// The tag word of `count` structs.
pub fn tag_word(count: u64, data: u16, pointers: u16) -> u64 {
    count << 2 | u64::from(data) << 32 | u64::from(pointers) << 48
}

/// `segments` after their segment table.
pub fn message(segments: &[&[u64]]) -> Vec<u8> {
    let sizes: Vec<u32> = segments.iter().map(|segment| segment.len() as u32).collect();
    [table(&sizes), words(&segments.concat())].concat()
}

/// A segment table.
pub fn table(sizes: &[u32]) -> Vec<u8> {
    let mut table = vec![sizes.len() as u32 - 1];
    table.extend(sizes);
    table.resize(table.len().next_multiple_of(2), 0);
    table.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The result of reading a whole stream.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    pub tags: Vec<Tag>,
    pub messages: u64,
    pub end: Result<(), Error>,
}

/// Reads `bytes` in the given chunks, and the rest at once.
pub fn read_in(bytes: &[u8], chunks: impl IntoIterator<Item = usize>) -> Outcome {
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    let mut sink = |batch: &[Tag]| {
        assert!(!batch.is_empty());
        tags.extend_from_slice(batch);
    };
    let mut rest = bytes;
    let mut end = Ok(());
    for chunk in chunks.into_iter().chain([usize::MAX]) {
        let (now, later) = rest.split_at(chunk.min(rest.len()));
        rest = later;
        end = end.and_then(|()| reader.push(now, &mut sink));
    }
    let end = end.and_then(|()| reader.finish(&mut sink));
    Outcome { tags, messages: reader.messages(), end }
}

/// Reads `bytes` in one chunk, and once more byte by byte; both must agree.
pub fn read(bytes: &[u8]) -> Outcome {
    let whole = read_in(bytes, []);
    assert_eq!(whole, read_in(bytes, vec![1; bytes.len()]), "byte by byte");
    whole
}

/// The tags of a sound stream of `messages` messages.
pub fn sound(bytes: &[u8], messages: u64) -> Vec<Tag> {
    let outcome = read(bytes);
    assert_eq!(outcome.end, Ok(()));
    assert_eq!(outcome.messages, messages);
    outcome.tags
}

/// The capnp crate's answer for the message that `bytes` begin with.
pub fn by_capnp(bytes: &[u8]) -> capnp::Result<Vec<Tag>> {
    Ok(first_by_capnp(bytes)?.0)
}

/// The same, and the bytes of that message. Every word of it may be used once.
pub fn first_by_capnp(bytes: &[u8]) -> capnp::Result<(Vec<Tag>, usize)> {
    use capnp::message::ReaderOptions;
    use capnp::serialize::read_message_from_flat_slice;
    let mut aligned = vec![0u64; bytes.len().div_ceil(8)];
    let buffer: &mut [u8] = bytemuck::cast_slice_mut(&mut aligned);
    buffer[..bytes.len()].copy_from_slice(bytes);
    let mut rest = &buffer[..bytes.len()];
    read_message_from_flat_slice(
        &mut rest,
        ReaderOptions { traversal_limit_in_words: None, nesting_limit: 4 },
    )?;
    let length = bytes.len() - rest.len();
    let segments = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize + 1;
    let body = length / 8 - (segments / 2 + 1);
    let options = ReaderOptions { traversal_limit_in_words: Some(body), nesting_limit: 4 };
    let message = read_message_from_flat_slice(&mut &buffer[..length], options)?;
    let root = message.get_root::<tagview_core::tags::message::tags_capnp::tags::Reader>()?;
    let mut tags = Vec::new();
    for list in root.get_tags()? {
        tags.extend(list?.iter().map(|tag| t(tag.get_time(), tag.get_channel())));
    }
    Ok((tags, length))
}
