//! NumPy arrays of tags, as `numpy.save` writes them.

use proptest::prelude::*;

use super::files::{read, read_cut};

fn npy(version: u8, header: &str, rows: &[u8]) -> Vec<u8> {
    let header = format!("{header}\n");
    let length = if version == 1 {
        u16::try_from(header.len()).unwrap().to_le_bytes().to_vec()
    } else {
        u32::try_from(header.len()).unwrap().to_le_bytes().to_vec()
    };
    [b"\x93NUMPY", &[version, 0][..], &length, header.as_bytes(), rows].concat()
}

fn header(descr: &str, shape: &str) -> String {
    format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}")
}

fn words(values: &[i64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn an_array_of_times_has_them_on_channel_0() {
    let times = [-5, 0, 7, i64::MAX];
    for version in 1..=3 {
        let read = read(&npy(version, &header("'<i8'", "(4,)"), &words(&times)));
        assert_eq!(read.pairs(), times.map(|time| (0, time)));
        assert_eq!((read.findings.len(), read.tick), (0, None));
    }
    let short: Vec<u8> = [1_u32, u32::MAX].iter().flat_map(|time| time.to_le_bytes()).collect();
    assert_eq!(read(&npy(1, &header("'<u4'", "(2,)"), &short)).pairs(), [(0, 1), (0, 4_294_967_295)]);
}

#[test]
fn rows_of_two_are_a_time_and_a_channel() {
    let read = read(&npy(1, &header("'<i8'", "(2, 2)"), &words(&[100, 3, 101, 15])));
    assert_eq!(read.pairs(), [(3, 100), (15, 101)]);
}

#[test]
fn channels_before_times_are_reported() {
    let rows: Vec<i64> = (0..100).flat_map(|k| [k % 3, 1000 + 7 * k]).collect();
    let swapped = read(&npy(1, &header("'<i8'", "(100, 2)"), &words(&rows)));
    let (code, _, message) = swapped.only_finding();
    assert_eq!((code, swapped.tags.len()), ("bad-record", 100));
    assert!(message.contains("look like channel and time"), "{message}");
    let rows: Vec<i64> = (0..100).flat_map(|k| [1000 + 7 * k, k % 64]).collect();
    assert_eq!(read(&npy(1, &header("'<i8'", "(100, 2)"), &words(&rows))).findings.len(), 0);
}

#[test]
fn fields_are_found_by_name_in_any_order_and_of_any_width() {
    let row = |channel: i16, time: i64, other: u8| {
        [&channel.to_le_bytes()[..], &[other], &time.to_le_bytes()].concat()
    };
    let rows = [row(3, -9, 1), row(15, 1 << 60, 2), row(-1, 5, 3), row(4, 6, 4)].concat();
    let fields = "[('channel', '<i2'), ('detector', '|u1'), ('time', '<i8')]";
    let read = read(&npy(1, &header(fields, "(4,)"), &rows));
    // A channel is not negative: that row is left out, and its place is stated.
    assert_eq!(read.pairs(), [(3, -9), (15, 1 << 60), (4, 6)]);
    let (code, offset, message) = read.only_finding();
    assert_eq!(code, "bad-record");
    assert_eq!(offset, Some(10 + header(fields, "(4,)").len() as u64 + 1 + 2 * 11));
    assert!(message.contains("row 2 "), "{message}");
    // As tagview itself writes them.
    let own = "[('time', '<i8'), ('channel', '<u8')]";
    let read = super::files::read(&npy(1, &header(own, "(1,)"), &words(&[7, -1])));
    assert_eq!(read.pairs(), [(u64::MAX, 7)]);
}

#[test]
fn an_array_that_is_not_read_is_reported_with_how_to_save_it() {
    let fortran = header("'<i8'", "(2, 2)").replace("False", "True");
    for (header, what) in [
        (header("'<f8'", "(2,)"), "the type '<f8'"),
        (header("'>i8'", "(2,)"), "the type '>i8'"),
        (header("'<i8'", "(2, 3)"), "the shape (2, 3)"),
        (header("'<i8'", "(2, 2, 2)"), "the shape (2, 2, 2)"),
        (header("[('t', '<i8'), ('channel', '<u8')]", "(2,)"), "the type ["),
        (header("[('time', '<i8', (2,)), ('channel', '<u8')]", "(2,)"), "the type ["),
        (header("[('time', '<i8'), ('x', '<i8'), ('y', '<i8')]", "(2,)"), "the type ["),
        (fortran, "Fortran order"),
    ] {
        let read = read(&npy(1, &header, &words(&[1, 2, 3, 4])));
        let (code, _, message) = read.only_finding();
        assert_eq!((code, read.tags.len()), ("unknown-format", 0), "{header}");
        assert!(message.contains(what), "{message}");
    }
    for broken in ["", "{}", "{'descr': '<i8'}", "{'shape': (2,)}"] {
        assert_eq!(read(&npy(1, broken, &words(&[1]))).only_finding().0, "bad-header", "{broken}");
    }
    // A stated length without data costs no memory.
    let mut endless = npy(2, &header("'<i8'", "(1,)"), &[]);
    endless[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(read(&endless).only_finding().0, "bad-header");
}

#[test]
fn fewer_or_more_rows_than_the_header_states_are_findings() {
    let cut = read(&npy(1, &header("'<i8'", "(3,)"), &words(&[1, 2])));
    assert_eq!((cut.only_finding().0, cut.tags.len()), ("truncated", 2));
    let long = read(&npy(1, &header("'<i8'", "(1,)"), &words(&[1, 2])));
    assert_eq!((long.only_finding().0, long.tags.len()), ("trailing-bytes", 1));
    for end in 6..70 {
        let whole = npy(1, &header("'<i8'", "(1,)"), &words(&[1]));
        let read = read(&whole[..end.min(whole.len() - 1)]);
        assert_eq!((read.only_finding().0, read.tags.len()), ("truncated", 0));
    }
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        tags in prop::collection::vec((any::<i64>(), any::<u16>()), 0..50),
        mut cuts in prop::collection::vec(0_usize..700, 0..6),
        damage in prop::option::of((0_usize..700, any::<u8>())),
    ) {
        let rows: Vec<u8> = tags
            .iter()
            .flat_map(|(time, channel)| [&time.to_le_bytes()[..], &channel.to_le_bytes()].concat())
            .collect();
        let header = header("[('time', '<i8'), ('channel', '<u2')]", &format!("({},)", tags.len()));
        let mut file = npy(1, &header, &rows);
        if let Some((at, byte)) = damage.filter(|(at, _)| (6..file.len()).contains(at)) {
            file[at] = byte;
        }
        cuts.sort_unstable();
        let whole = read(&file);
        prop_assert_eq!(&whole, &read_cut(&file, &cuts));
        if damage.is_none() {
            let expected: Vec<_> = tags.iter().map(|&(time, channel)| (u64::from(channel), time)).collect();
            prop_assert_eq!(whole.pairs(), expected);
        }
    }
}
