//! The beginning of a file that ends with an index; see [`layout`](super::layout) for its bytes.

/// The whole skippable frame that announces an index.
pub const ANNOUNCEMENT: [u8; 24] = *b"\x54\x2A\x4D\x18\x10\0\0\0tagv.rec\x01\0\0\0\0\0\0\0";
