//! Files of histograms; the shapes are those of `tagview_core::import`.

use tagview_core::analysis::lifetime_of_curve;
use tagview_core::import::read_histograms;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{result_to_js, thrown};

/// All of a file of histograms. Throws `{code, message, offset, remedy}` where nothing of it can be read.
#[wasm_bindgen(js_name = histogramsRead)]
pub fn read(bytes: &[u8], unit: Option<String>) -> Result<JsValue, JsValue> {
    Ok(result_to_js(&read_histograms(bytes, unit.as_deref()).map_err(thrown)?))
}

/// The decays of a curve, one or `two`; a tick is a bin. `resolution` and `period` are in seconds.
#[wasm_bindgen(js_name = histogramLifetime)]
pub fn lifetime(
    counts: &[f64],
    resolution: Option<f64>,
    period: Option<f64>,
    two: bool,
) -> Result<JsValue, JsValue> {
    let counts: Vec<u64> = counts.iter().map(|count| *count as u64).collect();
    Ok(result_to_js(&lifetime_of_curve(&counts, resolution, period, two).map_err(thrown)?))
}
