//! Text to a recording, on one thread.

use tagview_bridge::Value;
use tagview_bridge::requests::among;
use tagview_core::transform::pack::FromText;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{request_from_js, thrown};

/// `channel<TAB>time` lines in, a recording out.
#[wasm_bindgen]
pub struct Pack {
    recording: Option<FromText>,
    input: Input,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl Pack {
    /// From `{level?, frameTags?, selection?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Pack, JsValue> {
        let packed = |options: &Value| FromText::new(&among(options)?, &among(options)?);
        let recording = request_from_js(options, packed)?;
        Ok(Self { recording: Some(recording), input: Input::default(), output: Vec::new() })
    }

    /// Address of `n` bytes to write the text's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; returns the length of the frames they complete.
    /// Throws `{code: "bad-line", ...}`.
    pub fn push(&mut self, n: usize) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(recording) = &mut self.recording {
            recording.push(self.input.bytes(n), &mut self.output).map_err(thrown)?;
        }
        Ok(self.output.len())
    }

    /// The text ends here; the last frame and the index. Returns and throws like `push`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(recording) = self.recording.take() {
            recording.finish(&mut self.output).map_err(thrown)?;
        }
        Ok(self.output.len())
    }

    /// Address of the frames, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }
}
