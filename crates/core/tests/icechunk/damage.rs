//! One test for each kind of malformed file.

use tagview_bridge::{Value, to_value};
use tagview_core::Code;
use tagview_core::icechunk::{ManifestReferences, MetadataReader};
use tagview_core::random_access::RandomAccess as _;

use crate::write::{Field, Head, MANIFEST, SNAPSHOT, Table, buffer, raw_file, text as text_field};
use crate::{at, open, samples, text};

fn stored(kind: u8, content: &[u8]) -> Vec<u8> {
    raw_file(Head { spec: 2, kind, compression: 0 }, content)
}

/// Returns the code of the error for a file that cannot be read at all.
fn refused(bytes: &[u8]) -> Code {
    open(bytes).map(|_| ()).expect_err("it is damaged").code
}

/// Returns the code of the error in a file whose header is sound.
fn error_of(bytes: &[u8]) -> Value {
    let value = to_value(&open(bytes).expect("its header is sound").summary());
    assert_eq!(at(&value, "complete"), &Value::Bool(false), "{value:?}");
    at(&value, "error.code").clone()
}

#[test]
fn an_empty_file() {
    assert_eq!(refused(&[]), Code::Empty);
}

#[test]
fn another_file() {
    assert_eq!(refused(b"PK\x03\x04 and some bytes more, so that a header would fit"), Code::UnknownFormat);
}

#[test]
fn another_file_is_not_read_to_its_end() {
    let mut opening = MetadataReader::new(0);
    assert_eq!(opening.push(&[0; 100], &mut ()).unwrap_err().code, Code::UnknownFormat);
    // A frame that is damaged in its first block.
    let mut opening = MetadataReader::new(0);
    let mut bytes =
        raw_file(Head { spec: 2, kind: MANIFEST, compression: 1 }, &[0x28, 0xB5, 0x2F, 0xFD, 0, 0x40]);
    bytes.extend_from_slice(&[0xFF; 100]);
    assert_eq!(opening.push(&bytes, &mut ()).unwrap_err().code, Code::CorruptFrame);
}

#[test]
fn a_file_with_endless_trailing_bytes_is_not_read_to_its_end() {
    let mut opening = MetadataReader::new(0);
    opening.push(&samples::manifest(), &mut ()).unwrap();
    let zeros = vec![0; 1 << 20];
    let error = (0..100).find_map(|_| opening.push(&zeros, &mut ()).err()).expect("it ends");
    assert_eq!(error.code, Code::TrailingBytes);
    assert_eq!(error.offset, Some(samples::manifest().len() as u64));
}

#[test]
fn cut_in_the_magic_or_in_the_header() {
    let bytes = samples::manifest();
    assert_eq!(refused(&bytes[..5]), Code::Truncated);
    assert_eq!(refused(&bytes[..30]), Code::Truncated);
}

#[test]
fn cut_in_the_frame_or_before_it() {
    let bytes = samples::manifest();
    assert_eq!(refused(&bytes[..39]), Code::Truncated);
    assert_eq!(refused(&bytes[..42]), Code::Truncated);
    assert_eq!(refused(&bytes[..bytes.len() - 1]), Code::Truncated);
}

#[test]
fn a_version_a_type_and_a_compression_that_there_are_not() {
    // header: magic (12), writer (24), version, file type, compression
    for (place, byte, code) in
        [(36, 3, Code::WrongVersion), (37, 5, Code::BadHeader), (38, 2, Code::BadHeader)]
    {
        let mut bytes = samples::manifest();
        bytes[place] = byte;
        assert_eq!(refused(&bytes), code);
    }
}

#[test]
fn no_zstd_frame_and_a_skippable_one() {
    let head = Head { spec: 2, kind: MANIFEST, compression: 1 };
    assert_eq!(refused(&raw_file(head, b"no frame at all, but many bytes")), Code::CorruptFrame);
    assert_eq!(refused(&raw_file(head, &[0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9])), Code::CorruptFrame);
}

#[test]
fn a_frame_of_more_bytes_than_it_states() {
    // A frame of one block of 300 times the byte 0; its header states 5 bytes. libzstd detects that.
    //           magic                  descriptor: one segment, size in a byte; 5; block: last, one byte repeated
    let frame = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x63, 0x09, 0x00, 0];
    let code = refused(&raw_file(Head { spec: 2, kind: MANIFEST, compression: 1 }, &frame));
    assert!(matches!(code, Code::CorruptFrame | Code::Inflation), "{code:?}");
}

#[test]
fn a_frame_that_states_a_size_above_the_bound() {
    //           magic                  descriptor: size in eight bytes; window; size
    let frame = [0x28, 0xB5, 0x2F, 0xFD, 0xC0, 0x40, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0];
    let code = refused(&raw_file(Head { spec: 2, kind: MANIFEST, compression: 1 }, &frame));
    assert_eq!(code, Code::Inflation);
}

