//! Tags for tests.

use proptest::prelude::*;
use tagview_core::tags::Tag;

/// Channels up to the maximum, some with more than 8 bits.
pub const CHANNELS: [u64; 8] = [3, 15, 0, 255, 256, 1 << 32, u64::MAX - 1, u64::MAX];

pub fn tag(channel: u64, time: i64) -> Tag {
    Tag { time, channel }
}

/// Irregular times, including the earliest and the latest possible.
pub fn wild(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, 1 << 53, i64::MAX - 1, i64::MAX];
    let time = prop_oneof![any::<i64>(), proptest::sample::select(ends.to_vec()), -100..=100_i64];
    let tags = proptest::collection::vec((proptest::sample::select(CHANNELS.to_vec()), time), 0..=tags);
    tags.prop_map(|tags| tags.into_iter().map(|(channel, time)| tag(channel, time)).collect())
}

/// Tags as a device records them: ascending times, on three channels.
pub fn device(tags: usize) -> Vec<Tag> {
    let mut state = 1_u64;
    let mut time = 585_950_217_716_i64;
    (0..tags)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            time += (state >> 47) as i64;
            tag([3, 15, 16][(state >> 40) as usize % 3], time)
        })
        .collect()
}
