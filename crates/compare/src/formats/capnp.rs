//! [Cap'n Proto](https://capnproto.org/encoding.html) with the schema of recordings, in one message with the tags in a
//! segment of their own, as written by the crate's default builder and by the original program. Unpacked, or packed.

use std::borrow::Cow;

use capnp::message::{Builder, HeapAllocator, Reader, ReaderOptions, ReaderSegments};
use capnp::serialize::{self, BufferSegments};
use capnp::serialize_packed;
use tagview_core::Error;
use tagview_core::tags::Tag;
use tagview_core::tags::message::tags_capnp;

use super::copied;
use crate::fault::{bad, no_item, too_many};

/// Maximum tags of one inner list: the format has 29 bits for its words.
const MOST_TAGS: usize = (1 << 28) - 1;

/// Words that may be visited besides those of the tags, which are visited once.
const SPARE_WORDS: usize = 64;

fn build(tags: &[Tag]) -> Result<Builder<HeapAllocator>, Error> {
    let count = u32::try_from(tags.len())
        .ok()
        .filter(|_| tags.len() <= MOST_TAGS)
        .ok_or_else(|| too_many("a list has room for 268435455"))?;
    let mut message = Builder::new_default();
    let lists = message.init_root::<tags_capnp::tags::Builder>().init_tags(1);
    let mut list = lists.init(0, count);
    for (at, tag) in (0..).zip(tags) {
        let mut place = list.reborrow().get(at);
        place.set_time(tag.time);
        place.set_channel(tag.channel);
    }
    Ok(message)
}

pub fn encode(tags: &[Tag]) -> Result<Vec<u8>, Error> {
    Ok(serialize::write_message_to_words(&build(tags)?))
}

pub fn encode_packed(tags: &[Tag]) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::with_capacity(tags.len() * 9);
    serialize_packed::write_message(&mut bytes, &build(tags)?).map_err(bad)?;
    Ok(bytes)
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Tag>, Error> {
    let words = words(bytes)?;
    all(&open(&words)?)
}

pub fn decode_packed(bytes: &[u8]) -> Result<Vec<Tag>, Error> {
    all(&open_packed(bytes)?)
}

pub fn tag(bytes: &[u8], index: usize) -> Result<Tag, Error> {
    let words = words(bytes)?;
    one(&open(&words)?, index)
}

/// A packed message can only be unpacked from its beginning, all of it.
pub fn tag_packed(bytes: &[u8], index: usize) -> Result<Tag, Error> {
    one(&open_packed(bytes)?, index)
}

/// The bytes in place, or a copy if they are not aligned.
fn words(bytes: &[u8]) -> Result<Cow<'_, [u64]>, Error> {
    if !bytes.len().is_multiple_of(8) {
        return Err(bad("a message is a whole number of words"));
    }
    Ok(bytemuck::try_cast_slice(bytes).map_or_else(|_| Cow::Owned(copied(bytes)), Cow::Borrowed))
}

fn open(words: &[u64]) -> Result<Reader<BufferSegments<&[u8]>>, Error> {
    let mut bytes: &[u8] = bytemuck::cast_slice(words);
    let limits = limits(bytes.len());
    serialize::read_message_from_flat_slice(&mut bytes, limits).map_err(bad)
}

fn open_packed(bytes: &[u8]) -> Result<Reader<impl ReaderSegments>, Error> {
    // A byte of the packed form represents at most 256 words: a zero word, and the number of following ones.
    let unpacked = bytes.len().saturating_mul(256 * 8).min(1 << 30);
    serialize_packed::read_message(bytes, limits(unpacked)).map_err(bad)
}

fn limits(bytes: usize) -> ReaderOptions {
    let mut options = ReaderOptions::new();
    options.traversal_limit_in_words(Some(bytes / 8 + SPARE_WORDS));
    options
}

fn all(message: &Reader<impl ReaderSegments>) -> Result<Vec<Tag>, Error> {
    let root: tags_capnp::tags::Reader = message.get_root().map_err(bad)?;
    let mut tags = Vec::new();
    for list in root.get_tags().map_err(bad)? {
        let list = list.map_err(bad)?;
        tags.reserve(list.len() as usize);
        tags.extend(list.iter().map(|tag| Tag { time: tag.get_time(), channel: tag.get_channel() }));
    }
    Ok(tags)
}

fn one(message: &Reader<impl ReaderSegments>, index: usize) -> Result<Tag, Error> {
    let root: tags_capnp::tags::Reader = message.get_root().map_err(bad)?;
    let mut left = u32::try_from(index).map_err(|_| no_item(index))?;
    for list in root.get_tags().map_err(bad)? {
        let list = list.map_err(bad)?;
        if left < list.len() {
            let tag = list.get(left);
            return Ok(Tag { time: tag.get_time(), channel: tag.get_channel() });
        }
        left -= list.len();
    }
    Err(no_item(index))
}
