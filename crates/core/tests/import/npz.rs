//! Archives of NumPy arrays, as `numpy.savez` and `numpy.savez_compressed` write them.

use proptest::prelude::*;

use super::files::{read, read_cut};
use super::zip::Packed::{Deflated, Stored};
use super::zip::{Packed, array, zip};

fn words(values: &[i64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn times(values: &[i64]) -> Vec<u8> {
    array("'<i8'", values.len(), &words(values))
}

fn channels(values: &[u16]) -> Vec<u8> {
    array("'<u2'", values.len(), &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
}

#[test]
fn two_arrays_are_the_times_and_the_channels_in_either_order() {
    let (time, channel) = (times(&[-5, 7, 1 << 60]), channels(&[3, 15, 4]));
    let expected = [(3, -5), (15, 7), (4, 1 << 60)];
    for packed in [Stored, Deflated] {
        for (of_times, of_channels) in
            [("time", "channel"), ("times", "channels"), ("Timestamps", "Channel"), ("arr_0", "arr_1")]
        {
            let (of_times, of_channels) = (format!("{of_times}.npy"), format!("{of_channels}.npy"));
            let mut members = vec![
                (&*of_times, &time[..], packed),
                ("comment.npy", b"anything", Stored),
                (&*of_channels, &channel, packed),
            ];
            for _ in 0..2 {
                let read = read(&zip(&members));
                assert_eq!(
                    (read.pairs(), read.findings.len(), read.tick),
                    (expected.to_vec(), 0, None),
                    "{of_times}"
                );
                members.reverse();
            }
        }
    }
}

#[test]
fn times_alone_are_on_channel_0_and_one_array_may_have_both() {
    let alone = read(&zip(&[("times.npy", &times(&[4, 5]), Deflated), ("other.npy", b"", Stored)]));
    assert_eq!((alone.pairs(), alone.findings.len()), (vec![(0, 4), (0, 5)], 0));
    let fields = array("[('time', '<i8'), ('channel', '<i8')]", 2, &words(&[100, 3, 101, 15]));
    let both = read(&zip(&[("arr_0.npy", &fields, Deflated)]));
    assert_eq!((both.pairs(), both.findings.len()), (vec![(3, 100), (15, 101)], 0));
}

#[test]
fn channels_in_a_field_of_longer_rows_are_read_row_by_row() {
    let fields = array("[('time', '<i8'), ('other', '<i8')]", 3, &words(&[3, 100, 15, 101, 4, 102]));
    for packed in [Stored, Deflated] {
        let file = zip(&[("times.npy", &times(&[5, 6, 7]), packed), ("channels.npy", &fields, packed)]);
        let read = read(&file);
        assert_eq!((read.pairs(), read.findings.len()), (vec![(3, 5), (15, 6), (4, 7)], 0));
    }
}

#[test]
fn an_archive_without_times_is_refused_with_the_names_of_its_arrays() {
    let file = zip(&[("counts.npy", &times(&[1]), Stored), ("bins\n.npy", &times(&[2]), Deflated)]);
    let read = read(&file);
    let (code, _, message) = read.only_finding();
    assert_eq!((code, read.tags.len()), ("unknown-format", 0));
    assert!(message.contains(r#"its arrays are "counts", "bins\n""#), "{message}");
}

#[test]
fn arrays_that_do_not_belong_together_are_refused() {
    let three = times(&[1, 2, 3]);
    for (members, what) in [
        (
            vec![("times.npy", three.clone()), ("channels.npy", channels(&[1, 2]))],
            r#""times" has 3 rows and"#,
        ),
        (
            vec![("times.npy", three.clone()), ("arr_0.npy", three.clone())],
            "two arrays of the archive are times",
        ),
        (vec![("times.npy", array("'<f8'", 1, &[0; 8]))], r#"the array "times" has the type '<f8'"#),
        (vec![("times.npy", b"anything else".to_vec())], r#"the array "times" has a header"#),
    ] {
        for packed in [Stored, Deflated] {
            let members: Vec<_> =
                members.iter().map(|(name, content)| (*name, &content[..], packed)).collect();
            let read = read(&zip(&members));
            let (_, _, message) = read.only_finding();
            assert!(message.contains(what) && read.tags.is_empty(), "{message}");
        }
    }
}

#[test]
fn damage_is_a_finding() {
    let members = |packed| {
        zip(&[("times.npy", &times(&[1, 2, 3]), packed), ("channels.npy", &channels(&[7, 7, 8]), packed)])
    };
    let file = members(Stored);
    // A bit of the last channel: all tags are read, and the checksum is wrong.
    let at = file.windows(4).position(|bytes| bytes == [7, 0, 8, 0]).unwrap();
    let mut flipped = file.clone();
    flipped[at + 2] ^= 1;
    let read = super::files::read(&flipped);
    assert_eq!((read.only_finding().0, read.pairs()), ("checksum", vec![(7, 1), (7, 2), (9, 3)]));
    // An archive that is cut off has a finding at any place, and no tag that is not in the file.
    for packed in [Stored, Deflated] {
        let file = members(packed);
        let directory = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        for end in 40..directory + 4 {
            let read = super::files::read(&file[..end]);
            assert_eq!(read.only_finding().0, "truncated", "{end}");
            assert!([(7, 1), (7, 2), (8, 3)].starts_with(&read.pairs()), "{end}");
        }
        assert_eq!(super::files::read(&file[..directory + 4]).findings.len(), 0);
    }
    // A negative channel is left out.
    let signed =
        zip(&[("time.npy", &times(&[1, 2]), Stored), ("channel.npy", &array("'|i1'", 2, &[255, 2]), Stored)]);
    let read = super::files::read(&signed);
    assert_eq!((read.only_finding().0, read.pairs()), ("bad-record", vec![(2, 2)]));
}

#[test]
fn members_that_can_t_be_read_in_order_are_refused() {
    let file = zip(&[("times.npy", &times(&[1]), Stored)]);
    for (at, value, what) in [(6, 1, "is encrypted"), (6, 8, "was written to a pipe"), (8, 12, "method 12")] {
        let mut file = file.clone();
        file[at] = value;
        let read = read(&file);
        let (code, offset, message) = read.only_finding();
        assert_eq!((code, offset), ("unknown-format", Some(0)));
        assert!(message.contains(what), "{message}");
    }
}

/// A megabyte of zeros takes a kilobyte of the file.
#[test]
fn content_that_is_much_larger_than_its_data_is_read_in_steps() {
    const ROWS: usize = 1 << 20;
    let file = zip(&[
        ("times.npy", &array("'<i8'", ROWS, &vec![0; 8 * ROWS]), Deflated),
        ("channels.npy", &array("'|u1'", ROWS, &vec![1; ROWS]), Deflated),
    ]);
    assert!(file.len() < 16 << 10);
    let read = read(&file);
    assert_eq!((read.counts(), read.findings.len()), (vec![(1, ROWS)], 0));
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        tags in prop::collection::vec((any::<i64>(), any::<u16>()), 0..300),
        mut cuts in prop::collection::vec(0_usize..4000, 0..6),
        damage in prop::option::of((30_usize..4000, any::<u8>())),
        deflated in any::<[bool; 2]>(),
    ) {
        let [first, second] = deflated.map(|deflated| if deflated { Packed::Deflated } else { Packed::Stored });
        let (time, channel): (Vec<i64>, Vec<u16>) = tags.iter().copied().unzip();
        let mut file = zip(&[("channels.npy", &channels(&channel), first), ("times.npy", &times(&time), second)]);
        if let Some((at, byte)) = damage.filter(|(at, _)| *at < file.len()) {
            file[at] = byte;
        }
        cuts.sort_unstable();
        prop_assume!(tagview_core::import::import_of(&file[..64]).is_some());
        let whole = read(&file);
        prop_assert_eq!(&whole, &read_cut(&file, &cuts));
        if damage.is_none() {
            let expected: Vec<_> = tags.iter().map(|&(time, channel)| (u64::from(channel), time)).collect();
            prop_assert_eq!(whole.pairs(), expected);
            prop_assert_eq!(whole.findings.len(), 0);
        }
    }
}
