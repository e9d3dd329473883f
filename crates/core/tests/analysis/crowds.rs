//! Bounds, and the results after one is exceeded: a crowd of tags ends a run, and a failed merge changes nothing.

use std::time::{Duration, Instant};

use tagview_core::run::{LOOK_AHEAD, max_crowd};
use tagview_core::tags::Tag;
use tagview_core::{Code, Error};

use crate::coincidences::coincidence;
use crate::dynamic::{Analysis, Params, Value, make};
use crate::pairs::list;
use crate::tags::{params, tag};

/// Requests for all analyses that relate tags, with all methods of counting.
fn requests() -> Vec<(&'static str, Params)> {
    // Windows with a larger displacement allow larger crowds. So does the search for a period in pairs far apart.
    let triple = coincidence(10, &[(3, 4)], &[vec![3, 15, 16], vec![3, 15]]);
    let Value::Map(entries) = triple else { panic!() };
    let near = [("displaced".into(), Value::Int(1000)), ("period".into(), Value::Int(0))];
    let triple = Value::Map(entries.into_iter().chain(near).collect());
    vec![
        ("correlation", params(&[("a", 3), ("b", 15)])),
        ("correlation", params(&[("a", 3), ("b", 3), ("from", -6400), ("to", 6400), ("bin", 1)])),
        // Counts by the edges of bins.
        ("correlation", params(&[("a", 3), ("b", 15), ("from", -1000), ("to", 1000), ("bin", 1000)])),
        ("correlation", params(&[("a", 3), ("b", 15), ("log", 10), ("to", 1000)])),
        ("coincidence", params(&[("window", 10), ("displaced", 1000), ("period", 0)])),
        ("coincidence", Params::new(triple).unwrap()),
        ("heralded", params(&[("herald", 3), ("a", 15), ("b", 16), ("window", 10)])),
        ("delay", params(&[("a", 3), ("b", 15)])),
        ("pairs", params(&[])),
        ("pairs", params(&[("bin", 1000)])),
    ]
}

/// Returns the range in ticks that the error of a crowd states.
fn range(error: &Error) -> i64 {
    let words: Vec<&str> = error.message.split(' ').collect();
    let within = words.iter().position(|word| *word == "within").unwrap();
    words[within + 1].parse().unwrap()
}

fn run(name: &str, params: &Params, tags: &[Tag]) -> (Analysis, Option<Error>) {
    let mut run = make(name, params).unwrap();
    let error = run.push_tags(tags).err();
    assert_eq!(run.stopped(), error, "{name}");
    (run, error)
}

fn cut_at(name: &str, params: &Params, tags: &[Tag], cut: usize) -> Analysis {
    let mut all = run(name, params, &tags[..cut]).0;
    let later = run(name, params, &tags[cut..]).0;
    all.join(&later.save().unwrap()).unwrap();
    all
}

/// `crowd` tags at one instant, alternating between three channels, among some that are 1000 ticks apart.
fn instant(crowd: usize) -> Vec<Tag> {
    let alone = |k: i64| tag([3, 15, 16][k as usize % 3], 1000 * k);
    let together = (0..crowd).map(|k| tag([3, 15, 16][k % 3], 100_000));
    (0..100).map(alone).chain(together).chain((101..300).map(alone)).collect()
}

#[test]
fn a_crowd_ends_a_run_soon_with_an_error() {
    for crowd in [300_000, 1_000_000] {
        let tags = instant(crowd);
        for (name, params) in requests() {
            let begin = Instant::now();
            let (run, error) = run(name, &params, &tags);
            let error = error.expect(name);
            assert!(begin.elapsed() < Duration::from_secs(30), "{name} {params:?}: {:?}", begin.elapsed());
            assert_eq!(error.code, Code::RangeTooLong, "{error}");
            let range = range(&error);
            assert_eq!(
                error.message,
                format!(
                    "more than {} tags of one channel lie within {range} ticks of each other, from the time {} on",
                    max_crowd(range),
                    100_000 - range
                )
            );
            // The counts up to there remain: all tags before the crowd, and the part of the crowd within the bound.
            if name == "pairs" {
                let three = list(&run.result(), "pairs")[0].get("tags_a").cloned();
                let Some(Value::Count(three)) = three else { panic!() };
                assert_eq!(three, max_crowd(range) as u64 + 32);
            }
        }
    }
}

