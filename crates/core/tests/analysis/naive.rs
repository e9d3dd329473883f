//! Each analysis compared with a direct computation, on random tags.

use proptest::prelude::*;
use tagview_core::counting::log_edges;
use tagview_core::tags::Tag;

use crate::dynamic::{Value, make};
use crate::tags::{device, late, params, wild};

/// `gaps` without what is tested in `afterpulsing.rs`.
fn gaps_answer(entries: &[(&str, i64)], tags: &[Tag]) -> Value {
    let mut answer = answer("gaps", entries, tags);
    let Value::Map(entries) = &mut answer else { panic!() };
    entries.retain(|(name, _)| name != "hints");
    for (_, value) in entries {
        let Value::List(channels) = value else { continue };
        for channel in channels {
            let Value::Map(entries) = channel else { panic!() };
            entries.truncate(7);
        }
    }
    answer
}

pub fn answer(name: &str, entries: &[(&str, i64)], tags: &[Tag]) -> Value {
    let mut analysis = make(name, &params(entries)).unwrap();
    // Batches of seven, so that state must survive between them.
    for batch in tags.chunks(7) {
        analysis.push_tags(batch).unwrap();
    }
    analysis.result()
}

fn any_tags() -> impl Strategy<Value = Vec<Tag>> {
    prop_oneof![device(300), wild(60)]
}

/// Generates tags with one run of tags whose times are far too great.
fn forward_and_back(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let place = any::<proptest::sample::Index>;
    (device(tags), place(), place(), 1_000_000..5_000_000_i64).prop_map(|(mut tags, a, b, by)| {
        let (a, b) = (a.index(tags.len() + 1), b.index(tags.len() + 1));
        tags[a.min(b)..a.max(b)].iter_mut().for_each(|tag| tag.time += by);
        tags
    })
}

