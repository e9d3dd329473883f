//! What is read of a file before anybody looks into it.

use serde::Serialize;

use super::findings::Findings;

/// What was read of a file besides its header.
pub struct Content {
    /// Bytes of the file.
    pub file_bytes: u64,
    /// What its zstd frame says; `None` where the content is stored.
    pub frame: Option<Frame>,
    /// The content, decompressed.
    pub bytes: Vec<u8>,
    pub findings: Findings,
}

/// What the header of a zstd frame says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "IcechunkFrame"))]
pub struct Frame {
    /// Bytes of content, where the frame says so; old writers' frames don't.
    pub content_bytes: Option<u64>,
    /// Bytes of content that a decoder must keep.
    pub window_bytes: u64,
    /// Whether a checksum follows the content.
    pub checksum: bool,
}
