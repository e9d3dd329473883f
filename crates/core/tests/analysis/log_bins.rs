//! Pairs in logarithmic bins, compared with a loop over all pairs.

use tagview_core::counting::log_edges;
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};

/// Steady light, so dense that pairs are counted one by one in the narrow bins and along the edges of the wide ones.
#[test]
fn logarithmic_bins_of_dense_light_hold_the_pairs_that_there_are() {
    let mut state = 1_u64;
    let mut time = 0;
    let tags: Vec<Tag> = (0..12_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            time += i64::try_from(state >> 40).unwrap() % 200;
            Tag { time, channel: 3 + (state >> 33) % 2 * 12 }
        })
        .collect();
    let of = |channel| tags.iter().filter(move |tag| tag.channel == channel).map(|tag| tag.time);
    let to = 200_000;
    let all = log_edges(10);
    let bins = all.partition_point(|edge| *edge <= to);
    let (edges, end) = (&all[..bins], all[bins]);
    for (a, b) in [(3, 15), (15, 3), (3, 3)] {
        let request = [("a", a), ("b", b), ("log", 10), ("from", 1), ("to", to)];
        let params = Params::new(Value::map(request.map(|(name, n)| (name, Value::Int(n))))).unwrap();
        let mut found = make("correlation", &params).unwrap();
        found.push_tags(&tags).unwrap();
        let mut counts = vec![0_u64; edges.len()];
        let others: Vec<i64> = of(b as u64).collect();
        for x in of(a as u64) {
            let near = others.partition_point(|y| *y <= x);
            for d in others[near..].iter().map(|y| y - x).take_while(|d| *d < end) {
                counts[edges.partition_point(|edge| *edge <= d) - 1] += 1;
            }
        }
        let Some(Value::Counts(seen)) = found.result().get("counts").cloned() else { panic!("no counts") };
        assert_eq!(seen, counts, "{a} and {b}");
    }
}

/// The last bin begins at half of the recording's length and ends beyond it.
#[test]
fn a_bin_that_ends_after_the_recording_is_normalised_by_its_part_within() {
    let mut state = 7_u64;
    let length = 2_000_000;
    let mut sum = 0.0;
    let runs = 40;
    for _ in 0..runs {
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (((state >> 32) * below) >> 32) as i64
        };
        let ends = [0, length].map(|time| Tag { time, channel: 9 });
        let light = (0..6000).map(|k| Tag { time: next(length as u64), channel: 3 + k % 2 * 12 });
        let mut tags: Vec<Tag> = light.chain(ends).collect();
        tags.sort_by_key(|tag| tag.time);
        let request = [("a", 3), ("b", 15), ("log", 3), ("from", 1_000_000), ("to", length)];
        let params = Params::new(Value::map(request.map(|(name, n)| (name, Value::Int(n))))).unwrap();
        let mut found = make("correlation", &params).unwrap();
        found.push_tags(&tags).unwrap();
        let result = found.result();
        let last = |name: &str| match result.get(name) {
            Some(Value::Floats(all)) => *all.last().unwrap(),
            other => panic!("{name}: {other:?}"),
        };
        sum += last("g2");
        assert!(last("g2_error").is_nan() && last("g2_low").is_nan(), "errors are not known");
    }
    // The mean of 40 is known to 0.004.
    let mean = sum / f64::from(runs);
    assert!((mean - 1.0).abs() < 0.012, "the mean is {mean}");
}
