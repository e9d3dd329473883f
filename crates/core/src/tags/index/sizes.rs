//! Sizes of an index in bytes.

/// Maximum size of an index, in bytes of payload: 364,000 frames of three channels. Writers do not exceed it; readers
/// do not load more.
pub const MAX_BYTES: u64 = 64 << 20;

/// Bytes of the skippable frame before the payload.
pub const HEADER_BYTES: u64 = 8;

/// Hash, length and magic at the payload's end.
pub const TRAILER_BYTES: u64 = 24;

/// Payload bytes of an index without frames.
pub const FIXED_BYTES: u64 = 32 + TRAILER_BYTES;

/// Payload bytes of an index of version 1 without frames.
pub const LEAST_BYTES: u64 = FIXED_BYTES - 8;

/// Words of a frame's entry without its channels.
const FRAME_WORDS: u64 = 9;

/// Words of a channel's entry.
const CHANNEL_WORDS: u64 = 5;

/// Payload bytes of the entry of a frame with `channels` channels.
pub fn frame_bytes(channels: usize) -> u64 {
    8 * (FRAME_WORDS + CHANNEL_WORDS * channels as u64)
}
