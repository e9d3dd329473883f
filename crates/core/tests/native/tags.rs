//! Tags as columns, and the examples.

use std::ops::ControlFlow;

use tagview_core::analysis::CorrelationRequest;
use tagview_core::native::{ChannelColumn, OpenOptions, TagColumns};
use tagview_core::tags::Tag;
use tagview_core::{Code, MAX_FINDINGS_OF_A_CODE, Severity, open, open_bytes};

use super::{TemporaryFile, counts, g2, random_tags, recording};

fn tags_of(columns: &TagColumns) -> Vec<Tag> {
    let pairs = columns.times.iter().enumerate();
    pairs.map(|(k, time)| Tag { time: *time, channel: columns.channel(k).unwrap() }).collect()
}

#[test]
fn columns_and_batches_are_the_tags_in_file_order() {
    let tags = random_tags(1_200_000);
    for per_frame in [30_000, 1 << 24] {
        let opened = open_bytes(recording(&tags, per_frame), &OpenOptions::default()).unwrap();
        assert!(tags_of(&opened.columns().unwrap()) == tags);
        let batches: Vec<_> = opened.batches(100_000).map(Result::unwrap).collect();
        assert!(batches.iter().all(|batch| batch.len() == 100_000));
        assert!(batches.iter().flat_map(tags_of).collect::<Vec<_>>() == tags);
    }
}

#[test]
fn wide_channels_widen_the_column() {
    let tags = [(1, 3), (2, 1 << 40), (3, 4)].map(|(time, channel)| Tag { time, channel });
    let opened = open_bytes(recording(&tags, 100), &OpenOptions::default()).unwrap();
    let columns = opened.columns().unwrap();
    assert_eq!(columns.channels, ChannelColumn::Wide(vec![3, 1 << 40, 4]));
}

#[test]
fn a_damaged_recording_gives_each_tag_once() {
    let mut file = recording(&random_tags(1_200_000), 30_000);
    let middle = file.len() / 2;
    file[middle..middle + 100].fill(0);
    let opened = open_bytes(file, &OpenOptions::default()).unwrap();
    let columns = opened.columns().unwrap();
    assert_eq!(columns.len() as u64, opened.counts().unwrap().iter().map(|one| one.tags).sum::<u64>());
    assert!(!opened.is_complete().unwrap());
    assert!(columns.times.is_sorted());
    // The tags say that some are missing, however they are read.
    let codes = |findings: &[tagview_core::Finding]| findings.iter().map(|one| one.code).collect::<Vec<_>>();
    assert!(!columns.findings.is_empty());
    assert_eq!(columns.findings.all(), opened.findings().unwrap());
    let batches: Vec<_> = opened.batches(100_000).map(Result::unwrap).collect();
    let in_batches: Vec<_> = batches.iter().flat_map(|batch| codes(&batch.findings)).collect();
    assert_eq!(in_batches, codes(&columns.findings));
    assert_eq!(batches.iter().map(|batch| batch.len()).sum::<usize>(), columns.len());
}

#[test]
fn more_findings_of_a_code_than_are_listed_are_counted() {
    let line = |k: u32| if k % 10 == 9 { "a line\n".to_owned() } else { format!("3\t{}\n", 100 * k) };
    let text: String = (0..300).map(line).collect();
    let opened = open_bytes(text, &OpenOptions::default()).unwrap();
    let findings = opened.findings().unwrap();
    let (last, listed) = findings.split_last().unwrap();
    assert_eq!((last.code, last.severity), (Code::More, Severity::Note));
    assert_eq!(listed.len(), MAX_FINDINGS_OF_A_CODE);
    assert!(listed.iter().all(|finding| finding.severity == Severity::Error));
    assert!(last.message.starts_with("10 more"), "{last}");
}

#[test]
fn batches_end_early_without_the_rest() {
    let opened = open_bytes(recording(&random_tags(1_200_000), 30_000), &OpenOptions::default()).unwrap();
    let mut batches = opened.batches(10);
    assert_eq!(batches.next().unwrap().unwrap().len(), 10);
    drop(batches);
    let cancelled = opened.columns_watched(&mut || ControlFlow::Break(())).unwrap_err();
    assert_eq!(cancelled.code.as_str(), "cancelled");
}

#[test]
fn the_examples_print_counts_and_a_correlation() {
    let tags = [(0, 3), (26, 15), (1000, 3), (1026, 15)].map(|(time, channel)| Tag { time, channel });
    let file = TemporaryFile::new("example", &recording(&tags, 100));
    let expected = "a recording of time tags, tick 156.25ps\nchannel 3: 2 tags\nchannel 15: 2 tags\n";
    assert_eq!(counts::counts(file.path()).unwrap(), expected);
    let lines = g2::g2(file.path(), 3, 15).unwrap();
    assert_eq!(lines.lines().filter(|line| line.contains("\t2\t")).count(), 1, "{lines}");
    assert!(open(file.path()).unwrap().own_tick().is_none());
}

#[test]
fn a_correlation_has_one_edge_more_than_bins() {
    let tags = [(0, 3), (26, 15)].map(|(time, channel)| Tag { time, channel });
    let opened = open_bytes(recording(&tags, 100), &OpenOptions::default()).unwrap();
    let request = CorrelationRequest::between(3, 15);
    let linear = opened.analyse(&request.clone().from(-20).to(39).bin(20)).unwrap();
    assert_eq!((linear.edges(), &linear.counts[..]), (vec![-20, 0, 20, 40], &[0, 0, 1][..]));
    let logarithmic = opened.analyse(&request.from(1).to(999).log(1)).unwrap();
    assert_eq!((logarithmic.edges(), &logarithmic.counts[..]), (vec![1, 10, 100, 1000], &[0, 1, 0][..]));
}

#[test]
fn an_analysis_of_channels_without_tags_is_empty() {
    let opened = open_bytes(recording(&[Tag { time: 0, channel: 3 }], 100), &OpenOptions::default()).unwrap();
    let result = opened.analyse(&CorrelationRequest::between(7, 8)).unwrap();
    assert!(result.counts.iter().all(|count| *count == 0));
}
