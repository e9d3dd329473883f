//! Fits to the counts of several recordings.

use tagview_bridge::from_value;
use tagview_core::estimate::{interference, settings};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{request_from_js, result_to_js, thrown};

/// A dip or a fringe fitted to `{shape, positions, counts, exposure}`. Throws `{code: "usage", ...}`.
#[wasm_bindgen(js_name = fitInterference)]
pub fn fit_interference(request: &JsValue) -> Result<JsValue, JsValue> {
    let request = request_from_js(request, from_value)?;
    interference(&request).map(|result| result_to_js(&result)).map_err(thrown)
}

/// Correlations of `{settings: [{counts, time, accidentals, accidentals_error}], minus}`. Throws `{code: "usage", ...}`.
#[wasm_bindgen(js_name = settingCorrelations)]
pub fn setting_correlations(request: &JsValue) -> Result<JsValue, JsValue> {
    let request = request_from_js(request, from_value)?;
    settings(&request).map(|result| result_to_js(&result)).map_err(thrown)
}
