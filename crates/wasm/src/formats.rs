//! Recognition of files.

use tagview_core::{formats, tags};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::result_to_js;

/// The same as `recognise` for a recording of tagview's own format, by its first bytes, and null for anything else.
#[wasm_bindgen(js_name = recogniseRecording)]
pub fn recognise_recording(head: &[u8]) -> JsValue {
    result_to_js(&formats::recognise_recording(head))
}

/// Recognises the file that begins with `head`, ends with `tail` and has the name `name`: `{format, name, readable,
/// opens, command, import}`.
#[cfg(feature = "more")]
#[wasm_bindgen]
pub fn recognise(head: &[u8], tail: &[u8], name: &str) -> JsValue {
    result_to_js(&formats::recognise(head, tail, name))
}

/// The facts of the recording that begins with `head`, by key; null for none.
#[wasm_bindgen(js_name = readAbout)]
pub fn read_about(head: &[u8]) -> JsValue {
    result_to_js(&tags::about::read(head))
}
