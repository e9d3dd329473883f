//! Small runs with results that were computed by hand.

use tagview_core::counting::log_edges;
use tagview_core::tags::Tag;
use tagview_core::{Code, Error};

use crate::dynamic::{Value, make};
use crate::tags::{params, tag};

fn answer(name: &str, entries: &[(&str, i64)], tags: &[Tag]) -> Result<Value, Error> {
    let mut analysis = make(name, &params(entries))?;
    analysis.push_tags(tags)?;
    Ok(analysis.result())
}

fn channel(result: &Value, at: usize) -> &Value {
    match result.get("channels") {
        Some(Value::List(channels)) => &channels[at],
        other => panic!("no channels: {other:?}"),
    }
}

fn error(name: &str, entries: &[(&str, i64)], tags: &[Tag]) -> Error {
    answer(name, entries, tags).expect_err("this goes past a bound")
}

#[test]
fn summary_counts_in_file_order() {
    let tags = [tag(15, 100), tag(3, 100), tag(15, 90), tag(3, 130), tag(15, 120), tag(9, 125)];
    let one = |channel, tags, first, last, min_gap| {
        Value::map([
            ("channel", Value::UInt(channel)),
            ("tags", Value::Count(tags)),
            ("first", Value::Int(first)),
            ("last", Value::Int(last)),
            ("min_gap", min_gap),
        ])
    };
    let expected = Value::map([
        ("tags", Value::Count(6)),
        ("first", Value::Int(100)),
        ("last", Value::Int(125)),
        ("span", Value::Int(25)),
        // 90 after 100, and 120 after 130; 125 after 120 is in order.
        ("out_of_order", Value::Count(2)),
        ("first_disorder", Value::Count(2)),
        ("sound_tags", Value::Null),
        ("sound_until", Value::Null),
        (
            "channels",
            Value::List(vec![
                one(3, 2, 100, 130, Value::Int(30)),
                one(9, 1, 125, 125, Value::Null),
                one(15, 3, 100, 120, Value::Int(-10)),
            ]),
        ),
    ]);
    assert_eq!(answer("summary", &[], &tags).unwrap(), expected);
}

#[test]
fn summary_of_nothing_has_no_times() {
    let result = answer("summary", &[], &[]).unwrap();
    assert_eq!(result.get("tags"), Some(&Value::Count(0)));
    assert_eq!(result.get("first"), Some(&Value::Null));
    assert_eq!(result.get("last"), Some(&Value::Null));
    assert_eq!(result.get("first_disorder"), Some(&Value::Null));
    assert_eq!(result.get("channels"), Some(&Value::List(vec![])));
}

#[test]
fn more_channels_than_any_device_has_are_refused() {
    let tags: Vec<Tag> = (0..=1 << 16).map(|channel| tag(channel, 0)).collect();
    for (name, entries) in [("summary", &[][..]), ("rate", &[]), ("gaps", &[("log", 1)])] {
        let mut analysis = make(name, &params(entries)).unwrap();
        assert_eq!(analysis.push_tags(&tags).map_err(|e| e.code), Err(Code::TooManyChannels), "{name}");
        let Some(Value::List(seen)) = analysis.result().get("channels").cloned() else { panic!() };
        assert_eq!(seen.len(), 1 << 16, "{name}: what was seen until then stays");
    }
}

#[test]
fn rate_bins_from_the_first_tag_and_keeps_what_lies_before() {
    let tags = [tag(3, 10), tag(3, 19), tag(15, 20), tag(3, 39), tag(7, 9), tag(3, 15)];
    let result = answer("rate", &[("bin", 10)], &tags).unwrap();
    assert_eq!(result.get("start"), Some(&Value::Int(10)));
    assert_eq!(result.get("bin"), Some(&Value::Int(10)));
    assert_eq!(result.get("before"), Some(&Value::Count(1)));
    let counts = |at| channel(&result, at).get("counts").cloned();
    assert_eq!(counts(0), Some(Value::Counts(vec![3, 0, 1])), "channel 3");
    assert_eq!(counts(1), Some(Value::Counts(vec![0, 0, 0])), "channel 7, only before the start");
    assert_eq!(counts(2), Some(Value::Counts(vec![0, 1, 0])), "channel 15");
}

#[test]
fn rate_doubles_an_automatic_bin_only_when_needed() {
    for (last, bin, bins) in [(2047, 1, 2048), (2048, 2, 1025), (4095, 2, 2048), (4096, 4, 1025)] {
        let result = answer("rate", &[], &[tag(3, 0), tag(3, 1), tag(3, last)]).unwrap();
        assert_eq!(result.get("bin"), Some(&Value::Int(bin)));
        let Some(Value::Counts(counts)) = channel(&result, 0).get("counts") else { panic!() };
        assert_eq!(counts.len(), bins);
        assert_eq!(counts.iter().sum::<u64>(), 3);
    }
}

