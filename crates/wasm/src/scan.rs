//! One pass over a recording, or over a part of one.

use std::hint::black_box;

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

/// Tags that are kept come 32 kB at a time. Wasm memory that grew with them, 64 kB at a time, would take Node 0.3 ms
/// each time; it takes as long for so much at once, and what is never written to costs no memory.
const ROOM: usize = 16 << 20;

#[wasm_bindgen]
impl Scan {
    /// Throws `{code: "usage", message, offset, remedy}` where the request is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &JsValue) -> Result<Scan, JsValue> {
        let scan = from_js(request).and_then(scan::Scan::new).map_err(|error| error_to_js(&error))?;
        if scan.keeps() {
            let mut room = Vec::<u8>::new();
            // Where there is not so much, there may be as much as is needed.
            let _ = room.try_reserve_exact(ROOM);
            // Nobody uses it: the compiler would leave it out.
            black_box(room);
        }
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

    /// The file ends here. The room for its bytes is given back.
    pub fn finish(&mut self) {
        self.scan.finish();
        self.input = Input::default();
    }

    /// Everything known so far.
    pub fn snapshot(&self) -> JsValue {
        to_js(&self.scan.snapshot())
    }

    /// What is known of a part: `PartDescription` of `engine/src/part.ts`.
    pub fn part(&self) -> JsValue {
        to_js(&self.scan.describe_part())
    }

    /// Everything found so far, for `join` of a scan with the same request.
    pub fn save(&self) -> Result<Vec<u8>, JsValue> {
        self.scan.save().map_err(|error| error_to_js(&error))
    }

    /// Appends what was found in the part that follows.
    pub fn join(&mut self, later: &[u8]) -> Result<(), JsValue> {
        self.scan.join(later).map_err(|error| error_to_js(&error))
    }

    /// All parts were joined.
    pub fn conclude(&mut self) {
        self.scan.conclude();
    }

    /// The snapshot there would be after joining `later`.
    pub fn preview(&self, later: &[u8]) -> Result<JsValue, JsValue> {
        self.scan.preview(later).map(|snapshot| to_js(&snapshot)).map_err(|error| error_to_js(&error))
    }

    /// What another request finds in the tags that were kept, in the form of `save`.
    pub fn ask(&self, request: &JsValue) -> Result<Vec<u8>, JsValue> {
        from_js(request).and_then(|request| self.scan.ask(request)).map_err(|error| error_to_js(&error))
    }

    /// What the `standing` analyses of the request have found, in the form of `save`; `undefined` where there are none.
    pub fn standing(&self) -> Result<Option<Vec<u8>>, JsValue> {
        self.scan.standing().map_err(|error| error_to_js(&error))
    }

    /// The snapshot of another request with the same selection, where what was found tells it;
    /// `undefined` where the tags would have to be gone through.
    pub fn derive(&self, request: &JsValue) -> Result<JsValue, JsValue> {
        let derived = from_js(request).and_then(|request| self.scan.derive(&request));
        derived
            .map(|snapshot| snapshot.map_or(JsValue::UNDEFINED, |snapshot| to_js(&snapshot)))
            .map_err(|error| error_to_js(&error))
    }

    /// Gives the tags away that are to be relayed, for `hold` of another scan, once there are `least` of them.
    #[wasm_bindgen(js_name = handOver)]
    pub fn hand_over(&mut self, least: u32) -> Option<Vec<u8>> {
        self.scan.hand_over(least.into())
    }

    /// Continues with tags that another scan gave away.
    pub fn hold(&mut self, tags: &[u8]) -> Result<(), JsValue> {
        self.scan.hold(tags).map_err(|error| error_to_js(&error))
    }
}
