//! Independent runs, each with its own time origin: counts and spans are added, and nothing is counted across their borders.

use tagview_core::Code;
use tagview_core::tags::{Tag, Writer};

use crate::dynamic::scan::{PartJoiner, PartReader};
use crate::dynamic::{Analysis, EXAMPLES, Params, Value, make};

const SUMMED: [&str; 7] = ["rate", "correlation", "coincidence", "delay", "pairs", "heralded", "lifetime"];

fn params(example: &[(&'static str, i64)]) -> Params {
    let entries = example.iter().map(|(name, value)| ((*name).into(), Value::Int(*value)));
    Params::new(Value::Map(entries.collect())).unwrap()
}

/// Returns reproducible tags of five channels, some at the same time.
fn run(seed: u64, begin: i64, tags: usize, mean_step: u64) -> Vec<Tag> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut time = begin;
    (0..tags)
        .map(|_| {
            let is_near = random(3) > 0;
            time += random(if is_near { 9 } else { 2 * mean_step }) as i64;
            Tag { channel: [0, 3, 15, 16, 259][random(5) as usize], time }
        })
        .collect()
}

fn pushed(name: &str, example: &[(&'static str, i64)], tags: &[Tag]) -> Analysis {
    let mut analysis = make(name, &params(example)).unwrap();
    for tags in tags.chunks(97) {
        analysis.push_tags(tags).unwrap();
    }
    analysis
}

/// The numbers under `key` in all of a result, in order.
fn numbers(value: &Value, key: &str, found: &mut Vec<u64>) {
    match value {
        Value::Map(entries) => entries.iter().for_each(|(name, value)| match value {
            Value::Counts(counts) if **name == *key => found.extend(counts),
            Value::Count(count) if **name == *key => found.push(*count),
            _ => numbers(value, key, found),
        }),
        Value::List(values) => values.iter().for_each(|value| numbers(value, key, found)),
        _ => {}
    }
}

fn ticks(value: &Value) -> i128 {
    match value {
        Value::Int(ticks) => i128::from(*ticks),
        Value::Big(ticks) => **ticks,
        other => panic!("{other:?}"),
    }
}

#[test]
fn counts_and_spans_are_the_sums_of_those_of_each_run() {
    let runs = [run(1, 500, 900, 4000), run(2, 0, 400, 9), run(3, -1 << 40, 700, 100_000), run(4, 77, 1, 5)];
    for (name, examples) in EXAMPLES.iter().filter(|(name, _)| SUMMED.contains(name)) {
        for example in *examples {
            if example.iter().any(|(key, _)| *key == "log") || *name == "rate" {
                continue;
            }
            let context = format!("{} {example:?}", name);
            let alone: Vec<Value> = runs.iter().map(|run| pushed(name, example, run).result()).collect();
            let mut sum = make(name, &params(example)).unwrap();
            for run in &runs {
                sum.sum(&pushed(name, example, run).save().unwrap()).unwrap();
            }
            let keys: &[&str] = match *name {
                // A pair that a run has not is not in its list.
                "pairs" => &[],
                "lifetime" if example.iter().any(|(name, _)| *name == "header_period") => {
                    &["tags", "counts", "first", "without_sync"]
                }
                // A folded histogram is as long as the period that was found.
                "lifetime" => &["tags", "tags_sync"],
                _ => &["tags_a", "tags_b", "tags_herald", "herald_a", "herald_b", "herald_a_b", "counts"],
            };
            for key in keys {
                let of = |value: &Value| {
                    let mut found = Vec::new();
                    numbers(value, key, &mut found);
                    found.iter().sum::<u64>()
                };
                assert_eq!(of(&sum.result()), alone.iter().map(of).sum::<u64>(), "{context} {key}");
            }
            let span = |value: &Value| match value.get("span") {
                Some(span) => ticks(span),
                None => panic!("{context}: no span"),
            };
            if *name != "delay" || sum.result().get("span").is_some() {
                assert_eq!(span(&sum.result()), alone.iter().map(span).sum::<i128>(), "{context}");
            }
        }
    }
}

#[test]
fn a_sum_is_read_again_and_added_to_others() {
    let runs =
        [run(5, 0, 300, 1 << 24), run(6, 1 << 33, 500, 1 << 22), run(7, -9, 800, 1 << 30), run(8, 0, 2, 1)];
    for (name, examples) in EXAMPLES.iter().filter(|(name, _)| SUMMED.contains(name)) {
        let own: &[&[(&str, i64)]] = &[&[], &[("bin", 1 << 32)]];
        let examples = if *name == "rate" { own } else { *examples };
        for example in examples.iter().filter(|example| example.iter().all(|(key, _)| *key != "log")) {
            let context = format!("{} {example:?}", name);
            let empty = || make(name, &params(example)).unwrap();
            let saved: Vec<Vec<u8>> =
                runs.iter().map(|run| pushed(name, example, run).save().unwrap()).collect();
            let mut all = empty();
            saved.iter().for_each(|run| all.sum(run).unwrap());
            let (mut begin, mut end, mut both) = (empty(), empty(), empty());
            saved[..2].iter().for_each(|run| begin.sum(run).unwrap());
            saved[2..].iter().for_each(|run| end.sum(run).unwrap());
            both.sum(&begin.save().unwrap()).unwrap();
            both.sum(&end.save().unwrap()).unwrap();
            let mut again = empty();
            again.join(&both.save().unwrap()).unwrap();
            assert_eq!(format!("{:?}", again.result()), format!("{:?}", both.result()), "{context}");
            let counts = |analysis: &Analysis| {
                let mut found = Vec::new();
                numbers(&analysis.result(), "counts", &mut found);
                found
            };
            assert_eq!(counts(&both), counts(&all), "{context}");
        }
    }
}

#[test]
fn nothing_is_counted_across_the_border_of_two_runs() {
    let mut sum = make("correlation", &params(&[("a", 3), ("b", 15), ("from", -9), ("to", 9)])).unwrap();
    for (channel, time) in [(3, 100), (15, 100), (15, 101), (3, 101)] {
        let run =
            pushed("correlation", &[("a", 3), ("b", 15), ("from", -9), ("to", 9)], &[Tag { channel, time }]);
        sum.sum(&run.save().unwrap()).unwrap();
    }
    let mut counts = Vec::new();
    numbers(&sum.result(), "counts", &mut counts);
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (19, 0));
}

#[test]
fn light_of_ten_runs_is_normalised_as_that_of_each() {
    let example: &[(&str, i64)] = &[("a", 3), ("b", 15), ("from", 0), ("to", 40_000), ("bin", 10_000)];
    let mut sum = make("correlation", &params(example)).unwrap();
    let uniform = |seed: u64| -> Vec<Tag> {
        run(seed, 0, 20_000, 10)
            .iter()
            .enumerate()
            .map(|(k, tag)| Tag { time: 10 * k as i64, ..*tag })
            .collect()
    };
    (0..10)
        .for_each(|seed| sum.sum(&pushed("correlation", example, &uniform(seed)).save().unwrap()).unwrap());
    // A fifth of a run long, where two tags in five of a run have no partner.
    let Some(Value::Floats(g2)) = sum.result().get("g2").cloned() else { panic!("no g2") };
    assert!(g2[..4].iter().all(|g2| (g2 - 1.0).abs() < 0.01), "{g2:?}");
}

#[test]
fn results_that_depend_on_one_clock_are_refused() {
    for (name, example) in [
        ("summary", &[][..]),
        ("gaps", &[]),
        ("stability", &[]),
        ("correlation", &[("a", 0), ("b", 3), ("log", 3)]),
    ] {
        let error = make(name, &params(example)).unwrap();
        let mut sum = make(name, &params(example)).unwrap();
        let error = sum.sum(&error.save().unwrap()).unwrap_err();
        assert_eq!(error.code, Code::Usage, "{name}");
    }
}

#[test]
fn a_joiner_adds_recordings_and_continues_none() {
    let analysis = Value::map([
        ("name", Value::Text("correlation".into())),
        ("a", Value::Int(3)),
        ("b", Value::Int(100)),
    ]);
    let request = Value::map([
        ("analyses", Value::List(vec![analysis])),
        ("define", Value::List(vec![Value::Text("100=15@+1ns".into())])),
        ("tick", Value::Text("1ns".into())),
    ]);
    let partial = |begin: i64| {
        let tags: Vec<Tag> =
            (0..200).map(|k| Tag { time: begin + 100 * k, channel: [3, 15][k as usize % 2] }).collect();
        let (mut file, mut writer) = (Vec::new(), Writer::new(1, 100).unwrap());
        writer.push(&tags, &mut file).unwrap();
        writer.finish(&mut file).unwrap();
        let mut reader = PartReader::new(&request).unwrap();
        reader.push(&file);
        reader.finish();
        reader.save().unwrap()
    };
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    for begin in [0, 0, 5_000_000] {
        joiner.sum_recording(&partial(begin)).unwrap();
    }
    assert_eq!(joiner.join_recording(&partial(50_000_000)).unwrap_err().code, Code::Mismatch);
    let mut sums = PartJoiner::new(request.clone()).unwrap();
    sums.sum_recording(&joiner.save().unwrap()).unwrap();
    sums.sum_recording(&partial(7)).unwrap();
    sums.conclude();
    let snapshot = sums.snapshot();
    assert_eq!(snapshot.get("tags"), Some(&Value::Count(800)));
    let mut tags = Vec::new();
    numbers(&snapshot, "tags_b", &mut tags);
    // The last tag of each run is moved past its end.
    assert_eq!(tags, [4 * 99]);
    let span = snapshot.get("analyses").and_then(|all| all.get("correlation")?.get("span")).unwrap();
    assert_eq!(ticks(span), 4 * 19_900);
}
