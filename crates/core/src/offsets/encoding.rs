//! The seven encodings that Mimir's designers measured before choosing text, by name.

use serde::Serialize;

use crate::{Code, Error};

/// An encoding of the offsets of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OffsetEncoding"))]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// `partition:offset` joined by commas.
    Text,
    /// Partition, offset, ... as varints.
    PairsVarint,
    /// Partition, offset, ... as varints, snappy.
    PairsVarintSnappy,
    /// Offsets of partitions 0, 1, 2, ... as varints, snappy.
    OffsetsVarintSnappy,
    /// An i32 partition and an i64 offset each.
    PairsFixed,
    /// An i32 partition and an i64 offset each, snappy.
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

    /// Its name: the words in small letters, joined by hyphens.
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
            Error::new(Code::Usage, format!("unknown encoding {name}"), format!("choose from {names}"))
        })
    }

    pub(super) fn is_snappy(self) -> bool {
        !matches!(self, Self::Text | Self::PairsVarint | Self::PairsFixed)
    }

    /// Whether partition numbers are left out, so that only 0, 1, 2, ... can be written.
    pub fn is_offsets_only(self) -> bool {
        matches!(self, Self::OffsetsVarintSnappy | Self::OffsetsFixedSnappy)
    }
}
