//! Index-headers, sparse headers and indexes. Results have the shapes of those of `tagview_core::index_header`.

use tagview_core::index_header::{self as core, Reader, Texts};
use tagview_core::{Code, Error, Findings};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{result_to_js, thrown};

/// Opens a file.
#[wasm_bindgen]
pub struct IndexHeaderOpening {
    reading: Reading<core::IndexHeaderReader>,
}

random_access!(IndexHeaderOpening, ());

#[wasm_bindgen]
impl IndexHeaderOpening {
    /// Starts to open a file of `size` bytes; with `report`, each value is examined.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64, report: bool) -> IndexHeaderOpening {
        Self { reading: Reading::new(core::IndexHeaderReader::new(size as u64, report)) }
    }

    /// Opens an index-header of `size` bytes with its sparse header, which is read instead of the sections. Throws
    /// `{code, message, offset, remedy}` if it is damaged.
    #[wasm_bindgen(js_name = withSparse)]
    pub fn with_sparse(size: f64, sparse: &[u8]) -> Result<IndexHeaderOpening, JsValue> {
        let mut findings = Findings::default();
        let sparse = core::read_sparse(sparse, &mut findings).map_err(thrown)?;
        match findings.first_error().cloned().map(Error::from) {
            Some(error) => Err(thrown(error)),
            None => {
                Ok(Self { reading: Reading::new(core::IndexHeaderReader::with_sparse(size as u64, sparse)) })
            }
        }
    }

    /// The opened file after all wanted bytes were pushed.
    pub fn finish(&mut self) -> Option<IndexHeader> {
        self.reading.take().map(|opening| IndexHeader { file: opening.finish() })
    }
}

/// An opened file, whose bytes are read again if needed.
#[wasm_bindgen]
pub struct IndexHeader {
    file: core::IndexHeader,
}

impl IndexHeader {
    pub fn file(&self) -> &core::IndexHeader {
        &self.file
    }
}

#[wasm_bindgen]
impl IndexHeader {
    /// The contents of the file, without labels, values and symbols.
    pub fn describe(&self) -> JsValue {
        result_to_js(&self.file.contents())
    }

    /// The label names and their statistics, in columns.
    pub fn labels(&self) -> JsValue {
        result_to_js(&self.file.label_columns())
    }

    /// The sampled values of label number `label`, which are held in memory.
    pub fn samples(&self, label: usize) -> JsValue {
        result_to_js(&self.file.samples(label))
    }

    /// The message of this file's sparse header, before compression with gzip. Throws `mismatch` if it has none.
    #[wasm_bindgen(js_name = sparseMessage)]
    pub fn sparse_message(&self) -> Result<Vec<u8>, JsValue> {
        self.file.sparse_message().ok_or_else(|| {
            thrown(Error::new(
                Code::Mismatch,
                "there is no sparse header of a damaged file, nor of one of index version 1",
                "name a sound index-header of index version 2",
            ))
        })
    }

    /// A reader of the postings' range of a name and value: its `range`.
    pub fn lookup(&self, name: &[u8], value: &[u8]) -> IndexHeaderReader {
        IndexHeaderReader::new(Reader::Lookup(core::Lookup::new(&self.file, name, value)))
    }

    /// A reader of one symbol: its `texts`.
    pub fn symbol(&self, reference: u64) -> IndexHeaderReader {
        IndexHeaderReader::new(Reader::Symbol(core::SymbolLookup::new(&self.file, reference)))
    }

    /// A reader of all values of label number `label`: its `texts`, `starts` and `ends`. Throws `not-found` for a
    /// sparse header.
    pub fn values(&self, label: usize) -> Result<IndexHeaderReader, JsValue> {
        let reader = core::ValuesReader::new(&self.file, label).map_err(thrown)?;
        Ok(IndexHeaderReader::new(Reader::Values(reader)))
    }

    /// A reader of all symbols: its `texts`, and the references to each as `starts`. Throws `not-found` for a sparse
    /// header.
    pub fn symbols(&self) -> Result<IndexHeaderReader, JsValue> {
        let reader = core::SymbolsReader::new(&self.file).map_err(thrown)?;
        Ok(IndexHeaderReader::new(Reader::Symbols(reader)))
    }

    /// A reader of a full index's series. Throws `not-found` for the other kinds, `bad-toc` for a damaged one.
    pub fn statistics(&self) -> Result<IndexHeaderStatistics, JsValue> {
        let reader = core::StatisticsReader::new(&self.file).map_err(thrown)?;
        let bytes = reader.bytes() as f64;
        Ok(IndexHeaderStatistics { reading: Reading::new(reader), bytes })
    }

    /// A reader of a full index's postings lists, which are compared with its series. Throws `not-found` for the other
    /// kinds, and the first error of a damaged one.
    pub fn verifier(&self) -> Result<IndexHeaderVerifier, JsValue> {
        let reader = core::IndexVerifier::new(&self.file).map_err(thrown)?;
        let bytes = reader.bytes() as f64;
        Ok(IndexHeaderVerifier { reading: Reading::new(reader), bytes })
    }

