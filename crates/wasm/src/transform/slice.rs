//! Part of a recording into a new one.

use tagview_bridge::Value;
use tagview_bridge::requests::slice_options;
use tagview_bridge::to_value;
use tagview_core::transform::slice;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{request_from_js, to_js};

/// A recording in, a recording of its selected tags out: `push` and `end` return the length of
/// the frames they complete.
#[wasm_bindgen]
pub struct Slice {
    reading: Reading<slice::Slice>,
    result: Value,
}

random_access!(Slice, usize);

#[wasm_bindgen]
impl Slice {
    /// From `{level?, frameTags?, about?, selection?, size?, fanOut?, import?}`; `size` in bytes is for a file that can be read
    /// at any place. With `fanOut` the output is tags for `FramePacker.pushTags` instead of frames.
    /// Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Slice, JsValue> {
        let slice = request_from_js(options, |value| slice::Slice::new(&slice_options(value)?))?;
        Ok(Self { reading: Reading::new(slice), result: Value::Null })
    }

    /// How many bytes are read in all; `undefined` if that is not known.
    pub fn total(&self) -> Option<f64> {
        self.reading.reader()?.total().map(|total| total as f64)
    }

    /// Address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.reading.output()
    }

    /// Ends the input: writes the last frame and the index. Returns and throws like `push`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        let Self { reading, result } = self;
        reading.finish(|slice, output| {
            *result = to_value(&slice.finish(output)?);
            Ok(())
        })
    }

    /// Once finished, `{read, written}`: `read` is `{bytes, frames, tags, complete, error, findings}`,
    /// `written` is `{tags, frames, channels}`, `null` with `fanOut`.
    pub fn result(&self) -> JsValue {
        to_js(&self.result)
    }
}
