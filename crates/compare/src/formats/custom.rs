//! Records of 9 bytes, a typical hand-written format:
//!
//! ```text
//! time (64 bits, big-endian, signed) | channel (8 bits)
//! ```
//!
//! Before the first channel of more than 8 bits stands a record that is not a tag, and all later records have 16 bytes:
//! the channel, too, has 64 bits.
//!
//! ```text
//! 80 00 00 00 00 00 00 00 FF | time (64 bits) channel (64 bits) | ...
//! ```

use tagview_core::Error;
use tagview_core::tags::Tag;

use crate::fault::{bad, no_item};

const NARROW: usize = 9;
const WIDE: usize = 16;

/// The mark: the earliest time, on the largest channel.
const WIDE_RECORDS: [u8; NARROW] = [0x80, 0, 0, 0, 0, 0, 0, 0, 0xFF];

pub fn encode(tags: &[Tag]) -> Vec<u8> {
    // The mark can also be a tag.
    let is_mark = |tag: &Tag| narrow(tag) == Some(WIDE_RECORDS);
    if tags.iter().any(|tag| narrow(tag).is_none()) || tags.first().is_some_and(is_mark) {
        let mut bytes = Vec::with_capacity(NARROW + tags.len() * WIDE);
        bytes.extend_from_slice(&WIDE_RECORDS);
        for tag in tags {
            bytes.extend_from_slice(&tag.time.to_be_bytes());
            bytes.extend_from_slice(&tag.channel.to_be_bytes());
        }
        return bytes;
    }
    let mut bytes = Vec::with_capacity(tags.len() * NARROW);
    for record in tags.iter().filter_map(narrow) {
        bytes.extend_from_slice(&record);
    }
    bytes
}

/// The tag as a record of 9 bytes, if its channel fits.
fn narrow(tag: &Tag) -> Option<[u8; NARROW]> {
    let mut record = [0; NARROW];
    record[..8].copy_from_slice(&tag.time.to_be_bytes());
    record[8] = u8::try_from(tag.channel).ok()?;
    Some(record)
}

/// The records of a file.
enum Records<'b> {
    Narrow(&'b [[u8; NARROW]]),
    Wide(&'b [[u8; WIDE]]),
}

fn records(bytes: &[u8]) -> Result<Records<'_>, Error> {
    let (records, rest) = match bytes.strip_prefix(&WIDE_RECORDS) {
        Some(wide) => {
            let (records, rest) = wide.as_chunks();
            (Records::Wide(records), rest)
        }
        None => {
            let (records, rest) = bytes.as_chunks();
            (Records::Narrow(records), rest)
        }
    };
    if rest.is_empty() { Ok(records) } else { Err(bad("the last record is cut")) }
}

fn from_narrow(&[a, b, c, d, e, f, g, h, channel]: &[u8; NARROW]) -> Tag {
    Tag { time: i64::from_be_bytes([a, b, c, d, e, f, g, h]), channel: channel.into() }
}

fn from_wide(record: &[u8; WIDE]) -> Tag {
    // Both halves are the first and the last eight of sixteen bytes.
    let both = u128::from_be_bytes(*record);
    Tag { time: ((both >> 64) as u64).cast_signed(), channel: both as u64 }
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Tag>, Error> {
    Ok(match records(bytes)? {
        Records::Narrow(records) => records.iter().map(from_narrow).collect(),
        Records::Wide(records) => records.iter().map(from_wide).collect(),
    })
}

pub fn tag(bytes: &[u8], index: usize) -> Result<Tag, Error> {
    let tag = match records(bytes)? {
        Records::Narrow(records) => records.get(index).map(from_narrow),
        Records::Wide(records) => records.get(index).map(from_wide),
    };
    tag.ok_or_else(|| no_item(index))
}
