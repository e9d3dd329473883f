//! Parquet files.

use bytes::Bytes;
use parquet::basic::{Compression, LogicalType};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::Int64Type;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use tagview_core::import::{TailFirst, TextOptions, source_of};
use tagview_core::tags::Tag;
use tagview_export::Target;

use crate::support::{device, extremes, file_of};

fn open(file: Vec<u8>) -> SerializedFileReader<Bytes> {
    SerializedFileReader::new(Bytes::from(file)).unwrap()
}

fn tags_of(file: &SerializedFileReader<Bytes>) -> Vec<Tag> {
    let mut tags = Vec::new();
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group).unwrap();
        let column = |at| {
            let mut reader = get_typed_column_reader::<Int64Type>(group.get_column_reader(at).unwrap());
            let mut values = Vec::new();
            while reader.read_records(1 << 14, None, None, &mut values).unwrap().0 > 0 {}
            values
        };
        let pairs = column(0).into_iter().zip(column(1));
        tags.extend(pairs.map(|(time, channel)| Tag { time, channel: channel.cast_unsigned() }));
    }
    tags
}

/// Smallest and largest value of a column in a row group.
fn range(file: &SerializedFileReader<Bytes>, group: usize, column: usize) -> (i64, i64) {
    match file.metadata().row_group(group).column(column).statistics() {
        Some(Statistics::Int64(values)) => (*values.min_opt().unwrap(), *values.max_opt().unwrap()),
        other => panic!("no statistics: {other:?}"),
    }
}

#[test]
fn extremes_come_back_as_they_are() {
    let file = open(file_of(Target::Parquet, &extremes(), 2, 100));
    assert_eq!(tags_of(&file), extremes());
    assert_eq!(range(&file, 0, 0), (i64::MIN, i64::MAX));
    // Channels are compared as unsigned: the largest is not -1.
    assert_eq!(range(&file, 0, 1), (0, u64::MAX.cast_signed()));
    let described = file.metadata().file_metadata().schema_descr().column(1);
    let unsigned = LogicalType::integer(64, false);
    assert_eq!(described.logical_type_ref(), Some(&unsigned));
}

#[test]
fn row_group_is_a_range_of_time_that_its_statistics_say() {
    let tags = device(2500);
    let file = open(file_of(Target::Parquet, &tags, 999, 1000));
    assert_eq!(tags_of(&file), tags);
    let groups: Vec<(i64, i64)> = (0..file.num_row_groups()).map(|group| range(&file, group, 0)).collect();
    let ends: Vec<(i64, i64)> =
        tags.chunks(1000).map(|group| (group[0].time, group[group.len() - 1].time)).collect();
    assert_eq!(groups, ends);
}

#[cfg(feature = "libzstd")]
#[test]
fn columns_are_compressed_with_zstd_and_small() {
    let bytes = file_of(Target::Parquet, &device(100_000), 10_000, 1 << 20);
    assert!(bytes.len() < 4 * 100_000, "{} bytes", bytes.len());
    let file = open(bytes);
    for column in file.metadata().row_group(0).columns() {
        assert!(matches!(column.compression(), Compression::ZSTD(_)));
    }
}

#[test]
fn metadata_are_keys_and_texts_of_the_file() {
    let file = open(file_of(Target::Parquet, &[], 1, 1));
    assert_eq!((file.num_row_groups(), tags_of(&file)), (0, vec![]));
    let metadata = file.metadata().file_metadata();
    assert!(metadata.created_by().unwrap().starts_with("tagview version "));
    let texts: Vec<(&str, Option<&str>)> = metadata
        .key_value_metadata()
        .unwrap()
        .iter()
        .map(|entry| (entry.key.as_str(), entry.value.as_deref()))
        .collect();
    assert!(texts.contains(&("tagview.tick_s", Some("1.5625e-10"))));
    assert!(texts.contains(&("tagview.source", Some("a \"name\", \u{e9}"))));
}

/// The reader of Parquet tables reads the tags and their tick back.
#[test]
fn a_file_is_a_recording_again() {
    let tags: Vec<Tag> = device(2500).into_iter().chain(extremes()).collect();
    let file = file_of(Target::Parquet, &tags, 999, 1000);
    let length = TailFirst::length(&file, file.len() as u64).unwrap() as usize;
    let prefix = TailFirst::prefix(&file[file.len() - length..]);
    let mut source = source_of("parquet", &TextOptions::default()).unwrap();
    let mut again = Vec::new();
    for bytes in [&prefix, &file] {
        source.push(bytes, &mut |tags| again.extend_from_slice(tags));
    }
    source.finish(&mut |tags| again.extend_from_slice(tags));
    assert_eq!((again == tags, source.totals().findings.len()), (true, 0));
    assert_eq!(source.tick().unwrap().to_string(), "156.25ps");
}
