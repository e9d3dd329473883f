//! Series, labels and chunks out of order.

use std::fs;
use std::path::PathBuf;

use tagview_bridge::{Value, to_value};
use tagview_core::index_header::StatisticsReader;
use tagview_core::random_access::drive;
use tagview_core::{Code, Findings};

use super::opened::open;
use super::series::{Series, index_of};

/// The codes and messages of an index's series.
fn found(file: &[u8]) -> Vec<(String, String)> {
    let opened = open(file);
    assert_eq!(opened.findings.all(), []);
    let mut reader = StatisticsReader::new(&opened).unwrap();
    drive(&mut reader, &[file], 11).unwrap();
    let value = to_value(&reader.finish().report());
    let Some(Value::List(findings)) = value.get("findings") else { panic!("{value:?}") };
    assert_eq!(value.get("complete"), Some(&Value::Bool(findings.is_empty())));
    let text = |finding: &Value, key: &str| match finding.get(key) {
        Some(Value::Text(text)) => text.clone(),
        other => panic!("{other:?}"),
    };
    findings.iter().map(|finding| (text(finding, "code"), text(finding, "message"))).collect()
}

fn up(pod: &str, chunks: &[(i64, i64)]) -> Series {
    Series::of(&[("__name__", "up"), ("pod", pod)], chunks)
}

fn finding(code: Code, message: &str) -> Vec<(String, String)> {
    vec![(code.as_str().to_owned(), format!("series: {message}"))]
}

#[test]
fn chunks_out_of_order_and_overlapping() {
    for version in [1, 2] {
        let sound = up("a", &[(0, 10), (11, 20)]);
        assert_eq!(found(&index_of(version, std::slice::from_ref(&sound))), []);
        let cases: [(&[(i64, i64)], &str); 4] = [
            (
                &[(50, 60), (20, 30)],
                "has chunk 2 from 20 to 30 ms, which is earlier than the chunk from 50 to 60 ms before it",
            ),
            (
                &[(0, 60), (30, 90)],
                "has chunk 2 from 30 to 90 ms, which overlaps the chunk from 0 to 60 ms before it",
            ),
            // The last sample of one is the first of the next.
            (
                &[(0, 5), (6, 60), (60, 90)],
                "has chunk 3 from 60 to 90 ms, which overlaps the chunk from 6 to 60 ms before it",
            ),
            (&[(0, 5), (9, 7)], "has chunk 2 from 9 to 7 ms, which ends before it begins"),
        ];
        for (chunks, expected) in cases {
            let file = index_of(version, &[sound.clone(), up("b", chunks)]);
            let expected = format!("{{\"__name__\"=\"up\", \"pod\"=\"b\"}} {expected}");
            assert_eq!(found(&file), finding(Code::Order, &expected));
        }
    }
}

#[test]
fn series_out_of_order_and_twice() {
    for version in [1, 2] {
        let [a, b] = ["a", "b"].map(|pod| up(pod, &[(0, 10)]));
        let file = index_of(version, &[b.clone(), a.clone()]);
        let expected = "{\"__name__\"=\"up\", \"pod\"=\"a\"} is smaller than the series before it";
        assert_eq!(found(&file), finding(Code::Order, expected));
        let file = index_of(version, &[a.clone(), b.clone(), b]);
        let expected = "{\"__name__\"=\"up\", \"pod\"=\"b\"} appears twice";
        assert_eq!(found(&file), finding(Code::Duplicate, expected));
        // A series whose labels are the first of another's stands before that.
        let short = Series::of(&[("__name__", "up")], &[(0, 10)]);
        assert_eq!(found(&index_of(version, &[short.clone(), a.clone()])), []);
        assert_eq!(found(&index_of(version, &[a, short]))[0].0, Code::Order.as_str());
    }
}

#[test]
fn labels_out_of_order_and_twice() {
    for version in [1, 2] {
        let series = |labels: &[(&str, &str)]| index_of(version, &[Series::of(labels, &[(0, 10)])]);
        let expected = "{\"pod\"=\"a\", \"job\"=\"x\"} has the label \"job\" after \"pod\"";
        assert_eq!(found(&series(&[("pod", "a"), ("job", "x")])), finding(Code::Order, expected));
        let expected = "{\"pod\"=\"a\", \"pod\"=\"b\"} has the label \"pod\" twice";
        assert_eq!(found(&series(&[("pod", "a"), ("pod", "b")])), finding(Code::Duplicate, expected));
    }
}

#[test]
fn few_of_many_are_listed() {
    let series: Vec<Series> = (0..100).map(|k| up(&format!("{k:03}"), &[(50, 60), (20, 30)])).collect();
    let found = found(&index_of(2, &series));
    assert_eq!(found.len(), 21);
    assert_eq!(found[20], ("more".to_owned(), "80 more like these are not listed".to_owned()));
    assert!(Findings::default().first_error().is_none());
}

#[test]
fn indexes_that_stopped_compactors() {
    let cases = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cases");
    for (file, codes) in [
        ("index-chunks-out-of-order/index", vec!["order", "order"]),
        ("index-series-order/dup_series", vec!["duplicate"]),
        ("index-series-order/labels_out_of_order", vec!["order"]),
        ("index-series-order/series_unsorted", vec!["order"]),
    ] {
        let Ok(index) = fs::read(cases.join(file)) else { continue };
        let found: Vec<String> = found(&index).into_iter().map(|(code, _)| code).collect();
        assert_eq!(found, codes, "{file}");
    }
}
