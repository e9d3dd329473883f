//! The peak of a correlation, and those of all pairs of channels, against a search through every
//! run of bins of a histogram of all pairs of tags.

use std::cmp::Reverse;

use proptest::prelude::*;
use tagview_core::tags::Tag;
use tagview_core::{Code, Value};

use crate::pairs::{any_tags, crowd, delays_of, list, of, reordered, run, too_early};
use crate::tags::{device, tag};

/// Tags of 15 that follow those of 3 by about `delay`, among tags that don't.
fn source() -> impl Strategy<Value = Vec<Tag>> {
    let pair = (0..4000_i64, -3..=3_i64);
    let alone = (0..2_usize, 0..4000_i64).prop_map(|(k, time)| tag([3, 15][k], time));
    let alone = proptest::collection::vec(alone, 0..30);
    (-40..40_i64, proptest::collection::vec(pair, 0..60), alone).prop_map(|(delay, pairs, alone)| {
        let both = |(time, jitter)| [tag(3, time), tag(15, time + delay + jitter)];
        let mut tags: Vec<Tag> = pairs.into_iter().flat_map(both).chain(alone).collect();
        tags.sort_by_key(|tag| tag.time);
        tags
    })
}

#[derive(Debug, Clone, Copy)]
struct Run {
    first: usize,
    width: usize,
    counts: u64,
}

/// What a peak says: `delay`, `centre`, `centre_error`, `fwhm`, `peak_counts`, `background`,
/// `significance`.
fn naive_peak(counts: &[u64], from: i64, bin: i64) -> [Option<f64>; 7] {
    let bins = counts.len();
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return [None; 7];
    }
    let widths: Vec<usize> = (0..40).map(|k| 1 << k).filter(|w| *w <= bins.div_ceil(4)).collect();
    let mut runs = Vec::new();
    for width in &widths {
        for first in 0..=bins - width {
            runs.push(Run { first, width: *width, counts: counts[first..first + width].iter().sum() });
        }
    }
    let likelihood = |run: &Run, background: f64| {
        let (seen, expected) = (run.counts as f64, background * run.width as f64);
        if seen <= expected { 0.0 } else { seen * (seen / expected).ln() - (seen - expected) }
    };
    let best = |background: f64| {
        let key = |run: &Run| (run.width, run.counts, Reverse(run.first));
        let order = |a: &&Run, b: &&Run| {
            likelihood(a, background).total_cmp(&likelihood(b, background)).then(key(a).cmp(&key(b)))
        };
        *runs.iter().max_by(order).unwrap()
    };
    let mut outside = counts.to_vec();
    let with_one_more = |outside: &[u64]| (outside.iter().sum::<u64>() + 1) as f64 / outside.len() as f64;
    for _ in 0..3 {
        let peak = best(with_one_more(&outside));
        let near = |k: usize| k + 2 * peak.width >= peak.first && k < peak.first + 3 * peak.width;
        let away: Vec<u64> = (0..bins).filter(|k| !near(*k)).map(|k| counts[k]).collect();
        if away.len() >= 8.min(bins / 2).max(1) {
            outside = away;
        }
    }
    let peak = best(with_one_more(&outside));
    let likelihood = likelihood(&peak, with_one_more(&outside));
    let background = outside.iter().sum::<u64>() as f64 / outside.len() as f64;
    let within = peak.first..peak.first + peak.width;
    let highest = within.clone().rev().max_by_key(|k| counts[*k]).unwrap();
    let mut all = [None; 7];
    (all[4], all[5]) = (Some(counts[highest] as f64), Some(background));
    all[6] = Some((2.0 * likelihood).sqrt());
    // A flat background looks like this less than once in 1000 times.
    if (-likelihood).exp() * (bins * widths.len()) as f64 >= 1e-3 {
        return all;
    }
    let middle = |k: f64| from as f64 + k * bin as f64 + (bin - 1) as f64 / 2.0;
    let excess: Vec<f64> = counts.iter().map(|n| *n as f64 - background).collect();
    let (centre, error) = naive_centre(counts, &excess, peak);
    all[0] = Some((from + highest as i64 * bin + (bin - 1) / 2) as f64);
    all[1] = Some(middle(centre));
    all[2] = Some(error * bin as f64);
    all[3] = Some(naive_width(counts, background, peak, highest) * bin as f64);
    all
}