    /// A reader of a full index's label sets: all, or those of `metric`. The names to drop are in `drop`, one after the
    /// other, with `lengths` bytes each. Throws `not-found` for the other kinds, `bad-toc` for a damaged one.
    pub fn cardinality(
        &self,
        drop: &[u8],
        lengths: Vec<u32>,
        pairs: bool,
        metric: Option<Vec<u8>>,
    ) -> Result<IndexHeaderCardinality, JsValue> {
        let names = Texts { bytes: drop.to_vec(), lengths };
        let drop = names.iter().map(<[u8]>::to_vec).collect();
        let request = core::CardinalityRequest { drop, pairs, metric };
        let reader = core::CardinalityReader::new(&self.file, request).map_err(thrown)?;
        let bytes = reader.bytes() as f64;
        Ok(IndexHeaderCardinality { reading: Reading::new(reader), bytes })
    }
}

/// Reads requested parts of an opened file. When it wants no more bytes, call `finish`, then `bytes` to `ends`.
#[wasm_bindgen]
pub struct IndexHeaderReader {
    reading: Reading<Reader>,
    texts: Texts,
    starts: Vec<u64>,
    ends: Vec<u64>,
}

random_access!(IndexHeaderReader, ());

impl IndexHeaderReader {
    fn new(reader: Reader) -> Self {
        Self { reading: Reading::new(reader), texts: Texts::default(), starts: Vec::new(), ends: Vec::new() }
    }
}

#[wasm_bindgen]
impl IndexHeaderReader {
    /// Moves the values or symbols that were read since the last call to `bytes`, `lengths`, `starts` and `ends`.
    pub fn advance(&mut self) {
        match self.reading.reader_mut() {
            Some(Reader::Values(reader)) => {
                let core::Values { values, starts, ends } = reader.take_values();
                (self.texts, self.starts, self.ends) = (values, starts, ends);
            }
            Some(Reader::Symbols(reader)) => (self.texts, self.starts) = reader.take_symbols(),
            _ => {}
        }
    }

    /// Ends the reading when no more bytes are wanted; returns whether the requested part exists.
    pub fn finish(&mut self) -> bool {
        self.advance();
        match self.reading.take() {
            Some(Reader::Lookup(lookup)) => {
                let range = lookup.range();
                (self.starts, self.ends) = range.into_iter().map(|range| (range.start, range.end)).unzip();
                range.is_some()
            }
            Some(Reader::Symbol(lookup)) => {
                let symbol = lookup.into_symbol();
                let is_found = symbol.is_some();
                self.texts.extend(symbol.as_deref());
                is_found
            }
            Some(Reader::Values(_) | Reader::Symbols(_)) => true,
            None => false,
        }
    }

    /// Takes the bytes of all strings, one after the other.
    pub fn bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.texts.bytes)
    }

    /// Takes the length of each string in bytes.
    pub fn lengths(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.texts.lengths)
    }

    /// Takes the first byte of each range; for symbols, the reference to each.
    pub fn starts(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.starts)
    }

    /// Takes the byte after each range.
    pub fn ends(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.ends)
    }
}

/// Reads the series of an index.
#[wasm_bindgen]
pub struct IndexHeaderStatistics {
    reading: Reading<core::StatisticsReader>,
    bytes: f64,
}

random_access!(IndexHeaderStatistics, ());

#[wasm_bindgen]
impl IndexHeaderStatistics {
    /// Maximum number of bytes to read.
    pub fn bytes(&self) -> f64 {
        self.bytes
    }

    /// Statistics of the series, when everything was read; undefined the second time.
    pub fn finish(&mut self) -> JsValue {
        self.reading.take().map_or(JsValue::UNDEFINED, |reader| result_to_js(&reader.finish().report()))
    }
}

/// Compares the postings lists of an index with its series.
#[wasm_bindgen]
pub struct IndexHeaderVerifier {
    reading: Reading<core::IndexVerifier>,
    bytes: f64,
}

random_access!(IndexHeaderVerifier, ());

#[wasm_bindgen]
impl IndexHeaderVerifier {
    /// Bytes that are read of a sound index.
    pub fn bytes(&self) -> f64 {
        self.bytes
    }

    /// The results, when everything was read; undefined the second time.
    pub fn finish(&mut self) -> JsValue {
        self.reading.take().map_or(JsValue::UNDEFINED, |reader| result_to_js(&reader.finish()))
    }
}

/// Counts the label sets of an index.
#[wasm_bindgen]
pub struct IndexHeaderCardinality {
    reading: Reading<core::CardinalityReader>,
    bytes: f64,
}

random_access!(IndexHeaderCardinality, ());

#[wasm_bindgen]
impl IndexHeaderCardinality {
    /// Bytes that are read of a sound index.
    pub fn bytes(&self) -> f64 {
        self.bytes
    }

    /// The counts, when everything was read; undefined the second time.
    pub fn finish(&mut self) -> JsValue {
        self.reading.take().map_or(JsValue::UNDEFINED, |reader| result_to_js(&reader.finish()))
    }
}

/// Makes an index-header from an index: `push` and `end` return the number of bytes that they add to the output.
#[wasm_bindgen]
pub struct IndexHeaderFromIndex {
    reading: Reading<core::FromIndex>,
}

random_access!(IndexHeaderFromIndex, usize);

#[wasm_bindgen]
impl IndexHeaderFromIndex {
    /// Starts with an index of `size` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64) -> IndexHeaderFromIndex {
        Self { reading: Reading::new(core::FromIndex::new(size as u64)) }
    }

    /// Address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.reading.output()
    }
}
