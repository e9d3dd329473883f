//! Label sets of whole indexes, counted again from the labels of their series.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::index_header::{ByteText, CardinalityReader, CardinalityRequest, IndexCardinality};
use tagview_core::random_access::drive;

use super::build::Block;
use super::expected::folders;
use super::opened::{open, values};
use super::series::{Series, index_of, series_of};

type Labels = Vec<(Vec<u8>, Vec<u8>)>;
type Pair<'a> = (&'a [u8], &'a [u8]);

fn counted(file: &[u8], request: &CardinalityRequest, chunk: usize) -> IndexCardinality {
    let mut reader = CardinalityReader::new(&open(file), request.clone()).unwrap();
    drive(&mut reader, &[file], chunk).unwrap();
    reader.finish()
}

/// The counts of `request` are those of the labels.
fn assert_counts(file: &[u8], series: &[Series], request: &CardinalityRequest) {
    let found = counted(file, request, 64);
    assert_eq!(counted(file, request, 7), found);
    assert!(found.complete && found.remarks.is_empty(), "{found:?}");
    let metric = request.metric.clone().map(|metric| (b"__name__".to_vec(), metric));
    let chosen: Vec<&Labels> = series
        .iter()
        .map(|series| &series.labels)
        .filter(|labels| metric.as_ref().is_none_or(|metric| labels.contains(metric)))
        .collect();
    assert_eq!(found.series, chosen.len() as u64);
    for (name, row) in request.drop.iter().zip(found.dropped.iter().flatten()) {
        let mut sets: BTreeMap<Labels, u64> = BTreeMap::new();
        for labels in &chosen {
            let rest = labels.iter().filter(|label| label.0 != *name).cloned().collect();
            *sets.entry(rest).or_default() += 1;
        }
        let with = chosen.iter().filter(|labels| labels.iter().any(|label| label.0 == *name)).count();
        assert_eq!(row.name, ByteText::from(&**name));
        assert_eq!((row.series, row.remaining), (with as u64, sets.len() as u64), "{row:?}");
        assert_eq!(row.saved, (chosen.len() - sets.len()) as u64);
        assert_eq!(row.colliding, sets.values().filter(|n| **n > 1).sum::<u64>());
    }
    assert_eq!(found.dropped.map_or(0, |rows| rows.len()), request.drop.len());
    let Some(rows) = found.pairs else { return };
    let mut combinations: BTreeMap<Pair<'_>, BTreeSet<Pair<'_>>> = BTreeMap::new();
    let mut distinct: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
    for labels in &chosen {
        let named = labels.iter().filter(|label| metric.is_none() || label.0 != b"__name__");
        for (name, value) in named.clone() {
            distinct.entry(name).or_default().insert(value);
            for (other, second) in named.clone().filter(|other| other.0 > *name) {
                combinations.entry((name, other)).or_default().insert((value, second));
            }
        }
    }
    let mut expected: Vec<_> = combinations.iter().collect();
    // Of a whole index, only the names with most values are combined.
    if metric.is_none() && distinct.len() > 10 {
        assert!(rows.len() <= 45);
        let known = |text: &[u8]| ByteText::from(text);
        expected.retain(|((a, b), _)| rows.iter().any(|row| row.names == [known(a), known(b)]));
    }
    expected.truncate(if rows.len() == 100 { 100 } else { expected.len() });
    assert_eq!(rows.len(), expected.len());
    assert!(rows.is_sorted_by_key(|row| std::cmp::Reverse(row.combinations)));
    for row in &rows {
        let same = |(a, b): &Pair<'_>| row.names == [ByteText::from(*a), ByteText::from(*b)];
        let (names, of) = combinations.iter().find(|(names, _)| same(names)).unwrap();
        let n = [distinct[names.0].len() as u64, distinct[names.1].len() as u64];
        assert_eq!((row.values, row.product, row.combinations), (n, n[0] * n[1], of.len() as u64));
    }
}

fn request(drop: &[&str], pairs: bool, metric: Option<&str>) -> CardinalityRequest {
    let bytes = |text: &str| text.as_bytes().to_vec();
    CardinalityRequest {
        drop: drop.iter().map(|name| bytes(name)).collect(),
        pairs,
        metric: metric.map(bytes),
    }
}

/// Two zones, whose pods and nodes depend on each other, and a metric without these labels.
fn zones() -> Vec<Series> {
    let mut series: Vec<Series> = (0..24)
        .map(|k| {
            let (pod, node, code) =
                (format!("pod-{}", k / 3), format!("node-{}", k / 6), (k % 3).to_string());
            let labels = [("__name__", "requests"), ("code", &*code), ("node", &*node), ("pod", &*pod)];
            Series::of(&labels, &[(0, 10)])
        })
        .collect();
    series.push(Series::of(&[("__name__", "requests"), ("code", "0"), ("node", "node-0")], &[(0, 10)]));
    series.push(Series::of(&[("__name__", "up")], &[(0, 10)]));
    series.sort();
    series
}

