//! Arrow streams and files that pyarrow 26.0.1 wrote.
//!
//! ```python
//! time, channel = [-5, 0, 7, 2**62] + [1000 * k for k in range(1, 150)], [3, 15, 3, 2**64 - 1] + [k % 3 + 1 for k in range(1, 150)]
//! table = pa.table({"time": pa.array(time, pa.int64()), "channel": pa.array(channel, pa.uint64())})
//! with ipc.new_stream("two-batches.arrows", table.schema) as stream: stream.write_table(table, max_chunksize=100)
//! names = pa.array(["a", "bb", None, "c"] * 2)
//! table = pa.table({
//!     "name": names, "nested": pa.array([[1], [2, 3], None, []] * 2), "kind": names.dictionary_encode(), "flag": pa.array([True] * 8),
//!     "time_s": pa.array([0.5, 1.25e-3, 1e-12, 1234.000000000001, None, 2.5e-13, nan, 3.0]),
//!     "detector": pa.array([1, 2, 3, 4, 5, 6, 7, None], pa.int8()), "delay": pa.array(range(8), pa.int16()),
//! })
//! feather.write_feather(table, f"others-{codec}.feather", compression=codec)
//! table = pa.table({"Timestamp": pa.array([1, 2, 3], pa.timestamp("ns")), "channel": pa.array([9, 8, 7], pa.uint8())})
//! feather.write_feather(table, "timestamps.feather", compression="uncompressed")
//! ```

use proptest::prelude::*;
use tagview_core::import::{TextOptions, import_of};

use super::files::{read, read_as, read_cut, read_in, read_with};

const TWO_BATCHES: &[u8] = include_bytes!("arrow/two-batches.arrows");
const TIMESTAMPS: &[u8] = include_bytes!("arrow/timestamps.feather");
const OTHERS: [&[u8]; 3] = [
    include_bytes!("arrow/others-uncompressed.feather"),
    include_bytes!("arrow/others-lz4.feather"),
    include_bytes!("arrow/others-zstd.feather"),
];

fn two_batches() -> Vec<(u64, i64)> {
    let first = [(3, -5), (15, 0), (3, 7), (u64::MAX, 1 << 62)];
    first.into_iter().chain((1..150).map(|k| (k % 3 + 1, 1000 * k as i64))).collect()
}

#[test]
fn a_stream_has_the_tags_of_its_batches() {
    let read = read(TWO_BATCHES);
    assert_eq!((read.pairs(), read.findings.len(), read.tick), (two_batches(), 0, None));
    // A stream may end without the mark of its end.
    let unmarked = read_in(&TWO_BATCHES[..TWO_BATCHES.len() - 8], 100);
    assert_eq!((unmarked.pairs(), unmarked.findings.len()), (two_batches(), 0));
}

#[test]
fn bytes_behind_a_stream_are_reported() {
    for chunk in [1, 100, usize::MAX] {
        let read = read_in(&[TWO_BATCHES, TWO_BATCHES].concat(), chunk);
        assert_eq!(read.pairs(), two_batches());
        let (code, offset, _) = read.only_finding();
        assert_eq!((code, offset), ("trailing-bytes", Some(TWO_BATCHES.len() as u64)));
    }
}

