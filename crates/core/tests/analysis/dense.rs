//! Tags of few channels, close together.

use proptest::prelude::*;
use tagview_core::tags::Tag;

/// Few channels within few ticks: many ties.
pub fn crowd(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let one = (0..3_usize, 0..40_i64).prop_map(|(k, time)| Tag { time, channel: [3, 15, 16][k] });
    proptest::collection::vec(one, 0..=tags)
}

/// A crowd at the least or the greatest times that 64 bits hold.
pub fn at_an_end(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let moved = |time, is_late| if is_late { i64::MAX - time } else { i64::MIN + time };
    (crowd(tags), any::<bool>()).prop_map(move |(tags, is_late)| {
        tags.into_iter().map(|tag| Tag { time: moved(tag.time, is_late), ..tag }).collect()
    })
}
