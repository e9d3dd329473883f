//! Delays of T3 records in the lifetime histogram: exactly those of the file, for every way to read it.

use serde_json::json;
use tagview_bridge::{Value, to_value};
use tagview_core::import::{HeaderValue, RecordMode};
use tagview_core::import::{TextOptions, import_of, source_of};
use tagview_core::native::OpenOptions;
use tagview_core::open_bytes;

use super::json::{run, value};
use super::picoquant_files::{Event, KINDS, Kind, ptu, resolutions};
use crate::dynamic::scan::{PartJoiner, PartReader};

const HYDRAHARP2_T3: Kind = KINDS[5];

/// Photons on two inputs, several after some syncs; 781.25 ticks from sync to sync. Some delays lie in the last, partial
/// tick of the period and some are longer than it, so that the next sync has the same time or is earlier.
pub fn events(kind: Kind, photons: u64) -> Vec<Event> {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut at = 3;
    (0..photons)
        .map(|n| {
            at += random(4);
            let delay = match n % 50 {
                7 => 781,
                8 => 780,
                9 => random(4000),
                _ => random(700) * random(700) / 700,
            };
            Event::Photon { at, input: 1 + random(2) as u32, delay: if kind.t3 { delay as u32 } else { 0 } }
        })
        .collect()
}

/// Number of photons on `input` by delay, in bins of `bin` ticks.
pub fn histogram(events: &[Event], input: u32, bin: u32) -> Vec<u64> {
    let mut counts = Vec::new();
    for event in events {
        if let Event::Photon { input: of, delay, .. } = *event
            && of == input
        {
            let cell = (delay / bin) as usize;
            counts.resize(counts.len().max(cell + 1), 0);
            counts[cell] += 1;
        }
    }
    counts
}

fn request(more: serde_json::Value) -> Value {
    let (resolution, global) = resolutions(HYDRAHARP2_T3);
    let mut analysis = json!({"name": "lifetime", "channel": 1, "header_period": global / resolution});
    analysis.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    value(json!({"analyses": [analysis]}))
}

/// The histogram of `lifetime`.
pub fn counts_of(results: &Value) -> Vec<u64> {
    match results.get("lifetime").and_then(|lifetime| lifetime.get("counts")) {
        Some(Value::Counts(counts)) => counts.clone(),
        other => panic!("{other:?}"),
    }
}

/// Checks counts, which continue with zeros to the end of the period.
#[track_caller]
pub fn assert_counts(counts: &[u64], expected: &[u64]) {
    let (same, rest) = counts.split_at(expected.len());
    let differing = same.iter().zip(expected).enumerate().find(|(_, (a, b))| a != b);
    assert!(differing.is_none(), "bin {differing:?}");
    assert!(rest.iter().all(|n| *n == 0));
}

#[test]
fn a_file_read_on_all_cores_has_the_delays_of_its_records() {
    // More than 2 MB, so that it is read in parts.
    let events = events(HYDRAHARP2_T3, 600_000);
    let file = ptu(HYDRAHARP2_T3, &events);
    assert!(file.len() > 2 << 20);
    let opened = open_bytes(file, &OpenOptions::default()).unwrap();
    for (input, bin) in [(1, 1), (2, 1), (1, 4), (1, 1000)] {
        let analysis = json!({"name": "lifetime", "channel": input, "bin": bin});
        let outcome = run(&opened, &value(json!({"analyses": [analysis]}))).unwrap();
        assert_counts(&counts_of(&to_value(&outcome.results)), &histogram(&events, input, bin));
    }
    let outcome =
        run(&opened, &value(json!({"analyses": [{"name": "lifetime", "channel": 1, "sync": 0}]}))).unwrap();
    assert_counts(&counts_of(&to_value(&outcome.results)), &histogram(&events, 1, 1));
    let lifetime = to_value(&outcome.results);
    let remarks = format!("{:?}", lifetime.get("lifetime").unwrap().get("remarks"));
    assert!(remarks.contains("beyond-period"), "{remarks}");
}