#[test]
fn all_pairs_of_64_channels_are_counted_soon() {
    let tags: Vec<Tag> = (0..40_000).map(|k| tag(k as u64 % 64, 1000 * (k / 64))).collect();
    let begin = Instant::now();
    let (run, error) = run("coincidence", &params(&[("window", 10)]), &tags);
    assert_eq!(error, None);
    let result = run.result();
    let patterns = list(&result, "patterns");
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    assert_eq!(patterns.len(), 64 * 63 / 2);
    assert!(patterns.iter().all(|pattern| pattern.get("counts") == Some(&Value::Count(625))));
}

#[test]
fn as_many_tags_as_there_may_be_at_one_instant_are_all_counted() {
    let limit = max_crowd(64);
    let most = |n: usize| (0..n).map(|k| tag(3, 5 + (k / limit) as i64)).collect::<Vec<Tag>>();
    let params = params(&[("a", 3), ("b", 3)]);
    let (all, error) = run("correlation", &params, &most(limit));
    assert_eq!(error, None);
    let Some(Value::Counts(counts)) = all.result().get("counts").cloned() else { panic!() };
    assert_eq!(counts.iter().sum::<u64>(), (limit * (limit - 1)) as u64);
    assert_eq!(counts[64], (limit * (limit - 1)) as u64);
    assert_eq!(run("correlation", &params, &most(limit + 1)).1.unwrap().code, Code::RangeTooLong);
}

#[test]
fn a_crowd_is_the_same_however_a_run_is_cut() {
    let tags = instant(150_000);
    for (name, params) in requests() {
        let whole = run(name, &params, &tags).1.expect(name);
        for cut in [0, 50, 100, 20_000, 60_000, 100_050, 150_150, tags.len()] {
            let cut_run = cut_at(name, &params, &tags, cut);
            assert_eq!(cut_run.stopped().as_ref(), Some(&whole), "{name} {params:?} cut at {cut}");
        }
    }
    // Without a crowd there is no error, for every way to cut the tags.
    let tags = instant(3 * 16_000);
    for (name, params) in requests() {
        let whole = run(name, &params, &tags);
        assert_eq!(whole.1, None, "{name}");
        for cut in [50, 100, 20_000, 60_000.min(tags.len())] {
            let cut_run = cut_at(name, &params, &tags, cut);
            assert_eq!(cut_run.stopped(), None, "{name} {params:?} cut at {cut}");
            assert_eq!(cut_run.save().unwrap(), whole.0.save().unwrap(), "{name} {params:?} cut at {cut}");
        }
    }
}

#[test]
fn equal_times_are_paired_as_others_are() {
    // Enough tags of each channel to be counted together, compared with counting each pair separately.
    let tags: Vec<Tag> = (0..900).map(|k| tag([3, 15][k % 7 % 2], [0, 3, 3, 4, 9][k / 180])).collect();
    let delays = |a: u64, b: u64| {
        let mut counts = vec![0_u64; 21];
        for (i, x) in tags.iter().enumerate().filter(|(_, x)| x.channel == a) {
            for (j, y) in tags.iter().enumerate().filter(|(_, y)| y.channel == b) {
                if i != j && (-10..=10).contains(&(y.time - x.time)) {
                    counts[(y.time - x.time + 10) as usize] += 1;
                }
            }
        }
        counts
    };
    for (a, b) in [(3, 15), (15, 3), (3, 3)] {
        let params = params(&[("a", a as i64), ("b", b as i64), ("from", -10), ("to", 10), ("bin", 1)]);
        for cut in [0, 100, 500] {
            let answer = cut_at("correlation", &params, &tags, cut).result();
            assert_eq!(answer.get("counts"), Some(&Value::Counts(delays(a, b))), "{a} {b} {cut}");
        }
    }
    let near =
        |from: i64, to: i64| delays(3, 15)[(from + 10) as usize..=(to + 10) as usize].iter().sum::<u64>();
    let answer = cut_at("coincidence", &params(&[("window", 4)]), &tags, 500).result();
    assert_eq!(list(&answer, "patterns")[0].get("counts"), Some(&Value::Count(near(-4, 4))));
}

