//! IndexHeaderReader sound files in any chunks, look-ups, values and symbols, compared with the naive reader.

use tagview_core::index_header::{
    FromIndex, IndexHeader, IndexHeaderReader, Kind, Lookup, SymbolLookup, SymbolsReader, ValuesReader,
};
use tagview_core::numbers::Bytes;
use tagview_core::random_access::{RandomAccess, drive};

use super::build::Block;
use super::naive;

pub fn open(file: &[u8]) -> IndexHeader {
    open_in(file, file.len().max(1))
}

pub fn open_in(file: &[u8], chunk: usize) -> IndexHeader {
    let mut opening = IndexHeaderReader::new(file.len() as u64, true);
    drive(&mut opening, &[file], chunk).unwrap();
    opening.finish()
}

pub fn look_up(opened: &IndexHeader, file: &[u8], name: &[u8], value: &[u8]) -> Option<(u64, u64)> {
    let mut lookup = Lookup::new(opened, name, value);
    drive(&mut lookup, &[file], 7).unwrap();
    lookup.range().map(|range| (range.start, range.end))
}

pub fn symbol(opened: &IndexHeader, file: &[u8], reference: u64) -> Option<Vec<u8>> {
    let mut lookup = SymbolLookup::new(opened, reference);
    drive(&mut lookup, &[file], 7).unwrap();
    lookup.into_symbol()
}

/// The symbols with their references.
pub fn symbols(opened: &IndexHeader, file: &[u8]) -> Vec<(u64, Vec<u8>)> {
    let mut reader = SymbolsReader::new(opened).unwrap();
    drive(&mut reader, &[file], 13).unwrap();
    let (texts, references) = reader.take_symbols();
    references.into_iter().zip(texts.iter().map(<[u8]>::to_vec)).collect()
}

/// All values of a label with their ranges.
pub fn values(opened: &IndexHeader, file: &[u8], name: &[u8]) -> Vec<(Vec<u8>, (u64, u64))> {
    let label = opened.table.find(name).unwrap();
    let mut reader = ValuesReader::new(opened, label).unwrap();
    drive(&mut reader, &[file], 11).unwrap();
    let values = reader.take_values();
    let ranges = values.starts.iter().copied().zip(values.ends.iter().copied());
    values.values.iter().map(<[u8]>::to_vec).zip(ranges).collect()
}

/// Everything that a file answers is what the naive reader finds in its index-header.
pub fn assert_answers(opened: &IndexHeader, file: &[u8], header: &[u8]) {
    let ranges = naive::ranges(header);
    for ((name, value), range) in &ranges {
        assert_eq!(look_up(opened, file, name, value), Some(*range), "{name:?} {value:?}");
        for absent in [[value.as_slice(), b"\0"].concat(), value[..value.len().saturating_sub(1)].to_vec()] {
            let expected = ranges.get(&(name.clone(), absent.clone())).copied();
            assert_eq!(look_up(opened, file, name, &absent), expected, "{name:?} {absent:?}");
        }
    }
    let all: Vec<_> = opened
        .table
        .all()
        .iter()
        .flat_map(|label| {
            let name = opened.table.name(label).to_vec();
            let listed = values(opened, file, &name);
            assert_eq!(label.values, Some(listed.len() as u64));
            assert_eq!(label.postings_bytes, listed.iter().map(|(_, (start, end))| end - start).sum::<u64>());
            assert_eq!(label.value_bytes, listed.iter().map(|(value, _)| value.len() as u64).sum::<u64>());
            listed.into_iter().map(move |(value, range)| ((name.clone(), value), range))
        })
        .collect();
    assert_eq!(all, ranges.into_iter().collect::<Vec<_>>());

    let expected = naive::symbols(header);
    assert_eq!(symbols(opened, file).into_iter().map(|(_, symbol)| symbol).collect::<Vec<_>>(), expected);
    for (reference, text) in symbols(opened, file) {
        assert_eq!(symbol(opened, file, reference), Some(text));
    }
    if opened.header.is_some_and(|header| header.index_version.number() == 2) {
        assert_eq!(symbol(opened, file, expected.len() as u64), None);
    }
}

#[test]
fn answers_in_any_chunks_and_around_every_multiple_of_the_sampling() {
    for values in [1, 2, 31, 32, 33, 34, 63, 64, 65, 97] {
        let file = Block::grid(3, values).header();
        for chunk in [1, 5, 64, file.len()] {
            let opened = open_in(&file, chunk);
            assert_eq!(opened.findings.all(), []);
            assert_eq!(opened.values(), Some(3 * values as u64));
            assert_answers(&opened, &file, &file);
        }
    }
}

