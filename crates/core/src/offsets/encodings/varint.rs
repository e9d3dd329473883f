//! Zigzag LEB128 varints, as Go's `binary.PutVarint` writes them: at most ten bytes.

use super::text_position::TextPosition;
use crate::error::Code;
use crate::offsets::entries::{Columns, narrow};
use crate::offsets::finding::Findings;

/// The longest varint of 64 bits.
const LONGEST: usize = 10;

/// Writes `value` at the start of `room`; returns its length in bytes.
///
/// All ten bytes are always written: a loop that stops at each varint's own end is mispredicted for every second one.
fn put(room: &mut [u8; LONGEST], value: i64) -> usize {
    let zigzag = ((value << 1) ^ (value >> 63)) as u64;
    let length = (70 - (zigzag | 1).leading_zeros() as usize) / 7;
    for (index, byte) in room.iter_mut().enumerate() {
        *byte = (zigzag >> (7 * index)) as u8 | 0x80;
    }
    if let Some(last) = room.get_mut(length - 1) {
        *last &= 0x7f;
    }
    length
}

/// Writes `count` values at most.
fn put_all(count: usize, values: impl Iterator<Item = i64>) -> Vec<u8> {
    let mut out = vec![0; count * LONGEST];
    let mut at = 0;
    for value in values {
        if let Some(room) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            at += put(room, value);
        }
    }
    out.truncate(at);
    out
}

pub(super) fn pairs(partitions: &[i32], offsets: &[i64]) -> Vec<u8> {
    let pairs = partitions.iter().zip(offsets);
    put_all(partitions.len() * 2, pairs.flat_map(|(partition, offset)| [i64::from(*partition), *offset]))
}

pub(super) fn offsets(offsets: &[i64]) -> Vec<u8> {
    put_all(offsets.len(), offsets.iter().copied())
}

/// The content of a position where a varint is expected.
enum Read {
    /// A value, and the position of the next varint.
    Value(i64, usize),
    /// More than 64 bits, and the position of the next varint.
    TooLong(usize),
    /// The data end before the varint does.
    Ends,
}

fn read(bytes: &[u8], at: usize) -> Read {
    let mut value = 0u64;
    let rest = bytes.get(at..).unwrap_or_default();
    for (index, &byte) in rest.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            let fits = index < 9 || byte <= 1;
            let next = at + index + 1;
            return if fits {
                Read::Value((value >> 1) as i64 ^ -((value & 1) as i64), next)
            } else {
                Read::TooLong(next)
            };
        }
    }
    // After a varint of eleven bytes or more, the next one can still be read.
    match rest.iter().position(|byte| *byte < 0x80) {
        Some(last) => Read::TooLong(at + last + 1),
        None => Read::Ends,
    }
}

fn next(bytes: &[u8], at: &mut usize, place: &TextPosition<'_>, findings: &mut Findings) -> Option<i64> {
    let from = *at;
    match read(bytes, from) {
        Read::Value(value, next) => {
            *at = next;
            if next - from > 1 && bytes.get(next - 1) == Some(&0) {
                let (offset, length) = place.of(from, next - from);
                findings.at(Code::VarintPadded, offset, length, || {
                    format!("The varint of {value} is longer than necessary.")
                });
            }
            Some(value)
        }
        Read::TooLong(next) => {
            *at = next;
            let (offset, length) = place.of(from, next - from);
            findings.at(Code::VarintTooLong, offset, length, || {
                format!(
                    "The varint of {} bytes at byte {from} of the data has more than 64 bits and is ignored.",
                    next - from
                )
            });
            None
        }
        Read::Ends => {
            *at = bytes.len();
            let (offset, length) = place.of(from, bytes.len() - from);
            findings.at(Code::Truncated, offset, length, || {
                format!("The data end inside the varint at byte {from}.")
            });
            None
        }
    }
}

pub(super) fn read_pairs(bytes: &[u8], place: &TextPosition<'_>, findings: &mut Findings) -> Columns {
    let mut columns = Columns::with_capacity(bytes.len() / 8 + 1);
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        if columns.is_full() {
            let (offset, length) = place.of(at, bytes.len() - at);
            findings.too_many(Some(offset), length);
            break;
        }
        let partition = next(bytes, &mut at, place, findings);
        if at >= bytes.len() {
            if partition.is_some() {
                let (offset, length) = place.of(start, at - start);
                findings.at(Code::Truncated, offset, length, || {
                    "The data end after a partition number without an offset.".to_owned()
                });
            }
            break;
        }
        let value = next(bytes, &mut at, place, findings);
        let (Some(partition), Some(value)) = (partition, value) else { continue };
        match i32::try_from(partition) {
            Ok(partition) => {
                columns.partitions.push(partition);
                columns.offsets.push(value);
                if place.is_exact() {
                    columns.positions.push(narrow(place.of(start, 1).0));
                }
            }
            Err(_) => {
                let (offset, length) = place.of(start, at - start);
                findings.at(Code::Overflow, offset, length, || {
                    format!("The partition {partition} (offset {value}) does not fit 32 bits and is ignored.")
                });
            }
        }
    }
    columns
}

/// An offset that can't be read still takes its partition's number.
pub(super) fn read_offsets(bytes: &[u8], place: &TextPosition<'_>, findings: &mut Findings) -> Columns {
    let mut columns = Columns::with_capacity(bytes.len() / 5 + 1);
    let mut at = 0;
    let mut partition = 0;
    while at < bytes.len() {
        if columns.is_full() {
            let (offset, length) = place.of(at, bytes.len() - at);
            findings.too_many(Some(offset), length);
            break;
        }
        if let Some(offset) = next(bytes, &mut at, place, findings) {
            columns.partitions.push(partition);
            columns.offsets.push(offset);
        }
        partition += 1;
    }
    columns
}

/// The offset of the first pair of `partition` that can be read.
pub(super) fn find(bytes: &[u8], partition: i32) -> Option<i64> {
    let mut values = Values { bytes, at: 0 };
    loop {
        let (key, offset) = (values.next()?, values.next()?);
        if key == Some(i64::from(partition)) && offset.is_some() {
            return offset;
        }
    }
}

/// The offset at the place of `partition`.
pub(super) fn nth(bytes: &[u8], partition: i32) -> Option<i64> {
    Values { bytes, at: 0 }.nth(usize::try_from(partition).ok()?)?
}

/// One varint after another; none for one of more than 64 bits.
struct Values<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Values<'_> {
    type Item = Option<i64>;

    fn next(&mut self) -> Option<Self::Item> {
        let (value, next) = match read(self.bytes, self.at) {
            Read::Value(value, next) => (Some(value), next),
            Read::TooLong(next) => (None, next),
            Read::Ends => return None,
        };
        self.at = next;
        Some(value)
    }
}
