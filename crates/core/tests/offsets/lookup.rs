//! Look-ups compared with Mimir's answers, and with a second implementation of its rules.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tagview_core::offsets::lookup;

/// The rules as Mimir's source states them, with string searches as Go does them.
fn transcribed(header: &str, partition: i32) -> Option<i64> {
    if !header.starts_with("v1=") {
        return None;
    }
    let after = |key: String| header.find(&key).map(|at| at + key.len());
    let start = after(format!(",{partition}:")).or_else(|| after(format!("={partition}:")))?;
    let value = header[start..].split(',').next()?;
    // Rust accepts what Go accepts here: a sign, digits, no blanks, no underscores.
    value.parse().ok()
}

fn transcribed_v2(header: &str, compartment: i64, partition: i32) -> Option<Vec<i64>> {
    match header.get(..3)? {
        "v1=" if compartment == 0 => return transcribed(header, partition).map(|offset| vec![offset]),
        "v2=" => {}
        _ => return None,
    }
    let after = |key: String| header.find(&key).map(|at| at + key.len());
    let key = format!("{compartment}/{partition}:");
    let start = after(format!(",{key}")).or_else(|| after(format!("={key}")))?;
    header[start..].split(',').next()?.split(';').map(|offset| offset.parse().ok()).collect()
}

fn all(header: &str, compartment: i64, partition: i32) -> Option<Vec<i64>> {
    lookup::compartment(header.as_bytes(), compartment, partition).map(|found| found.flatten().collect())
}

#[test]
fn the_first_after_a_comma_counts_then_the_one_after_an_equals_sign() {
    let find = |header: &str, partition| lookup::partition(header.as_bytes(), partition);
    assert_eq!(find("v1=1:5,1:6", 1), Some(6));
    assert_eq!(find("v1=1:5,2:1,1:6,1:7", 1), Some(6));
    assert_eq!(find("v1=0:5=1:6", 1), Some(6));
    assert_eq!(find("v1=0:5=1:6", 0), None);
    assert_eq!(find("v1=123456:654321", 56), None);
    assert_eq!(find("v1=0:-9223372036854775808", 0), Some(i64::MIN));
    assert_eq!(find("v1=0:9223372036854775808", 0), None);
    assert_eq!(find("v1=0:+5,1:05", 0), Some(5));
    assert_eq!(find("v1=0:1_000", 0), None);
    assert_eq!(find("0:1", 0), None);
    assert_eq!(find("", 0), None);
    assert_eq!(find("v1", 0), None);
}

#[test]
fn a_compartment_answers_all_its_clusters_or_nothing() {
    assert_eq!(all("v2=3/7:100;200;-1", 3, 7), Some(vec![100, 200, -1]));
    assert_eq!(all("v2=1/2:5;6,11/2:7;8", 11, 2), Some(vec![7, 8]));
    assert_eq!(all("v2=1/2:5;x", 1, 2), None);
    assert_eq!(all("v1=4:9", 0, 4), Some(vec![9]));
    assert_eq!(all("v1=4:9", 1, 4), None);
    assert_eq!(all("v1=4:9;8", 0, 4), None);
    assert_eq!(all("v3=0/0:1", 0, 0), None);
}

#[test]
fn agrees_with_every_recorded_answer_of_mimir() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/offsets/cases.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let cases: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut seen = 0;
    for case in cases["v1"]["cases"].as_array().unwrap() {
        let header = case["header"].as_str().unwrap();
        for wanted in case["lookups"].as_array().unwrap() {
            let partition = wanted["partition"].as_i64().unwrap() as i32;
            let found = lookup::partition(header.as_bytes(), partition);
            assert_eq!(found, wanted["offset"].as_i64(), "{header} {partition}");
            seen += 1;
        }
    }
    for case in cases["v2"]["cases"].as_array().unwrap() {
        let header = case["header"].as_str().unwrap();
        for wanted in case["lookups"].as_array().unwrap() {
            let partition = wanted["partition"].as_i64().unwrap() as i32;
            let compartment = wanted["readCompartment"].as_i64().unwrap();
            let offsets = wanted["offsets"].as_array();
            let offsets = offsets.map(|list| list.iter().map(|o| o.as_i64().unwrap()).collect::<Vec<_>>());
            assert_eq!(all(header, compartment, partition), offsets, "{header} {compartment}/{partition}");
            seen += 1;
        }
    }
    assert!(seen >= 50, "only {seen} answers were compared");
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-2i64..120).prop_map(|n| n.to_string()),
        2 => any::<i64>().prop_map(|n| n.to_string()),
        1 => Just("9223372036854775808".to_owned()),
        1 => (0i64..9).prop_map(|n| format!("0{n}")),
        1 => (0i64..9).prop_map(|n| format!("+{n}")),
        1 => "[0-9 x_:=;/-]{0,4}",
    ]
}

fn header() -> impl Strategy<Value = String> {
    let version =
        prop_oneof![12 => Just("v1="), 4 => Just("v2="), 1 => Just(""), 1 => Just("V1="), 1 => Just("v1=,")];
    let entry = prop_oneof![
        6 => (number(), number()).prop_map(|(p, o)| format!("{p}:{o}")),
        2 => (0..3i64, number(), number(), number()).prop_map(|(c, p, a, b)| format!("{c}/{p}:{a};{b}")),
    ];
    let joined =
        (version, prop::collection::vec(entry, 0..9)).prop_map(|(v, list)| format!("{v}{}", list.join(",")));
    let change = (any::<prop::sample::Index>(), prop::sample::select(b",:=;/-+ 0159xv".to_vec()), 0..4u8);
    (joined, prop::collection::vec(change, 0..3)).prop_map(|(text, changes)| {
        let mut bytes = text.into_bytes();
        for (at, byte, what) in changes {
            let at = at.index(bytes.len() + 1);
            match what {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = byte,
                2 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(3)),
            }
        }
        String::from_utf8(bytes).unwrap()
    })
}

#[test]
fn agrees_with_the_rules_on_a_hundred_thousand_headers() {
    let mut runner =
        TestRunner::new(Config { cases: 100_000, failure_persistence: None, ..Config::default() });
    let found = std::cell::Cell::new(0u32);
    runner
        .run(&(header(), -2i32..120, 0i64..3), |(header, near, compartment)| {
            // The partitions that are there, so that most look-ups have something to find.
            let named = header.get(3..).unwrap_or_default().split(',');
            let named = named.filter_map(|entry| entry.split(':').next()?.parse().ok());
            for partition in [near, 0, 1, -1, i32::MAX].into_iter().chain(named) {
                let answer = lookup::partition(header.as_bytes(), partition);
                prop_assert_eq!(answer, transcribed(&header, partition), "{} {}", header, partition);
                found.set(found.get() + u32::from(answer.is_some()));
                let v2 = all(&header, compartment, partition);
                prop_assert_eq!(v2, transcribed_v2(&header, compartment, partition), "{}", header);
            }
            Ok(())
        })
        .unwrap();
    assert!(found.get() > 50_000, "only {} look-ups found something", found.get());
}