#[test]
fn rate_runs_of_different_start_are_not_merged() {
    let saved = |start| {
        let mut run = make("rate", &params(&[])).unwrap();
        run.push_tags(&[tag(3, start)]).unwrap();
        run.save().unwrap()
    };
    let mut run = make("rate", &params(&[])).unwrap();
    run.join(&saved(5)).unwrap();
    let before = run.result();
    let error = run.join(&saved(6)).unwrap_err();
    assert_eq!(error.code, Code::Mismatch);
    assert!(error.message.contains("`start` (5 and 6)"), "{error}");
    assert_eq!(run.result(), before, "a refused merge changes nothing");
}

#[test]
fn rate_goes_on_in_the_wider_bins_a_merge_brought() {
    let start = [("start", 0)];
    let mut later = make("rate", &params(&start)).unwrap();
    later.push_tags(&[tag(3, 4095)]).unwrap();
    let mut run = make("rate", &params(&start)).unwrap();
    run.push_tags(&[tag(3, 100)]).unwrap();
    run.join(&later.save().unwrap()).unwrap();
    // The run is unchanged: bin 100 before the merge, bin 50 after it.
    run.push_tags(&[tag(3, 100)]).unwrap();
    let expected = answer("rate", &start, &[tag(3, 100), tag(3, 4095), tag(3, 100)]).unwrap();
    assert_eq!(run.result(), expected);
    let Some(Value::Counts(counts)) = channel(&expected, 0).get("counts") else { panic!() };
    assert_eq!(counts[50], 2);
}

#[test]
fn too_many_rate_bins_name_a_width_that_does() {
    let tags = [tag(3, 0), tag(15, 1), tag(3, 1 << 24)];
    let refused = error("rate", &[("bin", 1)], &tags);
    assert_eq!(refused.code, Code::TooManyBins);
    assert!(refused.remedy.contains("`bin` 3 or wider"), "{refused}");
    assert!(answer("rate", &[("bin", 3)], &tags).is_ok());
    assert!(answer("rate", &[("bin", 2)], &tags).is_err());

    // A new channel can also exceed the bound.
    let tags = [tag(3, 0), tag(3, (1 << 24) - 1), tag(15, 5)];
    let refused = error("rate", &[("bin", 1)], &tags);
    assert!(refused.remedy.contains("`bin` 2 or wider"), "{refused}");
    assert!(answer("rate", &[("bin", 2)], &tags).is_ok());
}

#[test]
fn automatic_rate_bins_are_fewer_on_many_channels() {
    // A tag of each channel, one tick after the other.
    let tags: Vec<Tag> = (0..1 << 16).map(|channel| tag(channel as u64, channel)).collect();
    let whole = answer("rate", &[], &tags).unwrap();
    assert_eq!(whole.get("bin"), Some(&Value::Int(1 << 12)));
    for k in [0, 4095, 4096, 65_535] {
        let mut counts = vec![0; 16];
        counts[k / 4096] = 1;
        assert_eq!(channel(&whole, k).get("counts"), Some(&Value::Counts(counts)), "channel {k}");
    }
    // Up to 512 channels do not reduce the number of bins.
    let few = answer("rate", &[], &tags[..512]).unwrap();
    assert_eq!(few.get("bin"), Some(&Value::Int(1)));

    for cut in [1, 512, 513, 40_000] {
        let mut first = make("rate", &params(&[])).unwrap();
        first.push_tags(&tags[..cut]).unwrap();
        let mut second = make("rate", &params(&[("start", 0)])).unwrap();
        second.push_tags(&tags[cut..]).unwrap();
        first.join(&second.save().unwrap()).unwrap();
        assert!(first.result() == whole, "cut at {cut}");
    }
    // All possible times.
    let ends = [tag(1, i64::MIN), tag(2, i64::MAX)];
    assert_eq!(answer("rate", &[], &ends).unwrap().get("bin"), Some(&Value::Int(1 << 53)));
}

#[test]
fn gaps_are_binned_over_the_requested_range() {
    let tags = [tag(3, 0), tag(3, 10), tag(15, 10), tag(3, 39), tag(3, 69), tag(3, 60), tag(3, 100)];
    // Gaps of channel 3: 10, 29, 30, -9, 40; bins [10, 20), [20, 30), [30, 40) for 10..30.
    let result = answer("gaps", &[("from", 10), ("to", 30), ("bin", 10)], &tags).unwrap();
    assert_eq!(result.get("bin"), Some(&Value::Int(10)));
    assert_eq!(result.get("from"), Some(&Value::Int(10)));
    assert_eq!(result.get("edges"), Some(&Value::Null));
    let three = channel(&result, 0);
    assert_eq!(three.get("counts"), Some(&Value::Counts(vec![1, 1, 1])));
    assert_eq!(three.get("below"), Some(&Value::Count(1)));
    assert_eq!(three.get("above"), Some(&Value::Count(1)));
    assert_eq!(three.get("mean"), Some(&Value::Float(20.0)));
    assert_eq!(three.get("min"), Some(&Value::Int(-9)));
    assert_eq!(three.get("max"), Some(&Value::Int(40)));
    let fifteen = channel(&result, 1);
    assert_eq!(fifteen.get("counts"), Some(&Value::Counts(vec![0, 0, 0])));
    assert_eq!(fifteen.get("mean"), Some(&Value::Null));
    assert_eq!(fifteen.get("min"), Some(&Value::Null));
}

