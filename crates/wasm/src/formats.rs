//! What a file is.

use tagview_core::{Value, formats};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::to_js;

/// What the file is that begins with `head`, ends with `tail` and is called `name`: `{format, name, readable, opens}`.
#[wasm_bindgen]
pub fn recognise(head: &[u8], tail: &[u8], name: &str) -> JsValue {
    to_js(&Value::from(formats::recognise(head, tail, name)))
}
