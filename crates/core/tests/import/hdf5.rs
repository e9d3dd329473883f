//! HDF5 files: Photon-HDF5 and exports.

use tagview_bridge::Value;
use tagview_core::import::{ImportSource, TextOptions, source_of};

use super::files::{Read, read, read_cut, read_in, read_with};
use super::hdf5_files::Filter::{Deflate, Fletcher, Other, Shuffle};
use super::hdf5_files::{DataLocation, Node, group, integers, new_file, old_file, real, text};

/// Timestamps of `count` photons: pauses of up to 999 ticks, one of 2^40.
fn timestamps(count: i64) -> Vec<i64> {
    let mut time = 0;
    (0..count)
        .map(|k| {
            time += k * 7919 % 1000 + if k == count / 2 { 1 << 40 } else { 0 };
            time
        })
        .collect()
}

fn detectors(count: i64) -> Vec<i64> {
    (0..count).map(|k| k * k % 3).collect()
}

/// A group of photons, with chunks where `place` has them.
fn photons(count: i64, place: &DataLocation) -> Node {
    group([
        ("timestamps", integers(&timestamps(count), 8, true, place.clone())),
        ("detectors", integers(&detectors(count), 1, false, place.clone())),
        ("timestamps_specs", group([("timestamps_unit", real(12.5e-9))])),
    ])
}

fn photon_file(count: i64, place: &DataLocation) -> Node {
    group([
        ("photon_data", photons(count, place)),
        ("acquisition_duration", real(30.5)),
        ("description", text("a \u{b5}s-ALEX run")),
        ("identity", group([("author", text("A. Author")), ("creation_time", text("2026-01-02 03:04:05"))])),
        ("setup", group([("num_pixels", integers(&[2], 4, true, DataLocation::Contiguous))])),
    ])
}

fn pairs(count: i64) -> Vec<(u64, i64)> {
    detectors(count).iter().map(|detector| *detector as u64).zip(timestamps(count)).collect()
}

/// Makes a file of datasets.
type Make = fn(&Node) -> Vec<u8>;

/// Every place of values, and a writer of files that have it.
fn places() -> Vec<(DataLocation, Make)> {
    let filters = [
        vec![],
        vec![Deflate],
        vec![Shuffle, Deflate],
        vec![Shuffle, Deflate, Fletcher],
        vec![Fletcher, Deflate],
    ];
    let old = |place| (place, old_file as fn(&Node) -> Vec<u8>);
    let new = |place| (place, new_file as fn(&Node) -> Vec<u8>);
    let mut places = vec![
        old(DataLocation::Contiguous),
        new(DataLocation::Contiguous),
        old(DataLocation::Compact),
        new(DataLocation::Compact),
    ];
    for filters in filters {
        places.push(old(DataLocation::Tree(4, filters.clone())));
        places.push(new(DataLocation::Tree(250, filters.clone())));
        if !filters.is_empty() {
            places.push(new(DataLocation::Single(filters.clone())));
        }
        places.push(new(DataLocation::Array(300, filters)));
    }
    places
}

#[test]
fn photons_are_tags_of_their_detectors_wherever_the_values_are() {
    for (place, writer) in places() {
        // More than 64 chunks of 4 values need a tree of two levels.
        let file = writer(&photon_file(1000, &place));
        let read = read(&file);
        assert_eq!((read.pairs(), read.findings.len()), (pairs(1000), 0), "{place:?}");
        assert_eq!(read.tick.as_deref(), Some("12500ps"));
    }
}

#[test]
fn pages_of_a_fixed_array_are_read() {
    for filters in [vec![], vec![Shuffle, Deflate]] {
        let file = new_file(&photon_file(2500, &DataLocation::Array(1, filters)));
        let read = read(&file);
        assert_eq!((read.pairs(), read.findings.len()), (pairs(2500), 0));
    }
}

#[test]
fn a_file_may_arrive_in_chunks_of_any_size() {
    let file = old_file(&photon_file(5000, &DataLocation::Tree(1000, vec![Shuffle, Deflate])));
    let whole = read(&file);
    assert_eq!(whole.pairs(), pairs(5000));
    for chunk in [1, 7, 64, 1000] {
        assert_eq!(read_in(&file, chunk), whole);
    }
    assert_eq!(read_cut(&file, &[3, 95, 96, 97, file.len() - 1]), whole);
    // Bytes after the end that the file states are not read.
    assert_eq!(read(&[&file[..], b"more"].concat()), whole);
}

