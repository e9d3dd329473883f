//! Metadata of Icechunk repositories; the shapes are those of `tagview_core::icechunk`.

use tagview_core::icechunk as core;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{result_to_js, thrown};

/// Opens a file.
#[wasm_bindgen]
pub struct IcechunkOpening {
    reading: Reading<core::MetadataReader>,
}

random_access!(IcechunkOpening, ());

#[wasm_bindgen]
impl IcechunkOpening {
    /// Opens a file of `size` bytes; 0 if unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64) -> IcechunkOpening {
        Self { reading: Reading::new(core::MetadataReader::new(size as u64)) }
    }

    /// The opened file after all wanted bytes were pushed; undefined the second time. Throws `{code, message, offset,
    /// remedy}` if nothing could be read.
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

    /// At most `count` references of a manifest's array number `array`, starting at number `from`. Long references
    /// reduce the count, but at least one is returned if any is left.
    pub fn references(&self, array: usize, from: usize, count: usize) -> IcechunkReferences {
        IcechunkReferences { read: self.file.references(array, from as u64, count as u64) }
    }

    /// At most `count` updated chunks of a transaction log's array number `array`, starting at number `from`; fields
    /// other than their coordinates are empty.
    #[wasm_bindgen(js_name = updatedChunks)]
    pub fn updated_chunks(&self, array: usize, from: usize, count: usize) -> IcechunkReferences {
        let core::UpdatedChunks { indices, ranks } =
            self.file.updated_chunks(array, from as u64, count as u64);
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

    /// Number of coordinates of each.
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

    /// Time of each location's last change, in seconds since 1970; 0 if unknown.
    pub fn modified(&self) -> Vec<u32> {
        self.read.modified.clone()
    }

    /// Length in bytes of each compressed location; 0 if it is not compressed.
    pub fn compressed(&self) -> Vec<u32> {
        self.read.compressed.clone()
    }
}
