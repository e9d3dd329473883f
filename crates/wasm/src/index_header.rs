//! Index-headers, sparse headers and indexes; the shapes are those of `engine/src/formats/index-header`.

use tagview_core::index_header::{self as core, Opening, PostingsRange};
use tagview_core::{Code, Error, Value};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{thrown, to_js};

/// Opens a file.
#[wasm_bindgen]
pub struct IndexHeaderOpening {
    reading: Reading<Opening>,
}

random_access!(IndexHeaderOpening, ());

#[wasm_bindgen]
impl IndexHeaderOpening {
    /// For a file of `size` bytes; `report` says whether each value is looked at.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64, report: bool) -> IndexHeaderOpening {
        Self { reading: Reading::new(Opening::new(size as u64, report)) }
    }

    /// For an index-header of `size` bytes whose sparse header is at hand: that is read in place of the sections.
    /// Throws `{code, message, offset, remedy}` where it is damaged.
    #[wasm_bindgen(js_name = withSparse)]
    pub fn with_sparse(size: f64, sparse: &[u8]) -> Result<IndexHeaderOpening, JsValue> {
        let mut findings = core::Findings::default();
        let sparse = core::read_sparse(sparse, &mut findings).map_err(thrown)?;
        match findings.first_error().cloned().map(Error::from) {
            Some(error) => Err(thrown(error)),
            None => Ok(Self { reading: Reading::new(Opening::with_sparse(size as u64, sparse)) }),
        }
    }

    /// What was opened, once nothing more is wanted.
    pub fn finish(&mut self) -> Option<IndexHeader> {
        self.reading.take().map(|opening| IndexHeader { file: opening.finish() })
    }
}

/// An opened file, whose bytes are read again where they are needed.
#[wasm_bindgen]
pub struct IndexHeader {
    file: core::IndexHeader,
}

#[wasm_bindgen]
impl IndexHeader {
    /// Everything but values and symbols.
    pub fn describe(&self) -> JsValue {
        to_js(&self.file.to_value())
    }

    /// The values that are kept of label number `label`: `{values, places}`.
    pub fn samples(&self, label: usize) -> JsValue {
        let samples = self.file.table.samples(label);
        let (values, places) = samples.map(|(value, at)| (core::text(value), u64::from(at))).unzip();
        to_js(&Value::map([("values", Value::List(values)), ("places", Value::Counts(places))]))
    }

    /// The sparse header of this file. Throws `mismatch` where it has none.
    pub fn sparse(&self) -> Result<Vec<u8>, JsValue> {
        self.file.sparse().ok_or_else(|| {
            thrown(Error::new(
                Code::Mismatch,
                "there is no sparse header of a damaged file, nor of one of index version 1",
                "name a sound index-header of index version 2",
            ))
        })
    }

    /// A reader of the postings' range of a name and value.
    pub fn lookup(&self, name: &[u8], value: &[u8]) -> IndexHeaderLookup {
        IndexHeaderLookup { reading: Reading::new(core::Lookup::new(&self.file, name, value)) }
    }

    /// A reader of one symbol.
    pub fn symbol(&self, reference: u64) -> IndexHeaderSymbol {
        IndexHeaderSymbol { reading: Reading::new(core::SymbolLookup::new(&self.file, reference)) }
    }

    /// A reader of all values of label number `label`. Throws `not-found` for a sparse header.
    pub fn values(&self, label: usize) -> Result<IndexHeaderValues, JsValue> {
        let reader = core::ValuesReader::new(&self.file, label).map_err(thrown)?;
        Ok(IndexHeaderValues { reading: Reading::new(reader), values: core::Values::default() })
    }

    /// A reader of all symbols. Throws `not-found` for a sparse header.
    pub fn symbols(&self) -> Result<IndexHeaderSymbols, JsValue> {
        let reader = core::SymbolsReader::new(&self.file).map_err(thrown)?;
        Ok(IndexHeaderSymbols { reading: Reading::new(reader), symbols: Default::default() })
    }
}

/// Looks a name and value up.
#[wasm_bindgen]
pub struct IndexHeaderLookup {
    reading: Reading<core::Lookup>,
}

random_access!(IndexHeaderLookup, ());

#[wasm_bindgen]
impl IndexHeaderLookup {
    /// `{start, end}`, or `null` where there is none; once nothing more is wanted.
    pub fn range(&self) -> JsValue {
        let range = self.reading.reader().and_then(core::Lookup::range);
        let range = range.map(|PostingsRange { start, end }| {
            Value::map([("start", Value::UInt(start)), ("end", Value::UInt(end))])
        });
        to_js(&range.unwrap_or(Value::Null))
    }
}

