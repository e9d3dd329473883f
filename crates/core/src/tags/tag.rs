//! The time tag itself.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// One detection: its time and channel.
///
/// It has exactly the layout of a Cap'n Proto `Tag` (two little-endian words), so decoded bytes are viewed as tags
/// without a copy. See `schema/tags.capnp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Tag {
    /// Time in ticks of the recording device.
    pub time: i64,
    /// Channel number of the device.
    pub channel: u64,
}

/// Sorts `tags` by time; equal times keep their order. Fast on sorted runs. All callers share this sort: each further
/// instance takes some 10 kB of a program.
pub fn sort_by_time(tags: &mut [Tag]) {
    tags.sort_by_key(|tag| tag.time);
}

// File bytes can be viewed as tags only on little-endian machines.
#[cfg(target_endian = "big")]
compile_error!("tagview-core views little-endian file bytes in place and needs a little-endian target");
