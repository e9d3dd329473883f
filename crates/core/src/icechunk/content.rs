//! The content of a file, read but not interpreted yet.

use serde::Serialize;

use crate::Findings;

/// The content of a file besides its header.
pub struct Content {
    /// Bytes of the file.
    pub file_bytes: u64,
    /// The header of its zstd frame; `None` if the content is stored.
    pub frame: Option<Frame>,
    /// The content, decompressed.
    pub bytes: Vec<u8>,
    pub findings: Findings,
}

/// The header of a zstd frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "IcechunkFrame"))]
pub struct Frame {
    /// Bytes of the decompressed content; `None` if the frame does not state them, like frames of old writers.
    pub content_bytes: Option<u64>,
    /// Bytes of content that a decoder must keep.
    pub window_bytes: u64,
    /// Whether a checksum follows the content.
    pub checksum: bool,
}
