//! Writes the sound part of a damaged recording into a new one.

use tagview_bridge::Value;
use tagview_bridge::requests::repair_options;
use tagview_bridge::to_value;
use tagview_core::transform::repair;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{request_from_js, to_js};

/// Reads a recording twice and makes a recording of its sound part: `push` and `end` return the length of the frames that
/// they complete.
#[wasm_bindgen]
pub struct Repair {
    reading: Reading<repair::Repair>,
    result: Value,
}

random_access!(Repair, usize);

#[wasm_bindgen]
impl Repair {
    /// From `{level?, frameTags?, size, keepDoubtful?, fanOut?}`; `size` is the file's, in bytes. With `fanOut` the
    /// output is tags for `FramePacker.pushTags` instead of frames. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Repair, JsValue> {
        let repair = request_from_js(options, |value| repair::Repair::new(&repair_options(value)?))?;
        Ok(Self { reading: Reading::new(repair), result: Value::Null })
    }

    /// How many bytes are read in all; `undefined` once it is finished.
    pub fn total(&self) -> Option<f64> {
        self.reading.reader().map(|repair| repair.total() as f64)
    }

    /// Address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.reading.output()
    }

    /// Ends the input: writes the last frame and the index. Returns and throws like `push`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        let Self { reading, result } = self;
        reading.finish(|repair, output| {
            *result = to_value(&repair.finish(output)?);
            Ok(())
        })
    }

    /// Once finished, `{read, written}`: `read` is `{bytes, frames, tags, complete, error, findings, lost}`,
    /// `written` is `{tags, frames, channels}`, `null` with `fanOut`.
    pub fn result(&self) -> JsValue {
        to_js(&self.result)
    }
}
