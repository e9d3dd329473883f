//! A simulated recording.

use js_sys::Uint8Array;
use tagview_bridge::requests::among;
use tagview_bridge::{Value, source};
use tagview_core::simulate::SimulatedRecording;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{request_from_js, thrown};

/// The file of a simulated photon-pair source, a few frames at a time.
#[wasm_bindgen]
pub struct Simulate {
    recording: SimulatedRecording,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl Simulate {
    /// From the source's parameters and `{level?, frameTags?}`. Throws `{code: "usage", ...}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Simulate, JsValue> {
        let simulated = |options: &Value| SimulatedRecording::new(source(options)?, &among(options)?);
        let recording = request_from_js(options, simulated)?;
        Ok(Self { recording, output: Vec::new() })
    }

    /// The file's next bytes; `undefined` at its end.
    pub fn next(&mut self) -> Result<Option<Uint8Array>, JsValue> {
        self.output.clear();
        let more = self.recording.next(&mut self.output).map_err(thrown)?;
        Ok(more.then(|| self.output.as_slice().into()))
    }
}
