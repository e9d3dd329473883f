//! Recordings of PicoQuant's programs before PTU, drawn by hand.

use super::files::{Read, read, read_in};
use super::fixed_header_files::{hydraharp, picoharp};
use super::picoquant_files::{Event, KINDS, Kind, expected, records};

const PICOHARP_T2: Kind = KINDS[0];
const PICOHARP_T3: Kind = KINDS[1];

fn events(kind: Kind) -> [Event; 4] {
    let delay = |delay| if kind.t3 { delay } else { 0 };
    [
        Event::Photon { at: 4, input: 1, delay: delay(3) },
        Event::Photon { at: 9, input: 3, delay: delay(0) },
        Event::Markers { at: 32, bits: 0b10 },
        Event::Photon { at: 2 * kind.period + 1, input: 2, delay: delay(700) },
    ]
}

fn assert_read(read: &Read, kind: Kind, tick: &str) {
    assert_eq!(read.pairs(), expected(kind, &events(kind)), "{:#x}", kind.code);
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some(tick)), "{:#x}", kind.code);
}

#[test]
fn files_of_the_picoharp_are_read() {
    let file = |kind: Kind, mode| picoharp(mode, &records(kind, &events(kind)), 2);
    assert_read(&read(&file(PICOHARP_T2, 2)), PICOHARP_T2, "4ps");
    assert_read(&read(&file(PICOHARP_T3, 3)), PICOHARP_T3, "16ps");
    assert_eq!(read_in(&file(PICOHARP_T3, 3), 1), read(&file(PICOHARP_T3, 3)));
}

#[test]
fn files_of_the_hydraharp_are_read_in_both_versions() {
    for (kind, version, mode, tick) in [
        (KINDS[2], &b"1.0"[..], 2, "0.5ps"),
        (KINDS[3], b"1.0", 3, "16ps"),
        (KINDS[4], b"2.0", 2, "1ps"),
        (KINDS[5], b"2.0", 3, "16ps"),
    ] {
        let file = hydraharp(version, mode, &records(kind, &events(kind)));
        assert_read(&read(&file), kind, tick);
        assert_eq!(read_in(&file, 3), read(&file));
    }
}

#[test]
fn files_of_histograms_are_named_and_not_read() {
    let histograms = read(&picoharp(0, &[], 0));
    let message = "this is a file of histograms of the PicoHarp 300, without tags";
    assert_eq!(histograms.only_finding(), ("unknown-format", Some(348), message));
    let message = "this is a file of histograms of the HydraHarp, without tags";
    assert_eq!(read(&hydraharp(b"2.0", 0, &[])).only_finding(), ("unknown-format", Some(340), message));
}

#[test]
fn an_unknown_version_is_reported() {
    let message = "this is a file of the HydraHarp in the unknown version 3.1";
    assert_eq!(read(&hydraharp(b"3.1", 2, &[])).only_finding(), ("unknown-format", Some(16), message));
}

#[test]
fn a_header_with_impossible_values_is_reported() {
    // 2^31 - 1 inputs
    let mut file = hydraharp(b"2.0", 2, &[]);
    file[664..668].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(read(&file).only_finding().2, "the header states 2147483647 inputs");
    // An image's header of 2^31 - 1 words.
    let mut file = picoharp(2, &[5], 0);
    file[724..728].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(read(&file).only_finding().0, "truncated");
    // No sync in a second.
    let mut file = picoharp(3, &[5], 0);
    file[704..708].copy_from_slice(&[0; 4]);
    assert_eq!(read(&file).only_finding().0, "bad-header");
}

#[test]
fn a_header_that_is_cut_anywhere_is_reported() {
    for file in [picoharp(2, &[], 3), hydraharp(b"1.0", 3, &[])] {
        for end in (64..file.len()).step_by(29) {
            let message = "the file ends in its header, before the first record";
            assert_eq!(read(&file[..end]).only_finding(), ("truncated", Some(end as u64), message));
        }
    }
}
