//! The sparse header: written, read again, and compared with the result of a scan.

use proptest::prelude::*;
use tagview_core::index_header::{IndexHeader, IndexHeaderReader};
use tagview_core::index_header::{Sparse, holds_sparse, read_sparse as read};
use tagview_core::random_access::drive;
use tagview_core::{Code, Severity};

use super::build::{Block, string, varint};
use super::opened::{look_up, open, symbol};

/// Names with samples and the end of the last value's range, all that both a scan and a sparse header know.
#[allow(clippy::type_complexity)]
pub fn table(opened: &IndexHeader) -> Vec<(Vec<u8>, Vec<(Vec<u8>, u32)>, u64, u64)> {
    let labels = opened.table.all().iter().enumerate();
    labels
        .map(|(k, label)| {
            let samples = opened.table.samples(k).map(|(value, at)| (value.to_vec(), at)).collect();
            (opened.table.name(label).to_vec(), samples, label.last_end, label.table_end)
        })
        .collect()
}

/// The file opened with the sparse header, without a scan.
pub fn open_with(file: &[u8], sparse: Sparse) -> IndexHeader {
    let mut opening = IndexHeaderReader::with_sparse(file.len() as u64, sparse);
    drive(&mut opening, &[file], 5).unwrap();
    opening.finish()
}

pub fn sparse_of(bytes: &[u8]) -> Sparse {
    let mut findings = Default::default();
    let sparse = read(bytes, &mut findings).unwrap();
    assert_eq!(findings.all(), []);
    sparse
}

#[test]
fn what_is_written_decodes_to_what_a_scan_finds() {
    for values in [1, 2, 32, 33, 34, 64, 65, 100] {
        let file = Block::grid(3, values).header();
        let scanned = open(&file);
        let written = stored(&scanned.sparse_message().unwrap());
        assert!(holds_sparse(&written));
        let opened = open_with(&file, sparse_of(&written));
        assert_eq!(opened.findings.all(), []);
        assert_eq!(table(&opened), table(&scanned));
        assert_eq!(opened.symbols.sampled, scanned.symbols.sampled);
        assert_eq!(look_up(&opened, &file, b"n001", b"v00000"), look_up(&scanned, &file, b"n001", b"v00000"));
        assert_eq!(symbol(&opened, &file, 3), symbol(&scanned, &file, 3));
        // Values are not counted, but bounded.
        let (least, most) = opened.table.values_between(1);
        assert!((least..=most).contains(&(values as u64)), "{least} {values} {most}");
        assert_eq!(opened.values(), None);
        let alone = open(&written);
        assert_eq!(alone.findings.all(), []);
        assert_eq!(alone.table.labels().count(), 3);
    }
}

proptest! {
    #[test]
    fn of_any_names_and_values(labels in prop::collection::btree_map("[a-z]{1,3}", prop::collection::btree_set("\\PC{0,5}", 1..70), 0..6)) {
        let owned: Vec<(&str, Vec<&str>)> = labels.iter()
            .map(|(name, values)| (name.as_str(), values.iter().map(String::as_str).collect()))
            .collect();
        let borrowed: Vec<(&str, &[&str])> = owned.iter().map(|(name, values)| (*name, values.as_slice())).collect();
        let file = Block::of(&borrowed).header();
        let scanned = open(&file);
        prop_assert!(scanned.is_complete());
        super::opened::assert_answers(&scanned, &file, &file);
        let opened = open_with(&file, sparse_of(&stored(&scanned.sparse_message().unwrap())));
        prop_assert_eq!(table(&opened), table(&scanned));
    }
}

/// gzip as the programs write it.
fn deflated(message: &[u8]) -> Vec<u8> {
    let file = [vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], miniz_oxide::deflate::compress_to_vec(message, 6)]
        .concat();
    let sum = tagview_core::index_header::crc32(message);
    [file, sum.to_le_bytes().to_vec(), (message.len() as u32).to_le_bytes().to_vec()].concat()
}

/// gzip with a stored block, without compression: any message of up to 65535 bytes.
pub fn stored(message: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1];
    let length = message.len() as u16;
    file.extend(length.to_le_bytes());
    file.extend((!length).to_le_bytes());
    file.extend(message);
    file.extend(tagview_core::index_header::crc32(message).to_le_bytes());
    file.extend((message.len() as u32).to_le_bytes());
    file
}

fn field(number: u64, content: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), string(content)].concat()
}

/// `Sparse` with one label `a` of these samples, and this sampling.
fn message(samples: &[(&str, u64)], sampling: u64) -> Vec<u8> {
    let offsets: Vec<u8> = samples
        .iter()
        .flat_map(|(value, at)| field(1, &[field(1, value.as_bytes()), vec![0x10], varint(*at)].concat()))
        .collect();
    let label = [field(1, b"a"), field(2, &[offsets, vec![0x10], varint(500)].concat())].concat();
    let table = [field(1, &label), vec![0x10], varint(sampling)].concat();
    [field(1, &[field(1, &[8]), vec![0x10, 3]].concat()), field(2, &table)].concat()
}

fn codes(file: &[u8]) -> Vec<(Code, Severity)> {
    open(file).findings.all().into_iter().map(|finding| (finding.code, finding.severity)).collect()
}

