//! The header's grammar: the entries read despite errors, and the positions of findings.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tagview_core::Severity;
use tagview_core::numbers::Integers;
use tagview_core::offsets::{Entries, Offsets, header, lookup, open};

fn pairs(offsets: &Offsets) -> Vec<(i32, i64)> {
    match &offsets.entries {
        Entries::Partitions(c) => c.partitions.iter().copied().zip(c.offsets.iter().copied()).collect(),
        Entries::Compartments(_) => vec![],
    }
}

/// Checks the entries, and each finding's code with its text.
fn check(text: &str, wanted: &[(i32, i64)], findings: &[(&str, &str)]) {
    let decoded = header::decode(text);
    assert_eq!(pairs(&decoded), wanted, "{text}");
    let found: Vec<_> = decoded
        .findings
        .iter()
        .map(|f| {
            (
                f.code.as_str(),
                f.offset.map_or("", |at| &text[at as usize..((at + f.length) as usize).min(text.len())]),
            )
        })
        .collect();
    assert_eq!(found, findings, "{text}");
}

#[test]
fn sound_headers_have_no_findings() {
    check("v1=0:1000", &[(0, 1000)], &[]);
    check("v1=10:100,1:-1", &[(10, 100), (1, -1)], &[]);
    check("v1=0:9223372036854775807,2147483647:0", &[(0, i64::MAX), (i32::MAX, 0)], &[]);
    check("v1=0:-9223372036854775808", &[(0, i64::MIN)], &[]);
}

#[test]
fn each_problem_is_found_at_its_place() {
    check("", &[], &[("empty", "")]);
    check("v1=", &[], &[("empty", "v1=")]);
    check("0:1", &[(0, 1)], &[("no-version", "")]);
    check("V1=0:1", &[(0, 1)], &[("wrong-version", "V1=")]);
    check("v3=0:1", &[(0, 1)], &[("wrong-version", "v3=")]);
    check("v2=0:1", &[(0, 1)], &[("wrong-version", "v2=")]);
    check(" v1=0:1", &[(0, 1)], &[("white-space", " ")]);
    check("v1=0:5,", &[(0, 5)], &[("trailing-comma", ",")]);
    check("v1=,0:5", &[(0, 5)], &[("empty-entry", ",")]);
    check("v1=0:5,,1:6", &[(0, 5), (1, 6)], &[("empty-entry", ",")]);
    check("v1=x", &[], &[("malformed-entry", "x")]);
    check("v1=1:5,2:x,3:7", &[(1, 5), (3, 7)], &[("malformed-entry", "2:x")]);
    check("v1=0:5;1:6", &[], &[("malformed-entry", "0:5;1:6")]);
    check("v1=0:5:6", &[], &[("malformed-entry", "0:5:6")]);
    check("v1=0:1e3", &[], &[("malformed-entry", "0:1e3")]);
    check("v1=1: 5,2 :6", &[(1, 5), (2, 6)], &[("white-space", " 5"), ("white-space", "2 ")]);
    check("v1=0:+5,1:05", &[(0, 5), (1, 5)], &[("number-form", "+5"), ("number-form", "05")]);
    check("v1=00:5", &[(0, 5)], &[("number-form", "00")]);
    check("v1=1:9223372036854775808", &[], &[("overflow", "9223372036854775808")]);
    check("v1=2147483648:1", &[], &[("overflow", "2147483648")]);
    check("v1=0:5=1:6", &[(1, 6)], &[("malformed-entry", "0:5=1:6")]);
}

#[test]
fn compartments_are_read_with_what_is_unreadable_left_open() {
    let decoded = header::decode("v2=3/7:100;200;-1,0/1:5;x");
    let Entries::Compartments(entries) = &decoded.entries else { panic!("{decoded:?}") };
    assert_eq!((entries[0].compartment, entries[0].partition), (3, 7));
    assert_eq!(entries[0].offsets, [Some(100), Some(200), Some(-1)]);
    assert_eq!(entries[1].offsets, [Some(5), None]);
    assert_eq!(decoded.findings.len(), 1);
    assert_eq!(decoded.findings[0].offset, Some(24));
}

#[test]
fn a_hundred_thousand_broken_entries_are_counted_not_listed() {
    let text = format!("v1={}", "x,".repeat(100_000));
    let decoded = header::decode(&text);
    assert!(decoded.findings.len() < 50);
    assert!(
        decoded.findings.iter().any(|f| f.message.starts_with("99980 more")),
        "{:?}",
        decoded.findings.last()
    );
}

/// Headers of few characters, so that every rule is met often.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "v1=([0-3]:[0-9]{1,2}[,=]?){0,6}",
        "v1=([0-3x+ ]{1,2}:[0-9x +-]{1,3},?){0,5}",
        "(v1=|v2=|V1=|)[0-2:,=/; x+-]{0,16}",
    ]
}

