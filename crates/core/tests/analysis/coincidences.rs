//! Coincidences and their accidentals, compared with a search of all combinations of tags.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::Tag;

use crate::dense::{at_an_end, crowd};
use crate::dynamic::{Params, Value, make};
use crate::pairs::{delays_of, list, of, run_with, too_early};
use crate::tags::{device, wild};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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
            // Compared as text, in which a missing number equals itself.
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
                // Channels of the k-th group are displaced by k times the steps.
                let delayed = |group: &[i64], steps: i64, shift: i64| {
                    let one = |(c, group): (&u64, &i64)| (*c, of_channel(*c) + group * steps * shift);
                    pattern.iter().zip(group).map(one).collect::<Vec<_>>()
                };
                let count = |pattern: &[(u64, i64)]| tuples(&tags, pattern, window, &mut Vec::new());
                let own = delayed(&vec![0; pattern.len()], 0, 0);
                prop_assert_eq!(found.get("counts"), Some(&Value::Count(count(&own))));
                let (near, width) = (displaced.max(10 * (2 * window + 1)), 2 * window + 1);
                let times = tags.iter().map(|tag| i128::from(tag.time));
                let span = times.clone().max().zip(times.min()).map_or(0, |(max, min)| max - min) as f64;
                let (expected, reach) = if let [(a, a_delay), (b, b_delay)] = own[..] {
                    let far = near + 32 * width;
                    let shift = b_delay - a_delay;
                    let within = |d: &i128| (i128::from(near + shift)..i128::from(far + shift)).contains(d);
                    let left = |d: i64| (span - (d + shift).abs() as f64).max(0.0);
                    let seen = |from: i64, to: i64| (from..to).map(left).sum::<f64>();
                    // Without any time in which pairs of this delay can be seen, there is no number of them.
                    let share = seen(-window, window + 1) / seen(near, far);
                    let pairs = delays_of(&tags, a, b).iter().filter(|d| within(d)).count() as f64;
                    (if share > 0.0 { pairs * share } else { f64::NAN }, far - 1)
                } else {
                    // One channel apart from two others, each of them, less twice all three apart.
                    let mean = |groups: [i64; 3]| {
                        let counts = [-2, -1, 1, 2].map(|steps| count(&delayed(&groups, steps, near)));
                        let farthest = groups.iter().max().unwrap() * near;
                        let windows = [2, 1, 1, 2].map(|steps| 1.0 - (steps * farthest) as f64 / span);
                        counts.iter().sum::<u64>() as f64 / windows.iter().sum::<f64>()
                    };
                    let apart = [[0, 0, 1], [0, 1, 0], [0, 1, 1]].map(mean).iter().sum::<f64>();
                    (apart - 2.0 * mean([0, 1, 2]), 4 * near)
                };
                let measured = found.get("accidentals_measured");
                if span < 2.0 * reach as f64 || !expected.is_finite() {
                    prop_assert_eq!(measured, Some(&Value::Null));
                } else {
                    let Some(Value::Float(measured)) = measured else { panic!("{measured:?}") };
                    prop_assert!((measured - expected).abs() < 1e-6, "{measured} {expected}");
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
    let Value::Map(mut request) = coincidence(3, &[(15, 5)], &[vec![3, 15]]) else { unreachable!() };
    request.push(("accidentals".into(), Value::Text("rates".into())));
    let answer = run_with("coincidence", &Value::Map(request), &tags, &[]).unwrap();
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
fn runs_that_are_far_apart_are_joined_in_bounded_memory() {
    let pairs = |begin: i64| -> Vec<Tag> {
        (0..10).flat_map(|k| [3, 15].map(|channel| Tag { channel, time: begin + 100 * k })).collect()
    };
    let Value::Map(mut request) = coincidence(5, &[], &[vec![3, 15]]) else { unreachable!() };
    request.push(("displaced".into(), Value::Int(20)));
    let run = |tags: &[Tag]| {
        let mut run = make("coincidence", &Params::new(Value::Map(request.clone())).unwrap()).unwrap();
        run.push_tags(tags).unwrap();
        run
    };
    for gap in [1 << 30, 1 << 45, 1 << 61, i64::MAX - 5000] {
        let (begin, end) = (pairs(-4000), pairs(gap));
        let mut joined = run(&begin);
        joined.join(&run(&end).save().unwrap()).unwrap();
        assert_eq!(joined.save().unwrap(), run(&[begin, end].concat()).save().unwrap(), "{gap}");
    }
}
