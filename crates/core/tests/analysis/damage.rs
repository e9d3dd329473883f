//! Partial results from outside may be anything: each is refused with `Mismatch`, changes
//! nothing, and never panics.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::analysis::{AnyAnalysis, PARTIAL_VERSION, make};

use crate::tags::{device, params, tag};

/// Parameters under which each analysis is damaged here.
const RUNS: [(&str, &[(&str, i64)]); 21] = [
    ("summary", &[]),
    ("rate", &[("start", 0)]),
    ("rate", &[("start", 0), ("bin", 100)]),
    ("gaps", &[("to", 500), ("bin", 50)]),
    ("gaps", &[("log", 2)]),
    ("correlation", &[("a", 3), ("b", 15), ("from", -5), ("to", 9)]),
    ("correlation", &[("a", 3), ("b", 3), ("log", 2), ("to", 1000)]),
    ("coincidence", &[("window", 100)]),
    ("coincidence", &[("window", 9)]),
    ("coincidence", &[("window", 9), ("period", 80)]),
    ("coincidence", &[("window", 9), ("period", 0)]),
    ("heralded", &[("herald", 3), ("a", 15), ("b", 16), ("window", 9)]),
    ("delay", &[("a", 3), ("b", 15), ("from", -5), ("to", 9)]),
    ("lifetime", &[("channel", 3), ("sync", 15), ("range", 9)]),
    ("lifetime", &[("channel", 3), ("period", 9)]),
    ("stability", &[]),
    ("stability", &[("bin", 1000)]),
    ("listing", &[("most", 2)]),
    ("listing", &[("most", 2), ("from", 40), ("earlier", 2)]),
    ("pairs", &[("from", -5), ("to", 9)]),
    ("pairs", &[("from", -5), ("to", 9), ("bin", 2)]),
];

fn new(name: &str, entries: &[(&str, i64)]) -> Box<dyn AnyAnalysis> {
    make(name, &params(entries)).unwrap()
}

/// Joins `bytes` to a fresh and to a used accumulator; both must stay usable whatever they are.
fn join(name: &str, entries: &[(&str, i64)], bytes: &[u8]) -> Result<(), Code> {
    let mut used = new(name, entries);
    used.push_tags(&[tag(3, 7), tag(15, 9), tag(3, 400)]).unwrap();
    // As text, in which a missing number equals itself.
    let before = (format!("{:?}", used.result()), used.save().unwrap());
    let joined = used.join(bytes).map_err(|e| e.code);
    if joined.is_err() {
        let after = (format!("{:?}", used.result()), used.save().unwrap());
        assert_eq!(after, before, "a refused join changes nothing");
    }
    used.push_tags(&[tag(3, 450), tag(15, 10), tag(77, -5)]).map_err(|e| e.code)?;
    used.result();

    let mut fresh = new(name, entries);
    let _ = fresh.join(bytes);
    fresh.result();
    joined
}

fn mismatch(name: &str, entries: &[(&str, i64)], bytes: &[u8]) {
    assert_eq!(join(name, entries, bytes), Err(Code::Mismatch), "{name} {entries:?} {bytes:?}");
}

#[test]
fn another_analysis_or_other_parameters_do_not_match() {
    for (k, (name, entries)) in RUNS.iter().enumerate() {
        for (l, (other, other_entries)) in RUNS.iter().enumerate() {
            let bytes = new(other, other_entries).save().unwrap();
            if k == l {
                assert_eq!(join(name, entries, &bytes), Ok(()));
            } else {
                mismatch(name, entries, &bytes);
            }
        }
    }
    mismatch("rate", &[("start", 0)], &new("rate", &[("start", 1)]).save().unwrap());
}

#[test]
fn every_truncation_and_every_extra_byte_is_noticed() {
    for (name, entries) in RUNS {
        let mut run = new(name, entries);
        run.push_tags(&[tag(3, 1), tag(3, 40), tag(u64::MAX, 50), tag(u64::MAX, 2)]).unwrap();
        let mut bytes = run.save().unwrap();
        for end in 0..bytes.len() {
            mismatch(name, entries, &bytes[..end]);
        }
        bytes.push(0);
        mismatch(name, entries, &bytes);
    }
}

