//! The seven encodings: published lengths, reference strings, round trips, damage.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::offsets::encodings::{decode, encode, lookup};
use tagview_core::offsets::{Columns, Encoding, Entries, Offsets};

fn columns(offsets: &Offsets) -> &Columns {
    match &offsets.entries {
        Entries::Partitions(columns) => columns,
        Entries::Compartments(_) => panic!("no compartments were written"),
    }
}

fn pairs(offsets: &Offsets) -> Vec<(i32, i64)> {
    let columns = columns(offsets);
    columns.partitions.iter().copied().zip(columns.offsets.iter().copied()).collect()
}

fn codes(offsets: &Offsets) -> Vec<&'static str> {
    offsets.findings.iter().map(|finding| finding.code.as_str()).collect()
}

/// The published evaluation: 1,000 partitions, offsets 2^63 - 1 - i.
fn published() -> (Vec<i32>, Vec<i64>) {
    ((0..1000).collect(), (0..1000).map(|i| i64::MAX - i).collect())
}

#[test]
fn lengths_in_ascending_order_are_the_reference_s() {
    let (partitions, offsets) = published();
    let lengths = Encoding::ALL.map(|encoding| encode(encoding, &partitions, &offsets).unwrap().len());
    assert_eq!(lengths, [23889, 15916, 7960, 5364, 16000, 10676, 5356]);
}

#[test]
fn reference_strings_decode_and_encode_to_themselves() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/offsets");
    if !std::path::Path::new(folder).exists() {
        println!("skipped: {folder} is not there");
        return;
    }
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&read("expected.json")).unwrap();
    let order = |name: &str| -> Vec<i32> {
        let list = expected["orders"][name].as_array();
        list.map_or((0..1000).collect(), |list| list.iter().map(|p| p.as_i64().unwrap() as i32).collect())
    };
    let mut seen = 0;
    for (row, encoding) in expected["encodings"].as_array().unwrap().iter().zip(Encoding::ALL) {
        for name in ["asc", "shuffle97"] {
            let Some(file) = row[name]["file"].as_str() else { continue };
            let text = read(file);
            let decoded = decode(encoding, text.trim());
            let partitions = order(name);
            let offsets: Vec<i64> = partitions.iter().map(|p| i64::MAX - i64::from(*p)).collect();
            let wanted: Vec<_> = partitions.iter().copied().zip(offsets.iter().copied()).collect();
            assert_eq!(pairs(&decoded), wanted, "{file}");
            assert_eq!(encode(encoding, &partitions, &offsets).unwrap(), text.trim(), "{file}");
            seen += 1;
        }
    }
    assert_eq!(seen, 9);
}

#[test]
fn small_maps_have_the_bytes_drawn_here() {
    // zigzag: 0 -> 00, -1 -> 01, 1 -> 02, 300 -> 600 = d8 04
    let bytes = |encoding| encode(encoding, &[0, 1], &[-1, 300]).unwrap();
    assert_eq!(bytes(Encoding::Text), "0:-1,1:300");
    // 00 01 02 d8 04
    assert_eq!(bytes(Encoding::PairsVarint), "AAEC2AQ=");
    // 00 00 00 00, ff x 8, 01 00 00 00, 2c 01 00 x 6
    assert_eq!(bytes(Encoding::PairsFixed), "AAAAAP//////////AQAAACwBAAAAAAAA");
    // length 3, literal of 3: 03 08 01 d8 04
    assert_eq!(bytes(Encoding::OffsetsVarintSnappy), "AwgB2AQ=");
}

#[test]
fn encodings_without_partitions_refuse_what_they_would_shift() {
    let error = encode(Encoding::OffsetsFixedSnappy, &[0, 2], &[5, 6]).unwrap_err();
    assert!(error.message.contains("expected 1, found 2"), "{error}");
    assert!(encode(Encoding::PairsFixedSnappy, &[0, 2], &[5, 6]).is_ok());
}

fn offset() -> impl Strategy<Value = i64> {
    prop_oneof![Just(-1), Just(0), Just(i64::MAX), Just(i64::MIN), 0i64..1 << 40, any::<i64>()]
}

fn partition() -> impl Strategy<Value = i32> {
    prop_oneof![Just(i32::MAX), Just(i32::MIN), 0..2000, any::<i32>()]
}

