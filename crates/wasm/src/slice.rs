//! Part of a recording into a new one, and the index that tells which part lies where.

use std::ops::Range;

use js_sys::Uint8Array;
use tagview_core::tags::Index;
use tagview_core::tags::index::Fetch;
use tagview_core::{Value, transform::slice};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, thrown, to_js};
use crate::input::Input;

/// A recording in, a recording of its selected tags out; asks for the bytes it needs.
#[wasm_bindgen]
pub struct Slice {
    /// Gone once the file is complete.
    slice: Option<slice::Slice>,
    input: Input,
    output: Vec<u8>,
    result: Value,
}

#[wasm_bindgen]
impl Slice {
    /// From `{level?, frameTags?, selection?, size?}`; `size` in bytes is for a file that can be read
    /// at any place. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Slice, JsValue> {
        let slice = from_js(options).and_then(slice::Slice::new).map_err(thrown)?;
        Ok(Self { slice: Some(slice), input: Input::default(), output: Vec::new(), result: Value::Null })
    }

    /// The bytes to push next, `{offset, length}`, then `end` is to be called; `undefined` where no
    /// more are needed.
    pub fn wants(&self) -> JsValue {
        part(self.slice.as_ref().and_then(slice::Slice::wants))
    }

    /// How many bytes are read in all; `undefined` where that is not known.
    pub fn total(&self) -> Option<f64> {
        self.slice.as_ref()?.total().map(|total| total as f64)
    }

    /// The address of `n` bytes to write wanted bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; answers the frames they complete. Throws.
    pub fn push(&mut self, n: usize) -> Result<Uint8Array, JsValue> {
        self.output.clear();
        if let Some(slice) = &mut self.slice {
            slice.push(self.input.bytes(n), &mut self.output).map_err(thrown)?;
        }
        Ok(self.output.as_slice().into())
    }

    /// The wanted bytes were pushed, or the file has ended. Answers and throws as `push`; `bad-index`
    /// where the file's index does not describe it.
    pub fn end(&mut self) -> Result<Uint8Array, JsValue> {
        self.output.clear();
        if let Some(slice) = &mut self.slice {
            slice.end(&mut self.output).map_err(thrown)?;
        }
        Ok(self.output.as_slice().into())
    }

    /// Nothing more is wanted: answers the last frame and the index. Throws as `push`.
    pub fn finish(&mut self) -> Result<Uint8Array, JsValue> {
        self.output.clear();
        if let Some(slice) = self.slice.take() {
            let read = slice.describe();
            let written = slice.finish(&mut self.output).map_err(thrown)?;
            self.result = Value::map([("read", read), ("written", written.describe())]);
        }
        Ok(self.output.as_slice().into())
    }

    /// Once finished, `{read, written}`: `read` is `{bytes, frames, tags, complete, error, findings}`,
    /// `written` is `{tags, frames, channels}`.
    pub fn result(&self) -> JsValue {
        to_js(&self.result)
    }
}

/// A file's index; asks for the bytes it lies in.
#[wasm_bindgen]
pub struct IndexOf {
    fetch: Option<Fetch>,
    input: Input,
}

#[wasm_bindgen]
impl IndexOf {
    /// For a file of `size` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(size: f64) -> IndexOf {
        Self { fetch: Some(Fetch::new(size as u64)), input: Input::default() }
    }

    /// The bytes to push next, `{offset, length}`, then `end` is to be called; `undefined` where no
    /// more are needed.
    pub fn wants(&self) -> JsValue {
        part(self.fetch.as_ref().and_then(Fetch::wants))
    }

    /// The address of `n` bytes to write wanted bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes.
    pub fn push(&mut self, n: usize) {
        if let Some(fetch) = &mut self.fetch {
            fetch.push(self.input.bytes(n));
        }
    }

    /// The wanted bytes were pushed. Throws `bad-index`.
    pub fn end(&mut self) -> Result<(), JsValue> {
        self.fetch.as_mut().map_or(Ok(()), |fetch| fetch.end().map_err(thrown))
    }

    /// The frames as `engine/src/frames.ts` has them, or `null`; instead of `finish`.
    pub fn frames(&mut self) -> JsValue {
        let index = self.fetch.take().and_then(Fetch::index);
        to_js(&index.as_ref().map_or(Value::Null, Index::columns))
    }

    /// `{tags, frames, channels}`, or `null` where the file has no index; once nothing more is wanted.
    pub fn finish(&mut self) -> JsValue {
        let index = self.fetch.take().and_then(Fetch::index);
        to_js(&index.as_ref().map_or(Value::Null, Index::describe))
    }
}

fn part(wanted: Option<Range<u64>>) -> JsValue {
    wanted.map_or(JsValue::UNDEFINED, |Range { start, end }| {
        to_js(&Value::map([("offset", Value::Count(start)), ("length", Value::Count(end - start))]))
    })
}