/// Looks a symbol up.
#[wasm_bindgen]
pub struct IndexHeaderSymbol {
    reading: Reading<core::SymbolLookup>,
}

random_access!(IndexHeaderSymbol, ());

#[wasm_bindgen]
impl IndexHeaderSymbol {
    /// The symbol, or `null` where there is none; once nothing more is wanted.
    pub fn finish(&mut self) -> JsValue {
        let symbol = self.reading.take().and_then(core::SymbolLookup::into_symbol);
        to_js(&symbol.map_or(Value::Null, |symbol| core::text(&symbol)))
    }
}

/// Reads all values of a label.
#[wasm_bindgen]
pub struct IndexHeaderValues {
    reading: Reading<core::ValuesReader>,
    values: core::Values,
}

random_access!(IndexHeaderValues, ());

#[wasm_bindgen]
impl IndexHeaderValues {
    /// Nothing more is wanted.
    pub fn finish(&mut self) {
        self.values = self.reading.take().map(core::ValuesReader::into_values).unwrap_or_default();
    }

    /// The values' bytes, one after the other.
    pub fn bytes(&self) -> Vec<u8> {
        self.values.values.bytes.clone()
    }

    /// Bytes of each value.
    pub fn lengths(&self) -> Vec<u32> {
        self.values.values.lengths.clone()
    }

    /// First byte of each range.
    pub fn starts(&self) -> Vec<u64> {
        self.values.starts.clone()
    }

    /// Byte after each range.
    pub fn ends(&self) -> Vec<u64> {
        self.values.ends.clone()
    }
}

/// Reads all symbols.
#[wasm_bindgen]
pub struct IndexHeaderSymbols {
    reading: Reading<core::SymbolsReader>,
    symbols: (core::Texts, Vec<u64>),
}

random_access!(IndexHeaderSymbols, ());

#[wasm_bindgen]
impl IndexHeaderSymbols {
    /// Nothing more is wanted.
    pub fn finish(&mut self) {
        self.symbols = self.reading.take().map(core::SymbolsReader::into_symbols).unwrap_or_default();
    }

    /// The symbols' bytes, one after the other.
    pub fn bytes(&self) -> Vec<u8> {
        self.symbols.0.bytes.clone()
    }

    /// Bytes of each symbol.
    pub fn lengths(&self) -> Vec<u32> {
        self.symbols.0.lengths.clone()
    }

    /// What refers to each symbol.
    pub fn references(&self) -> Vec<u64> {
        self.symbols.1.clone()
    }
}

/// Makes an index-header of an index: `push` and `end` answer the length of what they add.
#[wasm_bindgen]
pub struct IndexHeaderFromIndex {
    reading: Reading<core::FromIndex>,
}

random_access!(IndexHeaderFromIndex, usize);

#[wasm_bindgen]
impl IndexHeaderFromIndex {
    /// For an index of `size` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64) -> IndexHeaderFromIndex {
        Self { reading: Reading::new(core::FromIndex::new(size as u64)) }
    }

    /// The address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.reading.output()
    }
}

/// An index-header in memory, to be timed: each method does its work `rounds` times.
#[wasm_bindgen]
pub struct IndexHeaderWorkload {
    workload: core::Workload,
}

#[wasm_bindgen]
impl IndexHeaderWorkload {
    /// Opens `file` by a scan, or with a sparse header where that is not empty; nothing is copied.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, sparse: Vec<u8>) -> IndexHeaderWorkload {
        Self { workload: core::Workload::new(file, sparse) }
    }

    /// Opens the file by a scan with all checks; answers the values found.
    pub fn scan(&self) -> f64 {
        self.workload.scan() as f64
    }

    /// Opens it with the sparse header; answers the samples found.
    #[wasm_bindgen(js_name = openSparse)]
    pub fn open_sparse(&self) -> f64 {
        self.workload.open_sparse() as f64
    }

    /// Scans it and makes a sparse header; answers its length.
    #[wasm_bindgen(js_name = writeSparse)]
    pub fn write_sparse(&self) -> usize {
        self.workload.write_sparse()
    }

    /// Bytes of the table that is kept.
    pub fn memory(&self) -> usize {
        self.workload.memory()
    }

    /// Looks up names and values, spread over all there are; answers how many were found.
    pub fn lookup(&self, rounds: u32) -> usize {
        self.workload.lookup(rounds)
    }

    /// Looks up symbols, spread over all there are; answers how many were found.
    pub fn symbols(&self, rounds: u32) -> usize {
        self.workload.symbols(rounds)
    }
}
