//! Recordings of the quTAG, in records of 10 and of 5 bytes.

use proptest::prelude::*;

use super::files::{read, read_cut, read_in, shared};

/// The header. Only its first four bytes have a known meaning.
const HEADER: [u8; 40] = {
    let mut header = [0x55; 40];
    (header[0], header[1], header[2], header[3]) = (0x87, 0xb3, 0x91, 0xfa);
    header
};

/// Returns a file with records of 10 bytes: the time, then 2 bytes of the channel.
fn ten(tags: &[(u64, i64)]) -> Vec<u8> {
    let record = |&(channel, time): &(u64, i64)| {
        [&time.to_le_bytes()[..], &u16::try_from(channel).unwrap().to_le_bytes()].concat()
    };
    [&HEADER[..], &tags.iter().flat_map(record).collect::<Vec<_>>()].concat()
}

/// Returns a file with records of 5 bytes: the lower 37 bits of the time, then 3 of the channel.
fn five(tags: &[(u64, i64)]) -> Vec<u8> {
    let record = |&(channel, time): &(u64, i64)| {
        let bits = (time as u64 & ((1 << 37) - 1)) | channel << 37;
        bits.to_le_bytes()[..5].to_vec()
    };
    [&HEADER[..], &tags.iter().flat_map(record).collect::<Vec<_>>()].concat()
}

#[test]
fn the_real_file_has_its_tags() {
    let Some(file) = shared("qutag-80MHz.qutag") else { return };
    let read = read_in(&file, 65_536);
    assert_eq!(read.counts(), [(1, 79314), (2, 94287), (5, 94200)]);
    assert_eq!(read.tags.first().unwrap().time, 260_182_250_071_800_102);
    assert_eq!(read.tags.last().unwrap().time, 260_187_293_980_285_114);
    assert_eq!(read.disordered(), 173);
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("1ps")));
}

#[test]
fn records_of_ten_bytes_have_a_time_and_a_channel() {
    // 40 bytes of header | time, channel | time, channel | ...
    let tags = [(5, -7), (2, 0), (104, 1 << 60), (203, i64::MAX)];
    let read = read(&ten(&tags));
    assert_eq!(read.pairs(), tags);
    assert_eq!(read.findings, []);
}

#[test]
fn times_continue_after_an_overflow_of_37_bits() {
    let period = 1 << 37;
    let tags = [
        (1, 5),
        (4, period / 2),
        (2, period - 10),
        // The first tag after the overflow.
        (3, period + 3),
        // A tag from before the overflow, out of order.
        (1, period - 2),
        (2, period + 4),
        (5, 3 * period / 2),
        (7, 2 * period - 1),
        (0, 2 * period),
    ];
    let read = read(&five(&tags));
    assert_eq!(read.pairs(), tags);
    assert_eq!(read.findings, []);
    assert_eq!(read.facts.get("overflows"), Some(&tagview_bridge::Value::Count(2)));
}

#[test]
fn a_header_alone_is_a_recording_without_tags() {
    let read = read(&HEADER);
    assert_eq!((read.tags.len(), read.findings.len()), (0, 0));
}

#[test]
fn a_file_that_ends_in_its_header_is_reported() {
    // 87 b3 91 fa .. |
    let read = read(&HEADER[..39]);
    assert_eq!(
        read.only_finding(),
        ("truncated", Some(39), "the file ends in its header, before the first record")
    );
}

#[test]
fn a_record_that_is_cut_is_reported_with_its_number_and_offset() {
    // header | 10 bytes | 10 bytes | 3 bytes |
    let file = ten(&[(1, 10), (2, 20), (3, 30)]);
    let read = read(&file[..63]);
    assert_eq!(read.pairs(), [(1, 10), (2, 20)]);
    assert_eq!(read.only_finding(), ("truncated", Some(60), "the file ends 3 bytes into record 3"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_widths_are_recognised_and_any_split_gives_the_same_tags(
        steps in proptest::collection::vec((1_u64..8, 1_i64..1 << 35), 3..1500),
        cuts in proptest::collection::btree_set(0_usize..15_000, 0..8),
    ) {
        let mut time = 0;
        let tags: Vec<(u64, i64)> = steps
            .iter()
            .map(|&(channel, step)| {
                time += step;
                (channel, time)
            })
            .collect();
        let cuts: Vec<usize> = cuts.into_iter().collect();
        for file in [ten(&tags), five(&tags)] {
            let whole = read(&file);
            prop_assert_eq!(&whole.pairs(), &tags);
            prop_assert_eq!(&read_cut(&file, &cuts), &whole);
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..5000)) {
        let file = [&HEADER[..], &bytes].concat();
        prop_assert_eq!(read_in(&file, 7), read(&file));
    }
}
