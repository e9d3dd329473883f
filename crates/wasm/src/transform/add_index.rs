//! An index for a recording that has none.

use tagview_bridge::Value;
use tagview_bridge::to_value;
use tagview_core::transform::add_index;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{thrown, to_js};

/// Copies a recording and appends an index.
#[wasm_bindgen]
pub struct AddIndex {
    /// `None` after it was finished.
    adding: Option<add_index::AddIndex>,
    input: Input,
    output: Vec<u8>,
    written: Value,
}

#[wasm_bindgen]
impl AddIndex {
    /// At the beginning of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> AddIndex {
        let adding = Some(add_index::AddIndex::default());
        Self { adding, input: Input::default(), output: Vec::new(), written: Value::Null }
    }

    /// Address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; returns the length of the output in bytes.
    pub fn push(&mut self, n: usize) -> usize {
        self.output.clear();
        if let Some(adding) = &mut self.adding {
            adding.push(self.input.bytes(n), &mut self.output);
        }
        self.output.len()
    }

    /// The file ends here; returns the same as `push`. Throws `{code, message, offset, remedy}`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(adding) = self.adding.take() {
            self.written = to_value(&adding.finish(&mut self.output).map_err(thrown)?);
        }
        Ok(self.output.len())
    }

    /// Address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }

    /// Once finished, `{tags, frames, channels}`.
    pub fn written(&self) -> JsValue {
        to_js(&self.written)
    }
}