/// Strings, lists and dictionaries precede the times; compressed or not, with times in seconds and missing values.
#[test]
fn columns_are_found_by_name_among_others() {
    for file in OTHERS {
        let read = read(file);
        let expected = [(1, 500_000_000_000), (2, 1_250_000_000), (3, 1), (4, 1_234_000_000_000_001), (6, 0)];
        assert_eq!((read.pairs(), read.tick.as_deref()), (expected.to_vec(), Some("1ps")));
        let (code, _, message) = read.only_finding();
        assert!(code == "bad-record" && message.starts_with("row 4 "), "{message}");
        let facts = format!("{:?}", read.facts);
        assert!(
            facts.contains(r#"("broken_lines", Count(3))"#)
                && facts.contains(r#"("rounded_times", Count(1))"#),
            "{facts}"
        );
    }
}

#[test]
fn the_unit_is_of_the_type_or_of_the_caller() {
    let read = read(TIMESTAMPS);
    assert_eq!((read.pairs(), read.tick.as_deref()), (vec![(9, 1), (8, 2), (7, 3)], Some("1000ps")));
    let options = |unit: Option<&str>, tick: Option<&str>| {
        let mut options = TextOptions::default();
        (options.unit, options.tick) = (unit.map(str::to_owned), tick.map(str::to_owned));
        options
    };
    let finer = read_with(TIMESTAMPS, &options(None, Some("250ps")));
    assert_eq!((finer.pairs(), finer.tick.as_deref()), (vec![(9, 4), (8, 8), (7, 12)], Some("250ps")));
    let stated = read_with(TIMESTAMPS, &options(Some("2us"), None));
    assert_eq!((stated.pairs(), stated.tick.as_deref()), (vec![(9, 1), (8, 2), (7, 3)], Some("2000000ps")));
    let wrong = read_with(TIMESTAMPS, &options(Some("yards"), None));
    let (code, _, message) = wrong.only_finding();
    assert!(code == "usage" && message.contains("yards"), "{message}");
}

#[test]
fn other_columns_are_refused_with_their_names() {
    let renamed = |from: &str, to: &str| {
        let at = TIMESTAMPS.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        let mut file = TIMESTAMPS.to_vec();
        file[at..at + to.len()].copy_from_slice(to.as_bytes());
        read(&file)
    };
    for (from, to, what) in [
        ("Timestamp", "Somewhere", r#"the columns are "Somewhere", "channel""#),
        ("channel", "chapter", r#"the columns are "Timestamp", "chapter""#),
    ] {
        let read = renamed(from, to);
        let (code, _, message) = read.only_finding();
        assert!(code == "unknown-format" && message.ends_with(what) && read.tags.is_empty(), "{message}");
    }
}

#[test]
fn a_cut_file_has_the_batches_before_its_end() {
    for end in 9..TWO_BATCHES.len() - 8 {
        let read = read_as("arrow", &TWO_BATCHES[..end], &[], &TextOptions::default());
        assert!(two_batches().starts_with(&read.pairs()), "{end}");
        assert!(matches!(read.tags.len(), 0 | 100), "{end}");
        // A stream may end between two messages.
        let codes: Vec<_> = read.findings.iter().map(|finding| finding.code.as_str()).collect();
        assert!(codes == ["truncated"] || codes.is_empty(), "{codes:?}");
    }
    for file in OTHERS {
        let batch = file.len() - 700;
        let read = read(&file[..batch]);
        assert_eq!((read.only_finding().0, read.tags.len()), ("truncated", 0));
    }
}

/// Lengths that are forged cost no memory, and no loop ends the test.
#[test]
fn forged_lengths_are_refused() {
    for at in (8..TWO_BATCHES.len().min(700)).step_by(4) {
        for value in [[0xff; 4], [0xff, 0xff, 0xff, 0x7f], [0, 0, 0, 0x40]] {
            let mut file = TWO_BATCHES.to_vec();
            file[at..at + 4].copy_from_slice(&value);
            read_as("arrow", &file, &[], &TextOptions::default());
        }
    }
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        which in 0_usize..5,
        mut cuts in prop::collection::vec(0_usize..3000, 0..6),
        damage in prop::collection::vec((8_usize..3000, any::<u8>()), 0..3),
    ) {
        let mut file = [&OTHERS[..], &[TWO_BATCHES, TIMESTAMPS]].concat()[which].to_vec();
        for (at, byte) in damage {
            if let Some(stored) = file.get_mut(at) {
                *stored = byte;
            }
        }
        cuts.sort_unstable();
        prop_assume!(import_of(&file[..64]).is_some_and(|import| import.id == "arrow"));
        prop_assert_eq!(read(&file), read_cut(&file, &cuts));
    }
}
