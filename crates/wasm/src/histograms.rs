//! Files of histograms; the shapes are those of `tagview_core::import`.

use tagview_core::analysis::lifetime_of_curve;
use tagview_core::import::read_histograms;
use tagview_core::{Code, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{result_to_js, thrown};

/// All of a file of histograms. Throws `{code, message, offset, remedy}` where nothing of it can be read.
#[wasm_bindgen(js_name = histogramsRead)]
pub fn read(bytes: &[u8], unit: Option<String>) -> Result<JsValue, JsValue> {
    Ok(result_to_js(&read_histograms(bytes, unit.as_deref()).map_err(thrown)?))
}

/// The decays of the curve with this place in the file, one or `two`; a tick is a bin.
#[wasm_bindgen(js_name = histogramLifetime)]
pub fn lifetime(
    bytes: &[u8],
    unit: Option<String>,
    place: usize,
    period: Option<f64>,
    two: bool,
) -> Result<JsValue, JsValue> {
    let file = read_histograms(bytes, unit.as_deref()).map_err(thrown)?;
    let Some(curve) = file.curves.get(place) else {
        let message = format!("the file has {} curves", file.curves.len());
        return Err(thrown(Error::new(Code::Usage, message, "choose one of them")));
    };
    Ok(result_to_js(&lifetime_of_curve(curve, period, two).map_err(thrown)?))
}
