//! Finds positions at which a file can be split, and decodes files of other formats.

use tagview_core::zstd;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
#[cfg(feature = "more")]
use crate::value::thrown;

/// Finds the frames of a file from their headers; `push` returns the offsets at which frames begin.
#[wasm_bindgen]
pub struct FrameStarts {
    reading: Reading<zstd::FrameStarts>,
}

random_access!(FrameStarts, Vec<f64>);

#[wasm_bindgen]
impl FrameStarts {
    /// At the beginning of a file, or at byte `offset`, where a frame begins.
    #[wasm_bindgen(constructor)]
    pub fn new(offset: Option<f64>) -> Self {
        Self { reading: Reading::new(zstd::FrameStarts::at(offset.unwrap_or(0.0) as u64)) }
    }

    /// Where the last whole frame ends, of a file of `size` bytes whose headers were all pushed.
    pub fn whole(&self, size: f64) -> f64 {
        self.reading.reader().map_or(0.0, |starts| starts.whole(size as u64) as f64)
    }
}

/// Finds bytes that look like the beginning of a frame with content, in data that come in chunks.
#[wasm_bindgen]
pub struct FrameSearch {
    search: zstd::FrameSearch,
}

#[wasm_bindgen]
impl FrameSearch {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { search: zstd::FrameSearch::default() }
    }

    /// Takes the next bytes; returns the offset of the first frame, `undefined` before one is found.
    pub fn push(&mut self, bytes: &[u8]) -> Option<f64> {
        self.search.push(bytes).map(|offset| offset as f64)
    }
}

/// Decodes the content of a file of frames, in chunks, up to the first damage.
#[cfg(feature = "more")]
#[wasm_bindgen]
#[derive(Default)]
pub struct FrameContent {
    content: zstd::FrameContent,
    read: usize,
}

#[cfg(feature = "more")]
#[wasm_bindgen]
impl FrameContent {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the content of the next `bytes`; `read` is the number of bytes read.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut content = Vec::new();
        self.read = self.content.push(bytes, &mut content);
        content
    }

    /// Number of bytes that the last `push` read.
    #[wasm_bindgen(getter)]
    pub fn read(&self) -> usize {
        self.read
    }

    /// Ends the file; returns the remaining content.
    pub fn finish(&mut self) -> Vec<u8> {
        let mut content = Vec::new();
        self.content.finish(&mut content);
        content
    }

    /// Throws the first damage so far.
    pub fn check(&self) -> Result<(), JsValue> {
        self.content.damage().cloned().map_or(Ok(()), |error| Err(thrown(error)))
    }
}
