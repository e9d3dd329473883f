//! Encoding and then decoding returns the same tags.

use proptest::prelude::*;
use tagview_compare::{Compression, Format, Layout};
use tagview_core::tags::Tag;

use crate::support::{device, tag, wild};

fn assert_same(format: Format, tags: &[Tag]) {
    let bytes = format.encode(tags).unwrap();
    assert_eq!(format.decode(&bytes).unwrap(), tags, "{}", format.id());
    for (index, tag) in tags.iter().enumerate() {
        assert_eq!(format.one(&bytes, index).unwrap(), *tag, "{}: tag {index}", format.id());
    }
    assert!(format.one(&bytes, tags.len()).is_err(), "{}: a tag after the last", format.id());
    for compression in Compression::all() {
        let compressed = compression.compress(&bytes).unwrap();
        assert_eq!(compression.decompress(&compressed, bytes.len()).unwrap(), bytes, "{compression:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_tags_come_back_from_every_format(tags in wild(60)) {
        for &format in Format::ALL {
            assert_same(format, &tags);
        }
    }
}

#[test]
fn no_tags_come_back_from_every_format() {
    for &format in Format::ALL {
        assert_same(format, &[]);
    }
}

#[test]
fn the_least_and_the_greatest_come_back_from_every_format() {
    let ends = [0, i64::MAX, i64::MIN, -1, 1];
    for &format in Format::ALL {
        for channel in [0, 255, 256, u64::MAX] {
            assert_same(format, &ends.map(|time| tag(channel, time)));
        }
    }
}

/// More than one record batch and page, with indices at their borders.
#[test]
fn many_tags_come_back_from_every_format() {
    let tags = device(70_000);
    for &format in Format::ALL {
        let bytes = format.encode(&tags).unwrap();
        assert!(format.decode(&bytes).unwrap() == tags, "{}", format.id());
        for index in [0, 1, 20_479, 20_480, 65_535, 65_536, 69_999] {
            assert_eq!(format.one(&bytes, index).unwrap(), tags[index], "{}: tag {index}", format.id());
        }
    }
}

/// Without care, the first record would be read as the mark of wide ones.
#[test]
fn the_custom_records_mark_is_a_tag_too() {
    let tags = [tag(255, i64::MIN), tag(3, 5)];
    assert_same(Format::Custom, &tags);
}
