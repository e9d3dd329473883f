//! One pass over a recording.

use tagview_core::scan;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{error_to_js, from_js, to_js};
use crate::input::Input;

/// A set of analyses on one recording; see `engine/src/request.ts` and `results.ts`.
#[wasm_bindgen]
pub struct Scan {
    scan: scan::Scan,
    input: Input,
}

#[wasm_bindgen]
impl Scan {
    /// Throws `{code: "usage", message, offset, remedy}` where the request is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &JsValue) -> Result<Scan, JsValue> {
        let scan = from_js(request).and_then(scan::Scan::new).map_err(|error| error_to_js(&error))?;
        Ok(Self { scan, input: Input::default() })
    }

    /// The address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false where more of the file would change nothing.
    pub fn push(&mut self, n: usize) -> bool {
        self.scan.push(self.input.bytes(n));
        self.scan.wants_more()
    }

    /// The file ends here.
    pub fn finish(&mut self) {
        self.scan.finish();
    }

    /// Everything known so far.
    pub fn snapshot(&self) -> JsValue {
        to_js(&self.scan.snapshot())
    }
}
