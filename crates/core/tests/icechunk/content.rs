//! The contents of the files.

use tagview_bridge::{Value, to_value};
use tagview_core::formats::recognise;
use tagview_core::icechunk::{ChunkLocation, ManifestReferences, MetadataReader};
use tagview_core::random_access::drive;

use crate::write::{Field, Head, MANIFEST, SNAPSHOT, Table, buffer, file, id, raw_file};
use crate::{at, open, samples, text};

#[test]
fn the_fields_of_the_header_and_the_frame_are_reported() {
    let bytes = samples::manifest();
    assert_eq!(recognise(&bytes, &[], "").format, Some("icechunk"));
    let value = to_value(&open(&bytes).unwrap().summary());
    assert_eq!(at(&value, "type"), &text("manifest"));
    assert_eq!(at(&value, "spec_version"), &Value::Count(2));
    assert_eq!(at(&value, "implementation"), &text("test-1.0"));
    assert_eq!(at(&value, "compression"), &text("zstd"));
    assert_eq!(at(&value, "identifier"), &text("Ichk"));
    assert_eq!(at(&value, "frame.content_bytes"), at(&value, "content_bytes"));
    assert_eq!(at(&value, "complete"), &Value::Bool(true));
    assert_eq!(at(&value, "findings"), &Value::List(vec![]));
}

#[test]
fn a_manifest_counts_its_references_by_kind() {
    let value = to_value(&open(&samples::manifest()).unwrap().summary());
    assert_eq!(at(&value, "id"), &text("0C000000000000000000"));
    let array = at(&value, "manifest.arrays.0");
    assert_eq!(at(array, "node"), &text("0800000000000"));
    for (key, count) in [("refs", 4), ("inline", 1), ("native", 1), ("virtual", 2), ("unknown", 0)] {
        assert_eq!(at(array, key), &Value::Count(count), "{key}");
    }
    assert_eq!(at(array, "bytes"), &Value::UInt(3 + 100 + (1 << 33) + 5));
    assert_eq!(at(array, "virtual_bytes"), &Value::UInt((1 << 33) + 5));
}

#[test]
fn references_come_in_runs() {
    let file = open(&samples::manifest()).unwrap();
    let all = file.references(0, 0, 10);
    assert_eq!(all.indices, [0, 0, 0, 1, 1, 0, 1, 1]);
    assert_eq!(all.ranks, [2; 4]);
    assert_eq!(all.kinds, [1, 2, 3, 3]);
    assert_eq!(all.offsets, [0, 7, 1 << 40, 0]);
    assert_eq!(all.lengths, [3, 100, 1 << 33, 5]);
    assert_eq!(all.places.bytes, "abc14000000000000000000s3://bucket/ü.ncs3://bucket/b.nc".as_bytes());
    assert_eq!(all.etags.bytes, b"\"etag\"");
    assert_eq!(all.modified, [0, 0, 0, 1_714_979_289]);
    let run = file.references(0, 1, 2);
    assert_eq!((run.kinds, run.lengths), (vec![2, 3], vec![100, 1 << 33]));
    assert!(file.references(1, 0, 10).kinds.is_empty());
    assert!(file.references(0, 4, 10).kinds.is_empty());
    assert!(open(&samples::snapshot()).unwrap().references(0, 0, 10).kinds.is_empty());
}

#[test]
fn single_references_state_the_lengths_of_runs() {
    let file = open(&samples::manifest()).unwrap();
    let lengths: Vec<_> =
        ManifestReferences::verified(file.content()).unwrap().iter().map(|one| one.length).collect();
    assert_eq!(lengths, file.references(0, 0, 10).lengths);
}

/// A frame whose only block is the byte `a`, repeated at least 256 times.
fn repeated(times: u32) -> Vec<u8> {
    // magic | one segment, its size in two bytes | size - 256 | last block, one byte repeated | the byte
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x60];
    frame.extend_from_slice(&((times - 256) as u16).to_le_bytes());
    frame.extend_from_slice(&(times << 3 | 0b011).to_le_bytes()[..3]);
    frame.push(b'a');
    frame
}

/// A manifest of references whose locations are compressed, with any bytes as the dictionary.
fn compressed_manifest(references: usize, location_bytes: u32) -> Table {
    let location = Field::Bytes(repeated(location_bytes));
    let reference = vec![(0, Field::Structs(1, vec![0; 4])), (8, location)];
    let mut manifest = samples::manifest_table(vec![reference; references]);
    manifest.push((2, Field::Bytes(b"dictionary".to_vec())));
    manifest
}