proptest! {
    #[test]
    fn every_encoding_reads_what_it_wrote(map in prop::collection::btree_map(partition(), offset(), 1..200)) {
        for encoding in Encoding::ALL {
            let offsets: Vec<i64> = map.values().copied().collect();
            let dense = encoding.is_offsets_only();
            let partitions: Vec<i32> =
                if dense { (0..).take(map.len()).collect() } else { map.keys().copied().collect() };
            let decoded = decode(encoding, &encode(encoding, &partitions, &offsets).unwrap());
            prop_assert_eq!(&columns(&decoded).partitions, &partitions);
            prop_assert_eq!(&columns(&decoded).offsets, &offsets);
            let bad: Vec<_> = decoded.findings.iter().filter(|f| f.code != Code::NoVersion).collect();
            prop_assert!(bad.is_empty(), "{:?}", bad);
        }
    }

    #[test]
    fn damage_never_panics_and_findings_stay_in_the_text(
        offsets in prop::collection::vec(offset(), 0..40),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..5),
    ) {
        for encoding in Encoding::ALL {
            let partitions: Vec<i32> = (0..).take(offsets.len()).collect();
            let mut text = encode(encoding, &partitions, &offsets).unwrap().into_bytes();
            for (at, byte, what) in &changes {
                let at = at.index(text.len() + 1);
                match what {
                    0 => text.truncate(at),
                    1 => text.insert(at, b"ABwz09+/-_= ,:"[usize::from(*byte) % 14]),
                    _ => text.insert(at, byte & 0x7f),
                }
            }
            let text = String::from_utf8(text).unwrap();
            let decoded = decode(encoding, &text);
            for finding in &decoded.findings {
                let end = finding.offset.unwrap_or(0) + finding.length;
                prop_assert!(end <= text.len() as u64 + 1, "{:?} in {} bytes", finding, text.len());
            }
        }
    }
}

/// Base64 of `bytes`, so that the damage below can be drawn byte by byte.
#[test]
fn a_look_up_finds_in_every_encoding_what_decoding_gives() {
    let (partitions, offsets) = published();
    for encoding in Encoding::ALL {
        let encoded = encode(encoding, &partitions, &offsets).unwrap();
        let sent = if encoding == Encoding::Text { format!("v1={encoded}") } else { encoded };
        for (partition, offset) in partitions.iter().zip(&offsets) {
            assert_eq!(lookup(encoding, &sent, *partition), Some(*offset), "{}", encoding.name());
        }
        for absent in [-1, 1000, i32::MIN, i32::MAX] {
            assert_eq!(lookup(encoding, &sent, absent), None, "{}", encoding.name());
        }
    }
}

