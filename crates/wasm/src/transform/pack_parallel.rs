//! Text, or tags, to a recording on several threads: runs of lines or tags to frames, and their descriptions to an
//! index.

use tagview_bridge::Value;
use tagview_bridge::requests::among;
use tagview_bridge::to_value;
use tagview_core::tags::text;
use tagview_core::transform::pack::{self, line_splitter};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{request_from_js, thrown, to_js};

/// Splits a text file into runs of lines; each becomes whole frames.
#[wasm_bindgen]
pub struct LineSplitter {
    splitter: text::LineSplitter,
    input: Input,
}

#[wasm_bindgen]
impl LineSplitter {
    /// From `{level?, frameTags?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<LineSplitter, JsValue> {
        let splitter = request_from_js(options, |value| line_splitter(&among(value)?))?;
        Ok(Self { splitter, input: Input::default() })
    }

    /// Address of `n` bytes to write the text's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// How many of the `n` reserved bytes from `from` on belong to the run under way.
    pub fn next(&mut self, from: usize, n: usize) -> usize {
        let text = self.input.bytes(n);
        self.splitter.next(&text[from.min(text.len())..])
    }

    /// Whether the run under way has no bytes yet.
    #[wasm_bindgen(js_name = atBorder)]
    pub fn at_border(&self) -> bool {
        self.splitter.at_border()
    }

    /// Complete lines of all runs until now.
    pub fn lines(&self) -> f64 {
        self.splitter.lines() as f64
    }
}

/// Makes frames of one run of lines, or of tags, after another.
#[wasm_bindgen]
pub struct FramePacker {
    packer: pack::FramePacker,
    input: Input,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl FramePacker {
    /// From `{level?, frameTags?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<FramePacker, JsValue> {
        let packer = request_from_js(options, |value| pack::FramePacker::new(&among(value)?))?;
        Ok(Self { packer, input: Input::default(), output: Vec::new() })
    }

    /// Begins a run that follows `lines` complete lines of `bytes` bytes in all.
    pub fn begin(&mut self, lines: f64, bytes: f64) {
        self.output.clear();
        self.packer.begin(lines as u64, bytes as u64);
    }

    /// Address of `n` bytes to write the run's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false after an error.
    pub fn push(&mut self, n: usize) -> bool {
        self.packer.push(self.input.bytes(n), &mut self.output)
    }

    /// Continues with the first `n` reserved bytes, which are tags of `Slice` or `Merge` with `fanOut`; false
    /// after an error.
    #[wasm_bindgen(js_name = pushTags)]
    pub fn push_tags(&mut self, n: usize) -> bool {
        self.packer.push_tags(self.input.bytes(n), &mut self.output)
    }

    /// The run ends here; returns its description, for `PackJoiner.join`.
    pub fn finish(&mut self) -> Result<Vec<u8>, JsValue> {
        self.packer.finish(&mut self.output).map_err(thrown)
    }

    /// How many bytes of frames there are.
    pub fn length(&self) -> usize {
        self.output.len()
    }

    /// Address of the frames, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }
}

/// Joins the index entries of runs, in their order.
#[wasm_bindgen]
pub struct PackJoiner {
    joiner: Option<pack::PackJoiner>,
    written: Value,
}

#[wasm_bindgen]
impl PackJoiner {
    /// From `{level?, frameTags?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<PackJoiner, JsValue> {
        let joiner = request_from_js(options, |value| pack::PackJoiner::new(&among(value)?))?;
        Ok(Self { joiner: Some(joiner), written: Value::Null })
    }

    /// Bytes before the first frame.
    pub fn beginning(&self) -> Vec<u8> {
        self.joiner.as_ref().map(|joiner| joiner.beginning().to_vec()).unwrap_or_default()
    }

    /// Takes the result of `FramePacker.finish`. Throws `{code: "bad-line", ...}`.
    pub fn join(&mut self, run: &[u8]) -> Result<(), JsValue> {
        self.joiner.as_mut().map_or(Ok(()), |joiner| joiner.join(run).map_err(thrown))
    }

    /// All runs were joined; returns the bytes after the frames.
    pub fn finish(&mut self) -> Result<Vec<u8>, JsValue> {
        let mut out = Vec::new();
        if let Some(joiner) = self.joiner.take() {
            self.written = to_value(&joiner.finish(&mut out).map_err(thrown)?);
        }
        Ok(out)
    }

    /// Once finished, `{tags, frames, channels}`.
    pub fn written(&self) -> JsValue {
        to_js(&self.written)
    }
}
