//! The peak of a correlation, and those of all pairs of channels, compared with a search through every
//! run of bins of a histogram of all pairs of tags, which compares each with what lies beside it.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::Tag;

use crate::dense::crowd;
use crate::dynamic::Value;
use crate::pair_variance::Pair;
use crate::pairs::{any_tags, delays_of, list, of, reordered, run, too_early};
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

/// Li and Ma's significance, as they print it.
fn li_ma(on: f64, off: f64, alpha: f64) -> f64 {
    let first = if on > 0.0 { on * ((1.0 + alpha) / alpha * (on / (on + off))).ln() } else { 0.0 };
    let second = if off > 0.0 { off * ((1.0 + alpha) * (off / (on + off))).ln() } else { 0.0 };
    let size = 2.0_f64.sqrt() * (first + second).max(0.0).sqrt();
    if on < alpha * off { -size } else { size }
}

/// Minimum and maximum significance of the most likely peak. Rounding decides between equally significant runs.
type Significance = Option<(f64, f64)>;

/// Returns the significance of the most likely peak and the significance that a peak needs. The search tries every
/// run. If runs are equally significant, rounding decides which one is the peak. The result then has two
/// significances: one with the first of these runs left out of the spread, and one with the last.
fn naive_peak(counts: &[u64], bins: (i64, i64), pair: &Pair) -> ([Significance; 2], f64) {
    let [(first, needed), (last, _)] =
        [1.0 + 1e-9, 1.0 - 1e-9].map(|more| naive_peak_where(counts, bins, pair, more));
    ([first, last], needed)
}