#[test]
fn logarithmic_gaps_end_with_the_largest() {
    // Gaps 0, 1, 9, 10, 99 in bins [1, 10) and [10, 100).
    let tags = [tag(3, 0), tag(3, 0), tag(3, 1), tag(3, 10), tag(3, 20), tag(3, 119), tag(15, 0), tag(15, 3)];
    let result = answer("gaps", &[("log", 1)], &tags).unwrap();
    assert_eq!(result.get("bin"), Some(&Value::Null));
    assert_eq!(result.get("edges"), Some(&Value::Times(vec![1, 10, 100])));
    assert_eq!(channel(&result, 0).get("counts"), Some(&Value::Counts(vec![2, 2])));
    assert_eq!(channel(&result, 0).get("below"), Some(&Value::Count(1)));
    assert_eq!(channel(&result, 1).get("counts"), Some(&Value::Counts(vec![1, 0])));

    let empty = answer("gaps", &[("log", 1)], &tags[..1]).unwrap();
    assert_eq!(empty.get("edges"), Some(&Value::Times(vec![1])));
    let ranged = answer("gaps", &[("log", 1), ("from", 15), ("to", 100)], &tags).unwrap();
    assert_eq!(ranged.get("edges"), Some(&Value::Times(vec![10, 100, 1000])));
    assert_eq!(channel(&ranged, 0).get("below"), Some(&Value::Count(3)));
}

#[test]
fn parameters_out_of_range_are_wrong_usage() {
    let cases: [(&str, &[(&str, i64)]); 10] = [
        ("rate", &[("bin", 0)]),
        ("rate", &[("bin", -5)]),
        ("gaps", &[("bin", 0)]),
        ("gaps", &[("from", 10), ("to", 9)]),
        ("gaps", &[("log", 0)]),
        ("gaps", &[("log", 101)]),
        ("gaps", &[("log", 10), ("bin", 64)]),
        ("gaps", &[("log", 10), ("to", 0)]),
        ("gaps", &[("log", 10), ("from", 500), ("to", 499)]),
        ("gaps", &[("log", 10), ("from", i64::MAX)]),
    ];
    for (name, entries) in cases {
        assert_eq!(error(name, entries, &[]).code, Code::Usage, "{name} {entries:?}");
    }
    assert_eq!(error("nonsense", &[], &[]).remedy.matches("summary, rate, gaps").count(), 1);
}

#[test]
fn too_many_gap_bins_name_a_width_that_does() {
    let range = ("to", 100_000_000);
    let refused = error("gaps", &[range, ("bin", 1)], &[]);
    assert_eq!(refused.code, Code::TooManyBins);
    assert!(refused.remedy.contains("`bin` 11 or wider"), "{refused}");
    assert!(answer("gaps", &[range, ("bin", 11)], &[]).is_ok());

    let two = [tag(3, 0), tag(15, 0)];
    let refused = error("gaps", &[range, ("bin", 11)], &two);
    assert_eq!(refused.code, Code::TooManyBins);
    assert!(refused.remedy.contains("`bin` 12 or wider"), "{refused}");
    assert!(answer("gaps", &[range, ("bin", 12)], &two).is_ok());
}

/// Count, wrapping sum and greatest of the edges by Python's unbounded integers: the least m
/// with `m**n >= 10**k` for each k, up to 2^63 - 1.
#[test]
fn logarithmic_edges_are_exact() {
    let golden = [
        (1, 19, 1_111_111_111_111_111_111, 1_000_000_000_000_000_000),
        (2, 38, 4_624_752_955_742_643_711, 3_162_277_660_168_379_332),
        (3, 57, 8_662_248_359_605_180_700, 4_641_588_833_612_778_893),
        (7, 132, 7_227_493_868_616_876_270, 7_196_856_730_011_520_200),
        (10, 187, 1_727_672_791_197_077_528, 7_943_282_347_242_815_021),
        (64, 1149, 14_218_439_781_392_738_491, 8_976_871_324_473_141_946),
        (99, 1759, 8_947_675_782_533_789_849, 9_111_627_561_154_892_380),
        (100, 1776, 13_277_203_317_162_741_630, 9_120_108_393_559_097_422),
    ];
    for (per_decade, count, sum, greatest) in golden {
        let edges = log_edges(per_decade);
        assert_eq!(edges.len(), count, "{per_decade} per decade");
        assert_eq!(edges.iter().fold(0_u64, |sum, edge| sum.wrapping_add(*edge as u64)), sum);
        assert_eq!(edges.last(), Some(&greatest));
        assert!(edges.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
