//! The time tag itself.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// One detection: when, and on which channel.
///
/// Laid out exactly as Cap'n Proto stores a `Tag` (two little-endian words), so decoded
/// bytes are viewed as tags without a copy. See `schema/tags.capnp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Tag {
    /// Time in ticks of the device that recorded it.
    pub time: i64,
    /// Channel number as the device counts them.
    pub channel: u64,
}

/// Sorts `tags` by time; equal times keep their order. Fast on runs that are in order. All callers share this one sort: each
/// further instance takes some 10 kB of a program.
pub fn sort_by_time(tags: &mut [Tag]) {
    tags.sort_by_key(|tag| tag.time);
}

// Viewing file bytes as tags is only right where the machine's words are little-endian.
#[cfg(target_endian = "big")]
compile_error!("tagview-core views little-endian file bytes in place and needs a little-endian target");
