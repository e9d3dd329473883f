//! Several recordings into one.

use tagview_bridge::Value;
use tagview_bridge::requests::merge_options;
use tagview_bridge::to_value;
use tagview_core::transform::merge;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::random_access::{Reading, random_access};
use crate::value::{request_from_js, to_js};

/// Recordings in, one recording ordered by time out: `push` and `end` return the length
/// of the frames they complete.
#[wasm_bindgen]
pub struct Merge {
    reading: Reading<merge::Merge>,
    result: Value,
}

random_access!(Merge, usize);

#[wasm_bindgen]
impl Merge {
    /// From `{offsets, level?, frameTags?, selection?, fanOut?}`, an offset in ticks for each recording.
    /// With `fanOut` the output is tags for `FramePacker.pushTags` instead of frames.
    /// Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Merge, JsValue> {
        let merge = request_from_js(options, |value| merge::Merge::new(&merge_options(value)?))?;
        Ok(Self { reading: Reading::new(merge), result: Value::Null })
    }

    /// Address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.reading.output()
    }

    /// Ends the input: writes the last frame and the index. Returns and throws like `push`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        let Self { reading, result } = self;
        reading.finish(|merge, output| {
            *result = to_value(&merge.finish(output)?);
            Ok(())
        })
    }

    /// Once finished, `{read, written}`: `read` has a `Snapshot` without analyses for each recording,
    /// `written` is `{tags, frames, channels}`, `null` with `fanOut`.
    pub fn result(&self) -> JsValue {
        to_js(&self.result)
    }
}
