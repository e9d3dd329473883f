//! The index of a recording.

use serde::Serialize;
use tagview_core::scan;
use tagview_core::tags::{Index, index};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::result_to_js;

/// Reads a file's index.
#[wasm_bindgen]
pub struct IndexReader {
    reading: Reading<index::IndexReader>,
}

random_access!(IndexReader, ());

#[wasm_bindgen]
impl IndexReader {
    /// For a file of `size` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64) -> IndexReader {
        Self { reading: Reading::new(index::IndexReader::new(size as u64)) }
    }

    /// A column each of the frames' fields, `{origin, offset, tags, min, max, summary}`, or `null` if the file has
    /// no index; once nothing more is wanted, instead of `finish`.
    pub fn frames(&mut self) -> JsValue {
        self.index(scan::index_columns)
    }

    /// `{tags, frames, channels}`, or `null` if the file has no index; once nothing more is wanted.
    pub fn finish(&mut self) -> JsValue {
        self.index(Index::describe)
    }
}

impl IndexReader {
    fn index<T: Serialize>(&mut self, describe: impl FnOnce(&Index) -> T) -> JsValue {
        let index = self.reading.take().and_then(index::IndexReader::into_index);
        result_to_js(&index.as_ref().map(describe))
    }
}
