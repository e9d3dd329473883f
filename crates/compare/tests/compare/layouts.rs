//! The bytes of layouts with a one-line description in `docs/compare.md`.

use tagview_compare::{Format, Layout};
use tagview_core::tags::TagStream;
use tagview_core::tags::{Tag, TagSource};

use crate::support::{device, tag};

fn bytes(format: Format, tags: &[Tag]) -> Vec<u8> {
    format.encode(tags).unwrap().to_vec()
}

#[test]
fn lines_are_channel_and_time() {
    let tags = [tag(3, 5), tag(15, -7)];
    assert_eq!(bytes(Format::CsvUnix, &tags), b"3,5\n15,-7\n");
    assert_eq!(bytes(Format::CsvWindows, &tags), b"3,5\r\n15,-7\r\n");
}

#[test]
fn custom_records_are_time_and_channel() {
    assert_eq!(bytes(Format::Custom, &[tag(3, 5)]), [0, 0, 0, 0, 0, 0, 0, 5, 3]);
}

/// Field 1, 4 bytes: field 1 is 5, field 2 is 3.
#[test]
fn protobuf_has_a_message_for_each_tag() {
    assert_eq!(bytes(Format::Protobuf, &[tag(3, 5)]), [0x0A, 4, 0x08, 5, 0x10, 3]);
}

/// An array of one, that of an array of two.
#[test]
fn msgpack_has_an_array_for_each_tag() {
    assert_eq!(bytes(Format::MessagePack, &[tag(3, 5)]), [0x91, 0x92, 5, 3]);
}

#[test]
fn a_vector_of_structs_takes_16_bytes_a_tag_in_flatbuffers() {
    let [one, two] = [1, 2].map(|n| bytes(Format::FlatBuffers, &vec![tag(3, 5); n]).len());
    assert_eq!(two - one, 16);
}

#[test]
fn unpacked_capnproto_is_a_recording() {
    let tags = device(1000);
    let mut recording = TagStream::default();
    let mut read = Vec::new();
    recording.push(&bytes(Format::Capnp, &tags), &mut |batch| read.extend_from_slice(batch));
    recording.finish(&mut |batch| read.extend_from_slice(batch));
    assert_eq!(read, tags);
    assert_eq!(recording.totals().findings.all(), []);
}

#[test]
fn columns_begin_and_end_with_their_formats_marks() {
    let tags = device(10);
    assert!(
        bytes(Format::Arrow, &tags).starts_with(b"ARROW1")
            && bytes(Format::Arrow, &tags).ends_with(b"ARROW1")
    );
    assert!(
        bytes(Format::Parquet, &tags).starts_with(b"PAR1")
            && bytes(Format::Parquet, &tags).ends_with(b"PAR1")
    );
}
