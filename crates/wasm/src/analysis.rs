//! What needs no decoding: fits to counts, and analyses to be timed.

use tagview_core::analysis::{Workload, interference};
use tagview_core::request::Params;
use tagview_core::{Code, Error, Value};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{from_js, thrown, to_js};

/// A dip or a fringe fitted to `{shape, positions, counts, exposure}`. Throws `{code: "usage", ...}`.
#[wasm_bindgen(js_name = fitInterference)]
pub fn fit_interference(request: &JsValue) -> Result<JsValue, JsValue> {
    from_js(request).and_then(interference).map(|result| to_js(&result)).map_err(thrown)
}

/// The same tags through one analysis or another; see [`Workload`].
#[wasm_bindgen]
pub struct AnalysisWorkload {
    workload: Workload,
}

#[wasm_bindgen]
impl AnalysisWorkload {
    /// `tags` tags of channels 3 and 15.
    #[wasm_bindgen(constructor)]
    pub fn new(tags: usize) -> Result<AnalysisWorkload, JsValue> {
        Ok(Self { workload: Workload::new(tags).map_err(thrown)? })
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
