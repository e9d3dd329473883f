//! Partial results from outside may be anything: each is refused with `Mismatch`, changes
//! nothing, and never panics.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::run::PARTIAL_VERSION;
use twox_hash::XxHash64;

use crate::dynamic::{Analysis, EXAMPLES, Example, make};
use crate::tags::{device, params, tag};

/// Every analysis with each of its examples.
fn runs() -> impl Iterator<Item = (&'static str, Example)> {
    EXAMPLES.iter().flat_map(|(name, examples)| examples.iter().map(|example| (*name, *example)))
}

fn new(name: &str, entries: &[(&str, i64)]) -> Analysis {
    make(name, &params(entries)).unwrap()
}

/// Joins `bytes` to a fresh and to a used accumulator; both must stay usable for any `bytes`.
fn join(name: &str, entries: &[(&str, i64)], bytes: &[u8]) -> Result<(), Code> {
    let mut used = new(name, entries);
    used.push_tags(&[tag(3, 7), tag(15, 9), tag(3, 400)]).unwrap();
    let before = used.save().unwrap();
    let joined = used.join(bytes).map_err(|e| e.code);
    if joined.is_err() {
        assert_eq!(used.save().unwrap(), before, "a refused join changes nothing");
    }
    used.push_tags(&[tag(3, 450), tag(15, 10), tag(77, -5)]).map_err(|e| e.code)?;

    let mut fresh = new(name, entries);
    let joined_first = fresh.join(bytes);
    // Of an accumulator that is as it was, the result takes long and shows nothing.
    if joined.is_ok() || joined_first.is_ok() {
        used.result();
        fresh.result();
    }
    joined
}

fn mismatch(name: &str, entries: &[(&str, i64)], bytes: &[u8]) {
    assert_eq!(join(name, entries, bytes), Err(Code::Mismatch), "{name} {entries:?} {bytes:?}");
}

#[test]
fn another_analysis_or_other_parameters_do_not_match() {
    for (k, (name, entries)) in runs().enumerate() {
        for (l, (other, other_entries)) in runs().enumerate() {
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
    for (name, entries) in runs() {
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
    for (name, entries) in runs() {
        let mut bytes = new(name, entries).save().unwrap();
        bytes[1 + name.len()] = 1;
        let error = new(name, entries).join(&bytes).unwrap_err();
        assert_eq!(error.code, Code::Mismatch);
        let message = format!("these partial results of {name} have version 1, not {PARTIAL_VERSION}");
        assert_eq!(error.message, message);
    }
}

/// The byte form of `partial` with a right checksum.
fn signed(name: &str, partial: &[u8]) -> Vec<u8> {
    let head = [&[name.len() as u8], name.as_bytes(), &[PARTIAL_VERSION as u8]].concat();
    [&head, XxHash64::oneshot(0, partial).to_le_bytes().as_slice(), partial].concat()
}

/// The partial result in a byte form.
fn partial_in(name: &str, bytes: &[u8]) -> Vec<u8> {
    bytes[1 + name.len() + 1 + 8..].to_vec()
}

#[test]
fn more_counts_than_there_can_be_are_refused() {
    // Summary: 2^63 tags; first, last, out of order, first disorder, no last times, no break; one channel of them.
    let many = b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01";
    let summary = [&many[..], b"\0\0\0\0\0\0\x01\x03", many, b"\0\0\0"].concat();
    mismatch("summary", &[], &signed("summary", &summary));
    // Rate: automatic, bin 2, start 0, before 0, a channel with 2049 bins.
    let rate = [b"\x01\x04\x01\x00\x00\x01\x03\x81\x10", &[1; 2049][..]].concat();
    mismatch("rate", &[("start", 0)], &signed("rate", &rate));
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for (name, entries) in runs() {
            let _ = join(name, entries, &bytes);
            let _ = join(name, entries, &signed(name, &bytes));
        }
    }

    #[test]
    fn changed_bytes_are_noticed_and_forged_ones_never_panic(tags in device(40), at in any::<proptest::sample::Index>(), flip in 1..=255_u8) {
        for (name, entries) in runs() {
            let mut run = new(name, entries);
            run.push_tags(&tags).unwrap();
            let bytes = run.save().unwrap();
            let mut changed = bytes.clone();
            changed[at.index(bytes.len())] ^= flip;
            mismatch(name, entries, &changed);
            let mut forged = partial_in(name, &bytes);
            let at = at.index(forged.len());
            forged[at] ^= flip;
            let _ = join(name, entries, &signed(name, &forged));
        }
    }
}