#[test]
fn a_compressed_location_takes_its_own_length() {
    let manifest = buffer(&compressed_manifest(3, 300));
    for reference in ManifestReferences::verified(&manifest).unwrap().iter() {
        let ChunkLocation::Virtual(location) = reference.location else { panic!("{:?}", reference.location) };
        assert_eq!(location, "a".repeat(300));
        assert!(location.capacity() <= 2 * location.len(), "{}", location.capacity());
    }
}

#[test]
fn a_run_of_long_locations_is_short() {
    let file = open(&file(MANIFEST, &compressed_manifest(1000, 1 << 16))).unwrap();
    let mut from = 0;
    while from < 1000 {
        let run = file.references(0, from, 8192);
        assert!(!run.is_empty());
        assert!(run.places.bytes.len() <= (16 << 20) + (1 << 16));
        from += run.len() as u64;
    }
    assert_eq!(from, 1000);
    assert!(file.references(0, from, 8192).is_empty());
}

#[test]
fn a_snapshot_has_nodes_shapes_and_metadata() {
    let value = to_value(&open(&samples::snapshot()).unwrap().summary());
    let snapshot = at(&value, "snapshot");
    assert_eq!(at(snapshot, "parent"), &Value::Null);
    assert_eq!(at(snapshot, "flushed_at"), &text("2026-11-21T02:22:58.198476Z"));
    assert_eq!(at(snapshot, "message"), &text("first"));
    assert_eq!(at(snapshot, "metadata.author.list.2"), &Value::Float(3.5));
    assert_eq!(at(snapshot, "metadata.author.n"), &Value::Int(-5));
    assert_eq!(at(snapshot, "manifests.0.bytes"), &Value::UInt(321));
    assert_eq!(at(snapshot, "nodes.0.type"), &text("group"));
    let array = at(snapshot, "nodes.1");
    assert_eq!(at(array, "path"), &text("/名前"));
    assert_eq!(at(array, "shape.0.name"), &text("x"));
    assert_eq!(at(array, "shape.1.name"), &Value::Null);
    assert_eq!(at(array, "shape.1.array_length"), &Value::UInt(1 << 40));
    assert_eq!(at(array, "shape.1.num_chunks"), &Value::UInt(2));
    assert_eq!(at(array, "manifests.0.extents.1.1"), &Value::Count(2));
    assert_eq!(at(array, "user_data.fill_value"), &Value::Int(i64::MIN));
}

#[test]
fn version_1_has_a_parent_chunk_lengths_and_messagepack() {
    let mut table = samples::snapshot_table();
    let structs = |numbers: &[u64]| {
        Field::Structs(numbers.len() / 2, numbers.iter().flat_map(|n| n.to_le_bytes()).collect())
    };
    let data = vec![(0, structs(&[10, 3, 0, 5])), (2, Field::Tables(vec![]))];
    let array = vec![
        (0, Field::Struct(id::<8>(2))),
        (1, Field::Text("/a".to_owned())),
        (2, Field::Bytes(b"{}".to_vec())),
        (3, Field::U8(1)),
        (4, Field::Table(data)),
    ];
    let mut info = id::<12>(3);
    info.extend_from_slice(&[0; 4]);
    info.extend_from_slice(&321_u64.to_le_bytes());
    info.extend_from_slice(&4_u64.to_le_bytes());
    let message_pack = rmp_serde::to_vec(&serde_json::json!([1, {"k": -2.5}, null])).unwrap();
    table.retain(|(slot, _)| ![1, 2, 5, 6, 7].contains(slot));
    table.extend([
        (1, Field::Struct(id::<12>(7))),
        (2, Field::Tables(vec![array])),
        (5, Field::Tables(vec![samples::metadata_item("m", &message_pack)])),
        (6, Field::Structs(1, info)),
    ]);
    let head = Head { spec: 1, kind: SNAPSHOT, compression: 0 };
    let value = to_value(&open(&raw_file(head, &buffer(&table))).unwrap().summary());
    assert_eq!(at(&value, "complete"), &Value::Bool(true), "{value:?}");
    assert_eq!(at(&value, "frame"), &Value::Null);
    let snapshot = at(&value, "snapshot");
    assert_eq!(at(snapshot, "parent"), &text("0W000000000000000000"));
    assert_eq!(at(snapshot, "metadata.m.1.k"), &Value::Float(-2.5));
    assert_eq!(at(snapshot, "manifests.0.bytes"), &Value::UInt(321));
    assert_eq!(at(snapshot, "manifests.0.refs"), &Value::Count(4));
    let array = at(snapshot, "nodes.0");
    assert_eq!(at(array, "dimension_names"), &Value::Null);
    assert_eq!(at(array, "shape.0.chunk_length"), &Value::UInt(3));
    assert_eq!(at(array, "shape.0.num_chunks"), &Value::UInt(4));
    assert_eq!(at(array, "shape.1.num_chunks"), &Value::UInt(0));
}

