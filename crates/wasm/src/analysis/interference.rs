//! Fits to what several recordings counted.

use tagview_core::estimate::interference;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{from_js, thrown, to_js};

/// A dip or a fringe fitted to `{shape, positions, counts, exposure}`. Throws `{code: "usage", ...}`.
#[wasm_bindgen(js_name = fitInterference)]
pub fn fit_interference(request: &JsValue) -> Result<JsValue, JsValue> {
    from_js(request).and_then(interference).map(|result| to_js(&result)).map_err(thrown)
}
