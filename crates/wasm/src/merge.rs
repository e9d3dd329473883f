//! Several recordings into one.

use js_sys::Uint8Array;
use tagview_core::{Value, transform::merge};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, thrown, to_js};
use crate::input::Input;

/// Recordings in, one recording ordered by time out; asks for the bytes it needs.
#[wasm_bindgen]
pub struct Merge {
    /// Gone once the file is complete.
    merge: Option<merge::Merge>,
    input: Input,
    output: Vec<u8>,
    result: Value,
}

#[wasm_bindgen]
impl Merge {
    /// From `{offsets, level?, frameTags?, selection?}`, an offset in ticks for each recording.
    /// Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Merge, JsValue> {
        let merge = from_js(options).and_then(merge::Merge::new).map_err(thrown)?;
        Ok(Self { merge: Some(merge), input: Input::default(), output: Vec::new(), result: Value::Null })
    }

    /// Of which recording to push bytes next, and how many at most, `{input, length}`; `undefined`
    /// once all have ended.
    pub fn wants(&self) -> JsValue {
        let wanted = self.merge.as_ref().and_then(merge::Merge::wants);
        wanted.map_or(JsValue::UNDEFINED, |(number, length)| {
            to_js(&Value::map([("input", Value::Count(number as u64)), ("length", Value::Count(length))]))
        })
    }

    /// The address of `n` bytes to write wanted bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues recording `number` with the first `n` reserved bytes; with none it ends. Answers the
    /// frames that they complete. Throws `order`, `usage` or `range-too-long`.
    pub fn push(&mut self, number: usize, n: usize) -> Result<Uint8Array, JsValue> {
        self.output.clear();
        if let Some(merge) = &mut self.merge {
            merge.push(number, self.input.bytes(n), &mut self.output).map_err(thrown)?;
        }
        Ok(self.output.as_slice().into())
    }

    /// Nothing more is wanted: answers the last frame and the index. Throws.
    pub fn finish(&mut self) -> Result<Uint8Array, JsValue> {
        self.output.clear();
        if let Some(merge) = self.merge.take() {
            let read = merge.describe();
            let written = merge.finish(&mut self.output).map_err(thrown)?;
            self.result = Value::map([("read", read), ("written", written.describe())]);
        }
        Ok(self.output.as_slice().into())
    }

    /// Once finished, `{read, written}`: `read` has a `Snapshot` without analyses for each recording,
    /// `written` is `{tags, frames, channels}`.
    pub fn result(&self) -> JsValue {
        to_js(&self.result)
    }
}
