//! A channel with itself: g2 of steady light is 1 for any number of tags, because no tag is paired with itself.

use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};

const LENGTH: i64 = 1_000_000;

/// Number of pairs of these tags, without pairs of a tag with itself.
pub fn pairs_of(a: &[(usize, i128)], b: &[(usize, i128)]) -> usize {
    let own = a.iter().filter(|(i, _)| b.binary_search_by_key(i, |(j, _)| *j).is_ok()).count();
    a.len() * b.len() - own
}

/// The mean of `g2` by bin, over runs of 10 tags of channel 3 in a recording that begins and ends with channel 9; with its
/// standard error.
fn mean_g2(request: &[(&'static str, i64)]) -> Vec<(f64, f64)> {
    let runs = 4000;
    let mut state = 11_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 32) * LENGTH as u64) >> 32) as i64
    };
    let entries = [("a", 3), ("b", 3)].into_iter().chain(request.iter().copied());
    let entries: Vec<_> = entries.map(|(name, n)| (name.into(), Value::Int(n))).collect();
    let params = Params::new(Value::Map(entries)).unwrap();
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for _ in 0..runs {
        let ends = [0, LENGTH].map(|time| Tag { time, channel: 9 });
        let light: Vec<Tag> = (0..10).map(|_| Tag { time: next(), channel: 3 }).collect();
        let mut tags: Vec<Tag> = light.into_iter().chain(ends).collect();
        tags.sort_by_key(|tag| tag.time);
        let mut found = make("correlation", &params).unwrap();
        found.push_tags(&tags).unwrap();
        let Some(Value::Floats(g2)) = found.result().get("g2").cloned() else { panic!("no g2") };
        sums.resize(g2.len(), (0.0, 0.0));
        for ((sum, squares), value) in sums.iter_mut().zip(g2) {
            *sum += value;
            *squares += value * value;
        }
    }
    let runs = f64::from(runs);
    let mean =
        |(sum, squares): (f64, f64)| (sum / runs, ((squares / runs - (sum / runs).powi(2)) / runs).sqrt());
    sums.into_iter().map(mean).collect()
}

fn assert_one(request: &[(&'static str, i64)], error: f64) {
    for (bin, (mean, standard_error)) in mean_g2(request).into_iter().enumerate() {
        assert!(standard_error < error, "{request:?}, bin {bin}: not known well, +- {standard_error}");
        assert!(
            (mean - 1.0).abs() < 4.0 * standard_error,
            "{request:?}, bin {bin}: {mean} +- {standard_error}"
        );
    }
}

#[test]
fn g2_of_ten_tags_is_1_in_linear_bins() {
    assert_one(&[("from", 1), ("to", 300_000), ("bin", 100_000)], 0.01);
    assert_one(&[("from", -100_000), ("to", 100_000), ("bin", 200_001)], 0.01);
}

#[test]
fn g2_of_ten_tags_is_1_in_logarithmic_bins() {
    assert_one(&[("from", 20_000), ("to", 150_000), ("log", 2)], 0.02);
}

/// There is no pair, so there is nothing to normalise.
#[test]
fn g2_of_one_tag_is_not_known() {
    let params = Params::new(Value::map([("a", Value::Int(3)), ("b", Value::Int(3))])).unwrap();
    let mut found = make("correlation", &params).unwrap();
    found.push_tags(&[(9, 0), (3, 50), (9, 100)].map(|(channel, time)| Tag { time, channel })).unwrap();
    let Some(Value::Floats(g2)) = found.result().get("g2").cloned() else { panic!("no g2") };
    assert!(g2.iter().all(|value| value.is_nan()));
}
