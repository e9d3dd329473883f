//! [Protocol Buffers](https://protobuf.dev/programming-guides/encoding/), schema
//!
//! ```text
//! message Tags { repeated Tag tags = 1; }
//! message Tag { int64 time = 1; uint64 channel = 2; }
//! ```

use prost::Message;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use tagview_core::Error;

use crate::fault::{bad, no_item};

#[derive(Clone, PartialEq, Message)]
struct Tags {
    #[prost(message, repeated, tag = "1")]
    tags: Vec<Tag>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Tag {
    #[prost(int64, tag = "1")]
    time: i64,
    #[prost(uint64, tag = "2")]
    channel: u64,
}

type Plain = tagview_core::tags::Tag;

impl From<Tag> for Plain {
    fn from(Tag { time, channel }: Tag) -> Self {
        Self { time, channel }
    }
}

pub fn encode(tags: &[Plain]) -> Vec<u8> {
    let tags = tags.iter().map(|&Plain { time, channel }| Tag { time, channel }).collect();
    Tags { tags }.encode_to_vec()
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Plain>, Error> {
    let Tags { tags } = Tags::decode(bytes).map_err(bad)?;
    Ok(tags.into_iter().map(Plain::from).collect())
}

/// A message has no directory: tags before it are skipped by their lengths.
pub fn tag(bytes: &[u8], index: usize) -> Result<Plain, Error> {
    let mut rest = bytes;
    let mut left = index;
    while !rest.is_empty() {
        let (number, wire) = decode_key(&mut rest).map_err(bad)?;
        if (number, wire) != (1, WireType::LengthDelimited) {
            skip_field(wire, number, &mut rest, DecodeContext::default()).map_err(bad)?;
            continue;
        }
        let length = decode_varint(&mut rest).map_err(bad)?;
        let length = usize::try_from(length).ok().filter(|&length| length <= rest.len());
        let (message, after) = rest.split_at(length.ok_or_else(|| bad("a tag ends after the message"))?);
        if left == 0 {
            return Tag::decode(message).map(Plain::from).map_err(bad);
        }
        left -= 1;
        rest = after;
    }
    Err(no_item(index))
}
