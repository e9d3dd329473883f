//! Offset headers; the shapes are those of `tagview_core::offsets`.

use tagview_core::offsets::{self, Encoding, Inspected};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{result_to_js, thrown};

/// Everything about a pasted header. `encoding` replaces its recognition; `rows`: whether a `v2` header
/// gets a row per partition in addition to the columns. JavaScript makes the rows of all others in a tenth of the time.
#[wasm_bindgen(js_name = offsetsRead)]
pub fn read(header: &str, encoding: Option<String>, rows: bool) -> Result<JsValue, JsValue> {
    let header = open(header, encoding)?;
    Ok(result_to_js(&header.report(rows && !header.compartments.is_empty())))
}

/// The result of Mimir for `partition` of `compartment` (0 if there are none): `{offsets, sentence}`, an offset per
/// Kafka cluster or `null`, and a sentence if Mimir does not find an entry that a reader sees.
#[wasm_bindgen(js_name = offsetsLookup)]
pub fn lookup(
    header: &str,
    encoding: Option<String>,
    compartment: i64,
    partition: i32,
) -> Result<JsValue, JsValue> {
    Ok(result_to_js(&open(header, encoding)?.lookup(compartment, partition)))
}

/// The same offsets in the encoding `format`. Throws `mismatch` if it can't hold them.
#[wasm_bindgen(js_name = offsetsEncode)]
pub fn encode(header: &str, encoding: Option<String>, format: &str) -> Result<String, JsValue> {
    let format = Encoding::from_name(format).map_err(thrown)?;
    open(header, encoding)?.encode(format).map_err(thrown)
}

/// The length of each of the seven encodings.
#[wasm_bindgen(js_name = offsetsSizes)]
pub fn sizes(header: &str, encoding: Option<String>) -> Result<JsValue, JsValue> {
    Ok(result_to_js(&open(header, encoding)?.sizes()))
}

/// How far `left` is behind `right`.
#[wasm_bindgen(js_name = offsetsDiff)]
pub fn diff(left: &str, right: &str, encoding: Option<String>, rows: bool) -> Result<JsValue, JsValue> {
    // The given encoding is that of the left one; the other side is recognised on its own.
    let (left, right) = (open(left, encoding)?, open(right, None)?);
    Ok(result_to_js(&offsets::diff(&left.offsets, &right.offsets).report(rows)))
}

fn open(header: &str, encoding: Option<String>) -> Result<Inspected<'_>, JsValue> {
    let encoding = encoding.map(|name| Encoding::from_name(&name)).transpose().map_err(thrown)?;
    Ok(offsets::open(header, encoding))
}