#[test]
fn virtual_channels_beside_it_change_no_delay() {
    let events = events(HYDRAHARP2_T3, 30_000);
    let opened = open_bytes(ptu(HYDRAHARP2_T3, &events), &OpenOptions::default()).unwrap();
    let request = |channel: u64, define: &str| {
        let analyses = [json!({"name": "lifetime", "channel": channel})];
        json!({"analyses": analyses, "define": [define], "tick": "16ps"})
    };
    let outcome = run(&opened, &value(request(1, "100=1+2"))).unwrap();
    assert_counts(&counts_of(&to_value(&outcome.results)), &histogram(&events, 1, 1));
    // Tags of a virtual channel have no record: their delay is the time since the last sync.
    let outcome = run(&opened, &value(request(100, "100=1+2"))).unwrap();
    let counts = counts_of(&to_value(&outcome.results));
    let sum: Vec<u64> = (0..700).map(|k| histogram(&events, 1, 1)[k] + histogram(&events, 2, 1)[k]).collect();
    let near = counts.iter().zip(&sum).filter(|(a, b)| a.abs_diff(**b) <= 4 + **b / 10).count();
    assert!(near > 690, "{near}");
    assert!(counts.len() <= 782);
}

#[test]
fn tags_held_in_memory_have_the_delays_of_their_records() {
    let events = events(HYDRAHARP2_T3, 40_000);
    let file = ptu(HYDRAHARP2_T3, &events);
    let source = source_of(import_of(&file[..64]).unwrap().id, &TextOptions::default()).unwrap();
    let holding = value(json!({"analyses": [], "holdBytes": 100_000_000}));
    let mut reader = PartReader::over(source, &holding).unwrap();
    file.chunks(10_007).for_each(|chunk| reader.push(chunk));
    reader.finish();
    let request = request(json!({}));
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    joiner.join(&reader.query(&request).unwrap()).unwrap();
    joiner.conclude();
    assert_counts(&counts_of(joiner.snapshot().get("analyses").unwrap()), &histogram(&events, 1, 1));
}

#[test]
fn a_selected_range_has_the_delays_of_its_records() {
    let shorter = |event: &Event| matches!(event, Event::Photon { delay, .. } if *delay < 780);
    let events: Vec<Event> = events(HYDRAHARP2_T3, 40_000).into_iter().filter(shorter).collect();
    let opened = open_bytes(ptu(HYDRAHARP2_T3, &events), &OpenOptions::default()).unwrap();
    let period = 781.25;
    let time = |event: &Event| match event {
        Event::Photon { at, delay, .. } => (*at as f64 * period).round() as i64 + i64::from(*delay),
        _ => 0,
    };
    let first = (events[0].at() as f64 * period).round() as i64;
    // The sync of the first photon in the range is before it.
    let from = time(&events[1000]) - first;
    let within: Vec<Event> = events.iter().copied().filter(|event| time(event) >= first + from).collect();
    let selection = json!({"from": from});
    let analyses = [json!({"name": "lifetime", "channel": 1})];
    let outcome = run(&opened, &value(json!({"analyses": analyses, "selection": selection}))).unwrap();
    assert_counts(&counts_of(&to_value(&outcome.results)), &histogram(&within, 1, 1));
}

#[test]
fn only_photons_with_chosen_microtimes_are_read() {
    let events = events(HYDRAHARP2_T3, 600_000);
    let file = ptu(HYDRAHARP2_T3, &events);
    let mut options = OpenOptions::default();
    // 100 to 300 ticks of 16 ps, both included.
    options.text.microtime = Some("1.6ns..300".to_owned());
    let kept = |event: &&Event| matches!(event, Event::Photon { delay, .. } if (100..=300).contains(delay));
    let kept: Vec<Event> = events.iter().filter(kept).copied().collect();
    let opened = open_bytes(file.as_slice(), &options).unwrap();
    let outcome = run(&opened, &value(json!({"analyses": [{"name": "lifetime", "channel": 1}]}))).unwrap();
    assert_counts(&counts_of(&to_value(&outcome.results)), &histogram(&kept, 1, 1));
    // Syncs have no microtime and stay.
    let all = open_bytes(file.as_slice(), &OpenOptions::default()).unwrap();
    let syncs = |recording: &tagview_core::Recording| recording.counts().unwrap()[0];
    assert_eq!(syncs(&opened), syncs(&all));
    assert_eq!(all.check_microtimes(), Ok(()));
}

#[test]
fn microtimes_are_refused_of_files_without() {
    let mut options = OpenOptions::default();
    options.text.microtime = Some("2ns..10ns".to_owned());
    let t2 = KINDS[4];
    for file in [ptu(t2, &events(t2, 100)), b"channel,time\n1,5\n2,9\n1,12\n2,13\n".to_vec()] {
        let error = open_bytes(file, &options).unwrap_err();
        assert_eq!(error.code.as_str(), "usage");
        assert!(error.message.contains("has no microtimes"), "{}", error.message);
    }
    options.text.microtime = Some("10ns..2ns".to_owned());
    assert!(open_bytes(ptu(HYDRAHARP2_T3, &events(HYDRAHARP2_T3, 100)), &options).is_err());
}

