//! Whole indexes made by hand from their series, and a naive reader of them.

use std::collections::BTreeMap;

use tagview_core::index_header::crc32c;

use super::build::{checked, entry, section, string, varint};

/// Labels in order of their names, and the times of chunks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Series {
    pub labels: Vec<(Vec<u8>, Vec<u8>)>,
    pub chunks: Vec<(i64, i64)>,
}

impl Series {
    pub fn of(labels: &[(&str, &str)], chunks: &[(i64, i64)]) -> Self {
        let bytes = |text: &str| text.as_bytes().to_vec();
        let labels = labels.iter().map(|(name, value)| (bytes(name), bytes(value))).collect();
        Self { labels, chunks: chunks.to_vec() }
    }
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// An index of version 1 or 2 with these series in this order.
pub fn index_of(version: u8, series: &[Series]) -> Vec<u8> {
    let mut symbols: Vec<&[u8]> = vec![b""];
    for (name, value) in series.iter().flat_map(|series| &series.labels) {
        symbols.extend([name.as_slice(), value.as_slice()]);
    }
    symbols.sort_unstable();
    symbols.dedup();
    let mut references = BTreeMap::new();
    let mut records = Vec::new();
    for (number, symbol) in symbols.iter().enumerate() {
        let place = 5 + 8 + records.len();
        references.insert(*symbol, if version == 1 { place } else { number } as u64);
        records.extend(string(symbol));
    }
    let mut file = vec![0xba, 0xaa, 0xd7, 0x00, version];
    file.extend(section(symbols.len(), &records));

    let series_at = file.len() as u64;
    let mut postings: BTreeMap<(&[u8], &[u8]), Vec<u32>> = BTreeMap::from([((&b""[..], &b""[..]), vec![])]);
    for Series { labels, chunks } in series {
        if version == 2 {
            file.resize(file.len().next_multiple_of(16), 0);
        }
        let id = (file.len() / if version == 2 { 16 } else { 1 }) as u32;
        let mut content = varint(labels.len() as u64);
        postings.get_mut(&(&b""[..], &b""[..])).unwrap().push(id);
        for (name, value) in labels {
            content.extend(varint(references[name.as_slice()]));
            content.extend(varint(references[value.as_slice()]));
            postings.entry((name, value)).or_default().push(id);
        }
        content.extend(varint(chunks.len() as u64));
        let mut last = 0;
        for (k, (from, to)) in chunks.iter().enumerate() {
            content.extend(varint(if k == 0 { zigzag(*from) } else { (from - last) as u64 }));
            content.extend(varint((to - from) as u64));
            content.extend(varint(if k == 0 { 8 } else { zigzag(40) }));
            last = *to;
        }
        file.extend(string(&content));
        file.extend(crc32c(&content).to_be_bytes());
    }
    let postings_at = file.len() as u64;
    file.resize(file.len().next_multiple_of(4), 0);
    let mut table = Vec::new();
    for ((name, value), ids) in &postings {
        table.extend(entry(name, value, file.len() as u64));
        let ids: Vec<u8> = ids.iter().flat_map(|id| id.to_be_bytes()).collect();
        file.extend(section(ids.len() / 4, &ids));
    }
    let table_at = file.len() as u64;
    file.extend(section(postings.len(), &table));
    file.extend(checked(&[5, series_at, postings_at, table_at, postings_at, table_at]));
    file
}

fn u32_at(file: &[u8], at: usize) -> usize {
    u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize
}

fn number(file: &[u8], at: &mut usize) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = file[*at];
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return value;
        }
    }
    unreachable!()
}

fn text(file: &[u8], at: &mut usize) -> Vec<u8> {
    let length = number(file, at) as usize;
    *at += length;
    file[*at - length..*at].to_vec()
}

/// The series of a sound index: those that its list of all series names, one by one.
pub fn series_of(file: &[u8]) -> Vec<Series> {
    let version = file[4];
    let toc: Vec<usize> = (0..6)
        .map(|k| (u32_at(file, file.len() - 52 + 8 * k) << 32) + u32_at(file, file.len() - 48 + 8 * k))
        .collect();
    let symbol = |reference: u64| {
        let mut at = 5 + 8;
        if version == 1 {
            at = reference as usize;
        } else {
            (0..reference).for_each(|_| drop(text(file, &mut at)));
        }
        text(file, &mut at)
    };
    // The first entry of the table: 2, no name, no value, and the position of the list of all series; in version 1 it
    // may be anywhere.
    let mut at = toc[5] + 8;
    let all = (0..u32_at(file, toc[5] + 4)).find_map(|_| {
        at += 1;
        let (name, value) = (text(file, &mut at), text(file, &mut at));
        let list = number(file, &mut at) as usize;
        (name.is_empty() && value.is_empty()).then_some(list)
    });
    let Some(all) = all else { return Vec::new() };
    let read = |id: usize| {
        let mut at = if version == 2 { 16 * id } else { id };
        number(file, &mut at);
        let labels = (0..number(file, &mut at))
            .map(|_| (symbol(number(file, &mut at)), symbol(number(file, &mut at))))
            .collect();
        let mut last = 0;
        let chunks = (0..number(file, &mut at))
            .map(|k| {
                let step = number(file, &mut at);
                let from =
                    if k == 0 { (step >> 1) as i64 ^ -((step & 1) as i64) } else { last + step as i64 };
                last = from + number(file, &mut at) as i64;
                number(file, &mut at);
                (from, last)
            })
            .collect();
        Series { labels, chunks }
    };
    (0..u32_at(file, all + 4)).map(|k| read(u32_at(file, all + 8 + 4 * k))).collect()
}