#[test]
fn label_sets_that_are_known() {
    for version in [1, 2] {
        let file = index_of(version, &zones());
        let found = counted(&file, &request(&["pod", "node", "none"], true, None), 50);
        let rows = found.dropped.clone().unwrap();
        let numbers = rows.iter().map(|row| (row.series, row.remaining, row.saved, row.colliding));
        // Without pods, 4 nodes with 3 codes remain, and `up`; a pod has one node, so that a node saves nothing.
        assert_eq!(numbers.collect::<Vec<_>>(), [(24, 13, 13, 25), (25, 26, 0, 0), (0, 26, 0, 0)]);
        let first = &found.pairs.as_ref().unwrap()[0];
        assert_eq!(first.names, [ByteText::from(&b"code"[..]), ByteText::from(&b"pod"[..])]);
        assert_eq!((first.values, first.product, first.combinations), ([3, 8], 24, 24));
        for metric in [None, Some("requests"), Some("up"), Some("none")] {
            assert_counts(&file, &zones(), &request(&["pod", "__name__", "none"], true, metric));
        }
        assert_counts(&file, &zones(), &request(&[], false, None));
    }
}

/// The lengths of the postings lists give the number of series of each value and each label name.
fn assert_postings(file: &[u8], series: &[Series]) {
    let opened = open(file);
    let columns = opened.label_columns();
    let counts = columns.series.unwrap();
    let labels: Vec<_> = opened.table.labels().map(|label| opened.table.name(label).to_vec()).collect();
    for (name, count) in labels.iter().zip(counts.iter()) {
        let having = |value: &[u8]| {
            series.iter().filter(|series| series.labels.contains(&(name.clone(), value.to_vec()))).count()
                as u64
        };
        let mut all = 0;
        for (value, (start, end)) in values(&opened, file, name) {
            assert_eq!((end - start - 4) / 4, having(&value), "{name:?} {value:?}");
            all += having(&value);
        }
        assert_eq!(all, *count, "{name:?}");
    }
}

/// Indexes that Mimir and Thanos wrote.
#[test]
fn indexes_of_mimir() {
    for folder in folders() {
        let Ok(file) = fs::read(folder.join("index")) else { continue };
        let series = series_of(&file);
        assert_postings(&file, &series);
        let names: BTreeSet<_> = series.iter().flat_map(|s| &s.labels).map(|label| label.0.clone()).collect();
        let drop: Vec<_> = names.into_iter().take(5).collect();
        assert_counts(&file, &series, &CardinalityRequest { drop, pairs: true, metric: None });
    }
}

#[test]
fn files_without_series_and_damaged_ones() {
    let header = Block::grid(2, 3).header();
    let error = CardinalityReader::new(&open(&header), CardinalityRequest::default()).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    let mut file = index_of(2, &zones());
    let at = open(&file).index_toc.unwrap().series as usize + 20;
    file[at] ^= 1;
    let found = counted(&file, &request(&["pod"], false, None), 64);
    assert!(!found.complete && found.series < 26, "{found:?}");
    assert_eq!(found.error.unwrap().code, Code::Checksum);
}

/// Beyond a bound, a result is null, with a remark.
#[test]
fn more_than_can_be_counted() {
    let remarks = |file: &[u8], request: &CardinalityRequest| {
        let found = counted(file, request, 1 << 20);
        assert!(found.complete && found.dropped.is_none() && found.pairs.is_none());
        found.remarks.iter().map(|remark| (remark.about, remark.code)).collect::<Vec<_>>()
    };
    let ids: Vec<_> = (0..1_601).map(|k| Series::of(&[("id", &format!("{k:06}"))], &[])).collect();
    let file = index_of(2, &ids);
    assert_eq!(remarks(&file, &request(&["none"; 10_000], false, None)), [("dropped", "too-many")]);
    // 200 labels of a series have 19,900 combinations.
    let wide = |k: usize| {
        let labels: Vec<_> = (0..200).map(|n| (format!("l{n:03}"), format!("{k:03}-{n:03}"))).collect();
        let named = labels.iter().map(|(name, value)| (&**name, &**value));
        Series::of(&[("__name__", "up")].into_iter().chain(named).collect::<Vec<_>>(), &[])
    };
    let file = index_of(2, &(0..352).map(wide).collect::<Vec<_>>());
    assert_eq!(remarks(&file, &request(&[], true, Some("up"))), [("pairs", "too-many")]);
}

proptest! {
    #[test]
    fn any_series(
        rows in prop::collection::btree_set(prop::collection::btree_map("[a-e]|__name__", "[x-z]{1,2}", 1..5), 1..60),
        version in 1..=2_u8,
        metric in prop::option::of("[x-z]"),
    ) {
        let series: Vec<Series> = rows
            .iter()
            .map(|labels| {
                let labels: Vec<_> = labels.iter().map(|(name, value)| (&**name, &**value)).collect();
                Series::of(&labels, &[(0, 1)])
            })
            .collect();
        let file = index_of(version, &series);
        assert_postings(&file, &series);
        assert_counts(&file, &series, &request(&["a", "__name__", "f"], true, metric.as_deref()));
    }
}