#[test]
fn the_decoded_map_is_what_look_ups_answer() {
    let mut runner =
        TestRunner::new(Config { cases: 20_000, failure_persistence: None, ..Config::default() });
    runner
        .run(&text(), |text| {
            let opened = open(&text, None);
            let value = opened.value().to_owned();
            for partition in -2..40 {
                let wanted = lookup::partition(value.as_bytes(), partition);
                let found = opened.map.partitions.binary_search(&partition).ok();
                let found = found.filter(|_| opened.offsets.searched && value.starts_with("v1="));
                let found = found.filter(|_| !opened.map.not_found.contains(&partition));
                prop_assert_eq!(found.map(|at| opened.map.offsets[at]), wanted, "{} {}", text, partition);
            }
            Ok(())
        })
        .unwrap();
}

proptest! {
    #[test]
    fn anything_can_be_pasted(text in "\\PC*") {
        let opened = open(&text, None);
        for finding in &opened.findings {
            let end = finding.offset.unwrap_or(0) + finding.length;
            prop_assert!(end <= text.len() as u64 + 1, "{:?} in {:?}", finding, text);
        }
    }

    #[test]
    fn anything_like_a_header_can_be_pasted(
        text in "[\"'\\\\ \n\\[{]{0,3}(X-Read-Consistency(-Offsets|-Max-Delay|)|__consistency_offsets__|name)[\"'\\\\:=, \n\\[]{0,5}(v1=|v2=|)[0-9:,/; éx]{0,12}[\"'\\]}\\\\u0n]{0,4}"
    ) {
        let opened = open(&text, None);
        for finding in &opened.findings {
            let end = finding.offset.unwrap_or(0) + finding.length;
            prop_assert!(end <= text.len() as u64 + 1, "{:?} in {:?}", finding, text);
        }
        opened.report(true);
    }
}

#[test]
fn blanks_at_the_end_hide_the_last_entry_from_look_ups() {
    let not_found = |text: &str| {
        let opened = open(text, None);
        let answers =
            (0..3).filter(|partition| opened.lookup(0, *partition).offsets.is_some()).collect::<Vec<i32>>();
        (opened.map.not_found.clone(), answers)
    };
    assert_eq!(not_found("{\"value\": \"v1=0:3,1:4 \"}"), (vec![1], vec![0]));
    assert_eq!(not_found("{\"value\": \"v1=0:3,1:4, \"}"), (vec![], vec![0, 1]));
    // Both partitions are read up to the end, blank and all.
    assert_eq!(not_found("{\"value\": \"v1=0:5=1:6 \"}"), (vec![1], vec![]));
    // A look-up meets the first of a partition that stands after a comma.
    assert_eq!(not_found("{\"value\": \"v1=0:3,0:4 \"}"), (vec![0], vec![]));
    assert_eq!(not_found("{\"value\": \"v1=2:1,0:3,0:4 \"}"), (vec![], vec![0, 2]));
    let compartments = open("{\"value\": \"v2=0/1:3,0/2:4;5 \"}", None);
    assert_eq!(compartments.lookup(0, 1).offsets, Some(Integers(vec![3])));
    assert_eq!(compartments.lookup(0, 2).offsets, None);
}

#[test]
fn duplicates_say_which_value_a_look_up_returns() {
    let message = |text: &str| {
        let opened = open(text, None);
        let found = opened.findings.iter().find(|f| f.code.as_str() == "duplicate").unwrap();
        (opened.map.offsets[0], found.message.clone())
    };
    let (offset, sentence) = message("v1=1:5,2:1,1:6,1:7");
    assert_eq!(offset, 6);
    assert!(sentence.contains("offsets 5, 6, 7") && sentence.contains("returns 6"), "{sentence}");
    let (offset, sentence) = message("v1=1:5,1:x");
    assert_eq!(offset, 5);
    assert!(sentence.contains("finds nothing"), "{sentence}");
}

#[test]
fn a_header_cut_at_a_proxy_s_limit_is_reported_as_cut() {
    let entries: Vec<String> =
        (0..1000).map(|i| format!("{i}:{}", 9_000_000_000_000_000_000i64 - i)).collect();
    let whole = format!("X-Read-Consistency-Offsets: v1={}", entries.join(","));
    for limit in [4096, 8192, 16384] {
        for text in [&whole[..limit], &whole[28..28 + limit]] {
            let opened = open(text, None);
            let cut = opened.findings.iter().find(|f| f.code.as_str() == "cut").expect(text);
            assert!(cut.message.contains(&limit.to_string()), "{}", cut.message);
            assert!(!opened.is_complete() || cut.severity == Severity::Warning);
        }
    }
    assert!(open(&whole, None).findings.is_empty(), "{:?}", open(&whole, None).findings);
}

#[test]
fn a_sound_header_of_another_length_is_not_reported_as_cut() {
    let opened = open("v1=0:1000,1:1001,2:1002,3:7", None);
    assert!(opened.findings.iter().all(|f| f.severity != Severity::Error), "{:?}", opened.findings);
}
