//! Statistics of a table.

use tagview_core::index_header::{Culprit, Likeness};

use super::build::Block;
use super::opened::open;

#[test]
fn what_values_look_like() {
    let cases: &[(&str, Option<Likeness>)] = &[
        ("api", None),
        ("v1.2.3", None),
        ("200", None),
        ("eu-west-1", None),
        ("12:34:56", None),
        ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", Some(Likeness::Uuid)),
        ("6ba7b810-9dad-11d1-80b4-00c04fd430cz", None),
        ("deadbeefcafe", None),
        ("3f2504e04f89", Some(Likeness::Hex)),
        ("10.0.0.1", Some(Likeness::Address)),
        ("10.0.0.1:9090", Some(Likeness::Address)),
        ("10.0.0.300", None),
        ("fe80::1", Some(Likeness::Address)),
        ("[fe80::1]:9090", Some(Likeness::Address)),
        ("1700000000", Some(Likeness::Timestamp)),
        ("1700000000000", Some(Likeness::Timestamp)),
        ("2026-01-31T10:00:00Z", Some(Likeness::Timestamp)),
        ("2026-01-31", Some(Likeness::Timestamp)),
        ("123456", Some(Likeness::Number)),
        ("9700000000", Some(Likeness::Number)),
        ("someone@example.org", Some(Likeness::Email)),
        ("a1@example.org", Some(Likeness::Email)),
    ];
    for (value, expected) in cases {
        assert_eq!(Likeness::of(value.as_bytes()), *expected, "{value}");
    }
}

#[test]
fn culprits_largest_lists_and_lengths() {
    let addresses: Vec<String> = (0..40).map(|k| format!("10.0.1.{}:80", k + 100)).collect();
    let mut addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    addresses.push("localhost");
    let file = Block::of(&[("instance", &addresses), ("job", &["", "a", "bb", "ccc"])]).header();
    let opened = open(&file);
    let report = opened.report.as_ref().unwrap();
    assert_eq!(
        report.culprits(),
        [Culprit {
            label: 1,
            likeness: Likeness::Address,
            values: 40,
            bytes: 40 * 13,
            example: b"10.0.1.100:80".to_vec()
        }]
    );
    // "localhost" is the 41st value: its postings list has 4 + 4 * 40 + ... bytes.
    let largest = report.largest();
    assert_eq!((largest[0].value.as_slice(), largest[0].range.bytes()), (&b"localhost"[..], 4 + 4 * 40));
    assert!(largest.windows(2).all(|pair| pair[0].range.bytes() >= pair[1].range.bytes()));
    assert_eq!(largest.len(), 45);
    // Lengths 0, 1, 2 to 3, 4 to 7, 8 to 15.
    assert_eq!(report.lengths(), [1, 1, 2, 0, 41]);
    assert_eq!(report.longest(), 13);
}