#[test]
fn another_version_is_named() {
    for (name, entries) in RUNS {
        let mut bytes = new(name, entries).save().unwrap();
        bytes[1 + name.len()] = 1;
        let error = new(name, entries).join(&bytes).unwrap_err();
        assert_eq!(error.code, Code::Mismatch);
        let message = format!("these partial results of {name} have version 1, not {PARTIAL_VERSION}");
        assert_eq!(error.message, message);
    }
}

// summary: name "summary" (7 bytes), version 7
//   tags 2, first 0, last 0 (zigzag), out_of_order 0, first_disorder None, no last times, no break,
//   1 channel: number 3, tags 2, first 0, last 0, min_gap 0
const SUMMARY: &[u8] = b"\x07summary\x07\x02\x00\x00\x00\x00\x00\x00\x01\x03\x02\x00\x00\x00";

#[test]
fn summaries_that_contradict_themselves_are_refused() {
    assert_eq!(join("summary", &[], SUMMARY), Ok(()));
    // The total may be more or less than the channels' tags: a moved or virtual tag may be counted with another part.
    let mut more = SUMMARY.to_vec();
    more[9] = 3;
    assert_eq!(join("summary", &[], &more), Ok(()));
    for (what, at, byte) in [
        ("as many out of order as there are tags", 12, 2),
        ("disorder without a place", 12, 1),
        ("more last times than tags", 14, 3),
        ("a channel without tags", 18, 0),
    ] {
        let mut bytes = SUMMARY.to_vec();
        bytes[at] = byte;
        assert_eq!(join("summary", &[], &bytes), Err(Code::Mismatch), "{what}");
    }
    // The same channel twice.
    mismatch(
        "summary",
        &[],
        b"\x07summary\x07\x04\x00\x00\x00\x00\x00\x00\x02\x03\x02\x00\x00\x00\x03\x02\x00\x00\x00",
    );
    // 2^63 tags.
    let many = b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01";
    let bytes = [b"\x07summary\x07", &many[..], b"\0\0\0\0\0\0\x01\x03", many, b"\0\0\0"].concat();
    mismatch("summary", &[], &bytes);
}

// rate, bins of 100: name "rate" (4 bytes), version 7,
//   automatic false, bin 100 (zigzag 200), start Some(0), before 0,
//   1 channel: number 3, 2 counts: 1 and 1
const RATE: &[u8] = b"\x04rate\x07\x00\xc8\x01\x01\x00\x00\x01\x03\x02\x01\x01";

#[test]
fn rates_that_contradict_themselves_are_refused() {
    let entries = [("start", 0), ("bin", 100)];
    assert_eq!(join("rate", &entries, RATE), Ok(()));
    // Another bin, another start, tags but no start.
    mismatch("rate", &entries, b"\x04rate\x07\x00\xca\x01\x01\x00\x00\x01\x03\x02\x01\x01");
    mismatch("rate", &entries, b"\x04rate\x07\x00\xc8\x01\x01\x02\x00\x01\x03\x02\x01\x01");
    mismatch("rate", &entries, b"\x04rate\x07\x00\xc8\x01\x00\x00\x01\x03\x02\x01\x01");

    let automatic = [("start", 0)];
    assert_eq!(join("rate", &automatic, b"\x04rate\x07\x01\x04\x01\x00\x00\x01\x03\x02\x01\x01"), Ok(()));
    // Bins of 0, -2, 3 and 2^59 ticks.
    for bin in [&b"\x00"[..], b"\x03", b"\x06", b"\x80\x80\x80\x80\x80\x80\x80\x80\x10"] {
        let bytes = [b"\x04rate\x07\x01", bin, b"\x01\x00\x00\x01\x03\x02\x01\x01"].concat();
        mismatch("rate", &automatic, &bytes);
    }
    // 2049 automatic bins.
    let bytes = [b"\x04rate\x07\x01\x04\x01\x00\x00\x01\x03\x81\x10", &[1; 2049][..]].concat();
    mismatch("rate", &automatic, &bytes);
}

