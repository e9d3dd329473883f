//! Analyses: every way to read a file gives the same numbers.

use std::ops::ControlFlow;

use serde_json::json;
use tagview_bridge::Value;
use tagview_bridge::requests::scan_request;
use tagview_core::analysis::{GapsChannel, GapsRequest};
use tagview_core::import::{TextOptions, import_of, source_of};
use tagview_core::native::{Merge, OpenOptions, ScanOutcome, conclude, merge};
use tagview_core::scan::ScanRequest;
use tagview_core::{Recording, open, open_bytes};

use super::json::{run, text, value};
use super::{TemporaryFile, random_tags, recording, shared_files};
use crate::dynamic::scan::{PartJoiner, PartReader};

fn request() -> Value {
    value(json!({"analyses": [
        {"name": "summary"},
        {"name": "rate", "bin": 1_000_000},
        {"name": "gaps"},
        {"name": "correlation", "a": 3, "b": 15, "from": -2000, "to": 2000},
        {"name": "pairs", "from": -2000, "to": 2000},
        {"name": "coincidence", "window": 500},
        {"name": "stability"},
    ]}))
}

/// The result of one reader of the whole file.
fn by_one_reader(bytes: &[u8], request: &Value) -> (String, Vec<tagview_core::Finding>) {
    let mut reader = match import_of(bytes) {
        Some(import) => {
            PartReader::over(source_of(import.id, &TextOptions::default()).unwrap(), request).unwrap()
        }
        None => PartReader::new(request).unwrap(),
    };
    bytes.chunks(100_000).for_each(|chunk| reader.push(chunk));
    reader.finish();
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    joiner.join(&reader.save().unwrap()).unwrap();
    joiner.conclude();
    (format!("{:?}", joiner.snapshot().get("analyses").unwrap()), joiner.findings())
}

#[track_caller]
fn assert_same(name: &str, bytes: &[u8]) {
    let (expected, findings) = by_one_reader(bytes, &request());
    let file = TemporaryFile::new(name, bytes);
    let opened = open(file.path()).unwrap();
    let outcome = run(&opened, &request()).unwrap();
    assert_eq!(text(&outcome), expected, "{name}");
    assert_eq!(outcome.findings, findings, "{name}");
    assert_eq!(opened.counts().unwrap().iter().map(|one| one.tags).sum::<u64>(), outcome.totals.tags);
    let in_memory = open_bytes(bytes, &OpenOptions::default().threads(1)).unwrap();
    assert_eq!(text(&run(&in_memory, &request()).unwrap()), expected, "{name} in memory, on one thread");
    let (ranges, merged) = by_ranges(&in_memory);
    assert_eq!(text(&merged), expected, "{name} in {ranges} ranges");
    assert_eq!(merged.findings, findings, "{name} in {ranges} ranges");
}

/// The partial results of ranges, merged in groups; a range after one with damage is read together with it.
fn by_ranges(recording: &Recording) -> (usize, ScanOutcome) {
    let request = scan_request(&request()).unwrap();
    let summarised = request.clone().start(recording.first_time().unwrap().unwrap());
    let watch = &mut |_| ControlFlow::Continue(());
    let ranges = recording.ranges(300_000).unwrap();
    let mut partials = Vec::new();
    for range in &ranges {
        let result = recording.range_partial(range, &summarised, watch).unwrap();
        if !result.is_sound {
            let rest = range.clone().until_end();
            partials.push(recording.range_partial(&rest, &summarised, watch).unwrap().partial);
            break;
        }
        partials.push(result.partial);
    }
    let groups: Vec<_> = partials
        .chunks(3)
        .map(|group| merge(&summarised, group.iter().map(Vec::as_slice), Merge::Ranges).unwrap())
        .collect();
    let whole = merge(&summarised, groups.iter().map(Vec::as_slice), Merge::Whole).unwrap();
    (ranges.len(), conclude(&summarised, &whole).unwrap())
}

#[test]
fn a_recording_of_many_frames_gives_the_numbers_of_one_reader() {
    let file = recording(&random_tags(1_500_000), 40_000);
    assert!(file.len() > 4 << 20, "{}", file.len());
    assert_same("frames", &file);
}

#[test]
fn a_recording_of_one_frame_gives_the_numbers_of_one_reader() {
    assert_same("frame", &recording(&random_tags(900_000), 1 << 24));
}

#[test]
fn a_damaged_recording_gives_the_numbers_of_one_reader() {
    let mut file = recording(&random_tags(1_500_000), 40_000);
    let middle = file.len() / 2;
    file[middle..middle + 100].fill(0);
    assert_same("damaged", &file);
    file.truncate(middle + middle / 2);
    assert_same("cut", &file);
}

#[test]
fn a_damaged_frame_gives_the_numbers_of_one_reader() {
    let mut file = recording(&random_tags(900_000), 1 << 24);
    let late = file.len() * 3 / 4;
    file[late..late + 100].fill(0);
    assert_same("damaged-frame", &file);
    file.truncate(late);
    assert_same("cut-frame", &file);
}

