//! What a file begins with that an index ends; see [`layout`](super::layout) for its bytes.

/// The whole skippable frame with which a file begins that an index ends.
pub const ANNOUNCEMENT: [u8; 24] = *b"\x54\x2A\x4D\x18\x10\0\0\0tagv.rec\x01\0\0\0\0\0\0\0";