#[test]
fn a_look_up_passes_over_what_cannot_be_read() {
    // partition 1, a varint of eleven bytes; partition 1, offset 5; partition 2 without offset
    let mut bytes = vec![2];
    bytes.extend([0x80; 10]);
    bytes.extend([0x00, 2, 10, 4]);
    assert_eq!(lookup(Encoding::PairsVarint, &base64(&bytes), 1), Some(5));
    assert_eq!(lookup(Encoding::PairsVarint, &base64(&bytes), 2), None);
    assert_eq!(lookup(Encoding::PairsFixed, "no base64!", 0), None);
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let n = (0..3).fold(0u32, |n, i| n << 8 | u32::from(*three.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let digit = DIGITS[(n >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i <= three.len() { digit } else { '=' });
        }
    }
    out
}

#[test]
fn a_varint_of_eleven_bytes_is_pointed_at_and_the_rest_is_read() {
    // partition 0, offset of eleven bytes | partition 1, offset 1
    let mut bytes = vec![0x00];
    bytes.extend([0xff; 10]);
    bytes.extend([0x01, 0x02, 0x02]);
    let decoded = decode(Encoding::PairsVarint, &base64(&bytes));
    assert_eq!(pairs(&decoded), [(1, 1)]);
    assert_eq!(codes(&decoded), ["varint-too-long"]);
    assert_eq!(decoded.findings[0].offset, Some(1));
}

#[test]
fn a_varint_of_sixty_five_bits_is_too_long() {
    // partition 0, offset of ten bytes whose last holds two bits | partition 1, offset -1
    let mut bytes = vec![0x00];
    bytes.extend([0xff; 9]);
    bytes.extend([0x03, 0x02, 0x01]);
    let decoded = decode(Encoding::PairsVarint, &base64(&bytes));
    assert_eq!(pairs(&decoded), [(1, -1)]);
    assert_eq!(codes(&decoded), ["varint-too-long"]);
}

#[test]
fn a_partition_without_its_offset_is_truncated() {
    // partition 0, offset 1, partition 1
    let decoded = decode(Encoding::PairsVarint, &base64(&[0, 2, 2]));
    assert_eq!(pairs(&decoded), [(0, 1)]);
    assert_eq!(codes(&decoded), ["truncated"]);
}

#[test]
fn a_snappy_length_that_lies_costs_nothing_and_the_data_are_read() {
    // length 2^32 - 1, literal of 8
    let bytes = [0xff, 0xff, 0xff, 0xff, 0x0f, 0x1c, 7, 0, 0, 0, 0, 0, 0, 0];
    let decoded = decode(Encoding::OffsetsFixedSnappy, &base64(&bytes));
    assert_eq!(pairs(&decoded), [(0, 7)]);
    assert_eq!(codes(&decoded), ["snappy-length"]);
    // length 3, but 8 follow
    let decoded = decode(Encoding::OffsetsFixedSnappy, &base64(&[0x03, 0x1c, 7, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(pairs(&decoded), [(0, 7)]);
    assert_eq!(codes(&decoded), ["snappy-length"]);
}

#[test]
fn a_snappy_bomb_stays_within_the_bound() {
    // length 2^30, literal of one byte, then 2 million times a copy of 64 bytes from 1 byte back
    let mut bytes = vec![0x80, 0x80, 0x80, 0x80, 0x04, 0x00, 0x00];
    for _ in 0..2_000_000 {
        bytes.extend([0xfe, 0x01, 0x00]);
    }
    let decoded = decode(Encoding::OffsetsFixedSnappy, &base64(&bytes));
    assert_eq!(codes(&decoded)[0], "too-large");
    // 64 bytes from every 3: 16 MiB are reached there, and base64 has four characters for three bytes.
    let reached = (7 + 3 * (16 << 20) / 64) * 4 / 3;
    let offset = decoded.findings[0].offset.unwrap();
    assert!(offset.abs_diff(reached) < 16, "{offset} {reached}");
}

#[test]
fn a_copy_from_before_the_start_ends_the_data_there() {
    // length 16, literal of 8, copy of 4 from 9 back
    let decoded =
        decode(Encoding::OffsetsFixedSnappy, &base64(&[0x10, 0x1c, 7, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x09]));
    assert_eq!(pairs(&decoded), [(0, 7)]);
    assert_eq!(codes(&decoded), ["snappy-corrupt"]);
}

#[test]
fn a_cut_snappy_value_gives_what_was_there() {
    let (partitions, offsets) = published();
    let whole = encode(Encoding::PairsFixedSnappy, &partitions, &offsets).unwrap();
    let decoded = decode(Encoding::PairsFixedSnappy, &whole[..8192]);
    let read = pairs(&decoded);
    assert!(read.len() > 700, "{}", read.len());
    assert!(read.iter().all(|(p, o)| *o == i64::MAX - i64::from(*p)));
    assert!(codes(&decoded).contains(&"snappy-corrupt") || codes(&decoded).contains(&"snappy-length"));
}

#[test]
fn base64_of_the_other_alphabet_or_without_padding_is_read_and_reported() {
    let sound = decode(Encoding::PairsFixed, "AAAAAP//////////");
    assert_eq!((pairs(&sound), codes(&sound)), (vec![(0, -1)], vec![]));
    let url = decode(Encoding::PairsFixed, "AAAAAP__________");
    assert_eq!(pairs(&url), [(0, -1)]);
    assert!(codes(&url).iter().all(|code| *code == "base64-alphabet"));
    assert_eq!(url.findings[0].offset, Some(6));
    let bare = decode(Encoding::PairsVarint, "AAEC2AQ");
    assert_eq!((pairs(&bare), codes(&bare)), (vec![(0, -1), (1, 300)], vec!["base64-padding"]));
    let spoiled = decode(Encoding::PairsVarint, "AAEC!2AQ");
    assert_eq!((pairs(&spoiled), spoiled.findings[0].offset), (vec![(0, -1)], Some(4)));
}
