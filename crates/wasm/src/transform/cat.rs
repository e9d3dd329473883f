//! A recording to text.

use std::ops::Range;
use tagview_bridge::requests::cat_options;

use tagview_bridge::Value;
use tagview_core::tags::Ending;
use tagview_core::transform::cat::to_text;
use tagview_core::transform::convert::Converter;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{request_from_js, result_to_js, thrown, to_js};

/// A recording in, `channel<TAB>time` lines out.
#[wasm_bindgen]
pub struct Cat {
    text: Converter,
    input: Input,
    /// Which of the pushed bytes were not converted yet.
    left: Range<usize>,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl Cat {
    /// From `{selection?, at?, followed?, origin?}`, the latter three for a part of a file. Throws
    /// `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Cat, JsValue> {
        let text = request_from_js(options, |value| to_text(&cat_options(value)?))?;
        Ok(Self { text, input: Input::default(), left: 0..0, output: Vec::new() })
    }

    /// Address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with some of the first `n` reserved bytes; returns the length of the completed lines in bytes.
    pub fn push(&mut self, n: usize) -> Result<usize, JsValue> {
        self.left = 0..n;
        self.next()
    }

    /// Continues with more of the pushed bytes, and returns the same as `push`; `undefined` if none are left.
    pub fn more(&mut self) -> Result<Option<usize>, JsValue> {
        if self.left.is_empty() { Ok(None) } else { self.next().map(Some) }
    }

    fn next(&mut self) -> Result<usize, JsValue> {
        self.output.clear();
        let bytes = self.input.bytes(self.left.end).get(self.left.start..).unwrap_or_default();
        let read = self.text.push_some(bytes, &mut self.output).map_err(thrown)?;
        self.left.start += read;
        // An input of no bytes, which nothing was taken of.
        if read == 0 {
            self.left.start = self.left.end;
        }
        Ok(self.output.len())
    }

    /// The file ends here; returns the same as `push`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        self.output.clear();
        self.text.end(&mut self.output).map_err(thrown)?;
        Ok(self.output.len())
    }

    /// Address of the lines, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }

    /// Whether the pushed bytes are sound, and the following bytes can be read separately.
    #[wasm_bindgen(js_name = atBorder)]
    pub fn at_border(&self) -> bool {
        self.text.at_border()
    }

    /// Time of the file's first tag, once it is known and where it is needed to select tags.
    pub fn origin(&self) -> Option<i64> {
        self.text.origin()
    }

    /// State of the part's end of the file, for `Endings.add`.
    pub fn ending(&self) -> Result<Vec<u8>, JsValue> {
        self.text.totals().ending.write().map_err(thrown)
    }

    /// Totals and errors: `Snapshot` without analyses.
    pub fn snapshot(&self) -> JsValue {
        result_to_js(&self.text.describe())
    }
}

/// Whether a file is whole whose parts were read on their own.
#[wasm_bindgen]
#[derive(Default)]
pub struct Endings {
    sum: Ending,
}

#[wasm_bindgen]
impl Endings {
    /// Of no part yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Endings {
        Self::default()
    }

    /// Adds `Cat.ending` of the part that follows.
    pub fn add(&mut self, ending: &[u8]) -> Result<(), JsValue> {
        self.sum.add(Ending::read(ending).map_err(thrown)?);
        Ok(())
    }

    /// The error of a file of `bytes` bytes without a damaged part, `{code, message, offset, remedy}`; `null` without one.
    pub fn error(&self, bytes: f64) -> JsValue {
        let error = self.sum.other_tick().or_else(|| self.sum.error(bytes as u64));
        to_js(&error.as_ref().map_or(Value::Null, Value::from))
    }
}
