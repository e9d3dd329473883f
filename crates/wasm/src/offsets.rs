//! Offset headers.

use tagview_core::Value;
use tagview_core::offsets::{self, Options};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::to_js;

/// Everything about a pasted header; see `engine/src/offsets.ts`.
#[wasm_bindgen]
pub fn offsets(header: &str) -> JsValue {
    to_js(&offsets::inspect(header, &Options::default()))
}

/// What Mimir would answer for `partition` (of compartment 0): `{offsets, sentence}`, an offset per
/// Kafka cluster or `null`, and a sentence where a person would read what Mimir does not find.
#[wasm_bindgen(js_name = offsetsLookup)]
pub fn lookup(header: &str, partition: i32) -> JsValue {
    let answer = offsets::open(header, None).lookup(0, partition);
    to_js(&Value::map([
        ("offsets", answer.offsets.map_or(Value::Null, Value::Times)),
        ("sentence", answer.sentence.map_or(Value::Null, Value::Text)),
    ]))
}
