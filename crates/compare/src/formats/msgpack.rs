//! [MessagePack](https://github.com/msgpack/msgpack/blob/master/spec.md): an array with an array `[time, channel]` for
//! each tag, integers in their shortest form.

use rmp::{decode, encode};
use tagview_core::Error;
use tagview_core::tags::Tag;

use crate::fault::{bad, no_item, too_many};

/// Minimum bytes of a tag: its array, and two integers.
const LEAST: usize = 3;

pub fn encode(tags: &[Tag]) -> Result<Vec<u8>, Error> {
    let count = u32::try_from(tags.len()).map_err(|_| too_many("an array has room for 4294967295"))?;
    let mut bytes = Vec::with_capacity(tags.len() * 11 + 5);
    encode::write_array_len(&mut bytes, count).map_err(bad)?;
    for tag in tags {
        encode::write_array_len(&mut bytes, 2).map_err(bad)?;
        encode::write_sint(&mut bytes, tag.time).map_err(bad)?;
        encode::write_uint(&mut bytes, tag.channel).map_err(bad)?;
    }
    Ok(bytes)
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Tag>, Error> {
    let mut reader = bytes;
    let count = decode::read_array_len(&mut reader).map_err(bad)? as usize;
    let mut tags = Vec::with_capacity(count.min(bytes.len() / LEAST));
    for _ in 0..count {
        tags.push(next(&mut reader)?);
    }
    if !reader.is_empty() {
        return Err(bad("bytes follow the array"));
    }
    Ok(tags)
}

/// An array has no directory: earlier tags are read.
pub fn tag(bytes: &[u8], index: usize) -> Result<Tag, Error> {
    let mut reader = bytes;
    let count = decode::read_array_len(&mut reader).map_err(bad)? as usize;
    if index >= count {
        return Err(no_item(index));
    }
    for _ in 0..index {
        next(&mut reader)?;
    }
    next(&mut reader)
}

fn next(reader: &mut &[u8]) -> Result<Tag, Error> {
    if decode::read_array_len(reader).map_err(bad)? != 2 {
        return Err(bad("a tag has other than two integers"));
    }
    let time = decode::read_int(reader).map_err(bad)?;
    let channel = decode::read_int(reader).map_err(bad)?;
    Ok(Tag { time, channel })
}