pub fn channels(tags: &[Tag]) -> Vec<u64> {
    let mut all: Vec<u64> = tags.iter().map(|tag| tag.channel).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn times(tags: &[Tag], channel: u64) -> Vec<i64> {
    tags.iter().filter(|tag| tag.channel == channel).map(|tag| tag.time).collect()
}

pub fn gaps(tags: &[Tag], channel: u64) -> Vec<i64> {
    let clamp = |gap: i128| gap.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    let difference = |pair: &[i64]| clamp(i128::from(pair[1]) - i128::from(pair[0]));
    times(tags, channel).windows(2).map(difference).collect()
}

/// How much earlier than the one before it a tag may be, in ticks.
const LOOK_AHEAD: i128 = 1_048_576;

/// How many tags stand before the damage that shows where the order breaks, and the time of the last one.
fn naive_sound(tags: &[Tag]) -> Option<(usize, i64)> {
    let step = |k: usize| i128::from(tags[k].time) - i128::from(tags[k - 1].time);
    let late = (1..tags.len()).find(|k| step(*k) < -LOOK_AHEAD)?;
    let due = i128::from(tags[late].time);
    let came_back = (late.saturating_sub(511).max(1)..late.saturating_sub(15)).find(|&k| {
        let (from, to) = (i128::from(tags[k - 1].time), i128::from(tags[k].time));
        step(k) > LOOK_AHEAD && from - LOOK_AHEAD <= due && due < to
    });
    let near = late.saturating_sub(15).max(1)..late;
    let middle = near.len() / 2;
    let shorter = |k: usize| near.clone().filter(|other| step(*other) < step(k)).count();
    let not_longer = |k: usize| near.clone().filter(|other| step(*other) <= step(k)).count();
    let median = near.clone().find(|k| shorter(*k) <= middle && middle < not_longer(*k)).map_or(0, step);
    let unusual = near.clone().find(|k| step(*k) > LOOK_AHEAD && step(*k) > 100 * median);
    let mut longest = late;
    for k in near.clone() {
        if step(k) > LOOK_AHEAD && (longest == late || step(k) >= step(longest)) {
            longest = k;
        }
    }
    let end = came_back.or(unusual).unwrap_or(longest);
    Some((end, tags[end - 1].time))
}

fn naive_summary(tags: &[Tag]) -> Value {
    let disorder: Vec<usize> = (1..tags.len()).filter(|k| tags[*k].time < tags[*k - 1].time).collect();
    let in_order = naive_sound(tags).is_none();
    let span = tags.first().zip(tags.last()).filter(|_| in_order).map(|(first, last)| last.time - first.time);
    let channel = |channel: u64| {
        let times = times(tags, channel);
        Value::map([
            ("channel", Value::UInt(channel)),
            ("tags", Value::Count(times.len() as u64)),
            ("first", Value::Int(times[0])),
            ("last", Value::Int(times[times.len() - 1])),
            ("min_gap", Value::time(gaps(tags, channel).into_iter().min())),
        ])
    };
    Value::map([
        ("tags", Value::Count(tags.len() as u64)),
        ("first", Value::time(tags.first().map(|tag| tag.time))),
        ("last", Value::time(tags.last().map(|tag| tag.time))),
        ("span", Value::time(span)),
        ("out_of_order", Value::Count(disorder.len() as u64)),
        ("first_disorder", disorder.first().map_or(Value::Null, |k| Value::Count(*k as u64))),
        ("sound_tags", naive_sound(tags).map_or(Value::Null, |(k, _)| Value::Count(k as u64))),
        ("sound_until", Value::time(naive_sound(tags).map(|(_, time)| time))),
        ("channels", Value::List(channels(tags).into_iter().map(channel).collect())),
    ])
}

fn naive_rate(tags: &[Tag], start: Option<i64>, bin: Option<i64>) -> Value {
    let start = start.or(tags.first().map(|tag| tag.time));
    let offset = |tag: &Tag| i128::from(tag.time) - i128::from(start.unwrap());
    let furthest = tags.iter().map(offset).max().unwrap_or(-1);
    let mut width = i128::from(bin.unwrap_or(1));
    while bin.is_none() && furthest / width >= 2048 {
        width *= 2;
    }
    let bins = if furthest < 0 { 0 } else { (furthest / width + 1) as usize };
    let channel = |channel: u64| {
        let mut counts = vec![0; bins];
        for tag in tags.iter().filter(|tag| tag.channel == channel && offset(tag) >= 0) {
            counts[(offset(tag) / width) as usize] += 1;
        }
        Value::map([("channel", Value::UInt(channel)), ("counts", Value::Counts(counts))])
    };
    let before = tags.iter().filter(|tag| offset(tag) < 0).count();
    Value::map([
        ("bin", Value::Int(width as i64)),
        ("start", Value::time(start.filter(|_| !tags.is_empty()))),
        ("before", Value::Count(before as u64)),
        ("channels", Value::List(channels(tags).into_iter().map(channel).collect())),
    ])
}

/// `edges` are all bins' edges, where the last may lie beyond `i64`.
fn naive_gaps(tags: &[Tag], edges: &[i128], head: [(&'static str, Value); 3]) -> Value {
    let channel = |channel: u64| {
        let gaps = gaps(tags, channel);
        let times = times(tags, channel);
        let exact: Vec<i128> =
            times.windows(2).map(|pair| i128::from(pair[1]) - i128::from(pair[0])).collect();
        let sum: i128 = exact.iter().sum();
        let within =
            |low: i128, high: i128| exact.iter().filter(|gap| (low..high).contains(*gap)).count() as u64;
        // Gaps that 64 bits can't hold are in no bin, for any width of bins.
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX) + 1);
        let fitting = |low: i128, high: i128| within(low.max(least), high.min(most));
        let mean = Value::Float(sum as f64 / gaps.len() as f64);
        Value::map([
            ("channel", Value::UInt(channel)),
            ("counts", Value::Counts(edges.windows(2).map(|bin| fitting(bin[0], bin[1])).collect())),
            ("below", Value::Count(within(i128::MIN, edges[0].max(least)))),
            ("above", Value::Count(within(edges[edges.len() - 1].min(most), i128::MAX))),
            ("mean", if gaps.is_empty() { Value::Null } else { mean }),
            ("min", Value::time(gaps.iter().min().copied())),
            ("max", Value::time(gaps.iter().max().copied())),
        ])
    };
    let [bin, from, shown] = head;
    let list = channels(tags).into_iter().map(channel).collect();
    Value::map([bin, from, shown, ("channels", Value::List(list))])
}

fn naive_linear_gaps(tags: &[Tag], from: i64, to: i64, bin: i64) -> Value {
    let mut edges = vec![i128::from(from)];
    while edges[edges.len() - 1] <= i128::from(to) {
        edges.push(edges[edges.len() - 1] + i128::from(bin));
    }
    naive_gaps(tags, &edges, [("bin", Value::Int(bin)), ("from", Value::Int(from)), ("edges", Value::Null)])
}

fn naive_log_gaps(tags: &[Tag], edges: &[i64]) -> Value {
    let wide: Vec<i128> = edges.iter().map(|edge| i128::from(*edge)).collect();
    let head = [("bin", Value::Null), ("from", Value::Null), ("edges", Value::Times(edges.to_vec()))];
    naive_gaps(tags, &wide, head)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn summary(tags in prop_oneof![any_tags(), late(300), forward_and_back(700)]) {
        prop_assert_eq!(answer("summary", &[], &tags), naive_summary(&tags));
    }

    #[test]
    fn rate_with_automatic_bins(tags in any_tags(), start in -2000..2000_i64) {
        prop_assert_eq!(answer("rate", &[], &tags), naive_rate(&tags, None, None));
        for start in [start, i64::MIN, i64::MAX] {
            let expected = naive_rate(&tags, Some(start), None);
            prop_assert_eq!(answer("rate", &[("start", start)], &tags), expected);
        }
    }

    #[test]
    fn rate_with_given_bins(tags in device(300), start in -2000..2000_i64, bin in 1..500_i64) {
        prop_assert_eq!(answer("rate", &[("bin", bin)], &tags), naive_rate(&tags, None, Some(bin)));
        let expected = naive_rate(&tags, Some(start), Some(bin));
        prop_assert_eq!(answer("rate", &[("start", start), ("bin", bin)], &tags), expected);
    }

    #[test]
    fn rate_of_extreme_times_in_wide_bins(tags in wild(60), bin in (1_i64 << 45)..=i64::MAX) {
        prop_assert_eq!(answer("rate", &[("bin", bin)], &tags), naive_rate(&tags, None, Some(bin)));
    }

    #[test]
    fn linear_gaps(tags in any_tags(), from in -600..600_i64, span in 0..4000_i64, bin in 1..500_i64) {
        let to = from + span;
        let expected = naive_linear_gaps(&tags, from, to, bin);
        prop_assert_eq!(gaps_answer(&[("from", from), ("to", to), ("bin", bin)], &tags), expected);
        prop_assert_eq!(gaps_answer(&[], &tags), naive_linear_gaps(&tags, 0, 6400, 64));
    }

    #[test]
    fn linear_gaps_over_all_there_are(tags in any_tags(), bin in (1_i64 << 57)..=i64::MAX) {
        let entries = [("from", i64::MIN), ("to", i64::MAX), ("bin", bin)];
        prop_assert_eq!(gaps_answer(&entries, &tags), naive_linear_gaps(&tags, i64::MIN, i64::MAX, bin));
    }

    #[test]
    fn logarithmic_gaps(tags in any_tags(), log in prop_oneof![1..=12_u32, Just(40)]) {
        let edges = log_edges(log);
        let entries = [("log", i64::from(log)), ("to", i64::MAX)];
        prop_assert_eq!(gaps_answer(&entries, &tags), naive_log_gaps(&tags, &edges));

        // Without an end, the bins stop with that of the largest gap.
        let largest = channels(&tags).into_iter().flat_map(|channel| gaps(&tags, channel)).max();
        let shown = edges.partition_point(|edge| largest.is_some_and(|gap| *edge <= gap));
        let shown = &edges[..(shown + 1).min(edges.len())];
        prop_assert_eq!(gaps_answer(&entries[..1], &tags), naive_log_gaps(&tags, shown));
    }

    #[test]
    fn logarithmic_gaps_of_a_range(tags in any_tags(), log in prop_oneof![1..=12_u32, Just(40)], from in -9..9000_i64, more in 1..99999_i64) {
        let to = from.max(0) + more;
        let edges: Vec<i64> = log_edges(log);
        let low = edges.iter().rposition(|edge| *edge <= from).unwrap_or(0);
        let high = edges.iter().position(|edge| *edge > to).unwrap();
        let entries = [("log", i64::from(log)), ("from", from), ("to", to)];
        prop_assert_eq!(gaps_answer(&entries, &tags), naive_log_gaps(&tags, &edges[low..=high]));
    }
}