#[test]
fn every_tag_has_the_microtime_of_its_record() {
    let events = events(HYDRAHARP2_T3, 600_000);
    let opened = open_bytes(ptu(HYDRAHARP2_T3, &events), &OpenOptions::default()).unwrap();
    let columns = opened.columns().unwrap();
    let photons = columns.microtimes().into_iter().filter(|microtime| *microtime >= 0);
    let delays = events.iter().map(|event| match event {
        Event::Photon { delay, .. } => *delay as i32,
        _ => -1,
    });
    assert!(photons.eq(delays));
}

#[test]
fn delays_longer_than_the_sync_period_are_a_finding() {
    let made = events(HYDRAHARP2_T3, 600_000);
    let opened = open_bytes(ptu(HYDRAHARP2_T3, &made), &OpenOptions::default()).unwrap();
    let longer =
        made.iter().filter(|event| matches!(event, Event::Photon { delay, .. } if *delay > 781)).count();
    let findings = opened.findings().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(
        findings[0].message.starts_with(&format!("{longer} of 600000 delays are longer")),
        "{findings:?}"
    );
    // A few are no finding: the next sync can come early.
    let shorter = |n: usize, event: &Event| {
        n.is_multiple_of(500) || matches!(event, Event::Photon { delay, .. } if *delay < 782)
    };
    let few: Vec<Event> = made
        .into_iter()
        .enumerate()
        .filter(|(n, event)| shorter(*n, event))
        .map(|(_, event)| event)
        .collect();
    let opened = open_bytes(ptu(HYDRAHARP2_T3, &few), &OpenOptions::default()).unwrap();
    assert_eq!(opened.findings().unwrap(), []);
}

#[test]
fn times_beyond_the_acquisition_are_a_finding() {
    // The header states an acquisition of 1 s; syncs are 12.5 ns apart.
    let photons = |last: u64| {
        let at = |n: u64| Event::Photon { at: n * last / 200, input: 1, delay: 5 };
        ptu(HYDRAHARP2_T3, &(1..=200).map(at).collect::<Vec<_>>())
    };
    let findings =
        |file: Vec<u8>| open_bytes(file, &OpenOptions::default()).unwrap().findings().unwrap().to_vec();
    assert_eq!(findings(photons(80_000_000)), []);
    let found = findings(photons(800_000_000));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.starts_with("the records reach 10.0 s"), "{found:?}");
}

#[test]
fn the_header_is_data() {
    let made = events(HYDRAHARP2_T3, 100);
    let opened = open_bytes(ptu(HYDRAHARP2_T3, &made), &OpenOptions::default()).unwrap();
    let meta = opened.meta().unwrap();
    assert_eq!(meta.device.as_deref(), Some("HydraHarp 400"));
    assert_eq!(meta.mode, RecordMode::T3);
    assert_eq!(meta.comment.as_deref(), Some("wide"));
    assert_eq!(meta.start.as_deref(), Some("2012-02-21T00:00:00"));
    assert_eq!((meta.resolution_s, meta.delay_resolution_s), (Some(1.6e-11), Some(1.6e-11)));
    assert_eq!(meta.sync_rate_hz, Some(80_000_000.0));
    assert_eq!(meta.acquisition_time_s, Some(1.0));
    assert_eq!(meta.input_names, None);
    let header = opened.header();
    let of = |tag: &str| header.iter().find(|entry| entry.tag == tag).map(|entry| entry.value.clone());
    assert_eq!(of("HWMarkers_Enabled"), Some(HeaderValue::Bool(true)));
    assert_eq!(of("UsrFloats"), Some(HeaderValue::Floats(vec![Some(0.0); 3])));
    assert_eq!(of("UsrBlob"), Some(HeaderValue::Text("104 bytes".to_owned())));
    assert_eq!(of("MeasDesc_Resolution"), Some(HeaderValue::Float(1.6e-11)));
    let printed = tagview_bridge::to_value(header);
    let Value::List(printed) = printed else { panic!("{printed:?}") };
    assert_eq!(printed[0].get("tag"), Some(&Value::Text(header[0].tag.clone())));
    assert_eq!(header.len(), 10 + 9);
}
