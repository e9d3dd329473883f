//! An index-header in memory.

use tagview_core::Findings;
use tagview_core::index_header::{
    IndexHeader, IndexHeaderReader, Lookup, SymbolLookup, open_bytes, read_sparse,
};
use tagview_core::random_access::drive;
use wasm_bindgen::prelude::wasm_bindgen;

/// Number of bytes of the file pushed at a time.
const CHUNK: usize = 1 << 20;

/// A file, its table, and the values to look up.
#[wasm_bindgen]
#[derive(Debug)]
pub struct IndexHeaderWorkload {
    file: Vec<u8>,
    sparse: Vec<u8>,
    opened: IndexHeader,
    /// Names and values of the file, in no order.
    wanted: Vec<(Vec<u8>, Vec<u8>)>,
}

#[wasm_bindgen]
impl IndexHeaderWorkload {
    /// Opens `file` by a scan. `sparse` is its sparse header; empty for none.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, sparse: Vec<u8>) -> IndexHeaderWorkload {
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

    /// Opens the file by a scan with all checks; returns the number of values.
    pub fn scan(&self) -> f64 {
        open_bytes(&self.file).ok().and_then(|file| file.values()).unwrap_or_default() as f64
    }

    /// Opens the file with the sparse header; returns the number of samples.
    #[wasm_bindgen(js_name = openSparse)]
    pub fn open_sparse(&self) -> usize {
        let mut findings = Findings::default();
        let Ok(sparse) = read_sparse(&self.sparse, &mut findings) else { return 0 };
        let mut opening = IndexHeaderReader::with_sparse(self.file.len() as u64, sparse);
        if drive(&mut opening, &[&self.file], CHUNK).is_err() {
            return 0;
        }
        let table = opening.finish().table;
        (0..table.all().len()).map(|label| table.samples(label).len()).sum()
    }

    /// Scans the file and makes the message of a sparse header; returns the length of the message.
    #[wasm_bindgen(js_name = writeSparse)]
    pub fn write_sparse(&self) -> usize {
        open_bytes(&self.file).ok().and_then(|file| file.sparse_message()).map_or(0, |message| message.len())
    }

    /// Size of the table in memory, in bytes.
    pub fn memory(&self) -> usize {
        self.opened.memory()
    }

    /// Looks up names and values, spread over the table; returns how many of the `rounds` were found.
    pub fn lookup(&self, rounds: u32) -> usize {
        let wanted = self.wanted.iter().cycle().take(rounds as usize);
        wanted.filter(|(name, value)| self.finds(name, value)).count()
    }

    /// Looks up symbols, spread over all of them; returns how many of the `rounds` were found.
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