#[test]
fn tags_before_one_that_comes_too_late_count_however_a_run_is_cut() {
    let tags = [
        tag(3, 0),
        tag(15, 20),
        tag(3, LOOK_AHEAD + 30),
        tag(15, LOOK_AHEAD + 10),
        tag(3, LOOK_AHEAD + 5),
        tag(16, 29),
        tag(15, LOOK_AHEAD + 31),
    ];
    let pulsed = ("coincidence", params(&[("window", 10)]));
    for (name, params) in requests().into_iter().chain([pulsed]) {
        let (whole, error) = run(name, &params, &tags);
        let error = error.expect(name);
        assert_eq!(error.code, Code::Order);
        assert!(
            error.message.starts_with(&format!(
                "a tag at the time 29 is {} ticks earlier than one before it",
                LOOK_AHEAD + 1
            )),
            "{error}"
        );
        let before = run(name, &params, &tags[..5]).0;
        assert_eq!(format!("{:?}", whole.result()), format!("{:?}", before.result()));
        for cut in 0..=tags.len() {
            let cut_run = cut_at(name, &params, &tags, cut);
            assert_eq!(cut_run.stopped().as_ref(), Some(&error), "{name} {params:?} cut at {cut}");
            assert_eq!(cut_run.save().unwrap(), whole.save().unwrap(), "{name} {params:?} cut at {cut}");
        }
    }
}

#[test]
fn a_merge_that_would_hold_too_many_tags_changes_nothing() {
    let tags = vec![tag(3, 0); (1 << 21) + 1];
    let range = [("from", 0), ("to", (1 << 26) - 1), ("bin", 1 << 26)];
    let pair = [&[("a", 3), ("b", 15)], &range[..]].concat();
    let long = coincidence(1 << 26, &[], &[vec![3, 15]]);
    for (name, params) in [
        ("correlation", params(&pair)),
        ("delay", params(&pair)),
        ("pairs", params(&range)),
        ("coincidence", Params::new(long).unwrap()),
        ("heralded", params(&[("herald", 3), ("a", 15), ("b", 16), ("window", 1 << 26)])),
    ] {
        let (mut one, error) = run(name, &params, &tags);
        assert_eq!(error, None, "{name}");
        let before = one.save().unwrap();
        let refused = one.join(&before).unwrap_err();
        assert_eq!(refused.code, Code::RangeTooLong, "{name} {refused}");
        assert!(one.save().unwrap() == before, "{name}");
    }
}

#[test]
fn a_merge_that_would_need_too_many_bins_or_channels_changes_nothing() {
    let channels =
        |from: u64| (from..from + 40).map(|channel| tag(channel, channel as i64)).collect::<Vec<Tag>>();
    for (name, params, code) in [
        ("pairs", params(&[("from", 0), ("to", 2000), ("bin", 1)]), Code::TooManyBins),
        ("pairs", params(&[("from", 0), ("to", 20), ("bin", 1)]), Code::TooManyChannels),
        ("coincidence", params(&[("window", 9)]), Code::TooManyChannels),
    ] {
        let (mut one, _) = run(name, &params, &channels(0));
        let before = one.save().unwrap();
        let n = if code == Code::TooManyBins { 20 } else { 40 };
        let later = run(name, &params, &channels(40)[..n]).0.save().unwrap();
        assert_eq!(one.join(&later).unwrap_err().code, code, "{name}");
        assert_eq!(one.save().unwrap(), before, "{name}");
    }
}
