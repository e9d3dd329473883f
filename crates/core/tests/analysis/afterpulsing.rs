//! Dead time and afterpulsing against the same from the list of gaps, and by hand.

use proptest::prelude::*;
use tagview_core::Value;
use tagview_core::analysis::log_edges;
use tagview_core::tags::Tag;

use crate::naive::{answer, channels, gaps};
use crate::tags::{device, tag, wild};

/// Gaps that are about exponential after a dead time, some of them short.
fn detector() -> impl Strategy<Value = Vec<Tag>> {
    let gap = prop_oneof![
        9 => (1..10_000_i64).prop_map(|k| 20 + (-(k as f64 / 10_000.0).ln() * 400.0) as i64),
        1 => 20..40_i64,
    ];
    proptest::collection::vec(gap, 0..300).prop_map(|gaps| {
        let mut time = 0;
        let next = |gap| {
            time += gap;
            tag(3, time)
        };
        gaps.into_iter().map(next).collect()
    })
}

/// The excess over light in the gaps before `t1`, told from those between `t1` and `t2`.
fn naive_excess(gaps: &[i64], edges: &[i64], t1: i64, t2: i64) -> (f64, f64) {
    let least = *gaps.iter().min().unwrap();
    let total: i64 = gaps.iter().sum();
    let between = |low: i64, high: i64| gaps.iter().filter(|gap| (low..high).contains(gap)).count() as f64;
    let (n1, n2, past) = (between(least, t1), between(t1, t2), between(t1, i64::MAX));
    // What a histogram knows of a gap before t1: the middle of its bin.
    let middle = |gap: &&i64| {
        let low = edges.iter().copied().filter(|edge| edge <= *gap).max().unwrap_or(least).max(least);
        let high = edges.iter().copied().find(|edge| edge > *gap).unwrap();
        (low + high - 1) as f64 / 2.0
    };
    let before: f64 = gaps.iter().filter(|gap| **gap < t1).map(|gap| middle(&gap)).sum();
    let rate = past / (total as f64 - before - past * t1 as f64);
    let light =
        |from: i64, to: i64| (-rate * (from - least) as f64).exp() - (-rate * (to - least) as f64).exp();
    let ratio = light(least, t1) / light(t1, t2);
    let (n, excess) = (gaps.len() as f64, n1 - ratio * n2);
    let counts = n1 + ratio.powi(2) * n2 - excess.powi(2) / n;
    let of_rate = n2 * ratio * rate * (t1 - least) as f64 / past.sqrt();
    (excess / n, (counts + of_rate.powi(2)).sqrt() / n)
}

fn naive_afterpulsing(gaps: &[i64], edges: &[i64]) -> Option<(f64, f64)> {
    let least = *gaps.iter().min()?;
    let end = edges[edges.len() - 1];
    let mean = gaps.iter().sum::<i64>() as f64 / gaps.len() as f64;
    let near = |from: i64, stretch: f64| {
        let next = edges.iter().copied().find(|edge| *edge > from);
        edges.iter().copied().filter(|edge| *edge > from && *edge <= from + stretch as i64).max().or(next)
    };
    let estimate = |stretch: f64| {
        let t1 = near(least, stretch).filter(|t1| (t1 - least) as f64 <= mean)?;
        let t2 = near(t1, (t1 - least) as f64)?;
        let known = gaps.iter().any(|gap| (t1..t2).contains(gap));
        known.then(|| naive_excess(gaps, edges, t1, t2)).filter(|(p, error)| p.is_finite() && *error < 0.5)
    };
    let longest = mean.min((end - least) as f64 / 2.0);
    let mut stretch = longest.min(mean / 5.0);
    let mut found = estimate(stretch)?;
    while 2.0 * stretch <= longest {
        stretch *= 2.0;
        match estimate(stretch) {
            Some(wider) if wider.0 > found.0 + 2.0 * wider.1 => found = wider,
            _ => break,
        }
    }
    Some(found)
}

fn check(tags: &[Tag], entries: &[(&str, i64)], edges: &[i64]) {
    let answer = answer("gaps", entries, tags);
    let Some(Value::List(found)) = answer.get("channels") else { panic!() };
    for (found, channel) in found.iter().zip(channels(tags)) {
        let gaps = gaps(tags, channel);
        let ordered = gaps.iter().all(|gap| *gap >= 0);
        let dead_time = gaps.iter().min().copied().filter(|_| ordered);
        assert_eq!(found.get("dead_time"), Some(&Value::time(dead_time)));
        let expected = if ordered { naive_afterpulsing(&gaps, edges) } else { None };
        let number = |name| match found.get(name) {
            Some(Value::Float(x)) => Some(*x),
            Some(Value::Null) => None,
            other => panic!("{other:?}"),
        };
        let near = |found: Option<f64>, expected: Option<f64>| match found.zip(expected) {
            Some((found, expected)) => (found - expected).abs() < 1e-9 * expected.abs().max(1e-3),
            None => found == expected,
        };
        let (p, error) = (number("afterpulsing"), number("afterpulsing_error"));
        assert!(near(p, expected.map(|e| e.0)), "{p:?} {expected:?} {gaps:?}");
        assert!(near(error, expected.map(|e| e.1)), "{error:?} {expected:?} {gaps:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn dead_time_and_afterpulsing(
        tags in prop_oneof![detector(), device(300)], from in -50..60_i64, bins in 1..400_i64, bin in 1..50_i64,
        log in prop_oneof![1..=12_u32, Just(40)],
    ) {
        for bin in [1, bin] {
            let edges: Vec<i64> = (0..=bins).map(|k| from + k * bin).collect();
            check(&tags, &[("from", from), ("to", from + bins * bin - 1), ("bin", bin)], &edges);
        }
        check(&tags, &[("log", i64::from(log))], &log_edges(log));
    }

    #[test]
    fn extreme_times_have_no_afterpulsing_that_is_no_number(tags in wild(60)) {
        for entries in [vec![], vec![("log", 10)], vec![("from", i64::MIN), ("to", i64::MAX), ("bin", 1 << 58)]] {
            let answer = answer("gaps", &entries, &tags);
            prop_assert!(!format!("{answer:?}").contains("NaN"), "{answer:?}");
        }
    }
}

#[test]
fn the_excess_soon_after_the_dead_time_is_afterpulsing() {
    // After 10 ticks without any: 30 gaps of 10 to 29, of which light explains about 10; then the
    // same number in every 20 ticks up to a gap of 1009.
    let mut time = 0;
    let mut tags = vec![tag(3, 0)];
    let gaps = (0..500).map(|k| 10 + 2 * k).chain((0..20).map(|k| 10 + k));
    for gap in gaps {
        time += gap;
        tags.push(tag(3, time));
    }
    let answer = answer("gaps", &[("from", 0), ("to", 59), ("bin", 10)], &tags);
    let Some(Value::List(channels)) = answer.get("channels") else { panic!() };
    let float = |name| match channels[0].get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{other:?}"),
    };
    assert_eq!(channels[0].get("dead_time"), Some(&Value::Int(10)));
    // Before 30 there are 30, and then 10 up to 49. The exponential falls by 4 % from the one to the other.
    assert!((float("afterpulsing") - 19.6 / 520.0).abs() < 0.2 / 520.0, "{}", float("afterpulsing"));
    assert!((float("afterpulsing_error") - 40.0_f64.sqrt() / 520.0).abs() < 0.3 / 520.0);
}
