//! Metadata of Icechunk repositories; the shapes are those of `tagview_core::icechunk`.

use tagview_core::icechunk as core;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{result_to_js, thrown};

/// Opens a file.
#[wasm_bindgen]
pub struct IcechunkOpening {
    reading: Reading<core::Opening>,
}

random_access!(IcechunkOpening, ());

#[wasm_bindgen]
impl IcechunkOpening {
    /// For a file of `size` bytes; 0 where that is not known.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64) -> IcechunkOpening {
        Self { reading: Reading::new(core::Opening::new(size as u64)) }
    }

    /// What was opened, once nothing more is wanted; undefined the second time. Throws `{code, message, offset,
    /// remedy}` where nothing could be read.
    pub fn finish(&mut self) -> Result<Option<IcechunkFile>, JsValue> {
        let opening = self.reading.take();
        opening.map(|opening| opening.finish().map(|file| IcechunkFile { file }).map_err(thrown)).transpose()
    }
}

/// An opened file, whose content is in memory.
#[wasm_bindgen]
pub struct IcechunkFile {
    file: core::MetadataFile,
}

#[wasm_bindgen]
impl IcechunkFile {
    /// All but single references and updated chunks.
    pub fn describe(&self) -> JsValue {
        result_to_js(&self.file.summary())
    }

    /// At most `count` references of a manifest's array number `array`, from number `from` on; fewer where they are long,
    /// but at least one where there is one.
    pub fn references(&self, array: usize, from: usize, count: usize) -> IcechunkReferences {
        IcechunkReferences { read: self.file.references(array, from, count) }
    }

    /// At most `count` updated chunks of a transaction log's array number `array`, from number `from` on; what is no
    /// coordinate of theirs is empty.
    #[wasm_bindgen(js_name = updatedChunks)]
    pub fn updated_chunks(&self, array: usize, from: usize, count: usize) -> IcechunkReferences {
        let core::UpdatedChunks { indices, ranks } = self.file.updated_chunks(array, from, count);
        IcechunkReferences {
            read: core::ReferenceColumns { indices, ranks, ..core::ReferenceColumns::default() },
        }
    }
}

/// A run of references, by columns.
#[wasm_bindgen]
pub struct IcechunkReferences {
    read: core::ReferenceColumns,
}

#[wasm_bindgen]
impl IcechunkReferences {
    /// Number of references.
    pub fn count(&self) -> usize {
        self.read.len()
    }

    /// The coordinates of all.
    pub fn indices(&self) -> Vec<u32> {
        self.read.indices.clone()
    }

    /// How many coordinates each has.
    pub fn ranks(&self) -> Vec<u32> {
        self.read.ranks.clone()
    }

    /// 0 unknown, 1 inline, 2 native, 3 virtual.
    pub fn kinds(&self) -> Vec<u8> {
        self.read.kinds.clone()
    }

    /// First byte of each chunk in its file.
    pub fn offsets(&self) -> Vec<u64> {
        self.read.offsets.clone()
    }

    /// Bytes of each chunk.
    pub fn lengths(&self) -> Vec<u64> {
        self.read.lengths.clone()
    }

    /// Chunks, ids or locations, one after the other.
    pub fn places(&self) -> Vec<u8> {
        self.read.places.bytes.clone()
    }

    /// Bytes of each of these.
    #[wasm_bindgen(js_name = placeLengths)]
    pub fn place_lengths(&self) -> Vec<u32> {
        self.read.places.lengths.clone()
    }

    /// Entity tags, one after the other.
    pub fn etags(&self) -> Vec<u8> {
        self.read.etags.bytes.clone()
    }

    /// Bytes of each of these.
    #[wasm_bindgen(js_name = etagLengths)]
    pub fn etag_lengths(&self) -> Vec<u32> {
        self.read.etags.lengths.clone()
    }

    /// When each location was last modified, in seconds since 1970; 0 where that is not known.
    pub fn modified(&self) -> Vec<u32> {
        self.read.modified.clone()
    }

    /// Bytes of each compressed location; 0 where it is not compressed.
    pub fn compressed(&self) -> Vec<u32> {
        self.read.compressed.clone()
    }
}
