//! Files in formats that this crate writes itself, byte by byte.

use tagview_core::import::{TextOptions, source_of};
use tagview_core::tags::Tag;
use tagview_export::Target;

use crate::support::{device, extremes, file_of, metadata};

#[test]
fn lines_are_time_and_channel_after_a_header() {
    let text = String::from_utf8(file_of(Target::Csv, &extremes(), 2, 1)).unwrap();
    let lines = [
        "time,channel",
        "9223372036854775807,18446744073709551615",
        "-9223372036854775808,0",
        "0,9223372036854775808",
        "-1,3",
        "-9223372036854775807,18446744073709551614",
        "",
    ];
    assert_eq!(text, lines.join("\n"));
    assert_eq!(file_of(Target::Csv, &[], 1, 1), b"time,channel\n");
}

/// The reader of texts in columns reads the unit back.
#[test]
fn the_header_of_lines_states_a_tick_that_is_known() {
    let mut file = Vec::new();
    let sink = Target::Csv.sink(&metadata(), 1, "156.25ps").unwrap();
    sink.finish(&mut file).unwrap();
    assert_eq!(file, b"time (156.25ps),channel\n");
    for wrong in ["4ps),x", "4\nps", "\"", &"4".repeat(61)] {
        assert!(Target::Csv.sink(&metadata(), 1, wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn array_has_a_header_of_128_bytes_that_says_how_many_tags_follow() {
    let file = file_of(Target::Npy, &extremes(), 2, 1);
    assert_eq!(&file[..10], b"\x93NUMPY\x01\x00\x76\x00");
    let header = "{'descr': [('time', '<i8'), ('channel', '<u8')], 'fortran_order': False, 'shape': (5,), }";
    let written = std::str::from_utf8(&file[10..128]).unwrap();
    assert_eq!(written.trim_end(), header);
    assert!(written.ends_with(" \n"));
    let words: Vec<u64> = file[128..].as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let expected: Vec<u64> =
        extremes().iter().flat_map(|tag| [tag.time.cast_unsigned(), tag.channel]).collect();
    assert_eq!(words, expected);
    assert_eq!(file_of(Target::Npy, &[], 1, 1).len(), 128);
}

fn word(file: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*file[at..].first_chunk().unwrap())
}

/// ```text
///  0  89 "HDF" 0d 0a 1a 0a   02 08 08 00   base (8)   extension (8)   end of file (8)   root group (8)   checksum (4)
/// ```
#[test]
fn superblock_says_where_file_and_root_group_are() {
    for tags in [0, 5, 65_536, 65_537, 300_000] {
        let file = file_of(Target::Hdf5, &device(tags), 10_000, 1);
        assert_eq!(&file[..12], b"\x89HDF\r\n\x1a\n\x02\x08\x08\x00", "{tags} tags");
        assert_eq!(word(&file, 28), file.len() as u64, "{tags} tags");
        let root = word(&file, 36) as usize;
        assert_eq!(&file[root..root + 4], b"OHDR", "{tags} tags");
        assert!(file[root..].windows(14).any(|bytes| bytes == b"tagview.source"), "{tags} tags");
    }
}

/// One chunk of each column is there without padding; of more, the last ones are padded to 65,536 values.
#[test]
fn datasets_lie_one_after_the_other_chunk_by_chunk() {
    let few = extremes();
    let file = file_of(Target::Hdf5, &few, 2, 1);
    let times: Vec<u64> = (0..5).map(|k| word(&file, 48 + 8 * k)).collect();
    let channels: Vec<u64> = (5..10).map(|k| word(&file, 48 + 8 * k)).collect();
    assert_eq!(times, few.iter().map(|tag| tag.time.cast_unsigned()).collect::<Vec<_>>());
    assert_eq!(channels, few.iter().map(|tag| tag.channel).collect::<Vec<_>>());

    let many = device(65_537);
    let file = file_of(Target::Hdf5, &many, 10_000, 1);
    let chunk = 8 << 16;
    let last = &many[65_536];
    assert_eq!(word(&file, 48 + 2 * chunk), last.time.cast_unsigned());
    assert_eq!(word(&file, 48 + 2 * chunk + 8), 0);
    assert_eq!(word(&file, 48 + 3 * chunk), last.channel);
    assert_eq!(&file[48 + 4 * chunk..][..4], b"TREE");
}

/// The reader of HDF5 files reads the tags and their tick back, from one chunk and from several.
#[test]
fn an_hdf5_file_is_a_recording_again() {
    for count in [1, 2500, 150_000] {
        let tags: Vec<Tag> = device(count).into_iter().chain(extremes()).collect();
        let file = file_of(Target::Hdf5, &tags, 9999, 1);
        let mut source = source_of("hdf5", &TextOptions::default()).unwrap();
        let mut again = Vec::new();
        source.push(&file, &mut |tags| again.extend_from_slice(tags));
        source.finish(&mut |tags| again.extend_from_slice(tags));
        assert_eq!((again == tags, source.totals().findings.len()), (true, 0));
        assert_eq!(source.tick().unwrap().to_string(), "156.25ps");
    }
}