#[test]
fn times_without_detectors_are_on_channel_0_and_integers_have_any_size() {
    let times = [-5, 7, 100];
    for size in [1, 2, 4, 8] {
        let photons = group([("timestamps", integers(&times, size, true, DataLocation::Contiguous))]);
        let read = read(&old_file(&group([("photon_data", photons)])));
        assert_eq!((read.pairs(), read.findings.len()), (vec![(0, -5), (0, 7), (0, 100)], 0));
        assert_eq!(read.tick, None);
    }
    // The highest byte first.
    let Node::Data(mut data) = integers(&[0x0102_0304], 4, true, DataLocation::Contiguous) else {
        unreachable!()
    };
    data.datatype[1] |= 1;
    let photons = group([("timestamps", Node::Data(data))]);
    assert_eq!(read(&new_file(&group([("photon_data", photons)]))).pairs(), vec![(0, 0x0403_0201)]);
}

/// A recording in T3 mode: a laser at 80 MHz, and microtimes of 16 ps.
fn pulsed(rate: f64) -> Node {
    let photons = group([
        ("timestamps", integers(&[10, 10, 80], 8, true, DataLocation::Contiguous)),
        ("detectors", integers(&[0, 1, 0], 1, false, DataLocation::Contiguous)),
        ("nanotimes", integers(&[5, 6, 700], 2, false, DataLocation::Contiguous)),
        ("timestamps_specs", group([("timestamps_unit", real(12.5e-9))])),
        (
            "nanotimes_specs",
            group([
                ("tcspc_unit", real(16e-12)),
                ("tcspc_num_bins", integers(&[1024], 4, true, DataLocation::Contiguous)),
            ]),
        ),
        (
            "measurement_specs",
            group([("laser_repetition_rate", real(rate)), ("measurement_type", text("smFRET-nsALEX"))]),
        ),
    ]);
    group([("photon_data", photons), ("description", text("pulsed"))])
}

fn opened(file: &[u8], options: &TextOptions) -> Box<dyn ImportSource> {
    let mut source = source_of("hdf5", options).unwrap();
    source.push(file, &mut |_| {});
    source
}

#[test]
fn nanotimes_are_microtimes_behind_a_tag_of_the_macro_time() {
    for writer in [old_file, new_file] {
        let file = writer(&pulsed(80e6));
        let all = read(&file);
        // 12.5 ns are 781.25 ticks.
        let expected = vec![(0, 7813), (1, 7818), (2, 7819), (0, 62_500), (1, 63_200)];
        assert_eq!((all.pairs(), all.findings.len(), all.tick.as_deref()), (expected, 0, Some("16ps")));
        let options = TextOptions::default().microtime("80ps..96ps".to_owned());
        assert_eq!(read_with(&file, &options).pairs(), [(0, 7813), (1, 7818), (2, 7819), (0, 62_500)]);
        // `lifetime` and the default period of others are of these facts.
        assert_eq!(fact(&all, "sync_period_s"), Some(Value::Float(12.5e-9)));
        assert_eq!(fact(&all, "mode"), Some(Value::Text("T3".to_owned())));
        let meta = opened(&file, &TextOptions::default()).meta().unwrap();
        assert_eq!((meta.sync_period_s, meta.sync_rate_hz), (Some(12.5e-9), Some(80e6)));
        assert_eq!((meta.delay_resolution_s, meta.comment.as_deref()), (Some(16e-12), Some("pulsed")));
    }
    // The macro time is another clock than the laser.
    let meta = opened(&old_file(&pulsed(20e6)), &TextOptions::default()).meta().unwrap();
    assert_eq!((meta.sync_period_s, meta.sync_rate_hz), (None, Some(20e6)));
    let none = TextOptions::default().microtime("1ns..2ns".to_owned());
    let refused = read_with(&old_file(&photon_file(5, &DataLocation::Contiguous)), &none);
    assert_eq!((refused.only_finding().0, refused.tags.len()), ("usage", 0));
}

#[test]
fn what_is_around_the_photons_is_meta_and_header() {
    let file = old_file(&photon_file(50, &DataLocation::Tree(8, vec![Deflate])));
    let source = opened(&file, &TextOptions::default());
    let meta = source.meta().unwrap();
    assert_eq!(meta.acquisition_time_s, Some(30.5));
    assert_eq!(meta.comment.as_deref(), Some("a \u{b5}s-ALEX run"));
    assert_eq!(meta.start.as_deref(), Some("2026-01-02 03:04:05"));
    let tags: Vec<_> = source.header().into_iter().map(|entry| entry.tag).collect();
    for tag in ["setup/num_pixels", "identity/author", "photon_data/timestamps_specs/timestamps_unit"] {
        assert!(tags.iter().any(|one| one == tag), "{tag} is in {tags:?}");
    }
    assert!(!tags.iter().any(|tag| tag.ends_with("timestamps")));
}

