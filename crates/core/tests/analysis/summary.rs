//! The summary from a file's index equals that of the tags themselves.

use proptest::prelude::*;
use tagview_core::analysis::Summary;
use tagview_core::run::Analysis as _;
use tagview_core::tags::Tag;
use tagview_core::tags::index::Frame;

use crate::dynamic::{Params, Value, make};
use crate::tags::{device, tag, wild};

fn of_tags(tags: &[Tag]) -> Value {
    let mut summary = make("summary", &Params::default()).unwrap();
    summary.push_tags(tags).unwrap();
    summary.result()
}

fn of_frames<'a>(frames: impl Iterator<Item = &'a [Tag]>) -> Value {
    let frames: Vec<_> = frames.map(|tags| Frame::describe(tags).unwrap()).collect();
    tagview_bridge::to_value(&Summary::of_frames(&frames).unwrap().result())
}

/// Returns `summary` without its sound tags. Frames do not state which of their tags breaks the order.
fn without_sound(summary: Value) -> Value {
    without(summary, &["sound_tags", "sound_until"])
}

/// Returns `summary` without its sound tags, its first tag out of order and its span.
fn without_place(summary: Value) -> Value {
    without(without_sound(summary), &["first_disorder", "span"])
}

fn without(summary: Value, names: &[&str]) -> Value {
    let Value::Map(mut entries) = summary else { unreachable!() };
    for (name, value) in &mut entries {
        if names.contains(&name.as_ref()) {
            *value = Value::Null;
        }
    }
    Value::Map(entries)
}

proptest! {
    #[test]
    fn frames_have_the_summary_of_their_tags(tags in prop_oneof![device(300), wild(40)], length in 1usize..50) {
        let (framed, counted) = (of_frames(tags.chunks(length)), of_tags(&tags));
        prop_assert_eq!(without_place(framed), without_place(counted));
    }

    #[test]
    fn what_is_out_of_order_between_frames_has_its_place(tags in device(300), length in 1usize..50) {
        let mut tags = tags;
        for frame in tags.chunks_mut(length) {
            frame.sort_by_key(|tag| tag.time);
        }
        prop_assert_eq!(without_sound(of_frames(tags.chunks(length))), without_sound(of_tags(&tags)));
    }
}

/// Ten tags 1,000 ticks apart, `damage` in place of what follows, ten more tags.
fn damaged(damage: &[i64]) -> Vec<Tag> {
    let sound = |from: i64| (from..from + 10).map(|k| tag(3, 1000 * k));
    sound(0).chain(damage.iter().map(|time| tag(9, *time))).chain(sound(20)).collect()
}

#[test]
fn tags_before_the_damage_are_reported_as_sound() {
    let sound = |tags: &[Tag]| {
        let summary = of_tags(tags);
        ["sound_tags", "sound_until", "span"].map(|name| summary.get(name).cloned().unwrap())
    };
    let ten = [Value::Count(10), Value::Int(9000), Value::Null];
    let far = 1 << 50;
    for damage in [&[far][..], &[far, -far], &[far, far + 5, far + 70_000, 7], &[-far], &[i64::MIN, i64::MAX]]
    {
        assert_eq!(sound(&damaged(damage)), ten, "{damage:?}");
    }
    let many: Vec<i64> = (0..40).map(|k| far + 1000 * k).collect();
    assert_eq!(sound(&damaged(&many)), ten, "40 tags");
    // Order that is put right, a pause, and nothing at all break nothing.
    for whole in [&[9500, 9100][..], &[10_000, 11_000], &[]] {
        assert_eq!(sound(&damaged(whole)), [Value::Null, Value::Null, Value::Int(29_000)], "{whole:?}");
    }
}

#[test]
fn no_position_is_reported_if_an_earlier_frame_may_have_it() {
    let frames: [&[Tag]; 3] = [&[tag(3, 5), tag(3, 4)], &[], &[tag(3, 1), tag(3, 2)]];
    let summary = of_frames(frames.into_iter());
    assert_eq!(summary.get("out_of_order"), Some(&Value::Count(2)));
    assert_eq!(summary.get("first_disorder"), Some(&Value::Null));
    assert_eq!(summary.get("span"), Some(&Value::Null));
}
