//! User metadata in their three encodings.

use proptest::prelude::*;
use serde_json::json;
use tagview_core::icechunk::{Encoding, UserData};

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|b| json!(b)),
        any::<i64>().prop_map(|n| json!(n)),
        any::<u64>().prop_map(|n| json!(n)),
        any::<f64>().prop_filter("JSON has it", |x| x.is_finite()).prop_map(|x| json!(x)),
        "[a-zü]{0,300}".prop_map(|text| json!(text)),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(|list| json!(list)),
            prop::collection::btree_map("[a-zü]{0,9}", inner, 0..8).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #[test]
    fn what_the_crates_write_is_read(value in any_json()) {
        let read = |encoding: Encoding, bytes: &[u8]| encoding.read(bytes).map(|UserData(value)| value);
        prop_assert_eq!(read(Encoding::FlexBuffers, &flexbuffers::to_vec(&value).unwrap()), Ok(value.clone()));
        prop_assert_eq!(read(Encoding::MessagePack, &rmp_serde::to_vec(&value).unwrap()), Ok(value.clone()));
        prop_assert_eq!(read(Encoding::Json, &serde_json::to_vec(&value).unwrap()), Ok(value));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for encoding in [Encoding::Json, Encoding::MessagePack, Encoding::FlexBuffers] {
            let _ = encoding.read(&bytes);
        }
    }

    #[test]
    fn changed_flexbuffers_are_read_or_refused(
        value in any_json(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = flexbuffers::to_vec(&value).unwrap();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = Encoding::FlexBuffers.read(&bytes);
    }
}

#[test]
fn typed_vectors_of_flexbuffers() {
    let mut builder = flexbuffers::Builder::default();
    let mut map = builder.start_map();
    map.push("bytes", flexbuffers::Blob(&[1, 255][..]));
    let mut vector = map.start_vector("numbers");
    for n in [1, -2, 300] {
        vector.push(n);
    }
    vector.end_vector();
    let mut vector = map.start_vector("flags");
    for flag in [true, false] {
        vector.push(flag);
    }
    vector.end_vector();
    let mut vector = map.start_vector("pair");
    for x in [0.5_f32, -1.5] {
        vector.push(x);
    }
    vector.end_vector();
    map.end_map();
    let value = Encoding::FlexBuffers.read(builder.view()).map(|UserData(value)| value);
    let expected =
        json!({"bytes": "01ff", "numbers": [1, -2, 300], "flags": [true, false], "pair": [0.5, -1.5]});
    assert_eq!(value, Ok(expected));
}

#[test]
fn a_vector_that_holds_itself() {
    // count 1 | distance 0 to the vector itself | type: vector of bytes | root: distance 2, type, width
    let bytes = [1, 0, 0x28, 2, 0x28, 1];
    assert!(Encoding::FlexBuffers.read(&bytes).is_err());
}

#[test]
fn a_vector_of_more_elements_than_bytes() {
    // A vector of 200 vectors, all of them the same one of 200 nulls: ten kilobytes of values in 600 bytes.
    let mut bytes = vec![200];
    bytes.extend_from_slice(&[0; 200]);
    bytes.extend_from_slice(&[0; 200]);
    let inner = 1;
    bytes.push(200);
    let outer = bytes.len();
    for k in 0..200 {
        // Distances of a byte reach back 255 bytes, so those that reach further are cut.
        bytes.push((outer + k - inner).min(255) as u8);
    }
    bytes.extend_from_slice(&[0x28; 200]);
    bytes.extend_from_slice(&[255, 0x28, 1]);
    assert!(Encoding::FlexBuffers.read(&bytes).is_err());
}

#[test]
fn values_nested_too_deeply() {
    let deep = |open: u8, close: Option<u8>| {
        let mut bytes = vec![open; 100_000];
        bytes.extend(close.map(|close| vec![close; 100_000]).unwrap_or_else(|| vec![0xC0]));
        bytes
    };
    assert!(Encoding::Json.read(&deep(b'[', Some(b']'))).is_err());
    assert!(Encoding::MessagePack.read(&deep(0x91, None)).is_err());
}

#[test]
fn widths_that_are_none() {
    // null | type: null | root: width
    let error = Encoding::FlexBuffers.read(&[0, 0, 3]).unwrap_err();
    assert_eq!(error, "FlexBuffers (the width of the root is not 1, 2, 4 or 8)");
}

#[test]
fn bytes_after_the_value() {
    // The text "a" and one more.
    assert_eq!(Encoding::MessagePack.read(&[0xA1, b'a']), Ok(UserData(json!("a"))));
    let error = Encoding::MessagePack.read(&[0xA1, b'a', 0xC0]).unwrap_err();
    assert_eq!(error, "MessagePack (bytes after its end: 1)");
    assert!(Encoding::Json.read(b"1 2").is_err());
}

#[test]
fn names_keep_their_order() {
    let names = |read: Result<UserData, String>| match read {
        Ok(UserData(serde_json::Value::Object(entries))) => {
            entries.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let wanted = ["b", "10", "2", "__proto__"];
    let json = br#"{"b": 0, "10": 1, "2": 2, "__proto__": 3}"#;
    assert_eq!(names(Encoding::Json.read(json)), wanted);
    // A map of four strings and numbers.
    let packed = b"\x84\xA1b\x00\xA210\x01\xA12\x02\xA9__proto__\x03";
    assert_eq!(names(Encoding::MessagePack.read(packed)), wanted);
}

#[test]
fn lengths_that_are_only_claimed() {
    // MessagePack: arrays and maps of 2^32 - 1 entries, and a string of as many bytes.
    for marker in [0xDD, 0xDF, 0xDB] {
        assert!(Encoding::MessagePack.read(&[marker, 0xFF, 0xFF, 0xFF, 0xFF]).is_err());
    }
}