#[test]
fn a_unit_of_microtimes_that_is_missing_is_a_fact_and_can_be_given() {
    let photons = group([
        ("timestamps", integers(&[10], 8, true, DataLocation::Contiguous)),
        ("nanotimes", integers(&[5], 2, false, DataLocation::Contiguous)),
        ("timestamps_specs", group([("timestamps_unit", real(1e-9))])),
    ]);
    let file = old_file(&group([("photon_data", photons)]));
    let alone = read(&file);
    assert_eq!((alone.pairs(), alone.findings.len()), (vec![(0, 10)], 0));
    assert_eq!(fact(&alone, "delay_unit_s"), Some(Value::Null));
    let options = TextOptions::default().delay_unit("10ps".to_owned());
    assert_eq!(read_with(&file, &options).pairs(), [(0, 1000), (1, 1005)]);
    assert_eq!(fact(&read_with(&file, &options), "replaced_delay_unit_s"), None);
    let replaced = read_with(&old_file(&pulsed(80e6)), &options);
    assert_eq!(fact(&replaced, "replaced_delay_unit_s"), Some(Value::Float(16e-12)));
    let without = read(&old_file(&photon_file(2, &DataLocation::Contiguous)));
    assert_eq!(fact(&without, "delay_unit_s"), None);
}

fn fact(read: &Read, name: &str) -> Option<Value> {
    let Value::Map(facts) = &read.facts else { panic!("facts are a map") };
    facts.iter().find(|(key, _)| &**key == name).map(|(_, value)| value.clone())
}

#[test]
fn of_several_spots_the_first_is_read_and_the_others_are_named() {
    let spot = || photons(20, &DataLocation::Tree(4, vec![Deflate]));
    let file = old_file(&group([
        ("photon_data10", spot()),
        ("photon_data0", photons(30, &DataLocation::Contiguous)),
        ("photon_data2", spot()),
    ]));
    let read = read(&file);
    assert_eq!(read.pairs(), pairs(30));
    let (code, _, message) = read.only_finding();
    assert_eq!(code, "unknown-format");
    assert_eq!(message, "the file has 3 spots up to photon_data10, and only photon_data0 is read");
}

#[test]
fn compressions_that_are_not_read_are_named_with_what_rewrites_the_file() {
    for (id, name, remedy) in [
        (32001, "Blosc", "ptrepack"),
        (32000, "LZF", "h5repack"),
        (4, "szip", "h5repack"),
        (999, "filter", "h5repack"),
    ] {
        for writer in [old_file, new_file] {
            let read = read(&writer(&photon_file(9, &DataLocation::Tree(4, vec![Shuffle, Other(id)]))));
            let finding = &read.findings[0];
            assert_eq!(
                (finding.code.as_str(), read.tags.len(), read.findings.len()),
                ("unknown-format", 0, 1)
            );
            assert!(finding.message.contains(name), "{}", finding.message);
            assert!(finding.remedy.as_ref().unwrap().contains(remedy));
        }
    }
}

#[test]
fn an_index_that_is_not_read_is_named_with_what_rewrites_the_file() {
    let mut file = old_file(&photon_file(9, &DataLocation::Array(4, vec![Deflate])));
    let layout = [4, 2, 0, 2, 4, 4, 0, 0, 0, 8, 0, 0, 0, 3];
    let at = (0..file.len()).find(|&at| file[at..].starts_with(&layout)).unwrap();
    file[at + layout.len() - 1] = 4;
    let read = read(&file);
    let (code, _, message) = read.only_finding();
    assert_eq!((code, read.tags.len()), ("unknown-format", 0));
    assert!(message.contains("an index of chunks of type 4"), "{message}");
    assert!(read.findings[0].remedy.as_ref().unwrap().contains("h5repack"));
}

#[test]
fn another_hdf5_file_is_refused_with_what_would_be_read() {
    let other = group([("data", group([("counts", integers(&[1, 2], 8, true, DataLocation::Contiguous))]))]);
    let read = read(&new_file(&other));
    let (code, _, message) = read.only_finding();
    assert_eq!((code, read.tags.len()), ("unknown-format", 0));
    assert!(message.contains("photon_data/timestamps") && message.contains("data/counts"), "{message}");
}

