//! The first bytes of an index-header and of a full index.

use serde::Serialize;

use super::bytes::Cursor;
use crate::signatures::GZIP_MAGIC;
use crate::{Code, Error};

/// First bytes of an index-header.
pub const INDEX_HEADER_MAGIC: [u8; 4] = [0xba, 0xaa, 0xd7, 0x92];
/// First bytes of a TSDB index (Prometheus, `tsdb/docs/format/index.md`).
pub const INDEX_MAGIC: [u8; 4] = [0xba, 0xaa, 0xd7, 0x00];

/// Bytes of an index-header before its symbols.
pub const INDEX_HEADER_BYTES: u64 = 14;
/// The place in an index-header that states the end of the postings.
pub const POSTINGS_END_AT: u64 = 6;
/// Bytes of an index before its symbols.
pub const INDEX_BYTES: u64 = 5;

/// Type of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "IndexHeaderKind"))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Symbols and postings offset table of a block, cut out of its index.
    IndexHeader,
    /// The whole index of a block.
    Index,
    /// The sampled table of an index-header.
    #[serde(rename = "sparse-index-header")]
    Sparse,
}

impl Kind {
    /// The kind whose files begin as `head` does.
    pub fn of(head: &[u8]) -> Option<Self> {
        let kinds: [(Self, &[u8]); 3] = [
            (Self::IndexHeader, &INDEX_HEADER_MAGIC),
            (Self::Index, &INDEX_MAGIC),
            (Self::Sparse, GZIP_MAGIC),
        ];
        kinds.into_iter().find(|(_, magic)| head.starts_with(magic)).map(|(kind, _)| kind)
    }
}

/// The version of the index that symbols and postings are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexVersion {
    /// Symbols are referred to by their offset in the index; the postings offset table is in no order.
    V1,
    /// Symbols are referred to by their ordinal; the postings offset table is ordered by name and value.
    V2,
}

impl IndexVersion {
    /// Its number in the file.
    pub fn number(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    fn from_number(number: u8, at: u64) -> Result<Self, Error> {
        match number {
            1 => Ok(Self::V1),
            2 => Ok(Self::V2),
            _ => Err(Error::at(
                Code::WrongVersion,
                at,
                format!("header: index version {number} is neither 1 nor 2"),
                "check that the file is an index or index-header, or look for a newer tagview",
            )),
        }
    }
}

/// The header in front of the sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Version of the index-header, 1; of an index, that of the index.
    pub version: u8,
    /// Version of the index.
    pub index_version: IndexVersion,
    /// Where in the index the last postings list ends, as the file states; an index does not state it.
    pub postings_end: Option<u64>,
}

impl Header {
    /// The header of the file that begins with `head`: at least 14 bytes, or all there are.
    ///
    /// # Errors
    /// `Truncated`, `WrongVersion`; `UnknownFormat` of a kind that has no header.
    pub fn parse(kind: Kind, head: &[u8]) -> Result<Self, Error> {
        let mut cursor = Cursor::new(head.get(4..).unwrap_or_default());
        let cut = |_| {
            Error::at(
                Code::Truncated,
                head.len() as u64,
                format!("header: the file ends after {} bytes", head.len()),
                "copy it again: the rest is missing",
            )
        };
        let version = cursor.byte().map_err(cut)?;
        match kind {
            Kind::Index => {
                let index_version = IndexVersion::from_number(version, 4)?;
                Ok(Self { version, index_version, postings_end: None })
            }
            Kind::IndexHeader if version == 1 => {
                let index_version = IndexVersion::from_number(cursor.byte().map_err(cut)?, 5)?;
                Ok(Self { version, index_version, postings_end: Some(cursor.u64().map_err(cut)?) })
            }
            Kind::IndexHeader => Err(Error::at(
                Code::WrongVersion,
                4,
                format!("header: version {version} of the index-header is not 1"),
                "check that the file is an index or index-header, or look for a newer tagview",
            )),
            Kind::Sparse => Err(Error::new(
                Code::UnknownFormat,
                "a sparse index-header has no header",
                "read it as a whole",
            )),
        }
    }

    /// The 14 bytes of an index-header.
    pub fn write(index_version: IndexVersion, postings_end: u64, out: &mut Vec<u8>) {
        out.extend(INDEX_HEADER_MAGIC);
        out.extend([1, index_version.number()]);
        out.extend(postings_end.to_be_bytes());
    }
}
