//! Recordings to text and back.

use tagview_core::Value;
use tagview_core::tags::text as tsv;
use tagview_core::transform::{
    cat::ToText,
    pack::{FromText, RunJoiner, RunPacker, runs},
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, thrown, to_js};
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
    /// From `{selection?, at?, origin?}`, the latter two for a part of a file. Throws
    /// `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Cat, JsValue> {
        let text = from_js(options).and_then(ToText::new).map_err(thrown)?;
        Ok(Self { text, input: Input::default(), output: Vec::new() })
    }

    /// The address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; answers how many bytes of lines they complete.
    pub fn push(&mut self, n: usize) -> usize {
        self.output.clear();
        self.text.push(self.input.bytes(n), &mut self.output);
        self.output.len()
    }

    /// The file ends here; answers as `push`.
    pub fn finish(&mut self) -> usize {
        self.output.clear();
        self.text.finish(&mut self.output);
        self.output.len()
    }

    /// The address of the lines, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }

    /// Whether what was pushed is sound, and what follows can be read on its own.
    #[wasm_bindgen(js_name = atBorder)]
    pub fn at_border(&self) -> bool {
        self.text.recording().at_border()
    }

    /// Time of the file's first tag, once it is known and where it is needed to select tags.
    pub fn origin(&self) -> Option<i64> {
        self.text.origin()
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
        let recording = from_js(options).and_then(FromText::new).map_err(thrown)?;
        Ok(Self { recording: Some(recording), input: Input::default(), output: Vec::new() })
    }

    /// The address of `n` bytes to write the text's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; answers the length of the frames they complete.
    /// Throws `{code: "bad-line", ...}`.
    pub fn push(&mut self, n: usize) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(recording) = &mut self.recording {
            recording.push(self.input.bytes(n), &mut self.output).map_err(thrown)?;
        }
        Ok(self.output.len())
    }

    /// The text ends here; the last frame and the index. Answers and throws as `push`.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(recording) = self.recording.take() {
            recording.finish(&mut self.output).map_err(thrown)?;
        }
        Ok(self.output.len())
    }

    /// The address of the frames, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }
}

/// Cuts a text into runs of lines, each of which becomes whole frames.
#[wasm_bindgen]
pub struct Runs {
    runs: tsv::Runs,
    input: Input,
}

#[wasm_bindgen]
impl Runs {
    /// From `{level?, frameTags?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Runs, JsValue> {
        let runs = from_js(options).and_then(runs).map_err(thrown)?;
        Ok(Self { runs, input: Input::default() })
    }

    /// The address of `n` bytes to write the text's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// How many of the `n` reserved bytes from `from` on belong to the run under way.
    pub fn next(&mut self, from: usize, n: usize) -> usize {
        let text = self.input.bytes(n);
        self.runs.next(&text[from.min(text.len())..])
    }

    /// Whether the run under way has no bytes yet.
    #[wasm_bindgen(js_name = atBorder)]
    pub fn at_border(&self) -> bool {
        self.runs.at_border()
    }

    /// Complete lines of all runs until now.
    pub fn lines(&self) -> f64 {
        self.runs.lines() as f64
    }
}

/// Makes frames of one run of lines after another.
#[wasm_bindgen]
pub struct PackRun {
    packer: RunPacker,
    input: Input,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl PackRun {
    /// From `{level?, frameTags?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<PackRun, JsValue> {
        let packer = from_js(options).and_then(RunPacker::new).map_err(thrown)?;
        Ok(Self { packer, input: Input::default(), output: Vec::new() })
    }

    /// Begins a run that follows so many complete lines of so many bytes.
    pub fn begin(&mut self, lines: f64, bytes: f64) {
        self.output.clear();
        self.packer.begin(lines as u64, bytes as u64);
    }

    /// The address of `n` bytes to write the run's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false where no more is of use, because something
    /// is wrong.
    pub fn push(&mut self, n: usize) -> bool {
        self.packer.push(self.input.bytes(n), &mut self.output)
    }

    /// The run ends here; answers what is known of it, for `PackJoin.join`.
    pub fn finish(&mut self) -> Result<Vec<u8>, JsValue> {
        self.packer.finish(&mut self.output).map_err(thrown)
    }

    /// How many bytes of frames there are.
    pub fn length(&self) -> usize {
        self.output.len()
    }

    /// The address of the frames, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }
}

/// Joins what is known of runs, in their order.
#[wasm_bindgen]
pub struct PackJoin {
    joiner: Option<RunJoiner>,
}

#[wasm_bindgen]
impl PackJoin {
    /// From `{level?, frameTags?}`. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<PackJoin, JsValue> {
        let joiner = from_js(options).and_then(RunJoiner::new).map_err(thrown)?;
        Ok(Self { joiner: Some(joiner) })
    }

    /// Takes what `PackRun.finish` answered. Throws `{code: "bad-line", ...}`.
    pub fn join(&mut self, run: &[u8]) -> Result<(), JsValue> {
        self.joiner.as_mut().map_or(Ok(()), |joiner| joiner.join(run).map_err(thrown))
    }

    /// The text ends here; answers what follows the frames.
    pub fn finish(&mut self) -> Result<Vec<u8>, JsValue> {
        let mut out = Vec::new();
        self.joiner.take().map_or(Ok(()), |joiner| joiner.finish(&mut out)).map_err(thrown)?;
        Ok(out)
    }
}