#[test]
fn a_bomb_that_states_no_size_ends_at_the_bound() {
    // Blocks of 128 KiB of one byte each, four bytes of the file for each, for more than the bound.
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x40];
    for _ in 0..=(1 << 30) / (128 << 10) {
        frame.extend_from_slice(&[0x02, 0x00, 0x10, 0]);
    }
    let code = refused(&raw_file(Head { spec: 2, kind: MANIFEST, compression: 1 }, &frame));
    assert_eq!(code, Code::Inflation);
}

#[test]
fn bytes_after_the_frame_are_noted() {
    let mut bytes = samples::manifest();
    bytes.extend_from_slice(b"more");
    let value = to_value(&open(&bytes).unwrap().summary());
    assert_eq!(at(&value, "complete"), &Value::Bool(true));
    assert_eq!(at(&value, "findings.0.code"), &text("trailing-bytes"));
    assert_eq!(at(&value, "findings.0.length"), &Value::Count(4));
}

#[test]
fn content_that_is_no_flatbuffer() {
    assert_eq!(error_of(&stored(MANIFEST, &[0xFF; 100])), text("bad-table"));
    assert_eq!(error_of(&stored(MANIFEST, &[])), text("bad-table"));
}

#[test]
fn content_of_another_type() {
    let content = buffer(&samples::snapshot_table());
    assert_eq!(error_of(&stored(MANIFEST, &content)), text("bad-table"));
}

#[test]
fn only_a_sound_manifest_has_references() {
    let error =
        |bytes: &[u8]| open(bytes).unwrap().manifest_references().err().expect("it has no references");
    let snapshot = error(&samples::snapshot());
    assert_eq!(snapshot.code, Code::UnknownFormat);
    assert!(snapshot.message.contains("of type snapshot"), "{snapshot}");
    assert_eq!(error(&stored(MANIFEST, &[0xFF; 100])).code, Code::BadTable);
    let wrong =
        ManifestReferences::verified(&buffer(&samples::snapshot_table())).err().expect("it is a snapshot");
    assert!(wrong.remedy.starts_with("check that the file is a manifest"), "{wrong}");
}

#[test]
fn a_required_field_that_is_left_out() {
    let mut table = samples::snapshot_table();
    table.retain(|(slot, _)| *slot != 4);
    let value = to_value(&open(&stored(SNAPSHOT, &buffer(&table))).unwrap().summary());
    let Value::Text(message) = at(&value, "error.message") else { panic!("{value:?}") };
    assert!(message.contains("Missing required field `message`"), "{message}");
}

#[test]
fn another_identifier_is_noted() {
    let mut content = buffer(&samples::snapshot_table());
    content[4..8].copy_from_slice(b"Else");
    let value = to_value(&open(&stored(SNAPSHOT, &content)).unwrap().summary());
    assert_eq!(at(&value, "findings.0.severity"), &text("warning"));
    assert_eq!(at(&value, "snapshot.message"), &text("first"));
}

#[test]
fn node_metadata_that_are_no_json() {
    let node: Table = vec![
        (0, Field::Struct(vec![0; 8])),
        (1, text_field("/a")),
        (2, Field::Bytes(b"{oh".to_vec())),
        (3, Field::U8(2)),
        (4, Field::Table(vec![])),
    ];
    let mut table = samples::snapshot_table();
    table[1] = (2, Field::Tables(vec![node]));
    let bytes = stored(SNAPSHOT, &buffer(&table));
    assert_eq!(error_of(&bytes), text("bad-metadata"));
    assert_eq!(at(&to_value(&open(&bytes).unwrap().summary()), "snapshot.nodes.0.user_data"), &Value::Null);
}

#[test]
fn a_branch_of_a_snapshot_that_is_not_there() {
    let mut table = samples::repo_table();
    table[2] = (2, Field::Tables(vec![vec![(0, text_field("main")), (1, Field::U32(9))]]));
    let bytes = stored(6, &buffer(&table));
    assert_eq!(error_of(&bytes), text("bad-table"));
    assert_eq!(at(&to_value(&open(&bytes).unwrap().summary()), "repo.branches.main"), &Value::Null);
}

#[test]
fn a_reference_to_nowhere() {
    let nowhere: Table = vec![(0, Field::Structs(1, vec![0; 4]))];
    let bytes = stored(MANIFEST, &buffer(&samples::manifest_table(vec![nowhere])));
    assert_eq!(error_of(&bytes), text("bad-table"));
    let value = to_value(&open(&bytes).unwrap().summary());
    assert_eq!(at(&value, "manifest.arrays.0.unknown"), &Value::Count(1));
}

#[test]
fn a_compressed_location_without_its_dictionary() {
    let reference: Table =
        vec![(0, Field::Structs(1, vec![0; 4])), (8, Field::Bytes(b"not a frame".to_vec()))];
    let file = open(&stored(MANIFEST, &buffer(&samples::manifest_table(vec![reference])))).unwrap();
    let read = file.references(0, 0, 1);
    assert_eq!((read.kinds, read.places.lengths, read.compressed), (vec![3], vec![0], vec![11]));
}
