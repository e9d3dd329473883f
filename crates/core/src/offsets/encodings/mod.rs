//! The seven encodings that Mimir's designers measured before choosing text.
//!
//! Binary ones are base64 in the standard alphabet with padding; snappy is its block format;
//! varints are zigzag LEB128 as Go's `binary.PutVarint`; fixed widths are little-endian.

mod base64;
mod fixed;
mod snappy;
mod varint;

use super::entries::{Columns, Entries, Offsets};
use super::finding::{Findings, Kind};
use super::{header, lookup as search};
use crate::{Code, Error};

/// How offsets are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// `partition:offset` joined by commas.
    Text,
    /// Partition, offset, ... as varints.
    PairsVarint,
    /// The same, snappy.
    PairsVarintSnappy,
    /// Offsets of partitions 0, 1, 2, ... as varints, snappy.
    OffsetsVarintSnappy,
    /// An i32 partition and an i64 offset each.
    PairsFixed,
    /// The same, snappy.
    PairsFixedSnappy,
    /// Offsets of partitions 0, 1, 2, ... as i64, snappy.
    OffsetsFixedSnappy,
}

impl Encoding {
    /// All seven, in the order of the published table.
    pub const ALL: [Self; 7] = [
        Self::Text,
        Self::PairsVarint,
        Self::PairsVarintSnappy,
        Self::OffsetsVarintSnappy,
        Self::PairsFixed,
        Self::PairsFixedSnappy,
        Self::OffsetsFixedSnappy,
    ];

    /// The name of the command line's options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::PairsVarint => "pairs-varint",
            Self::PairsVarintSnappy => "pairs-varint-snappy",
            Self::OffsetsVarintSnappy => "offsets-varint-snappy",
            Self::PairsFixed => "pairs-fixed",
            Self::PairsFixedSnappy => "pairs-fixed-snappy",
            Self::OffsetsFixedSnappy => "offsets-fixed-snappy",
        }
    }

    /// The encoding called `name`.
    ///
    /// # Errors
    /// `Usage` with the names there are.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::new(
                Code::Usage,
                format!("there is no encoding called {name}"),
                format!("choose from {names}"),
            )
        })
    }

    fn is_snappy(self) -> bool {
        !matches!(self, Self::Text | Self::PairsVarint | Self::PairsFixed)
    }

    /// Whether partition numbers are left out, so that only 0, 1, 2, ... can be written.
    pub fn is_offsets_only(self) -> bool {
        matches!(self, Self::OffsetsVarintSnappy | Self::OffsetsFixedSnappy)
    }
}

/// Writes `offsets[i]` of `partitions[i]`, in the order given (the offsets-only encodings must
/// be given ascending partitions). Text has no `v1=` in front, as in the published table.
///
/// # Errors
/// `Mismatch` where an encoding that leaves the partitions out is asked to write others than
/// 0, 1, 2, ..., because a reader would take each offset for another partition's.
pub fn encode(encoding: Encoding, partitions: &[i32], offsets: &[i64]) -> Result<String, Error> {
    if encoding.is_offsets_only()
        && let Some((expected, partition)) = (0..).zip(partitions).find(|(expected, p)| expected != *p)
    {
        return Err(Error::new(
            Code::Mismatch,
            format!(
                "{} leaves the partition numbers out, so it can write only partitions 0, 1, 2, ...; where {expected} \
                 should stand is {partition}",
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

/// Decodes `value`, which is said to be in `encoding`. Never fails: what is wrong becomes a
/// finding, and what is readable despite it is decoded.
pub fn decode(encoding: Encoding, value: &str) -> Offsets {
    if encoding == Encoding::Text {
        return header::decode(value);
    }
    let mut findings = Findings::default();
    let payload = base64::decode(value, &mut findings);
    let columns = if encoding.is_snappy() {
        let place = Place::Compressed { length: value.len() };
        let bytes = snappy::decompress(&payload, &mut findings);
        columns(encoding, &bytes, &place, &mut findings)
    } else {
        columns(encoding, &payload.bytes, &Place::Plain(&payload), &mut findings)
    };
    if columns.partitions.is_empty() {
        findings.whole(Kind::Empty, || "No partition could be read.".to_owned());
    }
    Offsets {
        encoding,
        version: None,
        entries: Entries::Partitions(columns),
        searched: false,
        findings: findings.finish(),
    }
}

/// The offset of `partition` in `value`, which is said to be in `encoding`: in text what Mimir's
/// look-up answers, in the others that of the first entry. No map is made; base64 and snappy are
/// undone as a whole, because neither can be entered half way in an encoding without an index.
pub fn lookup(encoding: Encoding, value: &str, partition: i32) -> Option<i64> {
    if encoding == Encoding::Text {
        return search::partition(value.as_bytes(), partition);
    }
    // What is wrong has been said by `decode`; what is readable despite it is searched.
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

fn columns(encoding: Encoding, bytes: &[u8], place: &Place<'_>, findings: &mut Findings) -> Columns {
    match encoding {
        Encoding::Text => Columns::default(),
        Encoding::PairsVarint | Encoding::PairsVarintSnappy => varint::read_pairs(bytes, place, findings),
        Encoding::OffsetsVarintSnappy => varint::read_offsets(bytes, place, findings),
        Encoding::PairsFixed | Encoding::PairsFixedSnappy => fixed::read_pairs(bytes, place, findings),
        Encoding::OffsetsFixedSnappy => fixed::read_offsets(bytes, place, findings),
    }
}

/// Where decoded bytes stand in the text.
enum Place<'a> {
    /// Base64 alone: four characters are three bytes.
    Plain(&'a base64::Payload),
    /// Behind snappy no byte has a place of its own; the whole value is pointed at.
    Compressed { length: usize },
}

impl Place<'_> {
    /// Offset and length in the text of `length` bytes from `at`.
    fn of(&self, at: usize, length: usize) -> (usize, usize) {
        match self {
            Self::Plain(payload) => {
                let start = payload.position(at);
                (start, payload.position(at + length).saturating_sub(start).max(1))
            }
            Self::Compressed { length } => (0, *length),
        }
    }

    fn is_exact(&self) -> bool {
        matches!(self, Self::Plain(_))
    }
}
