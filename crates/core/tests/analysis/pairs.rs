//! Correlations compared with a loop over all pairs of tags.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::counting::log_edges;
use tagview_core::run::LOOK_AHEAD;
use tagview_core::tags::Tag;

use crate::coincidences::coincidence;
use crate::dense::{at_an_end, crowd};
use crate::dynamic::{Params, Value, make};
use crate::own_pairs::pairs_of;
use crate::tags::{device, wild};

pub fn any_tags() -> impl Strategy<Value = Vec<Tag>> {
    prop_oneof![device(120), crowd(60), wild(5), at_an_end(60)]
}

/// The first tag that is too early for its place.
pub fn too_early(tags: &[Tag]) -> Option<usize> {
    (0..tags.len()).find(|k| {
        let latest = tags[..*k].iter().map(|tag| tag.time).max();
        latest.is_some_and(|latest| i128::from(latest) - i128::from(tags[*k].time) > i128::from(LOOK_AHEAD))
    })
}

pub fn reordered(tags: &[Tag]) -> u64 {
    (0..tags.len()).filter(|k| tags[..*k].iter().any(|tag| tag.time > tags[*k].time)).count() as u64
}

pub fn of(tags: &[Tag], channel: u64) -> Vec<(usize, i128)> {
    let of = tags.iter().enumerate().filter(|(_, tag)| tag.channel == channel);
    of.map(|(k, tag)| (k, i128::from(tag.time))).collect()
}

pub fn delays_of(tags: &[Tag], a: u64, b: u64) -> Vec<i128> {
    let (a, b) = (of(tags, a), of(tags, b));
    a.iter().flat_map(|(i, x)| b.iter().filter(move |(j, _)| i != j).map(move |(_, y)| y - x)).collect()
}

fn counts(delays: &[i128], edges: &[i128]) -> Value {
    let within = |bin: &[i128]| delays.iter().filter(|d| (bin[0]..bin[1]).contains(d)).count() as u64;
    Value::Counts(edges.windows(2).map(within).collect())
}

/// Runs in parts that end at `cuts`, every second one joined by its byte form.
pub fn run(
    name: &str,
    entries: &[(&str, i64)],
    tags: &[Tag],
    cuts: &[prop::sample::Index],
) -> Result<Value, Code> {
    let entries = entries.iter().map(|&(name, n)| (name.to_owned().into(), Value::Int(n)));
    run_with(name, &Value::Map(entries.collect()), tags, cuts)
}

pub fn run_with(
    name: &str,
    request: &Value,
    tags: &[Tag],
    cuts: &[prop::sample::Index],
) -> Result<Value, Code> {
    let new = || make(name, &Params::new(request.clone()).unwrap()).unwrap();
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(tags.len() + 1)).collect();
    cuts.sort_unstable();
    cuts.push(tags.len());
    let mut all = new();
    let mut begin = 0;
    for (k, cut) in cuts.into_iter().enumerate() {
        if k % 2 == 0 {
            all.push_tags(&tags[begin..cut]).map_err(|e| e.code)?;
        } else {
            let mut later = new();
            later.push_tags(&tags[begin..cut]).map_err(|e| e.code)?;
            all.join(&later.save().unwrap()).map_err(|e| e.code)?;
        }
        begin = cut;
    }
    all.stopped().map_or(Ok(all.result()), |error| Err(error.code))
}

fn floats(value: &Value, name: &str) -> Vec<f64> {
    match value.get(name) {
        Some(Value::Floats(floats)) => floats.clone(),
        other => panic!("{other:?}"),
    }
}

