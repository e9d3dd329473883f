//! Offsets to text in any encoding, and back.

use super::text_position::TextPosition;
use super::{base64, fixed, snappy, varint};
use crate::offsets::encoding::Encoding;
use crate::offsets::entries::{Columns, Entries, Offsets};
use crate::offsets::finding::Findings;
use crate::offsets::{header, lookup as search};
use crate::{Code, Error};

/// Writes `offsets[i]` of `partitions[i]`, in the order given (the offsets-only encodings must
/// be given ascending partitions). Text has no `v1=` in front, as in the published table.
///
/// # Errors
/// `Mismatch` if an encoding that leaves the partitions out has to write others than
/// 0, 1, 2, ..., because a reader would take each offset for another partition's.
pub fn encode(encoding: Encoding, partitions: &[i32], offsets: &[i64]) -> Result<String, Error> {
    if encoding.is_offsets_only()
        && let Some((expected, partition)) = (0..).zip(partitions).find(|(expected, p)| expected != *p)
    {
        return Err(Error::new(
            Code::Mismatch,
            format!(
                "{} has no partition numbers, so it can encode only partitions 0, 1, 2, ...: expected {expected}, found \
                 {partition}",
                encoding.name()
            ),
            "choose an encoding of pairs",
        ));
    }
    let bytes = match encoding {
        Encoding::Text => return Ok(text(partitions, offsets)),
        Encoding::PairsVarint | Encoding::PairsVarintSnappy => varint::pairs(partitions, offsets),
        Encoding::OffsetsVarintSnappy => varint::offsets(offsets),
        Encoding::PairsFixed | Encoding::PairsFixedSnappy => fixed::pairs(partitions, offsets),
        Encoding::OffsetsFixedSnappy => fixed::offsets(offsets),
    };
    if encoding.is_snappy() {
        Ok(base64::encode(&snappy::compress(&bytes)?))
    } else {
        Ok(base64::encode(&bytes))
    }
}

fn text(partitions: &[i32], offsets: &[i64]) -> String {
    let mut out = String::with_capacity(partitions.len() * 24);
    let mut buffer = itoa::Buffer::new();
    for (partition, offset) in partitions.iter().zip(offsets) {
        if !out.is_empty() {
            out.push(',');
        }
        out.push_str(buffer.format(*partition));
        out.push(':');
        out.push_str(buffer.format(*offset));
    }
    out
}

/// Decodes `value` as `encoding`. Never fails: errors become findings, and readable entries are decoded.
pub fn decode(encoding: Encoding, value: &str) -> Offsets {
    if encoding == Encoding::Text {
        return header::decode(value);
    }
    let mut findings = Findings::default();
    let payload = base64::decode(value, &mut findings);
    let columns = if encoding.is_snappy() {
        let place = TextPosition::Compressed { length: value.len() };
        let bytes = snappy::decompress(&payload, &mut findings);
        columns(encoding, &bytes, &place, &mut findings)
    } else {
        columns(encoding, &payload.bytes, &TextPosition::Plain(&payload), &mut findings)
    };
    if columns.partitions.is_empty() {
        findings.whole(Code::Empty, || "No partition could be read.".to_owned());
    }
    Offsets {
        encoding,
        version: None,
        entries: Entries::Partitions(columns),
        searched: false,
        findings: findings.finish(),
    }
}

/// The offset of `partition` in `value`, read as `encoding`. In text, it is the result of Mimir's look-up; in the other
/// encodings, the offset of the first entry of the partition.
///
/// No map is made. Base64 and snappy are decoded completely, because neither can be decoded from the middle without an
/// index.
pub fn lookup(encoding: Encoding, value: &str, partition: i32) -> Option<i64> {
    if encoding == Encoding::Text {
        return search::partition(value.as_bytes(), partition);
    }
    // `decode` has reported the errors; the readable rest is searched.
    let mut findings = Findings::default();
    let payload = base64::decode(value, &mut findings);
    let decompressed = encoding.is_snappy().then(|| snappy::decompress(&payload, &mut findings));
    let bytes = decompressed.as_deref().unwrap_or(&payload.bytes);
    match encoding {
        Encoding::Text => None,
        Encoding::PairsVarint | Encoding::PairsVarintSnappy => varint::find(bytes, partition),
        Encoding::OffsetsVarintSnappy => varint::nth(bytes, partition),
        Encoding::PairsFixed | Encoding::PairsFixedSnappy => fixed::find(bytes, partition),
        Encoding::OffsetsFixedSnappy => fixed::nth(bytes, partition),
    }
}

fn columns(encoding: Encoding, bytes: &[u8], place: &TextPosition<'_>, findings: &mut Findings) -> Columns {
    match encoding {
        Encoding::Text => Columns::default(),
        Encoding::PairsVarint | Encoding::PairsVarintSnappy => varint::read_pairs(bytes, place, findings),
        Encoding::OffsetsVarintSnappy => varint::read_offsets(bytes, place, findings),
        Encoding::PairsFixed | Encoding::PairsFixedSnappy => fixed::read_pairs(bytes, place, findings),
        Encoding::OffsetsFixedSnappy => fixed::read_offsets(bytes, place, findings),
    }
}
