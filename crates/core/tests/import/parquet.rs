//! Parquet files that pyarrow 26.0.1 wrote.
//!
//! ```python
//! time = [-5, 0, 7, 2**62] + [1000 * k + k * k % 7 for k in range(1, 300)]
//! channel = [3, 15, 3, 2**64 - 1] + [k % 3 + 1 for k in range(1, 300)]
//! table = pa.table({"time": pa.array(time, pa.int64()), "channel": pa.array(channel, pa.uint64())})
//! small = {"row_group_size": 100, "data_page_size": 256, "write_batch_size": 32, "store_schema": False}
//! pq.write_table(table, "zstd-delta.parquet", compression="zstd", data_page_version="2.0", use_dictionary=False,
//!                column_encoding={"time": "DELTA_BINARY_PACKED", "channel": "DELTA_BINARY_PACKED"}, **small)
//! none = table.slice(0, 0)
//! pq.write_table(none, "no-rows.parquet")
//! two = pa.table({"time": [1, 2], "channel": [1, 2]}, schema=table.schema)
//! with pq.ParquetWriter("no-rows-between.parquet", table.schema) as writer:
//!     for rows in (two, none, two):
//!         writer.write_table(rows)
//! # and the others by their names; the tables "others" and "timestamps" are those of `arrow.rs`, with a struct in addition
//! ```

use proptest::prelude::*;
use tagview_core::import::{TailFirst, TextOptions, import_of};
use tagview_core::{OpenOptions, open_bytes};

use super::files::{Read, read, read_as, read_cut};

const FILES: [&[u8]; 5] = [
    include_bytes!("parquet/snappy-dictionary.parquet"),
    include_bytes!("parquet/gzip-plain.parquet"),
    include_bytes!("parquet/zstd-delta.parquet"),
    include_bytes!("parquet/lz4-split.parquet"),
    include_bytes!("parquet/none.parquet"),
];
const OTHERS: [&[u8]; 2] =
    [include_bytes!("parquet/others-1.parquet"), include_bytes!("parquet/others-2.parquet")];
/// Without rows, and with a row group without rows between two of two rows.
const NO_ROWS: [&[u8]; 2] =
    [include_bytes!("parquet/no-rows.parquet"), include_bytes!("parquet/no-rows-between.parquet")];
const TIMESTAMPS: &[u8] = include_bytes!("parquet/timestamps.parquet");

/// The file with its end in front.
fn tail_first(file: &[u8]) -> Vec<u8> {
    let length = TailFirst::length(file, file.len() as u64).unwrap() as usize;
    [TailFirst::prefix(&file[file.len() - length..]), file.to_vec()].concat()
}

fn of(file: &[u8]) -> Read {
    read(&tail_first(file))
}

fn expected() -> Vec<(u64, i64)> {
    let first = [(3, -5), (15, 0), (3, 7), (u64::MAX, 1 << 62)];
    first.into_iter().chain((1..300).map(|k| (k % 3 + 1, (1000 * k + k * k % 7) as i64))).collect()
}

#[test]
fn every_encoding_and_compression_has_the_tags_of_its_row_groups() {
    for file in FILES {
        let read = of(file);
        assert_eq!((read.pairs(), read.findings.len(), read.tick), (expected(), 0, None));
    }
}

/// Texts, lists and structs stand before the times; values are missing.
#[test]
fn columns_are_found_by_name_among_others() {
    for file in OTHERS {
        let read = of(file);
        let expected = [(1, 500_000_000_000), (2, 1_250_000_000), (3, 1), (4, 1_234_000_000_000_001), (6, 0)];
        assert_eq!((read.pairs(), read.tick.as_deref()), (expected.to_vec(), Some("1ps")));
        let (code, _, message) = read.only_finding();
        assert!(code == "bad-record" && message.starts_with("row 4 "), "{message}");
    }
    let read = of(TIMESTAMPS);
    assert_eq!((read.pairs(), read.tick.as_deref()), (vec![(9, 1), (8, 2), (7, 3)], Some("1000ps")));
}

#[test]
fn a_file_opens_by_its_bytes_and_a_stream_without_its_end_is_refused() {
    let recording = open_bytes(FILES[0], &OpenOptions::default()).unwrap();
    let columns = recording.columns().unwrap();
    let pairs: Vec<_> =
        columns.times.iter().enumerate().map(|(k, time)| (columns.channel(k).unwrap(), *time)).collect();
    assert_eq!((pairs, columns.findings.is_empty()), (expected(), true));
    let refused = read(FILES[0]);
    let (code, _, message) = refused.only_finding();
    assert!(code == "unknown-format" && message.contains("at its end"), "{message}");
}

