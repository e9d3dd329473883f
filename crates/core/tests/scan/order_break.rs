//! Recordings whose times begin again: every request reports where, however the recording is read.

use tagview_bridge::Value;
use tagview_core::tags::Tag;
use tagview_core::tags::writer::encode_frame;

use crate::dynamic::scan::{PartJoiner, PartReader};

const ANALYSES: [&str; 6] = ["rate", "stability", "gaps", "pairs", "listing", "summary"];

fn request(name: &str, extra: &[(&'static str, Value)]) -> Value {
    let analyses = Value::List(vec![Value::map([("name", Value::Text(name.to_owned()))])]);
    let extra = extra.iter().map(|(name, value)| ((*name).into(), value.clone()));
    Value::Map([("analyses".into(), analyses)].into_iter().chain(extra).collect())
}

/// A recording of `tags` tags, 100,000 ticks apart, of two channels.
fn run(begin: i64, tags: i64) -> Vec<Tag> {
    (0..tags).map(|k| Tag { time: begin + 100_000 * k, channel: [3, 15][k as usize % 2] }).collect()
}

fn order_break(tags: u64, [until, to, next]: [i64; 3]) -> Value {
    let [until, to, next] = [until, to, next].map(Value::Int);
    Value::map([("tags", Value::Count(tags)), ("until", until), ("to", to), ("next", next)])
}

/// Reads the frames of some tags each with one reader, or each with its own.
fn read(tags: &[Tag], frame_tags: usize, request: &Value, is_parted: bool) -> PartJoiner {
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    let mut reader = PartReader::new(request).unwrap();
    for (k, frame) in tags.chunks(frame_tags).enumerate() {
        let mut bytes = Vec::new();
        encode_frame(frame, 1, &mut bytes).unwrap();
        if is_parted {
            let Value::Map(mut entries) = request.clone() else { panic!() };
            entries.push(("at".into(), Value::UInt(k as u64)));
            entries.push(("origin".into(), Value::Int(tags[0].time)));
            reader = PartReader::new(&Value::Map(entries)).unwrap();
        }
        reader.push(&bytes);
        if is_parted {
            reader.finish();
            joiner.join(&reader.save().unwrap()).unwrap();
        }
    }
    if !is_parted {
        reader.finish();
        joiner.join(&reader.save().unwrap()).unwrap();
    }
    joiner.conclude();
    joiner
}

fn found(joiner: &PartJoiner) -> Value {
    joiner.snapshot().get("order_break").cloned().unwrap()
}

#[test]
fn each_analysis_reports_the_first_of_several_parts() {
    let once = run(7_000, 600);
    let twice = [run(7_000, 600), run(5_000, 300)].concat();
    let thrice = [run(7_000, 600), run(5_000, 300), run(-9, 800)].concat();
    let until = 7_000 + 599 * 100_000;
    for name in ANALYSES {
        let request = request(name, &[]);
        for (frame_tags, is_parted) in [(5_000, false), (100, false), (100, true), (170, true), (1, true)] {
            let of = |tags: &[Tag]| found(&read(tags, frame_tags, &request, is_parted));
            let name = format!("{name} in frames of {frame_tags}");
            assert_eq!(of(&once), Value::Null, "{name}");
            assert_eq!(of(&twice), order_break(600, [until, until - 7_000, 5_000]), "{name}");
            assert_eq!(of(&thrice), order_break(600, [until, until - 7_000, 5_000]), "{name}");
        }
    }
}

#[test]
fn the_end_of_the_sound_part_counts_from_the_first_tag_of_the_file() {
    let tags = [run(7_000, 600), run(0, 300)].concat();
    let selected = |entries: &[(&'static str, i64)]| {
        let entries = entries.iter().map(|(name, ticks)| (*name, Value::Int(*ticks)));
        let selection = Value::Map(entries.map(|(name, value)| (name.into(), value)).collect());
        request("rate", &[("selection", selection)])
    };
    let late = read(&tags, 1_000, &selected(&[("from", 10_000_000)]), false);
    assert_eq!(found(&late), order_break(500, [59_907_000, 59_900_000, 10_100_000]));
}

#[test]
fn a_range_up_to_damage_is_in_order() {
    let mut tags = run(0, 600);
    tags[300].time = 1 << 50;
    let request = |to: i64| {
        let selection = Value::map([("to", Value::Int(to))]);
        request("rate", &[("selection", selection)])
    };
    let expected = order_break(300, [29_900_000, 29_900_000, 30_100_000]);
    assert_eq!(found(&read(&tags, 1_000, &request(1 << 60), false)), expected);
    assert_eq!(found(&read(&tags, 1_000, &request(29_900_000), false)), Value::Null);
}

#[test]
fn held_tags_and_merged_partial_results_have_it() {
    let tags = [run(0, 600), run(0, 300)].concat();
    let expected = order_break(600, [59_900_000, 59_900_000, 0]);
    let empty = Value::map([("analyses", Value::List(Vec::new())), ("holdBytes", Value::Int(1 << 30))]);
    let mut bytes = Vec::new();
    encode_frame(&tags, 1, &mut bytes).unwrap();
    let mut reader = PartReader::new(&empty).unwrap();
    reader.push(&bytes);
    reader.finish();
    let rate = request("rate", &[]);
    let mut joiner = PartJoiner::new(rate.clone()).unwrap();
    joiner.join(&reader.query(&rate).unwrap()).unwrap();
    assert_eq!(found(&joiner), expected);
    let mut merged = PartJoiner::new(rate.clone()).unwrap();
    merged.join(&joiner.save().unwrap()).unwrap();
    assert_eq!(found(&merged), expected);
}

#[test]
fn a_sum_has_that_of_the_first_run_with_one() {
    let rate = request("rate", &[]);
    let sound = read(&run(0, 600), 100, &rate, true).save().unwrap();
    let broken = |tags: i64| {
        let tags = [run(500, tags), run(0, 300)].concat();
        read(&tags, 100, &rate, true).save().unwrap()
    };
    let mut sum = PartJoiner::new(rate.clone()).unwrap();
    sum.sum_recording(&sound).unwrap();
    sum.sum_recording(&sound).unwrap();
    assert_eq!(found(&sum), Value::Null);
    sum.sum_recording(&broken(400)).unwrap();
    sum.sum_recording(&broken(200)).unwrap();
    assert_eq!(found(&sum), order_break(400, [39_900_500, 39_900_000, 0]));
}

#[test]
fn the_stability_of_joined_runs_has_no_numbers() {
    let request = request("stability", &[]);
    let of = |tags: &[Tag]| {
        let snapshot = read(tags, 100, &request, true).snapshot();
        let result = snapshot.get("analyses").and_then(|all| all.get("stability")).unwrap().clone();
        let Some(Value::List(channels)) = result.get("channels") else { panic!("{result:?}") };
        let numbers = channels[0].get("allan_deviation").cloned().unwrap();
        let Some(Value::List(remarks)) = result.get("remarks") else { panic!("{result:?}") };
        (numbers, remarks.first().and_then(|remark| remark.get("code")).cloned())
    };
    let (once, none) = of(&run(7_000, 600));
    assert!(matches!(&once, Value::Floats(all) if !all.is_empty()), "{once:?}");
    assert_eq!(none, None);
    let twice = of(&[run(7_000, 600), run(5_000, 300)].concat());
    assert_eq!(twice, (Value::Floats(Vec::new()), Some(Value::Text("out-of-order".into()))));
}
