//! References of a manifest: every format returns the original ones, and damage never panics.

use bytes::Bytes;
use flatbuffers::FlatBufferBuilder;
use proptest::prelude::*;
use tagview_bridge::Value;
use tagview_compare::{Intake, Items, Layout, ReferenceFormat};
use tagview_core::icechunk::{ChunkLocation, Reference};

/// Length of an inline chunk, or else `length`.
fn length_of(location: &ChunkLocation, length: u64) -> u64 {
    match location {
        ChunkLocation::Inline(bytes) => bytes.len() as u64,
        _ => length,
    }
}

fn reference(k: u32, location: ChunkLocation) -> Reference {
    Reference {
        index: vec![k, 0, u32::MAX],
        length: length_of(&location, 1 << 20),
        location,
        offset: u64::from(k) << 32,
        etag: (k % 2 == 1).then(|| format!("\"{k}\"")),
        modified: k,
    }
}

/// A reference of each kind, repeated.
fn some(count: u32) -> Vec<Reference> {
    let location = |k: u32| match k % 4 {
        0 => ChunkLocation::Virtual(format!("s3://bucket/{k}/ü.nc")),
        1 => ChunkLocation::Native([k as u8; 12]),
        2 => ChunkLocation::Inline(vec![k as u8; k as usize % 40]),
        _ => ChunkLocation::Unknown,
    };
    (0..count).map(|k| reference(k, location(k))).collect()
}

fn locations() -> impl Strategy<Value = ChunkLocation> {
    prop_oneof![
        Just(ChunkLocation::Unknown),
        proptest::collection::vec(any::<u8>(), 0..300).prop_map(ChunkLocation::Inline),
        any::<[u8; 12]>().prop_map(ChunkLocation::Native),
        ".{1,300}".prop_map(ChunkLocation::Virtual),
    ]
}

fn wild() -> impl Strategy<Value = Reference> {
    let etag = proptest::option::of(".{0,40}");
    let index = proptest::collection::vec(any::<u32>(), 0..6);
    (index, locations(), any::<u64>(), any::<u64>(), etag, any::<u32>()).prop_map(
        |(index, location, offset, length, etag, modified)| Reference {
            index,
            length: length_of(&location, length),
            location,
            offset,
            etag,
            modified,
        },
    )
}

