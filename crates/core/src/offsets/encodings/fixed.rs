//! Little-endian integers of fixed width: i32 partitions, i64 offsets.

use super::text_position::TextPosition;
use crate::error::Code;
use crate::offsets::entries::{Columns, MAX_ENTRIES, narrow};
use crate::offsets::finding::Findings;

pub(super) fn pairs(partitions: &[i32], offsets: &[i64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(partitions.len() * 12);
    for (partition, offset) in partitions.iter().zip(offsets) {
        out.extend(partition.to_le_bytes());
        out.extend(offset.to_le_bytes());
    }
    out
}

pub(super) fn offsets(offsets: &[i64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(offsets.len() * 8);
    for offset in offsets {
        out.extend(offset.to_le_bytes());
    }
    out
}

pub(super) fn read_pairs(bytes: &[u8], place: &TextPosition<'_>, findings: &mut Findings) -> Columns {
    let (entries, rest) = bytes.as_chunks::<12>();
    let mut columns = Columns::with_capacity(entries.len());
    if entries.len() > MAX_ENTRIES {
        let (offset, length) = place.of(MAX_ENTRIES * 12, bytes.len() - MAX_ENTRIES * 12);
        findings.too_many(Some(offset), length);
    }
    for (index, entry) in entries.iter().take(MAX_ENTRIES).enumerate() {
        let [a, b, c, d, offset @ ..] = *entry;
        columns.partitions.push(i32::from_le_bytes([a, b, c, d]));
        columns.offsets.push(i64::from_le_bytes(offset));
        if place.is_exact() {
            columns.positions.push(narrow(place.of(index * 12, 1).0));
        }
    }
    left_over(bytes, rest, 12, place, findings);
    columns
}

pub(super) fn read_offsets(bytes: &[u8], place: &TextPosition<'_>, findings: &mut Findings) -> Columns {
    let (entries, rest) = bytes.as_chunks::<8>();
    let mut columns = Columns::with_capacity(entries.len());
    if entries.len() > MAX_ENTRIES {
        let (offset, length) = place.of(MAX_ENTRIES * 8, bytes.len() - MAX_ENTRIES * 8);
        findings.too_many(Some(offset), length);
    }
    columns.offsets.extend(entries.iter().take(MAX_ENTRIES).map(|entry| i64::from_le_bytes(*entry)));
    columns.partitions.extend((0..).take(columns.offsets.len()));
    left_over(bytes, rest, 8, place, findings);
    columns
}

/// The offset of the first pair of `partition`.
pub(super) fn find(bytes: &[u8], partition: i32) -> Option<i64> {
    let wanted = partition.to_le_bytes();
    let (entries, _) = bytes.as_chunks::<12>();
    entries.iter().find_map(|entry| {
        let [a, b, c, d, offset @ ..] = *entry;
        ([a, b, c, d] == wanted).then(|| i64::from_le_bytes(offset))
    })
}

/// The offset at the place of `partition`.
pub(super) fn nth(bytes: &[u8], partition: i32) -> Option<i64> {
    let (entries, _) = bytes.as_chunks::<8>();
    entries.get(usize::try_from(partition).ok()?).map(|offset| i64::from_le_bytes(*offset))
}

fn left_over(bytes: &[u8], rest: &[u8], width: usize, place: &TextPosition<'_>, findings: &mut Findings) {
    if !rest.is_empty() {
        let (offset, length) = place.of(bytes.len() - rest.len(), rest.len());
        findings.at(Code::Truncated, offset, length, || {
            format!("The data end inside an entry, after {} of its {width} bytes.", rest.len())
        });
    }
}
