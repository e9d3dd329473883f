//! The 39 bytes before the content of every file.

use serde::Serialize;

use crate::{Code, Error};

/// The first bytes of every metadata file.
pub const MAGIC: [u8; 12] = *b"ICE\xF0\x9F\xA7\x8ACHUNK";

/// Bytes of the header.
pub const HEADER_BYTES: usize = 39;

/// Bytes of the writer's name, padded with spaces.
const IMPLEMENTATION_BYTES: usize = 24;

const COPY_AGAIN: &str = "copy the file again";

/// Type of a metadata file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "IcechunkFileType"))]
#[serde(rename_all = "kebab-case")]
pub enum FileType {
    /// A commit: all nodes and which manifests have their chunks.
    Snapshot,
    /// The locations of the chunks of arrays.
    Manifest,
    /// The changes of a commit.
    TransactionLog,
    /// Branches, tags and the history of a repository; since version 2.
    RepoInfo,
}

impl FileType {
    /// Returns the name of the type in the official package.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Manifest => "manifest",
            Self::TransactionLog => "transaction-log",
            Self::RepoInfo => "repo-info",
        }
    }
}

/// How the content is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "IcechunkCompression"))]
#[serde(rename_all = "kebab-case")]
pub enum Compression {
    /// Not compressed.
    None,
    /// It is one zstd frame.
    Zstd,
}

/// The header of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The program that wrote it.
    pub implementation: String,
    /// Version of the specification: 1 or 2.
    pub spec_version: u8,
    /// The type of the file.
    pub file_type: FileType,
    /// How the content is compressed.
    pub compression: Compression,
}

impl Header {
    /// Reads the header.
    ///
    /// # Errors
    /// `UnknownFormat`, `Truncated`, `WrongVersion`, `BadHeader`.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        if !bytes.starts_with(&MAGIC) {
            let is_cut = MAGIC.starts_with(bytes);
            let (code, message) = match (bytes.is_empty(), is_cut) {
                (true, _) => (Code::Empty, "this file is empty"),
                (_, true) => (Code::Truncated, "the file ends in its first bytes"),
                _ => (Code::UnknownFormat, "this is not Icechunk metadata: its first bytes differ"),
            };
            return Err(Error::at(code, 0, message, "name a file of a repository's metadata"));
        }
        let Some(bytes) = bytes.first_chunk::<HEADER_BYTES>() else {
            let message = format!("the file ends in its header, which has {HEADER_BYTES} bytes");
            return Err(Error::at(Code::Truncated, bytes.len() as u64, message, COPY_AGAIN));
        };
        let at = MAGIC.len() + IMPLEMENTATION_BYTES;
        let implementation = String::from_utf8_lossy(&bytes[MAGIC.len()..at]);
        let (spec_version, file_type, compression) = (bytes[at], bytes[at + 1], bytes[at + 2]);
        let wrong = |code, at: usize, message: String| {
            Error::at(code, at as u64, message, "use a newer tagview if a newer Icechunk wrote the file")
        };
        if !(1..=2).contains(&spec_version) {
            let message =
                format!("the file has version {spec_version} of the specification; tagview reads 1 and 2");
            return Err(wrong(Code::WrongVersion, at, message));
        }
        let file_type = match file_type {
            1 => FileType::Snapshot,
            2 => FileType::Manifest,
            4 => FileType::TransactionLog,
            6 => FileType::RepoInfo,
            other => return Err(wrong(Code::BadHeader, at + 1, format!("unknown file type {other}"))),
        };
        let compression = match compression {
            0 => Compression::None,
            1 => Compression::Zstd,
            other => return Err(wrong(Code::BadHeader, at + 2, format!("unknown compression {other}"))),
        };
        let implementation = implementation.trim_end_matches([' ', '\0']).to_owned();
        Ok(Self { implementation, spec_version, file_type, compression })
    }
}
