//! Simulated tags for timing analyses, made in this module because the one with the analyses has no simulator.

use tagview_core::workload::TagWorkload;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::thrown;

/// The bytes of that number of tags of channels 3 and 15, for `AnalysisWorkload`. Throws `{code: "usage", ...}`.
#[wasm_bindgen(js_name = workloadTags)]
pub fn workload_tags(tags: usize) -> Result<Vec<u8>, JsValue> {
    let workload = TagWorkload::new(tags).map_err(thrown)?;
    Ok(bytemuck::cast_slice(workload.tags()).to_vec())
}