#[test]
fn rows_that_are_no_tags_are_left_out_and_unequal_lengths_reported() {
    let place = || DataLocation::Contiguous;
    let photons = group([
        ("timestamps", integers(&[1, 2, 3, 4], 8, true, place())),
        ("detectors", integers(&[1, -1, 2], 2, true, place())),
    ]);
    let read = read(&old_file(&group([("photon_data", photons)])));
    assert_eq!(read.pairs(), [(1, 1), (2, 3)]);
    let codes: Vec<_> = read.findings.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["bad-header", "bad-record"]);
}

#[test]
fn a_damaged_chunk_ends_the_tags_after_those_before_it() {
    let place = DataLocation::Tree(100, vec![Shuffle, Deflate]);
    for writer in [old_file, new_file] {
        let file = writer(&photon_file(1000, &place));
        // Parts begin at multiples of 8 bytes; zlib's first bytes are a multiple of 31.
        let is_stream = |at: &usize| file[*at] == 0x78 && (0x7800 + usize::from(file[at + 1])) % 31 == 0;
        let streams: Vec<_> = (0..file.len() - 2).step_by(8).filter(is_stream).collect();
        let mut damaged = file.clone();
        damaged[streams[4] + 12] ^= 0xff;
        let read = read(&damaged);
        let (code, offset, message) = read.only_finding();
        assert_eq!((code, read.tags.len() % 100), ("corrupt-frame", 0), "{message}");
        assert_eq!(offset, Some(streams[4] as u64));
        assert_eq!(read.pairs(), pairs(1000)[..read.tags.len()]);
        assert!(read.tags.len() < 1000);
    }
}

/// Whether the tags are those at the beginning of the recording.
fn is_beginning(read: &Read, count: i64) -> bool {
    read.pairs() == pairs(count)[..read.tags.len()]
}

#[test]
fn a_file_that_is_cut_anywhere_has_the_tags_before() {
    for (place, writer) in places() {
        let file = writer(&photon_file(300, &place));
        for length in (8..file.len()).step_by(if file.len() > 10_000 { 97 } else { 7 }) {
            let read = read(&file[..length]);
            assert!(is_beginning(&read, 300), "{place:?} cut at {length}");
            assert!(!read.findings.is_empty(), "{place:?} cut at {length}");
        }
    }
}

#[test]
fn no_changed_byte_makes_a_panic_or_a_loop() {
    for (place, writer) in places() {
        let file =
            writer(&photon_file(if matches!(place, DataLocation::Tree(4, _)) { 300 } else { 70 }, &place));
        for at in (8..file.len()).step_by(if file.len() > 10_000 { 29 } else { 3 }) {
            let mut changed = file.clone();
            changed[at] ^= if at % 2 == 0 { 0xff } else { 0x01 };
            read(&changed);
        }
    }
}

#[test]
fn a_tree_in_a_circle_ends() {
    let file = old_file(&photon_file(1000, &DataLocation::Tree(4, vec![])));
    let nodes: Vec<_> = (0..file.len() - 8).filter(|&at| &file[at..at + 4] == b"TREE").collect();
    for &node in &nodes {
        for &other in &nodes {
            let mut changed = file.clone();
            let key = if file[node + 4] == 1 { 24 } else { 8 };
            for child in 0..usize::from(file[node + 6]) {
                let at = node + 24 + key + child * (key + 8);
                changed[at..at + 8].copy_from_slice(&(other as u64).to_le_bytes());
            }
            assert!(read(&changed).tags.len() <= 1000);
        }
    }
}

#[test]
fn chunks_that_overlap_do_not_multiply_tags() {
    let mut file = old_file(&photon_file(1000, &DataLocation::Tree(4, vec![Deflate])));
    let length = file.len() as u32;
    let leaves: Vec<_> = (0..file.len() - 8).filter(|&at| &file[at..at + 6] == b"TREE\x01\0").collect();
    for leaf in leaves {
        for chunk in 0..usize::from(file[leaf + 6]) {
            let at = leaf + 24 + 32 * chunk;
            file[at..at + 4].copy_from_slice(&length.to_le_bytes());
        }
    }
    let read = read(&file);
    assert_eq!((read.only_finding().0, read.tags.len()), ("bad-header", 0));
}

#[test]
fn a_file_that_is_too_large_is_refused_before_it_is_read() {
    let mut file = new_file(&photon_file(10, &DataLocation::Contiguous));
    file[28..36].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    // The checksum is of the length too.
    assert_eq!(read(&file).only_finding().0, "bad-header");
    let mut file = old_file(&photon_file(10, &DataLocation::Contiguous));
    file[40..48].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    assert_eq!(read(&file).only_finding().0, "too-large");
}
