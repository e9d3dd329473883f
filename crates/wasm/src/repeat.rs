//! Analyses without decoding, to be timed.

use tagview_core::analysis::Workload;
use tagview_core::request::Params;
use tagview_core::{Code, Error, Value};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{error_to_js, from_js};

/// The same tags through one analysis or another; see [`Workload`].
#[wasm_bindgen]
pub struct AnalysisRepeat {
    repeat: Workload,
}

#[wasm_bindgen]
impl AnalysisRepeat {
    /// So many tags of channels 3 and 15.
    #[wasm_bindgen(constructor)]
    pub fn new(tags: usize) -> Result<AnalysisRepeat, JsValue> {
        let repeat = Workload::new(tags).map_err(|error| error_to_js(&error))?;
        Ok(Self { repeat })
    }

    /// All tags once through the analysis of `request`, `{name, ...parameters}`. Throws
    /// `{code: "usage", ...}`.
    pub fn run(&self, request: &JsValue) -> Result<(), JsValue> {
        self.try_run(request).map_err(|error| error_to_js(&error))
    }

    fn try_run(&self, request: &JsValue) -> Result<(), Error> {
        let request = from_js(request)?;
        let Some(Value::Text(name)) = request.get("name").cloned() else {
            return Err(Error::new(Code::Usage, "an analysis has no `name`", "name it"));
        };
        self.repeat.run(&name, &Params::new(request)?)
    }
}
