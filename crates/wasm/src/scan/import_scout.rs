//! Finds positions at which a recording of another time tagger can be split.

use tagview_core::import;
use tagview_core::import::ImportScout as Scout;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::thrown;

/// Takes the bytes of such a file and returns positions at which it can be split.
#[wasm_bindgen]
pub struct ImportScout {
    scout: Box<dyn Scout>,
    input: Input,
    /// State for the reader that begins at the last position.
    state: Vec<u8>,
}

#[wasm_bindgen]
impl ImportScout {
    /// Of a file of the format `id`; `undefined` if files of that format can't be split. Throws
    /// `{code: "usage", message, offset, remedy}`.
    pub fn of(id: &str) -> Result<Option<ImportScout>, JsValue> {
        let scout = import::scout_of(id).map_err(thrown)?;
        Ok(scout.map(|scout| Self { scout, input: Input::default(), state: Vec::new() }))
    }

    /// Address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false if no more bytes are needed.
    pub fn push(&mut self, n: usize) -> bool {
        self.scout.push(self.input.bytes(n))
    }

    /// How many bytes of the file are before the next record; `undefined` where the file can't be split there.
    pub fn split(&mut self) -> Option<f64> {
        let (offset, state) = self.scout.split()?;
        self.state = state;
        Some(offset as f64)
    }

    /// State for the `ImportReader` that begins at the last position of `split`.
    pub fn state(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.state)
    }
}
