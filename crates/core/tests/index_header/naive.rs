//! A second, simple reader of an index-header in memory, for comparisons.

use std::collections::BTreeMap;

/// The ranges of all entries by name and value.
pub type Ranges = BTreeMap<(Vec<u8>, Vec<u8>), (u64, u64)>;

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for k in 0.. {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        value |= u64::from(byte & 0x7f) << (7 * k);
        if byte < 0x80 {
            break;
        }
    }
    value
}

fn string(bytes: &mut &[u8]) -> Vec<u8> {
    let length = varint(bytes) as usize;
    let (text, rest) = bytes.split_at(length);
    *bytes = rest;
    text.to_vec()
}

fn u64_at(file: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(file[at..at + 8].try_into().unwrap())
}

fn count_at(file: &[u8], at: usize) -> usize {
    u32::from_be_bytes(file[at + 4..at + 8].try_into().unwrap()) as usize
}

/// The ranges of a sound index-header.
pub fn ranges(file: &[u8]) -> Ranges {
    let at = u64_at(file, file.len() - 12) as usize;
    let mut rest = &file[at + 8..];
    let mut entries = Vec::new();
    for _ in 0..count_at(file, at) {
        assert_eq!(rest[0], 2);
        rest = &rest[1..];
        let (name, value) = (string(&mut rest), string(&mut rest));
        entries.push((name, value, varint(&mut rest)));
    }
    let next = entries.iter().skip(1).map(|entry| entry.2).chain([u64_at(file, 6)]).collect::<Vec<_>>();
    entries
        .into_iter()
        .zip(next)
        .map(|((name, value, offset), next)| ((name, value), (offset + 4, next - 4)))
        .collect()
}

/// The symbols of a sound index-header.
pub fn symbols(file: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = &file[14 + 8..];
    (0..count_at(file, 14)).map(|_| string(&mut rest)).collect()
}
