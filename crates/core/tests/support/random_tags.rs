//! Random tags and parameters for tests.

use proptest::prelude::*;
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value};

/// Channels up to the largest possible one. Several share their low byte.
pub const CHANNELS: [u64; 7] = [3, 15, 16, 259, 0, u64::MAX, u64::MAX - 256];

pub fn tag(channel: u64, time: i64) -> Tag {
    Tag { time, channel }
}

/// `params(&[("bin", 10)])`: parameters that are whole numbers.
pub fn params(entries: &[(&str, i64)]) -> Params {
    let entries = entries.iter().map(|(name, n)| ((*name).to_owned().into(), Value::Int(*n))).collect();
    Params::new(Value::Map(entries)).unwrap()
}

/// Times that mostly ascend, with ties and steps back.
pub fn device(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let step = prop_oneof![4 => 0..=20_i64, 2 => 0..=3000_i64, 1 => Just(0), 1 => -500..=0_i64];
    let steps = proptest::collection::vec((0..CHANNELS.len(), step), 0..=tags);
    (-1000..=1000_i64, steps).prop_map(|(mut time, steps)| {
        let next = |(channel, step): (usize, i64)| {
            time += step;
            tag(CHANNELS[channel], time)
        };
        steps.into_iter().map(next).collect()
    })
}

/// Times without rhyme or reason, the least and the largest there are among them.
pub fn wild(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, 1 << 53, i64::MAX - 1, i64::MAX];
    let time = prop_oneof![any::<i64>(), proptest::sample::select(ends.to_vec()), -100..=100_i64];
    proptest::collection::vec((0..CHANNELS.len(), time), 0..=tags)
        .prop_map(|tags| tags.into_iter().map(|(channel, time)| tag(CHANNELS[channel], time)).collect())
}

/// Times with steps back of about the sortable size, so that tags are too late after a few or many others.
pub fn late(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    const LOOK_AHEAD: i64 = tagview_core::run::LOOK_AHEAD;
    let few = LOOK_AHEAD - 40..LOOK_AHEAD + 40;
    let back = -LOOK_AHEAD - 40..-LOOK_AHEAD + 40;
    let step = prop_oneof![12 => 0..=300_i64, 4 => few, 1 => back, 4 => -500..=0_i64, 3 => -40_000..0_i64];
    let steps = proptest::collection::vec((0..CHANNELS.len(), step), 0..=tags);
    steps.prop_map(|steps| {
        let mut time = 0;
        let next = |(channel, step): (usize, i64)| {
            time += step;
            tag(CHANNELS[channel], time)
        };
        steps.into_iter().map(next).collect()
    })
}
