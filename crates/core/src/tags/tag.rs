//! The time tag itself.

use bytemuck::{Pod, Zeroable};

/// One detection: when, and on which channel.
///
/// Laid out exactly as Cap'n Proto stores a `Tag` (two little-endian words), so decoded
/// bytes are viewed as tags without a copy. See `schema/tags.capnp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Tag {
    /// Time in ticks of the device that recorded it.
    pub time: i64,
    /// Channel number as the device counts them.
    pub channel: u64,
}

// Viewing file bytes as tags is only right where the machine's words are little-endian.
#[cfg(target_endian = "big")]
compile_error!("tagview-core views little-endian file bytes in place and needs a little-endian target");
