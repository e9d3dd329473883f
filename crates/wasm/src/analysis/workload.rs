//! Analyses to be timed as they ship.

use tagview_core::request::Params;
use tagview_core::tags::Tag;
use tagview_core::workload::Workload;
use tagview_core::{Code, Error, Value};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{from_js, thrown};

/// The same tags through one analysis or another; see [`Workload`].
#[wasm_bindgen]
pub struct AnalysisWorkload {
    workload: Workload,
}

#[wasm_bindgen]
impl AnalysisWorkload {
    /// On the tags that `workloadTags` of the module `more` made.
    #[wasm_bindgen(constructor)]
    pub fn new(tags: &[u8]) -> AnalysisWorkload {
        let tags = tags.chunks_exact(size_of::<Tag>()).map(bytemuck::pod_read_unaligned).collect();
        Self { workload: Workload::of(tags) }
    }

    /// All tags once through the analysis of `request`, `{name, ...parameters}`. Throws `{code: "usage", ...}`.
    pub fn run(&self, request: &JsValue) -> Result<(), JsValue> {
        self.try_run(request).map_err(thrown)
    }

    fn try_run(&self, request: &JsValue) -> Result<(), Error> {
        let request = from_js(request)?;
        let Some(Value::Text(name)) = request.get("name").cloned() else {
            return Err(Error::new(Code::Usage, "an analysis has no `name`", "name it"));
        };
        self.workload.run(&name, &Params::new(request)?)
    }
}
