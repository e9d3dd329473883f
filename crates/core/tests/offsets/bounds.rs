//! Headers larger than any Kafka has: the reader reads a bounded number of entries and reports that it left some out.

use tagview_core::error::Severity;
use tagview_core::offsets::encodings::{decode, encode};
use tagview_core::offsets::entries::MAX_ENTRIES;
use tagview_core::offsets::{Encoding, Entries, inspect, open};

#[track_caller]
fn assert_bounded(encoding: Encoding, value: &str) {
    let decoded = decode(encoding, value);
    assert_eq!(decoded.entries.len(), MAX_ENTRIES, "{}", encoding.name());
    let codes: Vec<_> = decoded.findings.iter().map(|f| (f.code.as_str(), f.severity)).collect();
    assert_eq!(codes, [("too-large", Severity::Error)], "{}", encoding.name());
    assert!(decoded.findings[0].message.contains("1048576 entries"), "{}", decoded.findings[0].message);
}

#[test]
fn entries_beyond_the_bound_are_left_out_and_reported_in_every_encoding() {
    let partitions: Vec<i32> = (0..MAX_ENTRIES as i32 + 3).collect();
    let offsets = vec![7; partitions.len()];
    for encoding in Encoding::ALL {
        let value = encode(encoding, &partitions, &offsets).unwrap();
        let value = if encoding == Encoding::Text { format!("v1={value}") } else { value };
        assert_bounded(encoding, &value);
    }
    // A header with `MAX_ENTRIES` entries has no findings.
    let value = encode(Encoding::PairsFixed, &partitions[..MAX_ENTRIES], &offsets[..MAX_ENTRIES]).unwrap();
    assert_eq!(decode(Encoding::PairsFixed, &value).findings, []);
}

#[test]
fn offsets_of_a_v2_header_beyond_the_bound_are_left_out() {
    let many = format!("v2=0/0:{}0,0/1:5", "1;".repeat(MAX_ENTRIES + 5));
    let opened = open(&many, None);
    let Entries::Compartments(entries) = &opened.offsets.entries else { panic!("no compartments") };
    assert_eq!(entries.iter().map(|entry| entry.offsets.len()).sum::<usize>(), MAX_ENTRIES);
    assert_eq!(opened.error().map(|error| error.code.as_str()), Some("too-large"));
}

#[test]
fn entries_behind_equals_signs_are_bounded_too() {
    let many = format!("v1={}x,5:6", "1:2=".repeat(MAX_ENTRIES + 5));
    let opened = open(&many, None);
    assert!(opened.offsets.entries.len() <= MAX_ENTRIES);
    assert!(opened.findings.iter().any(|finding| finding.code.as_str() == "too-large"));
}

#[test]
fn of_many_duplicates_the_first_thousand_are_listed_one_by_one() {
    let entries: Vec<String> = (0..1500).map(|n| format!("{n}:1,{n}:2")).collect();
    let value = inspect(&format!("v1={}", entries.join(",")), &Default::default());
    assert_eq!((value.duplicates.len(), value.duplicate_entries.len()), (1500, 1000));
}