// gaps, bins 0, 1 and 2 of 50 ticks: name "gaps" (4 bytes), version 7,
//   linear bins (1): width 50 (zigzag 100), from 0, 3 bins;
//   1 channel: number 3, first 0, last 60, min 60, max 60 (zigzag 120), 5 cells: 0 0 1 0 0,
//   1 cell of the gaps by octaves: 60 after the first, 1 gap
const GAPS: &[u8] =
    b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x78\x78\x05\x00\x00\x01\x00\x00\x01\x3c\x01\x00\x00";

#[test]
fn gaps_that_contradict_themselves_are_refused() {
    let entries = [("to", 100), ("bin", 50)];
    assert_eq!(join("gaps", &entries, GAPS), Ok(()));
    for bytes in [
        // Another width; four cells where five are named; a gap, but no least one; none, but a least.
        &b"\x04gaps\x07\x01\x66\x00\x03\x01\x03\x00\x78\x78\x78\x05\x00\x00\x01\x00\x00\x01\x3c\x01\x00\x00"[..],
        b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x78\x78\x04\x00\x00\x01\x00\x01\x3c\x01\x00\x00",
        b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x7a\x78\x05\x00\x00\x01\x00\x00\x01\x3c\x01\x00\x00",
        b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x78\x78\x05\x00\x00\x00\x00\x00\x00\x00\x00",
        // By octaves two gaps, none in a cell, and one in a cell that there is not.
        b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x78\x78\x05\x00\x00\x01\x00\x00\x01\x3c\x02\x00\x00",
        b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x78\x78\x05\x00\x00\x01\x00\x00\x01\x3c\x00\x00\x00",
        b"\x04gaps\x07\x01\x64\x00\x03\x01\x03\x00\x78\x78\x78\x05\x00\x00\x01\x00\x00\x01\x80\x39\x01\x00\x00",
    ] {
        mismatch("gaps", &entries, bytes);
    }
}

// listing of 2 tags from 9 on and 1 before it: name "listing" (7 bytes), version 7,
//   most 2, from Some(9) (zigzag 18), most_earlier 1, 5 tags, 2 of them earlier,
//   1 earlier tag: time 8 (zigzag 16), channel 3,
//   2 listed tags: time 9, channel 3; time 9, channel 15
const LISTING: &[u8] = b"\x07listing\x07\x02\x01\x12\x01\x05\x02\x01\x10\x03\x02\x12\x03\x12\x0f";

#[test]
fn lists_that_contradict_themselves_are_refused() {
    let entries = [("most", 2), ("from", 9), ("earlier", 1)];
    assert_eq!(join("listing", &entries, LISTING), Ok(()));
    for (what, at, byte) in [
        ("another length", 9, 3),
        ("another time", 11, 20),
        ("fewer tags than are listed", 13, 3),
        ("fewer earlier tags than are listed", 14, 0),
        ("more earlier tags than tags", 14, 6),
        ("an earlier tag that is not earlier", 16, 18),
        ("a listed tag that is earlier", 19, 16),
        ("times out of order", 19, 20),
        ("equal times whose channels are out of order", 20, 16),
    ] {
        let mut bytes = LISTING.to_vec();
        bytes[at] = byte;
        assert_eq!(join("listing", &entries, &bytes), Err(Code::Mismatch), "{what}");
    }
    // One tag of two that there must be.
    mismatch("listing", &entries, b"\x07listing\x07\x02\x01\x12\x01\x05\x02\x01\x10\x03\x01\x12\x03");
    // 2^63 tags.
    let many = b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01";
    let bytes =
        [b"\x07listing\x07\x02\x01\x12\x01", &many[..], b"\x02\x01\x10\x03\x02\x12\x03\x12\x0f"].concat();
    mismatch("listing", &entries, &bytes);
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for (name, entries) in RUNS {
            let _ = join(name, entries, &bytes);
            let named = [&[name.len() as u8], name.as_bytes(), &[PARTIAL_VERSION as u8], &bytes].concat();
            let _ = join(name, entries, &named);
        }
    }

    #[test]
    fn flipped_bytes_never_panic(tags in device(40), at in any::<proptest::sample::Index>(), flip in 1..=255_u8) {
        for (name, entries) in RUNS {
            let mut run = new(name, entries);
            run.push_tags(&tags).unwrap();
            let mut bytes = run.save().unwrap();
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
            let _ = join(name, entries, &bytes);
        }
    }
}
