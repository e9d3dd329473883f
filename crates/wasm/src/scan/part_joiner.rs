//! Partial results of parts into the result of the whole.

use tagview_bridge::requests::part_request;
use tagview_bridge::snapshot;
use tagview_core::scan;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{request_from_js, result_to_js, thrown, to_js};

/// Joins the results of `PartReader.save`, in the order of the file.
#[wasm_bindgen]
pub struct PartJoiner {
    joiner: scan::PartJoiner,
}

#[wasm_bindgen]
impl PartJoiner {
    /// Creates a joiner for the request of the parts. Throws `{code: "usage", message, offset, remedy}` if it is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &JsValue) -> Result<PartJoiner, JsValue> {
        let (request, ..) = request_from_js(request, part_request)?;
        Ok(Self { joiner: scan::PartJoiner::new(request).map_err(thrown)? })
    }

    /// Appends the results of the following part. Throws `{code: "mismatch", ...}`, with nothing changed.
    pub fn join(&mut self, later: &[u8]) -> Result<(), JsValue> {
        self.joiner.join(later).map_err(thrown)
    }

    /// Appends the results of a whole recording. Throws like `join`, also if it begins before the joined times end.
    #[wasm_bindgen(js_name = joinRecording)]
    pub fn join_recording(&mut self, later: &[u8]) -> Result<(), JsValue> {
        self.joiner.join_recording(later).map_err(thrown)
    }

    /// Adds an independent run, a whole recording with its own time origin. Throws like `join`, and `usage` if results
    /// can't be added.
    #[wasm_bindgen(js_name = sumRecording)]
    pub fn sum_recording(&mut self, later: &[u8]) -> Result<(), JsValue> {
        self.joiner.sum_recording(later).map_err(thrown)
    }

    /// All parts were joined.
    pub fn conclude(&mut self) {
        self.joiner.conclude();
    }

    /// Joined partial results so far, for `join` of another joiner. Throws `{code: "mismatch", ...}`.
    pub fn save(&self) -> Result<Vec<u8>, JsValue> {
        self.joiner.save().map_err(thrown)
    }

    /// Everything known so far.
    pub fn snapshot(&self) -> JsValue {
        to_js(&snapshot(&self.joiner.snapshot()))
    }

    /// The snapshot after all parts were joined. Columns are empty if they have more than `most`
    /// numbers in total.
    pub fn outline(&self, most: usize) -> JsValue {
        to_js(&snapshot(&self.joiner.outline(most)))
    }

    /// How many bins the columns of the analysis `id` have, if `column` has bins; else 0.
    pub fn bins(&self, id: &str) -> usize {
        self.joiner.bins(id)
    }

    /// A column's bins from `from` to before `to`; `undefined` if there is no such column, or bin.
    pub fn column(&self, id: &str, name: &str, from: usize, to: usize) -> JsValue {
        self.joiner.column(id, name, from..to).map_or(JsValue::UNDEFINED, |column| result_to_js(&column))
    }

    /// The snapshot there would be after joining `later`. Throws as `join`.
    pub fn preview(&self, later: &[u8]) -> Result<JsValue, JsValue> {
        self.joiner.preview(later).map(|joined| to_js(&snapshot(&joined))).map_err(thrown)
    }

    /// The snapshot of another request with the same selection, if it follows from the result;
    /// `undefined` if the tags would have to be read again.
    pub fn derive(&self, request: &JsValue) -> Result<JsValue, JsValue> {
        let (request, ..) = request_from_js(request, part_request)?;
        let derived = self.joiner.derive(&request).map_err(thrown)?;
        Ok(derived.map_or(JsValue::UNDEFINED, |derived| to_js(&snapshot(&derived))))
    }
}