#[test]
fn virtual_channels_give_the_numbers_of_one_reader() {
    for per_frame in [40_000, 1 << 24] {
        let file = recording(&random_tags(900_000), per_frame);
        let request = value(json!({
            "analyses": [{"name": "correlation", "a": 101, "b": 16, "from": -2000, "to": 2000}],
            "define": ["101=3&15@200ns"],
            "tick": "1ns",
        }));
        let opened = open_bytes(file.as_slice(), &OpenOptions::default()).unwrap();
        let (expected, _) = by_one_reader(&file, &request);
        assert_eq!(text(&run(&opened, &request).unwrap()), expected);
    }
}

#[test]
fn a_virtual_channel_with_the_tags_of_several_detectors_has_no_dead_time() {
    let opened = open_bytes(recording(&random_tags(60_000), 10_000), &OpenOptions::default()).unwrap();
    let request = ScanRequest::of([GapsRequest::default()]).define(
        ["99=15@+7", "100=3+15", "101=3&15@24", "102=101@+7", "103=15~102:-7000..0"]
            .map(str::to_owned)
            .to_vec(),
    );
    let by_channel = |request: &ScanRequest| -> Vec<(u64, bool)> {
        let mut results = opened.scan(request).unwrap().results.selected().unwrap();
        let channels = results.take::<GapsRequest>("gaps").unwrap().channels;
        let of_several =
            |one: &GapsChannel| one.remarks.iter().any(|why| why.code.as_str() == "several-detectors");
        assert!(channels.iter().filter(|one| of_several(one)).all(|one| one.dead_time.is_none()));
        channels.iter().map(|one| (one.channel.0, of_several(one))).collect()
    };
    let expected = [
        (3, false),
        (15, false),
        (16, false),
        (99, false),
        (100, true),
        (101, true),
        (102, true),
        (103, false),
    ];
    assert_eq!(by_channel(&request), expected);
}

#[test]
fn a_selected_range_gives_the_numbers_of_one_reader() {
    let file = recording(&random_tags(1_500_000), 40_000);
    for selection in [json!({"from": 1_000_000, "to": 2_000_000_000}), json!({"channels": [3, 15]})] {
        let request = value(json!({
            "analyses": [{"name": "rate", "bin": 1_000_000}, {"name": "correlation", "a": 3, "b": 15}],
            "selection": selection,
        }));
        let opened = open_bytes(file.as_slice(), &OpenOptions::default()).unwrap();
        let (expected, _) = by_one_reader(&file, &request);
        assert_eq!(text(&run(&opened, &request).unwrap()), expected);
    }
}

#[test]
fn recordings_of_other_makers_give_the_numbers_of_one_reader() {
    for path in shared_files(&["other-taggers", "tags"]) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(opened) = open(&path) else { continue };
        let plain = request();
        if opened.sync_period().is_some() || opened.import() == Some("columns") || bytes.len() > 64 << 20 {
            continue;
        }
        let (expected, findings) = by_one_reader(&bytes, &plain);
        let outcome = run(&opened, &plain).unwrap();
        assert_eq!(text(&outcome), expected, "{}", path.display());
        assert_eq!(outcome.findings, findings, "{}", path.display());
    }
}

#[test]
fn a_clock_gives_its_period() {
    let tags: Vec<_> = (0..50_000_i64)
        .flat_map(|k| [(k * 800, 1), (k * 800 + 37, 2)])
        .map(|(time, channel)| tagview_core::tags::Tag { time, channel })
        .collect();
    let opened = open_bytes(recording(&tags, 10_000), &OpenOptions::default()).unwrap();
    let of = |more: serde_json::Value| {
        let mut analysis = json!({"name": "correlation", "a": 1, "b": 2, "from": -4000, "to": 4000});
        analysis.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        run(&opened, &value(json!({"analyses": [analysis]}))).map(|outcome| text(&outcome))
    };
    assert_eq!(of(json!({"clock": 1})), of(json!({"period": 800.0})));
    assert_eq!(of(json!({"clock": 1, "divider": 2})), of(json!({"period": 400.0})));
    assert_eq!(of(json!({"clock": 9})).unwrap_err().code.as_str(), "no-channel");
    assert_eq!(of(json!({"clock": 1, "period": 5})).unwrap_err().code.as_str(), "usage");
}

/// In the T3 sample, the light bunches for less than 20 us: g2 by the areas of neighbouring pulses is 1.05.
#[test]
fn neighbouring_pulses_of_the_sample_contradict_the_displaced_windows() {
    for path in shared_files(&["other-taggers"]).iter().filter(|path| path.ends_with("hydraharp-t3.timeres"))
    {
        let request = value(json!({"analyses": [
            {"name": "coincidence", "window": 188, "patterns": [[1, 2]]},
        ]}));
        let found = text(&run(&open(path).unwrap(), &request).unwrap());
        let (_, remark) = found.split_once("neighbours-differ").unwrap();
        let (_, car) = remark.split_once("with the former CAR is ").unwrap();
        let car: f64 = car.split('"').next().unwrap().parse().unwrap();
        assert!((car - 0.05).abs() < 0.2, "{remark}");
    }
}
