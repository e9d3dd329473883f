//! Statistics of the series of whole indexes, compared with the known series and with a naive reader.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use tagview_bridge::{Value, to_value};
use tagview_core::Code;
use tagview_core::index_header::{ByteText, IndexHeader, StatisticsReader};
use tagview_core::random_access::drive;

use super::build::Block;
use super::expected::folders;
use super::opened::open;
use super::series::{Series, index_of, series_of};

fn statistics(opened: &IndexHeader, file: &[u8], chunk: usize) -> Value {
    let mut reader = StatisticsReader::new(opened).unwrap();
    drive(&mut reader, &[file], chunk).unwrap();
    to_value(&reader.finish().report())
}

fn number(value: &Value, key: &str) -> f64 {
    match value.get(key) {
        Some(Value::Count(n)) => *n as f64,
        Some(Value::Float(n)) => *n,
        Some(Value::Int(n)) => *n as f64,
        Some(Value::Null) => f64::NAN,
        other => panic!("{key}: {other:?}"),
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    match value.get(key) {
        Some(Value::List(list)) => list,
        other => panic!("{key}: {other:?}"),
    }
}

fn text(value: &Value, key: &str) -> String {
    format!("{:?}", value.get(key))
}

fn shown(bytes: &[u8]) -> String {
    format!("{:?}", Some(&to_value(&ByteText::from(bytes))))
}

fn shown_text(text: &str) -> String {
    shown(text.as_bytes())
}

/// Series, differing ones, and churn.
type Row = (f64, f64, f64);
/// A name and a value.
type Pair<'a> = (&'a [u8], &'a [u8]);

fn same(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || (a - b).abs() < 1e-6 * (1.0 + b.abs())
}

/// The statistics are those of the series.
fn assert_statistics(found: &Value, series: &[Series]) {
    assert_eq!(number(found, "series"), series.len() as f64);
    let chunks: Vec<(i64, i64)> = series.iter().flat_map(|series| series.chunks.clone()).collect();
    assert_eq!(number(found, "chunks"), chunks.len() as f64);
    let pairs: usize = series.iter().map(|series| series.labels.len()).sum();
    assert_eq!(number(found, "label_pairs"), pairs as f64);
    assert_eq!(number(found, "empty_series"), series.iter().filter(|s| s.chunks.is_empty()).count() as f64);
    let (from, to) = (chunks.iter().map(|c| c.0).min(), chunks.iter().map(|c| c.1).max());
    assert!(same(number(found, "min_time"), from.map_or(f64::NAN, |t| t as f64)));
    assert!(same(number(found, "max_time"), to.map_or(f64::NAN, |t| t as f64)));

    let whole = from.zip(to).map_or(0.0, |(from, to)| to as f64 - from as f64);
    let uncovered = |series: &Series| {
        let covered = series.chunks.iter().map(|c| c.1).max().unwrap_or(0) as f64
            - series.chunks.iter().map(|c| c.0).min().unwrap_or(0) as f64;
        if whole > 0.0 { (whole - covered) / whole } else { f64::NAN }
    };
    let value = |series: &Series, name: &[u8]| {
        series.labels.iter().find(|label| label.0 == name).map(|label| label.1.clone())
    };
    let mut by_name: BTreeMap<&[u8], Row> = BTreeMap::new();
    let mut by_pair: BTreeMap<Pair<'_>, (f64, f64)> = BTreeMap::new();
    for series in series {
        for (name, value) in &series.labels {
            let row = by_name.entry(name).or_default();
            (row.0, row.2) = (row.0 + 1.0, row.2 + uncovered(series));
            let pair = by_pair.entry((name, value)).or_default();
            *pair = (pair.0 + 1.0, pair.1 + uncovered(series));
        }
    }
    for (name, row) in &mut by_name {
        row.1 = series.windows(2).filter(|two| value(&two[0], name) != value(&two[1], name)).count() as f64;
    }
    let labels = list(found, "labels");
    assert_eq!(labels.len(), by_name.len());
    for (label, (name, row)) in labels.iter().zip(&by_name) {
        assert_eq!(text(label, "name"), shown(name));
        assert_eq!((number(label, "series"), number(label, "differ")), (row.0, row.1), "{}", shown(name));
        assert!(same(number(label, "churn"), row.2), "{label:?} {row:?}");
    }
    let churning = list(found, "churning");
    assert_eq!(churning.len(), by_pair.len().min(100));
    let mut known: BTreeMap<_, _> =
        by_pair.iter().map(|((name, value), row)| ((shown(name), shown(value)), *row)).collect();
    let mut last = f64::INFINITY;
    for pair in churning {
        let (series, churn) = known.remove(&(text(pair, "name"), text(pair, "value"))).unwrap();
        assert_eq!(number(pair, "series"), series);
        assert!(same(number(pair, "churn"), churn), "{pair:?} {churn}");
        assert!(churn.is_nan() || churn <= last + 1e-9);
        last = if churn.is_nan() { last } else { churn };
    }
    // Those that are not listed churn no more than the last that is.
    assert!(known.values().all(|(_, churn)| churn.is_nan() || *churn <= last + 1e-9));
}

/// The postings lists give the number of series of each label pair.
fn assert_postings(opened: &IndexHeader, series: &[Series]) {
    let value = to_value(&opened.contents());
    if !opened.table.all().is_empty() {
        assert_eq!(number(&value, "series"), series.len() as f64);
    }
    let report = value.get("report").unwrap();
    let mut counts: BTreeMap<(String, String), f64> = BTreeMap::new();
    for (name, value) in series.iter().flat_map(|series| &series.labels) {
        *counts.entry((shown(name), shown(value))).or_default() += 1.0;
    }
    let metric = shown(b"__name__");
    for (key, expected) in [
        ("largest", counts.clone()),
        ("metrics", counts.into_iter().filter(|((name, _), _)| *name == metric).collect()),
    ] {
        let listed = list(report, key);
        let found: BTreeMap<_, _> = listed
            .iter()
            .map(|pair| {
                let name = if key == "metrics" { metric.clone() } else { text(pair, "name") };
                ((name, text(pair, "value")), number(pair, "series"))
            })
            .collect();
        assert_eq!(found.len(), expected.len().min(100), "{key}");
        for (pair, series) in &found {
            assert_eq!(expected.get(pair), Some(series), "{pair:?}");
        }
        let least = listed.last().map_or(0.0, |last| number(last, "series"));
        assert!(expected.iter().all(|(pair, series)| *series <= least || found.contains_key(pair)));
    }
}

fn pods() -> Vec<Series> {
    let mut series = vec![
        Series::of(&[("__name__", "up"), ("job", "api")], &[(0, 400), (401, 999)]),
        Series::of(&[("__name__", "up"), ("job", "db")], &[(-1, 1000)]),
        Series::of(&[("__name__", "up"), ("job", "idle")], &[]),
    ];
    for k in 0..40 {
        let pod = format!("pod-{k:02}");
        series
            .push(Series::of(&[("__name__", "up"), ("job", "web"), ("pod", &pod)], &[(20 * k, 20 * k + 20)]));
    }
    series
}

#[test]
fn series_that_are_known() {
    for version in [1, 2] {
        let series = pods();
        let file = index_of(version, &series);
        assert_eq!(series_of(&file), series);
        let opened = open(&file);
        assert_eq!(opened.findings.all(), []);
        for chunk in [1, 7, 100, file.len()] {
            let found = statistics(&opened, &file, chunk);
            assert_eq!(found.get("complete"), Some(&Value::Bool(true)), "{found:?}");
            assert_statistics(&found, &series);
        }
        assert_postings(&opened, &series);
        let found = statistics(&opened, &file, 50);
        // Each pod lives for 20 ms of 1001: the label churns most, and is what series differ in.
        let pod = &list(&found, "labels")[2];
        assert_eq!((number(pod, "series"), number(pod, "differ")), (40.0, 40.0));
        assert!(same(number(pod, "churn"), 40.0 * 981.0 / 1001.0));
        let first = &list(&found, "churning")[0];
        assert_eq!((text(first, "value"), number(first, "series")), (shown(b"up"), 43.0));
    }
}

#[test]
fn indexes_that_mimir_and_thanos_wrote() {
    for folder in folders() {
        let Ok(file) = fs::read(folder.join("index")) else { continue };
        let opened = open(&file);
        let series = series_of(&file);
        let found = statistics(&opened, &file, 1000);
        assert_eq!(found.get("complete"), Some(&Value::Bool(true)), "{folder:?} {found:?}");
        assert_statistics(&found, &series);
        assert_postings(&opened, &series);
        assert!(list(&found, "findings").is_empty(), "{folder:?} {found:?}");
    }
}

proptest! {
    #[test]
    fn of_any_series(
        series in prop::collection::btree_set(
            (prop::collection::btree_map("[a-e]|__name__", "\\PC{0,3}", 0..5),
             prop::collection::vec((0i64..100, 0i64..100), 0..4)),
            0..40),
        version in 1u8..3,
        chunk in 1usize..200,
    ) {
        let series: Vec<Series> = series.into_iter().map(|(labels, steps)| {
            let labels = labels.into_iter().map(|(name, value)| (name.into_bytes(), value.into_bytes())).collect();
            let mut at = -150;
            let chunks = steps.into_iter().map(|(step, length)| {
                let from = at + step;
                at = from + length;
                (from, at)
            }).collect();
            Series { labels, chunks }
        }).collect();
        let file = index_of(version, &series);
        prop_assert_eq!(series_of(&file), series.clone());
        assert_statistics(&statistics(&open(&file), &file, chunk), &series);
    }
}

fn first_error(found: &Value) -> (String, String) {
    let error = found.get("error").unwrap();
    (text(error, "code"), text(error, "message"))
}

#[test]
fn damaged_series() {
    let (series, code) = (pods(), |code: Code| format!("{:?}", Some(Value::Text(code.as_str().to_owned()))));
    let file = index_of(2, &series);
    let opened = open(&file);
    let at = opened.index_toc.unwrap().series.next_multiple_of(16) as usize;

    // A bit of the first series: the others are counted.
    let mut changed = file.clone();
    changed[at + 3] ^= 1;
    let found = statistics(&opened, &changed, 64);
    assert_eq!(first_error(&found).0, code(Code::Checksum));
    assert_eq!(number(&found, "series"), 42.0);
    assert!(list(&found, "findings").iter().any(|finding| text(finding, "code") == code(Code::Mismatch)));

    // Its length is more than there is, is nothing, does not end.
    for bytes in [&[0xff, 0xff, 0x03][..], &[0], &[0xff; 11]] {
        let mut changed = file.clone();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        let found = statistics(&opened, &changed, 64);
        assert_eq!(first_error(&found).0, code(Code::BadSection), "{bytes:?}");
        assert_eq!(number(&found, "series"), 0.0);
    }

    // The file ends among the series.
    let found = statistics(&opened, &file[..at + 200], 64);
    assert_eq!(first_error(&found).0, code(Code::Truncated));
    assert!(number(&found, "series") > 3.0);
}

#[test]
fn counts_that_lie_and_references_to_nothing() {
    // A series of two labels with one; of a chunk without its times; with bytes after its last chunk; with a
    // reference of 33 bits.
    for content in [&[2, 1, 2, 0][..], &[0, 1], &[0, 0, 9], &[1, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0]] {
        let mut file = index_of(2, &pods()[..1]);
        let at = open(&file).index_toc.unwrap().series.next_multiple_of(16) as usize;
        let sum = tagview_core::index_header::crc32c(content).to_be_bytes();
        let series = [&[content.len() as u8], content, &sum].concat();
        file[at..at + 23].fill(0);
        file[at..at + series.len()].copy_from_slice(&series);
        let found = statistics(&open(&file), &file, 64);
        assert!(first_error(&found).1.contains("series"), "{content:?}: {found:?}");
        assert_eq!(number(&found, "series"), 0.0);
    }
    let mut file = index_of(2, &pods()[..1]);
    let at = open(&file).index_toc.unwrap().series.next_multiple_of(16) as usize;
    // Symbol 99 as the name of a label.
    let content = [1, 99, 1, 0];
    let series = [&[4], &content[..], &tagview_core::index_header::crc32c(&content).to_be_bytes()].concat();
    file[at..at + 23].fill(0);
    file[at..at + series.len()].copy_from_slice(&series);
    let found = statistics(&open(&file), &file, 64);
    assert_eq!(
        first_error(&found).0,
        format!("{:?}", Some(Value::Text(Code::BadSection.as_str().to_owned())))
    );
    assert!(list(&found, "labels").is_empty());
}

/// More label pairs than fit into memory: pairs with many series are still found, and the result states how many series
/// may be missing.
#[test]
fn more_label_pairs_than_there_is_room_for() {
    let series: Vec<Series> = (0..460_000)
        .map(|k| {
            let (zone, request) = (format!("z{}", k / 1000 % 7), format!("{k:06}"));
            Series::of(&[("request", &request), ("zone", &zone)], &[(k, k + 10)])
        })
        .collect();
    let file = index_of(2, &series);
    let found = statistics(&open(&file), &file, 1 << 20);
    assert_eq!((number(&found, "series"), number(&found, "missed")), (460_000.0, 1.0));
    assert_eq!(text(&list(&found, "remarks")[0], "about"), shown_text("churning"));
    let labels = list(&found, "labels");
    assert_eq!((number(&labels[0], "series"), number(&labels[0], "differ")), (460_000.0, 459_999.0));
    assert_eq!((number(&labels[1], "series"), number(&labels[1], "differ")), (460_000.0, 459.0));
    let zones: Vec<f64> =
        list(&found, "churning").iter().take(7).map(|pair| number(pair, "series")).collect();
    assert_eq!(zones.iter().sum::<f64>(), 460_000.0);
}

#[test]
fn other_files_have_no_series() {
    let header = Block::grid(2, 3).header();
    assert_eq!(StatisticsReader::new(&open(&header)).unwrap_err().code, Code::NotFound);
    let index = index_of(2, &pods());
    let cut = &index[..index.len() - 60];
    assert_eq!(StatisticsReader::new(&open(cut)).unwrap_err().code, Code::BadToc);
}