/// The same, where a run takes the place of another one with `more` times its significance.
fn naive_peak_where(counts: &[u64], (from, bin): (i64, i64), pair: &Pair, more: f64) -> (Significance, f64) {
    let Pair { span, doubled, .. } = *pair;
    let bins = counts.len();
    let total = counts.iter().sum::<u64>() as f64;
    if total < 5.0 || bins < 8 {
        return (None, 0.0);
    }
    // The mean of (span - |d|) / span over a bin, between whole ticks.
    let primitive = |d: f64| d - d * d.abs() / (2.0 * span);
    let exposure: Vec<f64> = (0..bins)
        .map(|k| {
            let edge = |k: usize| (from as f64 + k as f64 * bin as f64 - 0.5).clamp(-span, span);
            if span > 0.0 { (primitive(edge(k + 1)) - primitive(edge(k))) / bin as f64 } else { 1.0 }
        })
        .collect();
    let of = |low: usize, high: usize| -> (f64, f64) {
        (counts[low..high].iter().sum::<u64>() as f64, exposure[low..high].iter().sum())
    };
    let side_of = |width: usize| {
        (8 * width).max((100.0 / (total / bins as f64)).ceil() as usize).min((bins / 4).max(4 * width))
    };
    let look = |first: usize, width: usize| {
        let side = side_of(width);
        let left = first.saturating_sub(width + side)..first.saturating_sub(width);
        let right = (first + 2 * width).min(bins)..(first + 2 * width + side).min(bins);
        let (run, left, right) =
            (of(first, first + width), of(left.start, left.end), of(right.start, right.end));
        let enough = 0.999 * run.1;
        if run.1 <= 0.0 || left.1 < enough || right.1 < enough {
            return None;
        }
        let alpha = run.1 / (left.1 + right.1);
        let both = li_ma(run.0, left.0 + right.0, alpha);
        let (one, other) = (li_ma(run.0, left.0, run.1 / left.1), li_ma(run.0, right.0, run.1 / right.1));
        let agree = li_ma(left.0, right.0, left.1 / right.1).abs() < 2.0;
        let (up, down) = if agree { (both, -both) } else { (one.min(other), -one.max(other)) };
        Some((run.0, alpha * (left.0 + right.0), alpha, up, down))
    };
    // Of each width, the highest excess and lack, with where they are, and the excesses of all runs.
    let mut trials = 0;
    let mut extremes = Vec::new();
    let mut width = 1;
    while width == 1 || 16 * width <= bins {
        let mut high: Option<(f64, usize)> = None;
        let mut low: Option<(f64, usize)> = None;
        let mut excesses = Vec::new();
        for first in (0..=bins - width).step_by((width / 4).max(1)) {
            trials += 1;
            let Some((counts, _, _, up, down)) = look(first, width) else { continue };
            if counts >= 5.0 {
                excesses.push((up, first));
            }
            if counts >= 5.0 && up > more * high.map_or(0.0, |(z, _)| z) {
                high = Some((up, first));
            }
            if down > more * low.map_or(0.0, |(z, _)| z) {
                low = Some((down, first));
            }
        }
        extremes.push((width, high, low, excesses));
        width *= 2;
    }
    // The range in which the most significant excess lies, if no lack is as significant.
    let mut strongest: Option<(f64, usize, usize)> = None;
    for (width, high, ..) in &extremes {
        if let Some((z, first)) = high.filter(|(z, _)| strongest.is_none_or(|(most, ..)| *z >= most)) {
            strongest = Some((z, first, *width));
        }
    }
    let lowest = extremes.iter().filter_map(|(_, _, low, _)| *low).fold(0.0, |most: f64, (z, _)| most.max(z));
    let strongest = strongest.filter(|(z, ..)| *z >= lowest);
    let peak = strongest.map(|(_, first, width)| {
        let side = side_of(width);
        let falls = |next: (f64, f64), behind: (f64, f64)| {
            next.1 > 0.0 && behind.1 > 0.0 && li_ma(next.0, behind.0, next.1 / behind.1) > 2.0
        };
        let (mut low, mut high) = (first.saturating_sub(width), (first + 2 * width).min(bins));
        while low > 0 {
            let next = low.saturating_sub(width);
            if !falls(of(next, low), of(next.saturating_sub(side), next)) {
                break;
            }
            low = next;
        }
        while high < bins {
            let next = (high + width).min(bins);
            if !falls(of(high, next), of(next, (next + side).min(bins))) {
                break;
            }
            high = next;
        }
        (low, high)
    });
    let mut spread: f64 = if doubled { 2.0 } else { 1.0 };
    let mut best: Option<(f64, f64)> = None;
    for (width, high, low, excesses) in extremes {
        let without = if high.map_or(0.0, |(z, _)| z) > low.map_or(0.0, |(z, _)| z) { high } else { low };
        let mut squares = Vec::new();
        let mut expected = 0.0;
        let mut within: Option<(f64, f64)> = None;
        for first in (0..=bins - width).step_by(width) {
            let compared = (first.saturating_sub(width + side_of(width)), first + 2 * width + side_of(width));
            if without.is_some_and(|(_, at)| at.abs_diff(first) <= 3 * width)
                || peak.is_some_and(|(from, to)| compared.0 < to && from < compared.1)
            {
                continue;
            }
            let Some((counts, mean, alpha, ..)) = look(first, width) else { continue };
            if mean > 0.0 {
                squares.push((counts - mean).powi(2) / (mean * (1.0 + alpha)));
                expected += mean;
            }
        }
        squares.sort_by(f64::total_cmp);
        if squares.len() >= 8
            && expected / squares.len() as f64 >= 5.0
            && total / ((bins / width) as f64) >= 4.0
        {
            let quantile = |share: f64| squares[((squares.len() - 1) as f64 * share).round() as usize];
            spread = spread.max(quantile(0.5) / 0.4549);
            if squares.len() >= 40 {
                spread = spread.max(quantile(0.9) / 2.706);
            }
        }
        let edge = |k: usize| from as f64 + k as f64 * bin as f64 - 0.5;
        for (z, first) in
            excesses.iter().filter(|(z, _)| high.is_some_and(|(most, _)| *z > (1.0 - 1e-9) * most))
        {
            let z = z / spread.max(pair.variance(edge(*first), edge(first + width))).sqrt();
            let (least, most) = within.get_or_insert((z, z));
            (*least, *most) = (least.min(z), most.max(z));
        }
        best = match (best, within) {
            (Some((low, high)), Some((least, most))) => Some((low.max(least), high.max(most))),
            (best, within) => best.or(within),
        };
    }
    (best, (2.0 * (trials as f64 / 1e-3).ln()).sqrt())
}

const NAMES: [&str; 9] = [
    "delay",
    "highest",
    "centre",
    "centre_error",
    "fwhm",
    "fwhm_error",
    "peak_counts",
    "background",
    "significance",
];

fn number(value: Option<&Value>) -> Option<f64> {
    match value {
        Some(Value::Null) => None,
        Some(Value::Int(n)) => Some(*n as f64),
        Some(Value::Count(n)) => Some(*n as f64),
        Some(Value::Float(x)) => Some(*x),
        other => panic!("{other:?}"),
    }
}

