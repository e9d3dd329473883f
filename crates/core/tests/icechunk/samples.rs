//! The files of a small repository with all kinds of content.

use super::write::{Field, MANIFEST, REPO, SNAPSHOT, TRANSACTION_LOG, Table, file, id, text};

fn coordinates(index: &[u32]) -> Field {
    Field::Structs(index.len(), index.iter().flat_map(|n| n.to_le_bytes()).collect())
}

/// An inline, a native and two virtual references.
pub fn references() -> Vec<Table> {
    vec![
        vec![(0, coordinates(&[0, 0])), (1, Field::Bytes(b"abc".to_vec()))],
        vec![
            (0, coordinates(&[0, 1])),
            (2, Field::U64(7)),
            (3, Field::U64(100)),
            (4, Field::Struct(id::<12>(9))),
        ],
        vec![
            (0, coordinates(&[1, 0])),
            (2, Field::U64(1 << 40)),
            (3, Field::U64(1 << 33)),
            (5, text("s3://bucket/ü.nc")),
            (6, text("\"etag\"")),
        ],
        vec![
            (0, coordinates(&[1, 1])),
            (3, Field::U64(5)),
            (5, text("s3://bucket/b.nc")),
            (7, Field::U32(1_714_979_289)),
        ],
    ]
}

pub fn manifest_table(references: Vec<Table>) -> Table {
    let array = vec![(0, Field::Struct(id::<8>(2))), (1, Field::Tables(references))];
    vec![(0, Field::Struct(id::<12>(3))), (1, Field::Tables(vec![array])), (3, Field::U8(0))]
}

pub fn manifest() -> Vec<u8> {
    file(MANIFEST, &manifest_table(references()))
}

/// A value as FlexBuffers.
pub fn flexbuffer(value: &serde_json::Value) -> Vec<u8> {
    flexbuffers::to_vec(value).expect("it serialises")
}

pub fn metadata_item(name: &str, value: &[u8]) -> Table {
    vec![(0, text(name)), (1, Field::Bytes(value.to_vec()))]
}

pub fn snapshot_table() -> Table {
    let group = vec![
        (0, Field::Struct(id::<8>(1))),
        (1, text("/")),
        (2, Field::Bytes(br#"{"zarr_format":3,"node_type":"group"}"#.to_vec())),
        (3, Field::U8(2)),
        (4, Field::Table(vec![])),
    ];
    let dimension = |length: u64, chunks: u32| vec![(0, Field::U64(length)), (1, Field::U32(chunks))];
    let manifest = vec![
        (0, Field::Struct(id::<12>(3))),
        (1, Field::Structs(2, [0_u32, 2, 0, 2].iter().flat_map(|n| n.to_le_bytes()).collect())),
    ];
    let array_data = vec![
        (0, Field::Structs(0, vec![])),
        (1, Field::Tables(vec![vec![(0, text("x"))], vec![]])),
        (2, Field::Tables(vec![manifest])),
        (3, Field::Tables(vec![dimension(10, 2), dimension(1 << 40, 2)])),
    ];
    let array = vec![
        (0, Field::Struct(id::<8>(2))),
        (1, text("/名前")),
        (2, Field::Bytes(br#"{"shape":[10,1099511627776],"fill_value":-9223372036854775808}"#.to_vec())),
        (3, Field::U8(1)),
        (4, Field::Table(array_data)),
    ];
    let manifest_file = vec![(0, Field::Struct(id::<12>(3))), (1, Field::U64(321)), (2, Field::U32(4))];
    let value = serde_json::json!({"list": [1, "two", 3.5, null, true], "n": -5});
    vec![
        (0, Field::Struct(id::<12>(1))),
        (2, Field::Tables(vec![group, array])),
        (3, Field::U64(1_795_227_778_198_476)),
        (4, text("first")),
        (5, Field::Tables(vec![metadata_item("author", &flexbuffer(&value))])),
        (6, Field::Structs(0, vec![])),
        (7, Field::Tables(vec![manifest_file])),
    ]
}

pub fn snapshot() -> Vec<u8> {
    file(SNAPSHOT, &snapshot_table())
}

pub fn transaction_log_table() -> Table {
    let none = || Field::Structs(0, vec![]);
    let chunks = vec![vec![(0, coordinates(&[0, 1]))], vec![(0, coordinates(&[1, 1]))]];
    let updated = vec![(0, Field::Struct(id::<8>(2))), (1, Field::Tables(chunks))];
    let moved = vec![(0, text("/a")), (1, text("/b")), (2, Field::Struct(id::<8>(4))), (3, Field::U8(1))];
    vec![
        (0, Field::Struct(id::<12>(1))),
        (1, Field::Structs(1, id::<8>(1))),
        (2, Field::Structs(1, id::<8>(2))),
        (3, none()),
        (4, none()),
        (5, none()),
        (6, none()),
        (7, Field::Tables(vec![updated])),
        (8, Field::Tables(vec![moved])),
    ]
}

pub fn transaction_log() -> Vec<u8> {
    file(TRANSACTION_LOG, &transaction_log_table())
}

pub fn repo_table() -> Table {
    let info = |n: u8, parent: i32, message: &str| {
        vec![
            (0, Field::Struct(id::<12>(n))),
            (1, Field::U32(parent.cast_unsigned())),
            (2, Field::U64(1_795_227_778_198_476 + u64::from(n))),
            (3, text(message)),
        ]
    };
    let named = |name: &str, number: u32| vec![(0, text(name)), (1, Field::U32(number))];
    let update = |kind: u8, data: Table| {
        vec![
            (0, Field::U8(kind)),
            (1, Field::Table(data)),
            (2, Field::U64(1_795_227_778_198_476)),
            (3, text("repo.1")),
        ]
    };
    let amended = vec![(0, text("main")), (1, Field::Struct(id::<12>(1))), (2, Field::Struct(id::<12>(2)))];
    let deleted = vec![(0, text("gone")), (1, Field::Struct(id::<12>(1)))];
    vec![
        (0, Field::U8(2)),
        (1, Field::Tables(vec![named("v1", 0)])),
        (2, Field::Tables(vec![named("main", 1)])),
        (3, Field::Texts(vec!["gone".to_owned()])),
        (4, Field::Tables(vec![info(1, -1, "first"), info(2, 0, "second")])),
        (5, Field::Table(vec![(0, Field::U8(1)), (1, Field::U64(5)), (2, text("moving"))])),
        (6, Field::Tables(vec![metadata_item("owner", &flexbuffer(&serde_json::json!("me")))])),
        (
            7,
            Field::Tables(vec![
                update(11, amended),
                update(6, deleted),
                update(1, vec![]),
                update(77, vec![]),
            ]),
        ),
        (9, Field::Bytes(flexbuffer(&serde_json::json!({"storage": {"retries": 3}})))),
        (10, Field::Structs(1, vec![4, 1])),
    ]
}

pub fn repo() -> Vec<u8> {
    file(REPO, &repo_table())
}