#[test]
fn a_cut_file_has_the_row_groups_before_its_end() {
    for file in FILES {
        let whole = tail_first(file);
        let start = whole.len() - file.len();
        // Behind the last row group, nothing is missing.
        let groups = file.len() - TailFirst::length(file, file.len() as u64).unwrap() as usize - 400;
        for end in (start..start + groups).step_by(37) {
            let read = read(&whole[..end]);
            assert_eq!(read.only_finding().0, "truncated", "{end}");
            assert!(expected().starts_with(&read.pairs()) && read.tags.len().is_multiple_of(100), "{end}");
        }
    }
    // Without its end, it has no columns.
    let cut = &FILES[0][..FILES[0].len() - 1];
    assert_eq!(TailFirst::length(cut, cut.len() as u64), None);
}

/// Lengths that are forged cost no memory, and no loop ends the test.
#[test]
fn forged_bytes_are_refused() {
    for file in FILES.iter().chain(&OTHERS) {
        let whole = tail_first(file);
        for at in (8..whole.len()).step_by(41) {
            let mut file = whole.clone();
            for value in [0xff, 0x7f, 0] {
                file[at] = value;
                read_as("parquet", &file, &[], &TextOptions::default());
            }
        }
    }
}

/// The file with `to` in place of `from`, in its end.
fn forged(from: &[u8], to: &[u8]) -> Read {
    let mut file = TIMESTAMPS.to_vec();
    let at = file.windows(from.len()).rposition(|bytes| bytes == from).unwrap();
    file[at..at + to.len()].copy_from_slice(to);
    of(&file)
}

#[test]
fn fewer_values_than_the_metadata_state_are_a_finding() {
    // Codec 0, and 4 values in place of 3.
    let read = forged(b"Timestamp\x15\0\x16\x06", b"Timestamp\x15\0\x16\x08");
    let (code, _, message) = read.only_finding();
    assert!(code == "corrupt-frame" && message.contains("as many values as its metadata state"), "{message}");
    assert_eq!(read.pairs(), [(9, 1), (8, 2), (7, 3)]);
}

#[test]
fn a_time_of_day_is_not_a_time_without_a_unit() {
    // Logical type 7 in place of 8, a timestamp.
    let read = forged(b"Timestamp\x6c\x8c", b"Timestamp\x6c\x7c");
    let (code, _, message) = read.only_finding();
    assert!(code == "unknown-format" && message.contains("no numbers"), "{message}");
}

#[test]
fn a_map_of_booleans_ends_with_its_bytes() {
    // Field 15, a map of 2^64 - 1 pairs of booleans.
    let metadata = [&[0xfb_u8][..], &[0xff; 9], &[1, 0x11]].concat();
    let length = (metadata.len() as u32).to_le_bytes();
    let read = of(&[b"PAR1", &metadata[..], &length, b"PAR1"].concat());
    let (code, _, message) = read.only_finding();
    assert!(code == "bad-header" && message.contains("metadata that can't be read"), "{message}");
}

/// The row group of such a file has a dictionary, but states no place of pages.
#[test]
fn a_file_without_rows_is_an_empty_recording() {
    let expected = [(1, 1), (2, 2), (1, 1), (2, 2)];
    for (file, expected) in [(NO_ROWS[0], &[][..]), (NO_ROWS[1], &expected)] {
        let read = of(file);
        assert_eq!((read.pairs(), read.findings), (expected.to_vec(), Vec::new()));
    }
    let columns = open_bytes(NO_ROWS[0], &OpenOptions::default()).unwrap().columns().unwrap();
    assert_eq!((columns.times.len(), columns.findings.is_empty()), (0, true));
}

#[test]
fn long_metadata_hide_no_unit() {
    let (start, end) = TIMESTAMPS.split_at(TIMESTAMPS.len() - 9);
    let length = u32::from_le_bytes(*end[1..].first_chunk().unwrap()) + 5 + (2 << 20);
    // Field 15 in addition, a string of 2 MiB.
    let text = [&[0x88, 0x80, 0x80, 0x80, 1][..], &vec![b' '; 2 << 20]].concat();
    let file = [start, &text[..], &[0], &length.to_le_bytes(), b"PAR1"].concat();
    let recording = open_bytes(file, &OpenOptions::default()).unwrap();
    assert_eq!(recording.tick(), "1000ps");
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        which in 0_usize..8,
        mut cuts in prop::collection::vec(0_usize..6000, 0..6),
        damage in prop::collection::vec((16_usize..6000, any::<u8>()), 0..3),
    ) {
        let mut file = tail_first([&FILES[..], &OTHERS, &[TIMESTAMPS]].concat()[which]);
        for (at, byte) in damage {
            if let Some(stored) = file.get_mut(at) {
                *stored = byte;
            }
        }
        cuts.sort_unstable();
        prop_assert_eq!(import_of(&file[..64]).unwrap().id, "parquet");
        prop_assert_eq!(read(&file), read_cut(&file, &cuts));
    }
}
