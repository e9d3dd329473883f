//! Dumps of a Swabian Time Tagger: records of 16 bytes.

use std::path::PathBuf;

use proptest::prelude::*;
use tagview_core::import::import_of;

use super::files::{read, read_cut};

fn record(kind: u8, missed: u16, channel: i32, time: i64) -> Vec<u8> {
    [&[kind, 0][..], &missed.to_le_bytes(), &channel.to_le_bytes(), &time.to_le_bytes()].concat()
}

fn tags(tags: &[(i32, i64)]) -> Vec<u8> {
    tags.iter().flat_map(|&(channel, time)| record(0, 0, channel, time)).collect()
}

const FIRST: [(i32, i64); 4] = [(1, 5), (2, 6), (-3, 6), (1, 90)];

#[test]
fn a_record_is_a_channel_and_a_time_in_picoseconds() {
    let read = read(&tags(&FIRST));
    // Falling edges have channels of their own.
    assert_eq!(read.pairs(), [(1, 5), (2, 6), (10_003, 6), (1, 90)]);
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("1ps")));
}

#[test]
fn records_that_are_no_tags_are_counted_and_not_read_as_tags() {
    let more = [
        record(2, 0, 0, 91),
        record(4, 500, 2, 95),
        record(4, 11, 1, 96),
        record(3, 0, 0, 97),
        record(0, 0, 1, 98),
    ];
    let whole = read(&[tags(&FIRST), more.concat()].concat());
    assert_eq!(whole.pairs().last(), Some(&(1, 98)));
    assert_eq!((whole.tags.len(), whole.findings.len()), (5, 0));
    let facts = format!("{:?}", whole.facts);
    assert!(facts.contains("511") && facts.contains("true"), "{facts}");
    let sound = format!("{:?}", read(&tags(&FIRST)).facts);
    assert!(sound.contains("false"), "{sound}");
}

#[test]
fn errors_and_what_is_not_defined_are_findings_with_a_place() {
    let wrong = [record(1, 0, 0, 91), record(9, 0, 1, 92), record(0, 0, 0, 93), record(0, 0, 2, 94)];
    let read = read(&[tags(&FIRST), wrong.concat()].concat());
    assert_eq!(read.pairs().last(), Some(&(2, 94)));
    let [first, all] = &read.findings[..] else { panic!("{:?}", read.findings) };
    assert_eq!((first.code.as_str(), first.offset), ("bad-record", Some(64)));
    assert!(first.message.starts_with("record 5 reports an error of the device"), "{}", first.message);
    assert!(all.message.starts_with("3 records in total"), "{}", all.message);
}

#[test]
fn what_only_looks_like_it_is_not_recognised() {
    let is =
        |bytes: &[u8]| import_of(&bytes[..bytes.len().min(64)]).is_some_and(|import| import.id == "swabian");
    assert!(is(&tags(&FIRST)) && is(&tags(&FIRST[..2])));
    assert!(!is(&tags(&FIRST[..1])), "one record may be anything");
    assert!(!is(&[0; 64]));
    assert!(!is(&tags(&[(1, 5), (2, 4)])), "times descend");
    assert!(!is(&tags(&[(1, 5), (70_000, 6)])), "no device has this channel");
    assert!(!is(&tags(&[(1, 9), (2, 8), (1, 7), (2, 6)])), "times descend");
    // Pairs of a channel and a time, in 8 bytes each.
    let pairs: Vec<u8> =
        [1_u64, 50, 2, 60, 0, 70, 1, 80].iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(!is(&pairs));
    // A recording of the original writer: a segment table, then the root pointer and the outer list.
    let message: Vec<u8> =
        [7_u64 << 32, 1 << 48, 1 | 6 << 32 | 1 << 35, 1 | 7 << 32, 3 << 2 | 2 << 32, 26, 3]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
    assert!(!is(&message));
}

#[test]
fn a_dump_is_recognised_by_its_tags_whatever_records_are_between_them() {
    let is = |bytes: &[u8]| import_of(bytes).is_some_and(|import| import.id == "swabian");
    let overflow = [record(2, 0, 0, 91), record(4, 500, 2, 95), record(3, 0, 0, 97)].concat();
    assert!(is(&[overflow.clone(), tags(&FIRST)].concat()), "events were missed before the first tag");
    assert!(is(&[tags(&FIRST), overflow, tags(&[(1, 98)])].concat()));
    assert!(is(&[tags(&FIRST), record(1, 0, 0, 0), tags(&[(1, 98)])].concat()), "an error");
    assert!(is(&tags(&[(1, -5), (2, 6)])), "times begin at the reference of the user");
    assert!(is(&[tags(&FIRST), tags(&FIRST)].concat()), "two dumps in one file");
}

#[test]
fn the_shared_dump_is_read() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cases/swabian-dump");
    let Ok(file) = std::fs::read(folder.join("dump.bin")) else {
        println!("skipped: there is no dump.bin");
        return;
    };
    let read = read(&file);
    assert_eq!((read.tags.len(), read.findings.len(), read.disordered()), (5000, 0, 0));
    assert_eq!(read.pairs()[..2], [(2, 0x0590_9537), (7, 0x07f2_d38b)]);
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        records in prop::collection::vec((0_u8..6, any::<u16>(), -20_i32..20, any::<i64>()), 0..60),
        mut cuts in prop::collection::vec(0_usize..1100, 0..6),
        missing in 0_usize..16,
    ) {
        let more = records.iter().flat_map(|&(kind, missed, channel, time)| record(kind, missed, channel, time));
        let mut file: Vec<u8> = tags(&FIRST).into_iter().chain(more).collect();
        file.truncate(file.len() - missing);
        cuts.sort_unstable();
        prop_assert_eq!(read(&file), read_cut(&file, &cuts));
    }
}
