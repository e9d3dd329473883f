//! Whole blocks of Prometheus, Thanos and Mimir; the shapes are those of `tagview_core::index_header`.

use tagview_core::index_header::{self as core, SegmentFile};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::index_header::IndexHeader;
use crate::random_access::{Reading, random_access};
use crate::value::{result_to_js, thrown};

/// What the bytes of a `meta.json` state. Throws `{code, message, offset, remedy}`.
#[wasm_bindgen(js_name = blockMeta)]
pub fn block_meta(bytes: &[u8]) -> Result<JsValue, JsValue> {
    core::BlockMeta::parse(bytes).map(|meta| result_to_js(&meta)).map_err(thrown)
}

#[wasm_bindgen]
impl IndexHeader {
    /// A reader of a block's chunks; input 0 is the index, the following ones are its segment files with these names and
    /// sizes. `meta`: the bytes of a sound `meta.json`, empty for none; `verify`: whether chunks are read. Throws
    /// `not-found` for a file that is not an index, `bad-toc` for a damaged one.
    pub fn chunks(
        &self,
        meta: &[u8],
        names: Vec<String>,
        sizes: &[f64],
        verify: bool,
    ) -> Result<BlockChunksReader, JsValue> {
        let meta = core::BlockMeta::parse(meta).ok();
        let files = names.into_iter().zip(sizes);
        let files = files.map(|(name, size)| SegmentFile { name, size: *size as u64 }).collect();
        let reader = core::BlockReader::new(self.file(), meta, files, verify).map_err(thrown)?;
        let bytes = reader.bytes() as f64;
        Ok(BlockChunksReader { reading: Reading::new(reader), bytes })
    }
}

/// Compares the chunks of a block with its index.
#[wasm_bindgen]
pub struct BlockChunksReader {
    reading: Reading<core::BlockReader>,
    bytes: f64,
}

random_access!(BlockChunksReader, ());

#[wasm_bindgen]
impl BlockChunksReader {
    /// Bytes that are read of a sound block.
    pub fn bytes(&self) -> f64 {
        self.bytes
    }

    /// The results, when everything was read; undefined the second time.
    pub fn finish(&mut self) -> JsValue {
        self.reading.take().map_or(JsValue::UNDEFINED, |reader| result_to_js(&reader.finish()))
    }
}