fn assert_same(references: &[Reference]) {
    for format in ReferenceFormat::ALL {
        let bytes = format.encode(references).unwrap();
        assert_eq!(format.decode(&bytes).unwrap(), references, "{}", format.id());
        for (index, reference) in references.iter().enumerate() {
            assert_eq!(format.one(&bytes, index).unwrap(), *reference, "{}: number {index}", format.id());
        }
        assert!(format.one(&bytes, references.len()).is_err(), "{}: after the last", format.id());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_references_come_back_from_every_format(references in proptest::collection::vec(wild(), 0..20)) {
        assert_same(&references);
    }
}

#[test]
fn references_of_each_kind_come_back_from_every_format() {
    assert_same(&[]);
    assert_same(&some(9));
}

#[test]
fn a_cut_or_changed_file_never_panics() {
    let references = some(12);
    for format in ReferenceFormat::ALL {
        let bytes = format.encode(&references).unwrap();
        for at in 0..bytes.len() {
            let cut = bytes.slice(..at);
            if let Ok(read) = format.decode(&cut) {
                assert_ne!(read, references, "{} cut at {at}", format.id());
            }
            let _ = format.one(&cut, 11);
            for flip in [0x01, 0x80, 0xFF] {
                let mut changed = bytes.to_vec();
                changed[at] ^= flip;
                let changed = Bytes::from(changed);
                let _ = format.decode(&changed);
                let _ = format.one(&changed, 5);
            }
        }
    }
}

/// A manifest's file, stored: the header of 39 bytes, and the FlatBuffer that the format writes.
fn manifest(references: &[Reference]) -> Vec<u8> {
    let mut file = tagview_core::icechunk::MAGIC.to_vec();
    file.extend_from_slice(b"test                    ");
    // Version 1, a manifest, not compressed.
    file.extend_from_slice(&[1, 2, 0]);
    file.extend_from_slice(&ReferenceFormat::FlatBuffers.encode(references).unwrap());
    file
}

fn take(file: &[u8], chunk: usize, options: Value) -> (Items, Value) {
    let mut intake = Intake::new(options).unwrap();
    for bytes in file.chunks(chunk) {
        intake.push(bytes).unwrap();
    }
    intake.finish().unwrap()
}

#[test]
fn a_manifest_is_told_by_its_first_bytes_in_however_small_pieces() {
    // A reference to nowhere is a finding.
    let references: Vec<Reference> =
        some(66).into_iter().filter(|reference| reference.location != ChunkLocation::Unknown).collect();
    for chunk in [1, 7, 1 << 20] {
        let (items, read) = take(&manifest(&references), chunk, Value::map([]));
        assert!(matches!(items, Items::References(taken) if taken == references));
        assert_eq!(read.get("references"), Some(&Value::Count(50)));
        assert_eq!(read.get("sampled"), Some(&Value::Bool(false)));
        assert_eq!(read.get("complete"), Some(&Value::Bool(true)));
    }
    let (items, read) = take(&manifest(&references), 100, Value::map([("references", Value::Count(10))]));
    assert!(matches!(items, Items::References(taken) if taken == references[..10]));
    assert_eq!(read.get("sampled"), Some(&Value::Bool(true)));
}

/// A manifest's file, stored, of `count` references that share a compressed location of 65,536 bytes.
fn compressed(count: usize) -> Vec<u8> {
    let field = |slot: u16| 4 + 2 * slot;
    let mut builder = FlatBufferBuilder::new();
    // magic | one segment, its size in two bytes | size - 256 | last block, one byte repeated | the byte
    let frame = [0x28, 0xB5, 0x2F, 0xFD, 0x60, 0x00, 0xFF, 0x03, 0x00, 0x08, b'a'];
    let (frame, index) = (builder.create_vector(&frame), builder.create_vector(&[0_u32]));
    let dictionary = builder.create_vector(b"dictionary");
    let references: Vec<_> = (0..count)
        .map(|_| {
            let reference = builder.start_table();
            builder.push_slot_always(field(0), index);
            builder.push_slot_always(field(8), frame);
            builder.end_table(reference)
        })
        .collect();
    let references = builder.create_vector(&references);
    let array = builder.start_table();
    builder.push(0_u32);
    builder.push_slot_always(field(0), 0_u32);
    builder.push_slot_always(field(1), references);
    let array = builder.end_table(array);
    let arrays = builder.create_vector(&[array]);
    let manifest = builder.start_table();
    builder.push(0_u32);
    builder.push(0_u32);
    builder.push_slot_always(field(0), 0_u32);
    builder.push_slot_always(field(1), arrays);
    builder.push_slot_always(field(2), dictionary);
    let manifest = builder.end_table(manifest);
    builder.finish(manifest, Some("Ichk"));
    let mut file = tagview_core::icechunk::MAGIC.to_vec();
    file.extend_from_slice(b"test                    ");
    file.extend_from_slice(&[1, 2, 0]);
    file.extend_from_slice(builder.finished_data());
    file
}

#[test]
fn references_that_take_too_much_memory_are_a_sample() {
    let (items, read) = take(&compressed(3), 1 << 20, Value::map([]));
    assert!(matches!(items, Items::References(taken) if taken.len() == 3));
    assert_eq!(read.get("sampled"), Some(&Value::Bool(false)));
    let (items, read) = take(&compressed(9000), 1 << 20, Value::map([]));
    let Items::References(taken) = items else { panic!("it is a manifest") };
    assert!((7000..8192).contains(&taken.len()), "{}", taken.len());
    assert_eq!(read.get("sampled"), Some(&Value::Bool(true)));
    assert_eq!(read.get("complete"), Some(&Value::Bool(true)));
}

#[test]
fn what_is_no_sound_manifest_says_so_and_has_no_references() {
    let mut file = manifest(&some(5));
    file.truncate(60);
    let (items, read) = take(&file, 100, Value::map([]));
    assert!(matches!(items, Items::References(taken) if taken.is_empty()));
    assert_eq!(read.get("complete"), Some(&Value::Bool(false)));
    assert!(matches!(read.get("error"), Some(Value::Map(_))));
    // A snapshot's header.
    let mut other = manifest(&some(5));
    other[37] = 1;
    let (_, read) = take(&other, 100, Value::map([]));
    assert!(format!("{:?}", read.get("error")).contains("snapshot"));
}
