//! Postings lists that do not match the series.

use std::fs;

use tagview_core::index_header::{IndexVerification, IndexVerifier, crc32c};
use tagview_core::random_access::drive;
use tagview_core::{Code, Severity};

use super::build::Block;
use super::expected::folders;
use super::opened::{look_up, open};
use super::series::{Series, index_of};

fn verified(file: &[u8], chunk: usize) -> IndexVerification {
    let mut verifier = IndexVerifier::new(&open(file)).unwrap();
    drive(&mut verifier, &[file], chunk).unwrap();
    verifier.finish()
}

/// The codes and messages of findings, which do not depend on the chunks.
fn found(file: &[u8]) -> Vec<(Code, String)> {
    let whole = verified(file, file.len());
    for chunk in [1, 7, 50] {
        assert_eq!(verified(file, chunk), whole);
    }
    whole.findings.into_iter().map(|finding| (finding.code, finding.message)).collect()
}

fn pods() -> Vec<Series> {
    let pod = |k: i64| {
        let (pod, job) = (format!("pod-{k:02}"), if k < 5 { "api" } else { "db" });
        Series::of(&[("__name__", "up"), ("job", job), ("pod", &pod)], &[(k, k + 10)])
    };
    (0..20).map(pod).collect()
}

/// Changes the postings list of a label pair, and writes its checksum again.
fn changed(file: &[u8], name: &str, value: &str, change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let (from, to) = look_up(&open(file), file, name.as_bytes(), value.as_bytes()).unwrap();
    let (from, to) = (from as usize, to as usize);
    let mut file = file.to_vec();
    change(&mut file[from..to]);
    let sum = crc32c(&file[from..to]);
    file[to..to + 4].copy_from_slice(&sum.to_be_bytes());
    file
}

#[test]
fn sound_indexes() {
    for version in [1, 2] {
        let file = index_of(version, &pods());
        let result = verified(&file, 64);
        assert_eq!((result.series, result.postings_lists, result.postings), (20, 24, 80));
        assert_eq!((result.unused_symbols, result.complete), (Some(0), true));
        assert_eq!(found(&file), []);
    }
    assert_eq!(found(&index_of(2, &[])), []);
    let many: Vec<Series> =
        (0..70_000).map(|k| Series::of(&[("id", &format!("{k:06}"))], &[(0, 1)])).collect();
    let file = index_of(2, &many);
    let result = verified(&file, 1 << 20);
    assert_eq!((result.postings, result.complete), (140_000, true));
}

#[test]
fn indexes_that_mimir_and_thanos_wrote() {
    for folder in folders() {
        let Ok(file) = fs::read(folder.join("index")) else { continue };
        let result = verified(&file, 1000);
        assert!(result.complete, "{folder:?} {result:?}");
        assert!(result.findings.iter().all(|finding| finding.severity != Severity::Error));
    }
}

#[test]
fn a_list_with_another_series() {
    for version in [1, 2] {
        let file = index_of(version, &pods());
        // A series twice.
        let other = changed(&file, "job", "api", |list| {
            let last = list[20..24].to_vec();
            list[16..20].copy_from_slice(&last);
        });
        assert_eq!(found(&other)[0].0, Code::Order);
        let (db, _) = look_up(&open(&file), &file, b"job", b"db").unwrap();
        // The first series of "db" in place of the last of "api".
        let foreign = file[db as usize + 4..db as usize + 8].to_vec();
        let other = changed(&file, "job", "api", |list| list[20..24].copy_from_slice(&foreign));
        let lacks = "postings: the list of \"job\"=\"api\" lacks the series \
            {\"__name__\"=\"up\", \"job\"=\"api\", \"pod\"=\"pod-04\"}";
        let has = "postings: the list of \"job\"=\"api\" has the series \
            {\"__name__\"=\"up\", \"job\"=\"db\", \"pod\"=\"pod-05\"}, which lacks that label";
        assert_eq!(found(&other), [(Code::Mismatch, lacks.to_owned()), (Code::Mismatch, has.to_owned())]);
        assert!(!verified(&other, 64).complete);
    }
}

#[test]
fn lists_that_are_unreadable_or_out_of_order() {
    let file = index_of(2, &pods());
    let list = |change: fn(&mut [u8])| found(&changed(&file, "pod", "pod-07", change));
    let name = "postings: the list of \"pod\"=\"pod-07\"";
    let only = |code: Code, what: &str| vec![(code, format!("{name} {what}"))];
    assert_eq!(list(|list| list[3] = 2), only(Code::BadSection, "has 8 bytes for 2 series"));
    assert_eq!(
        list(|list| list[4..8].fill(1))[0],
        only(Code::BadSection, "refers to the series 16843009, which does not exist")[0]
    );
    let swapped = changed(&file, "job", "db", |list| list[4..12].rotate_left(4));
    let what = "postings: the list of \"job\"=\"db\" has series that do not ascend";
    assert_eq!(found(&swapped), [(Code::Order, what.to_owned())]);

    let (from, to) = look_up(&open(&file), &file, b"pod", b"pod-07").unwrap();
    let mut flipped = file.clone();
    flipped[to as usize] ^= 1;
    let found_now = found(&flipped);
    assert_eq!((found_now.len(), found_now[0].0), (1, Code::Checksum));
    let mut long = file.clone();
    long[from as usize - 1] = 200;
    let what = "states a length of 200 bytes, but the next list begins after 16 bytes";
    assert_eq!(found(&long), only(Code::BadSection, what));
}

#[test]
fn symbols_that_nothing_uses() {
    for version in [1, 2] {
        // The label that the second series loses is used by no other.
        let series = pods();
        let mut file = index_of(version, &series[..2]);
        let at = open(&file).index_toc.unwrap().series as usize;
        let begin = if version == 2 { at.next_multiple_of(16) } else { at };
        // The first series gets the value of the second one.
        let length = file[begin] as usize;
        let second =
            if version == 2 { (begin + length + 5).next_multiple_of(16) } else { begin + length + 5 };
        let content = file[second + 1..=second + length].to_vec();
        file[begin + 1..=begin + length].copy_from_slice(&content);
        let sum = file[second + 1 + length..second + 5 + length].to_vec();
        file[begin + 1 + length..begin + 5 + length].copy_from_slice(&sum);
        let findings = found(&file);
        assert_eq!(findings.len(), 3, "{findings:?}");
        let unused = "symbols: 1 of them are used by no series, the first is \"pod-00\"";
        assert_eq!(findings[2], (Code::Mismatch, unused.to_owned()));
        assert_eq!(verified(&file, 64).unused_symbols, Some(1));
    }
}

#[test]
fn files_that_cannot_be_verified() {
    assert_eq!(IndexVerifier::new(&open(&Block::grid(2, 3).header())).unwrap_err().code, Code::NotFound);
    let file = index_of(2, &pods());
    assert_eq!(IndexVerifier::new(&open(&file[..file.len() - 9])).unwrap_err().code, Code::Checksum);
}
