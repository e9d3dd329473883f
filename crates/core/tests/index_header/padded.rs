//! Lengths in varints that are longer than necessary, which Go's `binary.Uvarint` also reads.

use super::build::{Block, section, varint};
use super::opened::{look_up, open, symbol, symbols, values};
use super::series::{Series, index_of};
use tagview_bridge::{Value, to_value};
use tagview_core::index_header::StatisticsReader;
use tagview_core::random_access::drive;

/// `value` in `bytes` bytes: `81 80 80 00` is 1 in 4.
fn padded(value: u64, bytes: usize) -> Vec<u8> {
    let mut text = varint(value);
    let last = text.len() - 1;
    text[last] |= 0x80;
    text.resize(bytes - 1, 0x80);
    text.push(0);
    text
}

fn padded_string(text: &[u8]) -> Vec<u8> {
    [padded(text.len() as u64, 5), text.to_vec()].concat()
}

#[test]
fn symbols_with_padded_lengths_are_listed_and_looked_up() {
    for version in [1, 2] {
        let block = Block { version, ..Block::of(&[("job", &["api", "db", "web"])]) };
        let records: Vec<u8> = block.symbols.iter().flat_map(|symbol| padded_string(symbol)).collect();
        let file = block.header_of(&section(block.symbols.len(), &records), &block.table_section());
        let opened = open(&file);
        assert_eq!(opened.findings.all(), []);
        let listed = symbols(&opened, &file);
        assert_eq!(listed.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>(), block.symbols);
        for (reference, text) in listed {
            assert_eq!(symbol(&opened, &file, reference), Some(text), "{reference}");
        }
    }
}

#[test]
fn entries_with_padded_lengths_are_looked_up() {
    let block = Block::grid(2, 70);
    let records: Vec<u8> = block
        .entries
        .iter()
        .flat_map(|(name, value, offset)| {
            [vec![2], padded_string(name), padded_string(value), padded(*offset, 10)].concat()
        })
        .collect();
    let file = block.header_of(&block.symbols_section(), &section(block.entries.len(), &records));
    let (opened, sound) = (open(&file), block.header());
    for name in [&b"n000"[..], b"n001"] {
        assert_eq!(values(&opened, &file, name), values(&open(&sound), &sound, name));
        for (value, range) in values(&opened, &file, name) {
            assert_eq!(look_up(&opened, &file, name, &value), Some(range));
        }
    }
}

/// The names of labels in the statistics of an index are those of its series.
#[test]
fn statistics_of_symbols_with_padded_lengths() {
    for version in [1, 2] {
        let file = index_of(version, &[Series::of(&[("job", "api")], &[(0, 10)])]);
        // Symbols "", "api", "job"; the length of the first takes two bytes, so that all that follows moves by one.
        let mut changed = file.clone();
        let opened = open(&file);
        let from = 5 + 8;
        let to = from + opened.symbols_section.unwrap().length as usize - 4;
        // "" is written as 80 00, and "api" as 82 00 "ap": the section is as long as before.
        changed[from..to].copy_from_slice(b"\x80\x00\x82\x00ap\x02jo");
        if version == 1 {
            // References are positions: the series refers to the new positions of the symbols.
            let at = opened.index_toc.unwrap().series as usize;
            changed[at + 2..at + 4].copy_from_slice(&[19, 15]);
            let sum = tagview_core::index_header::crc32c(&changed[at + 1..at + 1 + changed[at] as usize]);
            let end = at + 1 + changed[at] as usize;
            changed[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        }
        let sum = tagview_core::index_header::crc32c(&changed[from - 4..to]);
        changed[to..to + 4].copy_from_slice(&sum.to_be_bytes());
        let opened = open(&changed);
        let mut reader = StatisticsReader::new(&opened).unwrap();
        drive(&mut reader, &[&changed], 7).unwrap();
        let found = to_value(&reader.finish().report());
        let Some(Value::List(labels)) = found.get("labels") else { panic!("{found:?}") };
        assert_eq!(labels[0].get("name"), Some(&Value::Text("jo".to_owned())), "{found:?}");
    }
}
