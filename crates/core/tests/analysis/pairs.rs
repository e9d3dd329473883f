//! Correlations and coincidences against going through all pairs and all tuples.

use proptest::prelude::*;
use tagview_core::analysis::{LOOK_AHEAD, log_edges, make};
use tagview_core::request::Params;
use tagview_core::tags::Tag;
use tagview_core::{Code, Value};

use crate::dense::{at_an_end, crowd};
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
                // Tags of either channel are that far apart within the recording for so many ticks.
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

/// Many tags of few channels, so close that a tag has none to many within the range.
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

/// `coincidence` of these parameters.
pub fn coincidence(window: i64, delays: &[(u64, i64)], patterns: &[Vec<u64>]) -> Value {
    let lists = |lists: Vec<Vec<i64>>| {
        Value::List(
            lists.into_iter().map(|list| Value::List(list.into_iter().map(Value::Int).collect())).collect(),
        )
    };
    Value::map([
        ("window", Value::Int(window)),
        ("delays", lists(delays.iter().map(|(channel, delay)| vec![*channel as i64, *delay]).collect())),
        (
            "patterns",
            lists(patterns.iter().map(|p| p.iter().map(|channel| *channel as i64).collect()).collect()),
        ),
    ])
}

/// Combinations of one tag of each channel that fit into the window, by trying all.
pub fn tuples(tags: &[Tag], pattern: &[(u64, i64)], window: i64, chosen: &mut Vec<i128>) -> u64 {
    let Some(&(channel, delay)) = pattern.get(chosen.len()) else {
        let (least, most) = (chosen.iter().min().unwrap(), chosen.iter().max().unwrap());
        return u64::from(most - least <= i128::from(window));
    };
    let mut sum = 0;
    for (_, time) in of(tags, channel) {
        chosen.push(time - i128::from(delay));
        sum += tuples(tags, pattern, window, chosen);
        chosen.pop();
    }
    sum
}

pub fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    match value.get(name) {
        Some(Value::List(list)) => list,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn coincidences(
        tags in prop_oneof![device(40), crowd(40), wild(4), at_an_end(40)], window in prop_oneof![0..8_i64, 0..500_i64],
        delay in -300..300_i64, displaced in prop_oneof![0..50_i64, 0..3000_i64],
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let delays = [(3, delay), (15, -7)];
        let of_channel = |channel| delays.iter().find(|(c, _)| *c == channel).map_or(0, |(_, delay)| *delay);
        let patterns = [vec![3, 15], vec![16, 3], vec![15, 3, 16]];
        for patterns in [&patterns[..], &[]] {
            let Value::Map(mut request) = coincidence(window, &delays, patterns) else { unreachable!() };
            request.push(("displaced".into(), Value::Int(displaced)));
            let request = Value::Map(request);
            let answer = run_with("coincidence", &request, &tags, &cuts);
            // As text, in which a missing number equals itself.
            prop_assert_eq!(format!("{answer:?}"), format!("{:?}", run_with("coincidence", &request, &tags, &[])));
            if too_early(&tags).is_some() {
                prop_assert_eq!(answer, Err(Code::Order));
                continue;
            }
            let answer = answer.unwrap();
            let mut channels: Vec<u64> = tags.iter().map(|tag| tag.channel).collect();
            channels.sort_unstable();
            channels.dedup();
            let mut expected = patterns.to_vec();
            if patterns.is_empty() {
                for (k, a) in channels.iter().enumerate() {
                    expected.extend(channels[k + 1..].iter().map(|b| vec![*a, *b]));
                }
            }
            let found = list(&answer, "patterns");
            prop_assert_eq!(found.len(), expected.len());
            for (pattern, found) in expected.iter().zip(found) {
                let delayed = |steps: i64, shift: i64| {
                    let one = |(k, c): (usize, &u64)| (*c, of_channel(*c) + k as i64 * steps * shift);
                    pattern.iter().enumerate().map(one).collect::<Vec<_>>()
                };
                let count = |pattern: &[(u64, i64)]| tuples(&tags, pattern, window, &mut Vec::new());
                prop_assert_eq!(found.get("counts"), Some(&Value::Count(count(&delayed(0, 0)))));
                let (near, width) = (displaced.max(10 * (2 * window + 1)), 2 * window + 1);
                let times = tags.iter().map(|tag| i128::from(tag.time));
                let span = times.clone().max().zip(times.min()).map_or(0, |(max, min)| max - min) as f64;
                let (expected, windows, reach) = if let [(a, a_delay), (b, b_delay)] = delayed(0, 0)[..] {
                    let far = near + 32 * width;
                    let shift = b_delay - a_delay;
                    let within = |d: &i128| (i128::from(near + shift)..i128::from(far + shift)).contains(d);
                    let left = |d: i64| (span - (d + shift).abs() as f64).max(0.0);
                    let seen = |from: i64, to: i64| (from..to).map(left).sum::<f64>();
                    let windows = seen(near, far) / seen(-window, window + 1);
                    (delays_of(&tags, a, b).iter().filter(|d| within(d)).count() as u64, windows, far - 1)
                } else {
                    let counts = [-2, -1, 1, 2].map(|steps| count(&delayed(steps, near)));
                    let windows = [4, 2, 2, 4].map(|steps| 1.0 - f64::from(steps) * near as f64 / span);
                    (counts.iter().sum(), windows.iter().sum::<f64>(), 4 * near)
                };
                let measured = found.get("accidentals_measured");
                if span < 2.0 * reach as f64 || !windows.is_finite() || windows <= 0.0 {
                    prop_assert_eq!(measured, Some(&Value::Null));
                } else {
                    let Some(Value::Float(measured)) = measured else { panic!("{measured:?}") };
                    prop_assert!((measured * windows - expected as f64).abs() < 1e-6, "{measured} {windows} {expected}");
                }
            }
        }
    }
}

#[test]
fn coincidences_are_set_against_what_chance_gives() {
    // 3 at 0, 100, 200, 1000; 15, delayed by 5, at 5, 108, 190, 805: two within 3 ticks.
    let tags = [(3, 0), (15, 5), (3, 100), (15, 108), (15, 190), (3, 200), (15, 805), (3, 1000)]
        .map(|(channel, time)| Tag { time, channel });
    let answer = run_with("coincidence", &coincidence(3, &[(15, 5)], &[vec![3, 15]]), &tags, &[]).unwrap();
    let [found] = list(&answer, "patterns") else { panic!() };
    let float = |name| match found.get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{other:?}"),
    };
    assert_eq!(found.get("counts"), Some(&Value::Count(2)));
    let chance = 4.0 * 4.0 / 1000.0 * 7.0 * 0.995; // Delays from 2 to 8: both tags lie within 995 ticks in the mean.
    assert!((float("accidentals") - chance).abs() < 1e-12);
    assert!((float("car") - (2.0 - chance) / chance).abs() < 1e-9);
    let Some(Value::Float(efficiency)) = found.get("efficiency").and_then(|all| all.get("15")) else {
        panic!()
    };
    assert!((efficiency - (2.0 - chance) / 4.0).abs() < 1e-12);
}

#[test]
fn requests_that_make_no_sense_are_wrong_usage() {
    let refused = |name: &str, request: Value, what: &str| {
        let error = make(name, &Params::new(request).unwrap()).err().expect(what);
        assert_eq!(error.code, Code::Usage, "{error}");
        assert!(error.to_string().contains(what), "{error}");
    };
    refused("coincidence", coincidence(3, &[], &[vec![3, 15, 3]]), "channel 3 stands twice");
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
    refused("correlation", Value::map(far), "shorter --range");
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