/// The centre of the excess within one and a half widths of itself, and its standard error.
fn naive_centre(counts: &[u64], excess: &[f64], peak: Run) -> (f64, f64) {
    let half_width = f64::max(1.5 * peak.width as f64, 2.0);
    let mut centre = (2 * peak.first + peak.width - 1) as f64 / 2.0;
    let mut error = 0.0;
    for _ in 0..8 {
        let (low, high) = ((centre - half_width).round(), (centre + half_width).round());
        let near: Vec<usize> = (0..counts.len()).filter(|k| (low..=high).contains(&(*k as f64))).collect();
        let sum: f64 = near.iter().map(|k| excess[*k]).sum();
        if sum <= 0.0 {
            break;
        }
        let mean = near.iter().map(|k| excess[*k] * *k as f64).sum::<f64>() / sum;
        let mean = mean.clamp(near[0] as f64, near[near.len() - 1] as f64);
        let square: f64 = near.iter().map(|k| counts[*k] as f64 * (*k as f64 - mean).powi(2)).sum();
        error = (square / sum / sum + 1.0 / 12.0 / sum).sqrt();
        let change = (mean - centre).abs();
        centre = mean;
        if change < 1e-3 {
            break;
        }
    }
    (centre, error)
}

/// From where to where the smoothed excess is above half of its top, but for the smoothing.
fn naive_width(counts: &[u64], background: f64, peak: Run, highest: usize) -> f64 {
    let half = peak.width / 16;
    let smooth = |k: usize| {
        let near = &counts[k.saturating_sub(half)..counts.len().min(k + half + 1)];
        // Sums of integers are exact: what is just at half of the top is not left to rounding.
        near.iter().sum::<u64>() as f64 / near.len() as f64 - background
    };
    let smooth: Vec<f64> = (0..counts.len()).map(smooth).collect();
    let within = peak.first..peak.first + peak.width;
    let top = match half {
        0 => highest,
        _ => within.max_by(|a, b| smooth[*a].total_cmp(&smooth[*b])).unwrap(),
    };
    let level = smooth[top] / 2.0;
    let cross = |k: usize, before: usize| (smooth[before] - level) / (smooth[before] - smooth[k]);
    let right = match (top..smooth.len()).find(|k| smooth[*k] < level) {
        Some(k) => (k - 1 - top) as f64 + cross(k, k - 1),
        None => (smooth.len() - 1 - top) as f64,
    };
    let left = match (0..=top).rev().find(|k| smooth[*k] < level) {
        Some(k) => (top - 1 - k) as f64 + cross(k, k + 1),
        None => top as f64,
    };
    if half == 0 {
        return left + right;
    }
    // 2.3548 standard deviations of a Gaussian, with that of 2 half + 1 bins beside each other taken off.
    let added: f64 = (1..=half).map(|k| 2.0 * (k as f64).powi(2)).sum::<f64>() / (2 * half + 1) as f64;
    ((left + right).powi(2) - 8.0 * 2.0_f64.ln() * added).max(1.0).sqrt()
}

const NAMES: [&str; 7] =
    ["delay", "centre", "centre_error", "fwhm", "peak_counts", "background", "significance"];

fn number(value: Option<&Value>) -> Option<f64> {
    match value {
        Some(Value::Null) => None,
        Some(Value::Int(n)) => Some(*n as f64),
        Some(Value::Count(n)) => Some(*n as f64),
        Some(Value::Float(x)) => Some(*x),
        other => panic!("{other:?}"),
    }
}

fn assert_peak(answer: &Value, expected: [Option<f64>; 7]) {
    for (name, expected) in NAMES.into_iter().zip(expected) {
        let found = number(answer.get(name));
        let near = match found.zip(expected) {
            Some((found, expected)) => (found - expected).abs() <= 1e-6 * expected.abs().max(1e-3),
            None => found == expected,
        };
        assert!(near, "{name} is {found:?}, not {expected:?}: {answer:?}");
    }
}

fn histogram(delays: &[i128], from: i64, bin: i64, bins: usize) -> Vec<u64> {
    let of = |k: usize| {
        let low = i128::from(from) + k as i128 * i128::from(bin);
        delays.iter().filter(|d| (low..low + i128::from(bin)).contains(d)).count() as u64
    };
    (0..bins).map(of).collect()
}

