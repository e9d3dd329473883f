//! Recordings to text and back.

use tagview_core::Value;
use tagview_core::text::{FromText, ToText};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{error_to_js, from_js, to_js};
use crate::input::Input;

/// A recording in, `channel<TAB>time` lines out.
#[wasm_bindgen]
pub struct Cat {
    text: ToText,
    input: Input,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl Cat {
    /// Of the tags that `selection` lets through. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(selection: &JsValue) -> Result<Cat, JsValue> {
        let text = from_js(selection).and_then(ToText::new).map_err(|error| error_to_js(&error))?;
        Ok(Self { text, input: Input::default(), output: Vec::new() })
    }

    /// The address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; answers the lines they complete.
    pub fn push(&mut self, n: usize) -> js_sys::Uint8Array {
        self.output.clear();
        self.text.push(self.input.bytes(n), &mut self.output);
        self.output.as_slice().into()
    }

    /// The file ends here; answers the last lines.
    pub fn finish(&mut self) -> js_sys::Uint8Array {
        self.output.clear();
        self.text.finish(&mut self.output);
        self.output.as_slice().into()
    }

    /// What was read and what was damaged: `Snapshot` without analyses.
    pub fn snapshot(&self) -> JsValue {
        let recording = self.text.recording();
        to_js(&Value::Map(recording.totals().describe(recording.is_done(), std::iter::empty())))
    }
}

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
        let recording = from_js(options).and_then(FromText::new).map_err(|error| error_to_js(&error))?;
        Ok(Self { recording: Some(recording), input: Input::default(), output: Vec::new() })
    }

    /// The address of `n` bytes to write the text's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; answers the frames they complete. Throws
    /// `{code: "bad-line", ...}`.
    pub fn push(&mut self, n: usize) -> Result<js_sys::Uint8Array, JsValue> {
        self.output.clear();
        if let Some(recording) = &mut self.recording {
            recording.push(self.input.bytes(n), &mut self.output).map_err(|error| error_to_js(&error))?;
        }
        Ok(self.output.as_slice().into())
    }

    /// The text ends here; answers the last frame and the index. Throws as `push`.
    pub fn finish(&mut self) -> Result<js_sys::Uint8Array, JsValue> {
        self.output.clear();
        if let Some(recording) = self.recording.take() {
            recording.finish(&mut self.output).map_err(|error| error_to_js(&error))?;
        }
        Ok(self.output.as_slice().into())
    }
}
