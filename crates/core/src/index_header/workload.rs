//! An index-header in memory, to be timed.

use super::opened::IndexHeader;
use super::opening::{IndexHeaderReader, open_bytes};
use super::reading::{Lookup, SymbolLookup};
use super::sparse;
use crate::Findings;
use crate::random_access::drive;

/// Number of bytes of the file pushed at a time.
const CHUNK: usize = 1 << 20;

/// A file, its table, and the values to look up.
#[derive(Debug)]
pub struct IndexHeaderWorkload {
    file: Vec<u8>,
    sparse: Vec<u8>,
    opened: IndexHeader,
    /// Names and values that are there, in no order.
    wanted: Vec<(Vec<u8>, Vec<u8>)>,
}

impl IndexHeaderWorkload {
    /// Opens `file` by a scan. `sparse` is its sparse header; empty for none.
    pub fn new(file: Vec<u8>, sparse: Vec<u8>) -> Self {
        let opened = open_bytes(&file).unwrap_or_default();
        let table = &opened.table;
        let mut wanted = Vec::new();
        for (number, label) in table.all().iter().enumerate() {
            let name = table.name(label);
            wanted.extend(table.samples(number).map(|(value, _)| (name.to_vec(), value.to_vec())));
        }
        // Steps of about the golden ratio, so that neighbours do not follow each other.
        let step = (wanted.len() * 618 / 1000).max(1) | 1;
        let wanted = (0..wanted.len()).map(|k| wanted[k * step % wanted.len()].clone()).collect();
        Self { file, sparse, opened, wanted }
    }

    /// Values found by a scan.
    pub fn scan(&self) -> u64 {
        open_bytes(&self.file).ok().and_then(|file| file.values()).unwrap_or_default()
    }

    /// Samples found in the sparse header.
    pub fn open_sparse(&self) -> usize {
        let mut findings = Findings::default();
        let Ok(sparse) = sparse::read(&self.sparse, &mut findings) else { return 0 };
        let mut opening = IndexHeaderReader::with_sparse(self.file.len() as u64, sparse);
        let read = drive(&mut opening, &[&self.file], CHUNK);
        read.map_or(0, |()| opening.finish().table.kept.len())
    }

    /// Bytes of the sparse header's message after a scan.
    pub fn write_sparse(&self) -> usize {
        open_bytes(&self.file).ok().and_then(|file| file.sparse_message()).map_or(0, |message| message.len())
    }

    /// Bytes of memory that the table takes.
    pub fn memory(&self) -> usize {
        self.opened.memory()
    }

    /// Number of successful look-ups out of `rounds`.
    pub fn lookup(&self, rounds: u32) -> usize {
        let wanted = self.wanted.iter().cycle().take(rounds as usize);
        wanted.filter(|(name, value)| self.finds(name, value)).count()
    }

    /// Number of symbols found out of `rounds`.
    pub fn symbols(&self, rounds: u32) -> usize {
        let count = self.opened.symbols.count.max(1);
        let references = (0..u64::from(rounds)).map(|k| k * 7919 % count);
        references
            .filter(|reference| {
                let mut lookup = SymbolLookup::new(&self.opened, *reference);
                drive(&mut lookup, &[&self.file], CHUNK).is_ok() && lookup.into_symbol().is_some()
            })
            .count()
    }

    fn finds(&self, name: &[u8], value: &[u8]) -> bool {
        let mut lookup = Lookup::new(&self.opened, name, value);
        drive(&mut lookup, &[&self.file], CHUNK).is_ok() && lookup.range().is_some()
    }
}