fn assert_peak(answer: &Value, (expected, needed): ([Significance; 2], f64), same: bool) {
    let found = number(answer.get("significance"));
    let is_near = |expected: &Significance| match found.zip(*expected) {
        Some((found, (least, most))) => {
            let off = 1e-6 * most.max(1e-3);
            (least - off..=most + off).contains(&found)
        }
        None => found.is_none() && expected.is_none(),
    };
    let delay = number(answer.get("delay"));
    let reasons: Vec<_> = list(answer, "remarks").iter().map(|remark| remark.get("code").cloned()).collect();
    let has = |code: &str| reasons.contains(&Some(Value::Text(code.into())));
    if delay.is_none() && has("at-the-end") {
        // The excess lies at an end, with no bins after it to compare it with; no peak inside the range stands out.
        assert!(found.is_some_and(|found| found > needed), "{answer:?}");
        assert!(expected.iter().any(|z| z.is_none_or(|(least, _)| least <= needed + 1e-6)), "{answer:?}");
        return;
    }
    let near = expected.iter().any(is_near);
    // For a channel with itself, runs at both sides of 0 tie, and rounding decides between them.
    assert!(near || same, "the significance is {found:?}, not {expected:?}: {answer:?}");
    let stands = found.is_some_and(|found| found > needed + 1e-6) && !same;
    // What stands out is the rim of a dip, or is no Gaussian, or has a delay.
    assert_eq!(stands, delay.is_some() || has("rim-of-dip") || has("no-fit"), "{answer:?}");
    assert!(delay.is_some() || !reasons.is_empty(), "{answer:?}");
    assert_eq!(same, has("same-channel"));
    let centre = number(answer.get("centre"));
    assert_eq!(delay, centre.map(f64::round));
}

fn histogram(delays: &[i128], from: i64, bin: i64, bins: usize) -> Vec<u64> {
    let of = |k: usize| {
        let low = i128::from(from) + k as i128 * i128::from(bin);
        delays.iter().filter(|d| (low..low + i128::from(bin)).contains(d)).count() as u64
    };
    (0..bins).map(of).collect()
}

/// From the first tag to the last.
fn seen(tags: &[Tag]) -> f64 {
    let times = || tags.iter().map(|tag| i128::from(tag.time));
    times().max().zip(times().min()).map_or(0.0, |(last, first)| (last - first) as f64)
}

fn pair_of(tags: &[Tag], a: u64, b: u64) -> Pair {
    Pair { tags: of(tags, a).len() + of(tags, b).len(), span: seen(tags), doubled: a == b }
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
            let entries = [("a", a as i64), ("b", b as i64), ("from", from), ("to", from + span), ("bin", bin), ("period", 0)];
            let answer = run("delay", &entries, &tags, &cuts);
            if too_early(&tags).is_some() {
                prop_assert_eq!(answer, Err(Code::Order));
                continue;
            }
            let counts = histogram(&delays_of(&tags, a, b), from, bin, (span / bin + 1) as usize);
            assert_peak(&answer.unwrap(), naive_peak(&counts, (from, bin), &pair_of(&tags, a, b)), a == b);
        }
    }

    #[test]
    fn the_peaks_of_all_pairs(
        tags in prop_oneof![source(), device(60), crowd(60)], from in -200..100_i64, span in 0..200_i64,
        width in 1..60_i64, given in 0..3_usize, cuts in cuts(),
    ) {
        let to = from + span;
        let bin = [1, 1, width][given];
        let mut entries = vec![("from", from), ("to", to), ("period", 0), ("bin", bin)];
        entries.truncate(if given == 0 { 3 } else { 4 });
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
            assert_peak(found, naive_peak(&counts, (from, bin), &pair_of(&tags, a, b)), a == b);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

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

/// Why no peak was found in bins of one tick from `from` on that hold these counts.
fn no_peak(from: i64, counts: &[i64]) -> String {
    let far = 1000;
    let pairs = counts.iter().zip(from..).flat_map(|(n, d)| (0..*n).map(move |_| d)).enumerate();
    let tags: Vec<Tag> =
        pairs.flat_map(|(k, d)| [tag(3, far * k as i64), tag(15, far * k as i64 + d)]).collect();
    let entries =
        [("a", 3), ("b", 15), ("from", from), ("to", from + counts.len() as i64 - 1), ("period", 0)];
    let answer = run("delay", &entries, &tags, &[]).unwrap();
    let remarks = list(&answer, "remarks");
    let [remark] = remarks else { panic!("{remarks:?}") };
    match (remark.get("code"), remark.get("message")) {
        (Some(Value::Text(code)), Some(Value::Text(message))) => format!("{code}: {message}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn why_there_is_no_peak_is_true() {
    assert_eq!(
        no_peak(24, &[54, 75, 76, 36]),
        "range-too-short: 4 bins are too few to find a peak: at least 8 are needed"
    );
    assert_eq!(no_peak(1, &[1; 32]), "too-few-counts: no group of neighbouring bins has five pairs");
    // Of these, the middle four have bins to compare with on either side.
    let falling = [26, 26, 20, 16, 16, 20, 26, 26];
    assert_eq!(no_peak(1, &falling), "no-peak: no bins have more pairs than the bins beside them");
}
