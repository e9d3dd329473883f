//! Analyses to be timed as they ship.

use tagview_bridge::requests::analysis_request;
use tagview_core::tags::Tag;
use tagview_core::workload::TagWorkload;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{request_from_js, thrown};

/// The same tags through one analysis or another; see [`TagWorkload`].
#[wasm_bindgen]
pub struct AnalysisWorkload {
    workload: TagWorkload,
}

#[wasm_bindgen]
impl AnalysisWorkload {
    /// On the tags that `workloadTags` of the module `more` made.
    #[wasm_bindgen(constructor)]
    pub fn new(tags: &[u8]) -> AnalysisWorkload {
        let tags = tags.chunks_exact(size_of::<Tag>()).map(bytemuck::pod_read_unaligned).collect();
        Self { workload: TagWorkload::of(tags) }
    }

    /// All tags once through the analysis of `request`, `{name, ...parameters}`. Throws `{code: "usage", ...}`.
    pub fn run(&self, request: &JsValue) -> Result<(), JsValue> {
        let request = request_from_js(request, analysis_request)?;
        self.workload.run(&request.analysis).map_err(thrown)
    }
}