fn cuts() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    proptest::collection::vec(any::<prop::sample::Index>(), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_delay_of_two_channels(
        tags in prop_oneof![source(), any_tags()], from in -200..100_i64, span in 0..300_i64, width in 1..60_i64,
        fine in any::<bool>(), cuts in cuts(),
    ) {
        let bin = if fine { 1 } else { width };
        for (a, b) in [(3, 15), (15, 3), (3, 3)] {
            let entries = [("a", a as i64), ("b", b as i64), ("from", from), ("to", from + span), ("bin", bin)];
            let answer = run("delay", &entries, &tags, &cuts);
            if too_early(&tags).is_some() {
                prop_assert_eq!(answer, Err(Code::Order));
                continue;
            }
            let counts = histogram(&delays_of(&tags, a, b), from, bin, (span / bin + 1) as usize);
            assert_peak(&answer.unwrap(), naive_peak(&counts, from, bin));
        }
    }

    #[test]
    fn the_peaks_of_all_pairs(
        tags in prop_oneof![source(), device(60), crowd(60)], from in -200..100_i64, span in 0..200_i64,
        width in 1..60_i64, given in 0..3_usize, cuts in cuts(),
    ) {
        let to = from + span;
        let bin = [1, 1, width][given];
        let mut entries = vec![("from", from), ("to", to), ("bin", bin)];
        entries.truncate(if given == 0 { 2 } else { 3 });
        let answer = run("pairs", &entries, &tags, &cuts).unwrap();
        prop_assert_eq!(answer.get("bin"), Some(&Value::Int(bin)));
        prop_assert_eq!(answer.get("from"), Some(&Value::Int(from)));
        prop_assert_eq!(answer.get("reordered"), Some(&Value::Count(reordered(&tags))));
        let mut channels: Vec<u64> = tags.iter().map(|tag| tag.channel).collect();
        channels.sort_unstable();
        channels.dedup();
        let all = channels.iter().flat_map(|a| channels.iter().filter(move |b| a <= *b).map(move |b| (*a, *b)));
        let found = list(&answer, "pairs");
        prop_assert_eq!(found.len(), all.clone().count());
        for (found, (a, b)) in found.iter().zip(all) {
            prop_assert_eq!((found.get("a"), found.get("b")), (Some(&Value::UInt(a)), Some(&Value::UInt(b))));
            for (name, channel) in [("tags_a", a), ("tags_b", b)] {
                prop_assert_eq!(found.get(name), Some(&Value::Count(of(&tags, channel).len() as u64)));
            }
            let counts = histogram(&delays_of(&tags, a, b), from, bin, (span / bin + 1) as usize);
            prop_assert_eq!(found.get("counts"), Some(&Value::Count(counts.iter().sum())));
            assert_peak(found, naive_peak(&counts, from, bin));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Up to 7 channels are 28 pairs: bins double once those of a pair pass 2^21 / 28 = 74,898.
    #[test]
    fn bins_of_many_pairs_double_whatever_the_cuts(
        tags in device(100), from in -100_000..0_i64, span in 60_000..400_000_i64, cuts in cuts(),
    ) {
        let answer = run("pairs", &[("from", from), ("to", from + span)], &tags, &cuts).unwrap();
        let channels = list(&answer, "channels").len() as i64;
        let pairs = (channels * (channels + 1) / 2).max(1);
        let mut bin = 1;
        while pairs * (span / bin + 1) > 1 << 21 {
            bin *= 2;
        }
        prop_assert_eq!(answer.get("bin"), Some(&Value::Int(bin)));
        // Only whole bins are searched, but all of the range is counted.
        let to = from + (span + 1) / bin * bin - 1;
        for found in list(&answer, "pairs") {
            let channel = |name| match found.get(name) {
                Some(Value::UInt(channel)) => *channel,
                other => panic!("{other:?}"),
            };
            let (a, b) = (channel("a"), channel("b"));
            let counted = delays_of(&tags, a, b).into_iter();
            let counted = counted.filter(|d| (i128::from(from)..=i128::from(from + span)).contains(d)).count();
            prop_assert_eq!(found.get("counts"), Some(&Value::Count(counted as u64)));
            let entries = [("a", a as i64), ("b", b as i64), ("from", from), ("to", to), ("bin", bin)];
            if i64::try_from(a.max(b)).is_ok() {
                let delay = run("delay", &entries, &tags, &[]).unwrap();
                for name in NAMES {
                    prop_assert_eq!(found.get(name), delay.get(name));
                }
            }
        }
    }
}

#[test]
fn pairs_of_more_than_64_channels_are_refused() {
    let tags: Vec<Tag> = (0..65).map(|k| tag(k, k as i64)).collect();
    assert_eq!(run("pairs", &[], &tags, &[]), Err(Code::TooManyChannels));
    let answer = run("pairs", &[], &tags[..64], &[]).unwrap();
    assert_eq!(list(&answer, "pairs").len(), 64 * 65 / 2);
    assert_eq!(answer.get("bin"), Some(&Value::Int(16)));
}

#[test]
fn pairs_in_too_many_bins_are_refused() {
    // 2^21 / 3 is 699,050.
    let tags = [tag(3, 0), tag(15, 5)];
    let entries = |to: i64| [("from", 0), ("to", to), ("bin", 1)];
    assert!(run("pairs", &entries(699_049), &tags, &[]).is_ok());
    assert_eq!(run("pairs", &entries(699_050), &tags, &[]), Err(Code::TooManyBins));
    assert!(run("pairs", &entries(699_050), &tags[..1], &[]).is_ok());
}