#[test]
fn names_before_between_and_after_those_there_are() {
    let file = Block::of(&[("b", &["1", "2"]), ("d", &["1"])]).header();
    let opened = open(&file);
    for name in ["a", "c", "e", "bb"] {
        assert_eq!(look_up(&opened, &file, name.as_bytes(), b"1"), None);
    }
    assert_eq!(look_up(&opened, &file, b"b", b""), None);
    assert_eq!(look_up(&opened, &file, b"", b""), Some((1004, 1096)));
}

#[test]
fn a_whole_index_answers_as_its_index_header_and_becomes_it() {
    for block in [Block::grid(4, 70), Block::of(&[]), Block::of(&[("job", &["api"])])] {
        let (index, header) = (block.index(), block.header());
        let opened = open_in(&index, 9);
        assert_eq!(opened.findings.all(), []);
        assert_eq!(opened.kind, Some(Kind::Index));
        assert_answers(&opened, &index, &header);
        let made = drive(&mut FromIndex::new(index.len() as u64), &[&index], 10).unwrap();
        assert_eq!(made, header);
    }
}

#[test]
fn version_1_in_any_order_with_symbols_by_their_place() {
    let mut block = Block::of(&[("foo", &["b", "a"]), ("bar", &["2", "10", "1"])]);
    block.version = 1;
    block.entries.rotate_left(2);
    // The offsets ascend in the order of the table, which is none of names.
    let mut offsets: Vec<u64> = block.entries.iter().map(|entry| entry.2).collect();
    offsets.sort_unstable();
    for (entry, offset) in block.entries.iter_mut().zip(offsets) {
        entry.2 = offset;
    }
    let header = block.header();
    for file in [&header, &block.index()] {
        let opened = open_in(file, 3);
        assert_eq!(opened.findings.all(), []);
        assert_answers(&opened, file, &header);
        // The first symbol is the empty one, after header, length and count.
        assert_eq!(symbols(&opened, file)[0], (13, Vec::new()));
        assert_eq!(symbols(&opened, file)[1].0, 14);
        assert_eq!(symbol(&opened, file, 4), None);
    }
}

#[test]
fn bytes_that_are_no_text() {
    let mut block = Block::of(&[("bin", &["a"])]);
    block.entries.push((b"bin".to_vec(), vec![0xff, 0xfe], 2000));
    block.postings_end = 2100;
    let file = block.header();
    let opened = open(&file);
    assert_eq!(look_up(&opened, &file, b"bin", &[0xff, 0xfe]), Some((2004, 2096)));
    let last = opened.label_columns().last.bytes;
    assert_eq!(last, Bytes(vec![0xff, 0xfe]));
}

#[test]
fn memory_is_that_of_the_sample() {
    let file = Block::grid(10, 3200).header();
    let opened = open(&file);
    // 10 * 101 samples of 6 bytes and their places, and 101 places of symbols.
    assert!(opened.memory() < 10 * 101 * (6 + 32) + 10_000, "{}", opened.memory());
}

/// A label whose values do not ascend, and values of megabytes: a look-up reads all of them, and holds one at a time.
#[test]
fn look_ups_among_values_out_of_order() {
    let values: Vec<String> = (0..100).rev().map(|k| format!("v{k:05}")).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let file = Block::of(&[("pod", &values)]).header();
    let opened = open(&file);
    let listed = self::values(&opened, &file, b"pod");
    assert_eq!(listed.len(), 100);
    for (value, range) in listed {
        assert_eq!(look_up(&opened, &file, b"pod", &value), Some(range));
    }
    assert_eq!(look_up(&opened, &file, b"pod", b"v1"), None);
}

/// All values of a label in parts: the range of the last value read is unknown before the next one is read.
#[test]
fn values_in_parts() {
    let file = Block::grid(2, 50).header();
    let opened = open(&file);
    let mut reader = ValuesReader::new(&opened, 1).unwrap();
    let mut parts = Vec::new();
    let mut take = |reader: &mut ValuesReader| {
        let part = reader.take_values();
        let ranges = part.starts.iter().copied().zip(part.ends.iter().copied());
        parts.extend(part.values.iter().map(<[u8]>::to_vec).zip(ranges));
    };
    let wanted = reader.wants().unwrap();
    let from = wanted.offset as usize;
    for piece in file[from..from + wanted.length as usize].chunks(30) {
        reader.push(piece, &mut ()).unwrap();
        take(&mut reader);
    }
    reader.end(&mut ()).unwrap();
    take(&mut reader);
    assert_eq!(parts, values(&opened, &file, b"n000"));
}