#[test]
fn a_transaction_log_has_what_changed() {
    let file = open(&samples::transaction_log()).unwrap();
    let value = to_value(&file.summary());
    let log = at(&value, "transaction_log");
    assert_eq!(at(log, "new_groups.0"), &text("0400000000000"));
    assert_eq!(at(log, "updated_chunks.0.chunks"), &Value::Count(2));
    assert_eq!(at(log, "moved_nodes.0.to"), &text("/b"));
    assert_eq!(at(log, "moved_nodes.0.type"), &text("array"));
    assert_eq!(file.updated_chunks(0, 1, 10).indices, [1, 1]);
}

#[test]
fn repository_info_has_branches_tags_history_and_updates() {
    let value = to_value(&open(&samples::repo()).unwrap().summary());
    let repo = at(&value, "repo");
    assert_eq!(at(repo, "branches.main"), &text("08000000000000000000"));
    assert_eq!(at(repo, "tags.v1"), &text("04000000000000000000"));
    assert_eq!(at(repo, "deleted_tags.0"), &text("gone"));
    assert_eq!(at(repo, "snapshots.1.parent"), &text("04000000000000000000"));
    assert_eq!(at(repo, "snapshots.0.parent"), &Value::Null);
    assert_eq!(at(repo, "status.availability"), &text("read-only"));
    assert_eq!(at(repo, "metadata.owner"), &text("me"));
    assert_eq!(at(repo, "config.storage.retries"), &Value::UInt(3));
    assert_eq!(at(repo, "enabled_feature_flags.0"), &Value::Count(260));
    assert_eq!(at(repo, "latest_updates.0.type"), &text("CommitAmended"));
    assert_eq!(at(repo, "latest_updates.0.snapshot"), &text("08000000000000000000"));
    assert_eq!(at(repo, "latest_updates.1.name"), &text("gone"));
    assert_eq!(at(repo, "latest_updates.2.backup_path"), &text("repo.1"));
    assert_eq!(at(repo, "latest_updates.3.type"), &text("Unknown"));
}

#[test]
fn bytes_may_come_in_pieces_of_any_length() {
    let bytes = samples::snapshot();
    let whole = to_value(&open(&bytes).unwrap().summary());
    for piece in [1, 7, 39, 57, 58, 100_000] {
        let mut opening = MetadataReader::new(bytes.len() as u64);
        drive(&mut opening, &[&bytes], piece).unwrap();
        assert_eq!(to_value(&opening.finish().unwrap().summary()), whole, "in pieces of {piece}");
    }
}

#[test]
fn a_frame_need_not_declare_its_content() {
    let content = buffer(&samples::manifest_table(samples::references()));
    // A frame of one raw block, with a window and no content size:
    //       magic                  descriptor window  block header: last, raw, length
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x40];
    frame.extend_from_slice(&((content.len() as u32) << 3 | 1).to_le_bytes()[..3]);
    frame.extend_from_slice(&content);
    let bytes = raw_file(Head { spec: 1, kind: MANIFEST, compression: 1 }, &frame);
    let value = to_value(&open(&bytes).unwrap().summary());
    assert_eq!(at(&value, "frame.content_bytes"), &Value::Null);
    assert_eq!(at(&value, "manifest.arrays.0.refs"), &Value::Count(4));
}

#[test]
fn many_references_are_counted() {
    let one = samples::references().remove(3);
    let bytes = file(MANIFEST, &samples::manifest_table(vec![one; 100_000]));
    let value = to_value(&open(&bytes).unwrap().summary());
    assert_eq!(at(&value, "manifest.arrays.0.virtual"), &Value::Count(100_000));
    assert_eq!(at(&value, "manifest.arrays.0.bytes"), &Value::UInt(500_000));
}