/// The channels correlated here: two, and one with itself.
const PAIRS: [(u64, u64); 3] = [(3, 15), (15, 3), (3, 3)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn linear_correlation(
        tags in any_tags(), from in -600..600_i64, span in 0..2000_i64, width in 1..300_i64, fine in any::<bool>(),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let bin = if fine { 1 } else { width };
        for (a, b) in PAIRS {
            let entries = [("a", a as i64), ("b", b as i64), ("from", from), ("to", from + span), ("bin", bin)];
            let answer = run("correlation", &entries, &tags, &cuts);
            if too_early(&tags).is_some() {
                prop_assert_eq!(answer, Err(Code::Order));
                continue;
            }
            let answer = answer.unwrap();
            let bins = i128::from(span / bin + 1);
            let edges: Vec<i128> = (0..=bins).map(|k| i128::from(from) + k * i128::from(bin)).collect();
            let expected = counts(&delays_of(&tags, a, b), &edges);
            prop_assert_eq!(answer.get("counts"), Some(&expected));
            prop_assert_eq!(answer.get("reordered"), Some(&Value::Count(reordered(&tags))));

            let (times_a, times_b) = (of(&tags, a), of(&tags, b));
            let times = tags.iter().map(|tag| i128::from(tag.time));
            let span = times.clone().max().zip(times.min()).map(|(max, min)| max - min);
            prop_assert_eq!(answer.get("span"), Some(&span.map_or(Value::Null, Value::big)));
            let Value::Counts(expected) = expected else { unreachable!() };
            for ((g2, n), bin) in floats(&answer, "g2").iter().zip(expected).zip(edges.windows(2)) {
                // A pair with the delay d fits into the recording at span - |d| times.
                let span = span.unwrap_or(0);
                let overlap: i128 = (bin[0]..bin[1]).map(|d| (span - d.abs()).max(0)).sum();
                let product = overlap as f64 * pairs_of(&times_a, &times_b) as f64;
                let norm = (span as f64).powi(2) / product;
                if norm > 0.0 && norm.is_finite() {
                    prop_assert!((g2 - n as f64 * norm).abs() <= 1e-12 * g2.abs());
                } else {
                    prop_assert!(g2.is_nan());
                }
            }
        }
    }

    #[test]
    fn logarithmic_correlation(
        tags in any_tags(), log in prop_oneof![1..=12_u32, Just(40)], to in 1..9000_i64,
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        for (a, b) in PAIRS {
            let entries = [("a", a as i64), ("b", b as i64), ("log", i64::from(log)), ("to", to)];
            let answer = run("correlation", &entries, &tags, &cuts);
            if too_early(&tags).is_some() {
                prop_assert_eq!(answer, Err(Code::Order));
                continue;
            }
            let answer = answer.unwrap();
            let edges: Vec<i128> = log_edges(log).into_iter().map(i128::from).collect();
            let edges = &edges[..=edges.iter().position(|edge| *edge > i128::from(to)).unwrap()];
            let expected = counts(&delays_of(&tags, a, b), edges);
            prop_assert_eq!(answer.get("counts"), Some(&expected));

            let Value::Counts(expected) = expected else { unreachable!() };
            let times = || tags.iter().map(|tag| i128::from(tag.time));
            let (first, last) = (times().min().unwrap_or(0), times().max().unwrap_or(0));
            for (k, g2) in floats(&answer, "g2").into_iter().enumerate() {
                let end = edges[k + 1].min(last - first);
                let d = (edges[k] + end - 1) / 2;
                let (mut tags_a, mut tags_b) = (of(&tags, a), of(&tags, b));
                tags_a.retain(|(_, t)| *t <= last - d);
                tags_b.retain(|(_, t)| *t >= first + d);
                let pairs = pairs_of(&tags_a, &tags_b);
                if end > edges[k] && pairs > 0 {
                    let expected = expected[k] as f64 * (last - first - d) as f64
                        / ((end - edges[k]) as f64 * pairs as f64);
                    prop_assert!((g2 - expected).abs() <= 1e-12 * expected);
                } else {
                    prop_assert!(g2.is_nan());
                }
            }
        }
    }
}