#[test]
fn a_message_by_hand() {
    let file = stored(&message(&[("x", 8), ("y", 20)], 32));
    let opened = open(&file);
    assert_eq!(opened.findings.all(), []);
    assert_eq!(table(&opened), [(b"a".to_vec(), vec![(b"x".to_vec(), 8), (b"y".to_vec(), 20)], 500, 0)]);
    assert_eq!((opened.symbols.count, opened.symbols.sampled), (3, vec![8]));
}

#[test]
fn damaged_messages() {
    let error = |code| vec![(code, Severity::Error)];
    assert_eq!(codes(&stored(&message(&[("y", 8), ("x", 20)], 32))), error(Code::Order));
    assert_eq!(codes(&stored(&message(&[("x", 20), ("y", 8)], 32))), error(Code::Order));
    assert_eq!(codes(&stored(&message(&[("x", 7)], 32))), error(Code::Order));
    assert_eq!(codes(&stored(&message(&[], 32))), error(Code::BadSection));
    assert_eq!(codes(&stored(&message(&[("x", 1 << 40)], 32)))[0], (Code::BadSection, Severity::Error));
    for sampling in [0, 5, 33, 64] {
        assert_eq!(codes(&stored(&message(&[("x", 8)], sampling))), [(Code::BadSection, Severity::Warning)]);
    }
    for sampling in [1, 8, 32] {
        assert_eq!(codes(&stored(&message(&[("x", 8)], sampling))), []);
    }
}

#[test]
fn every_truncation_and_flipped_byte_of_the_message_and_of_the_file() {
    let message = message(&[("x", 8), ("y", 20)], 32);
    for length in 0..message.len() {
        open(&stored(&message[..length]));
    }
    for at in 0..message.len() {
        for bit in [1, 0x80] {
            let mut changed = message.clone();
            changed[at] ^= bit;
            open(&stored(&changed));
        }
    }
    let file = deflated(&open(&Block::grid(3, 70).header()).sparse_message().unwrap());
    for length in 2..file.len() {
        assert!(!open(&file[..length]).is_complete(), "{length}");
    }
    // Bytes 3 to 9 are flags, a time and the system, which say nothing about the content; a few bits after the
    // compressed ones do neither.
    let sound = table(&open(&file));
    for at in (2..file.len()).filter(|at| !(3..10).contains(at)) {
        let mut changed = file.clone();
        changed[at] ^= 0x10;
        let opened = open(&changed);
        assert!(!opened.is_complete() || table(&opened) == sound, "{at}");
    }
}

#[test]
fn bytes_between_the_content_and_its_checksum_are_refused() {
    let sound = deflated(&message(&[("x", 8), ("y", 20)], 32));
    assert_eq!(codes(&sound), []);
    for between in [&[0][..], b"8 bytes.", &[0; 300]] {
        let (content, trailer) = sound.split_at(sound.len() - 8);
        let opened = open(&[content, between, trailer].concat());
        let finding = opened.findings.first_error().map(|finding| (finding.code, finding.offset));
        assert_eq!(finding, Some((Code::TrailingBytes, Some(content.len() as u64))));
    }
}

#[test]
fn a_compressed_index_header_is_named() {
    for (content, what) in [
        (Block::grid(3, 3).header(), "an index-header"),
        (Block::grid(3, 3).index(), "an index"),
        (stored(&message(&[], 32)), "a gzip file"),
    ] {
        let opened = open(&deflated(&content));
        let found: Vec<_> = opened.findings.all().iter().map(|finding| finding.message.clone()).collect();
        assert_eq!(found, [format!("this is {what} that gzip has compressed")]);
    }
}

#[test]
fn a_gzip_bomb_is_refused() {
    let bomb = miniz_oxide::deflate::compress_to_vec(&vec![0; (256 << 20) + 1], 1);
    let file = [vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], bomb, vec![0; 8]].concat();
    let opened = open(&file);
    assert_eq!(opened.findings.first_error().map(|finding| finding.code), Some(Code::Inflation));
}

/// A file of a few kilobytes whose message repeats millions of invalid entries: entries that are out of order, empty or
/// duplicates are not kept.
#[test]
fn what_is_kept_of_a_message_follows_its_file() {
    let bomb = |message: &[u8]| {
        let opened = open(&deflated(message));
        assert!(!opened.is_complete());
        let kept = opened.memory();
        assert!(kept < 1 << 20, "{kept}");
        opened.findings.first_error().map(|finding| finding.code)
    };
    let head = field(1, &[]);
    // Places of symbols, packed and not, which do not ascend.
    assert_eq!(bomb(&field(1, &field(1, &[8; 4 << 20]))), Some(Code::Order));
    assert_eq!(bomb(&field(1, &[8, 8].repeat(2 << 20))), Some(Code::Order));
    // More places than symbols.
    assert_eq!(bomb(&field(1, &[field(1, &[8, 9]), vec![0x10, 3]].concat())), Some(Code::BadSection));
    // Labels of nothing, samples of nothing, and the same label again and again.
    assert_eq!(bomb(&[head.clone(), field(2, &[10, 0].repeat(2 << 20))].concat()), Some(Code::BadSection));
    let samples = [field(1, b"a"), field(2, &[10, 0].repeat(2 << 20))].concat();
    assert_eq!(bomb(&[head.clone(), field(2, &field(1, &samples))].concat()), Some(Code::Order));
    let label = field(1, &[field(1, b"a"), field(2, &field(1, &[0x10, 8]))].concat());
    assert_eq!(bomb(&[head, field(2, &label.repeat(1 << 19))].concat()), Some(Code::BadSection));
}