/// Many tags of few channels, so close that the range around a tag contains between none and many of them.
fn long_runs() -> impl Strategy<Value = Vec<Tag>> {
    let step = prop_oneof![0..30_i64, 0..600_i64];
    let steps = proptest::collection::vec((prop_oneof![5 => Just(3), 1 => Just(15)], step), 1500..2500);
    steps.prop_map(|steps| {
        let mut time = 0;
        let next = |(channel, step)| {
            time += step;
            Tag { time, channel }
        };
        steps.into_iter().map(next).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn correlation_of_long_runs(tags in long_runs(), half in 0..900_i64, shift in -500..500_i64, bin in 1..70_i64) {
        for (from, to) in [(-half, half), (shift - half, shift + half)] {
            let bins = i128::from((to - from) / bin + 1);
            let edges: Vec<i128> = (0..=bins).map(|k| i128::from(from) + k * i128::from(bin)).collect();
            for (a, b) in PAIRS {
                let entries = [("a", a as i64), ("b", b as i64), ("from", from), ("to", to), ("bin", bin)];
                let answer = run("correlation", &entries, &tags, &[]).unwrap();
                let mut expected = vec![0; bins as usize];
                for d in delays_of(&tags, a, b) {
                    let bin = (d - edges[0]).div_euclid(i128::from(bin));
                    if let Some(n) = usize::try_from(bin).ok().and_then(|bin| expected.get_mut(bin)) {
                        *n += 1;
                    }
                }
                prop_assert_eq!(answer.get("counts"), Some(&Value::Counts(expected)));
            }
        }
    }
}

pub fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    match value.get(name) {
        Some(Value::List(list)) => list,
        other => panic!("{other:?}"),
    }
}

#[test]
fn requests_that_make_no_sense_are_wrong_usage() {
    let refused = |name: &str, request: Value, what: &str| {
        let error = make(name, &Params::new(request).unwrap()).err().expect(what);
        assert_eq!(error.code, Code::Usage, "{error}");
        assert!(error.to_string().contains(what), "{error}");
    };
    refused("coincidence", coincidence(3, &[], &[vec![3, 15, 3]]), "channel 3 is in a pattern twice");
    refused("coincidence", coincidence(3, &[], &[vec![3]]), "2 to 16");
    refused("coincidence", coincidence(-1, &[], &[]), "`window`");
    refused("coincidence", coincidence(1, &[(3, 1), (3, 2)], &[]), "two delays");
    refused("correlation", Value::map([("a", Value::Int(3))]), "`b` is missing");
    let far = [
        ("a", Value::Int(3)),
        ("b", Value::Int(3)),
        ("from", Value::Int(i64::MIN)),
        ("bin", Value::Int(1 << 50)),
    ];
    refused("correlation", Value::map(far), "shorter `range`");
}

#[test]
fn a_single_bin_may_be_wider_than_32_bits() {
    let tags = [(3, 0), (15, 7)].map(|(channel, time)| Tag { time, channel });
    let entries = [("a", 3), ("b", 15), ("from", 0), ("to", 0), ("bin", 1 << 32)];
    let answer = run("correlation", &entries, &tags, &[]).unwrap();
    assert_eq!(answer.get("counts"), Some(&Value::Counts(vec![1])));
}

#[test]
fn a_delay_is_measured_over_its_background() {
    // 15 follows 3 by 37 +- 2 ticks, every tenth time at another delay. No two gaps are alike, as those of pulses are.
    let mut tags = Vec::new();
    for k in 0..1000_i64 {
        let time = 10_000 * k + k * k % 7919;
        tags.push(Tag { channel: 3, time });
        let delay =
            if k % 10 == 0 { 13 * k % 6000 - 3000 } else { 37 + [-2, -1, 0, 0, 0, 1, 2][k as usize % 7] };
        tags.push(Tag { channel: 15, time: time + delay });
    }
    tags.sort_by_key(|tag| tag.time);
    let answer = run("delay", &[("a", 3), ("b", 15)], &tags, &[]).unwrap();
    assert_eq!(answer.get("delay"), Some(&Value::Int(37)));
    let float = |name| match answer.get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{name}: {other:?}"),
    };
    assert!((float("centre") - 37.0).abs() < 3.0 * float("centre_error"), "{}", float("centre"));
    assert!(float("centre_error") < 0.1);
    assert!((1.0..4.0).contains(&float("fwhm")), "{}", float("fwhm"));
    assert!(float("significance") > 30.0);
    assert!((0.005..0.02).contains(&float("background")), "{}", float("background"));

    // The first tags of both: one pair is no peak.
    let answer = run("delay", &[("a", 3), ("b", 15)], &tags[..2], &[]).unwrap();
    assert_eq!(answer.get("delay"), Some(&Value::Null));
    let answer = run("delay", &[("a", 3), ("b", 4)], &tags, &[]).unwrap();
    assert_eq!((answer.get("delay"), answer.get("peak_counts")), (Some(&Value::Null), Some(&Value::Null)));
}
