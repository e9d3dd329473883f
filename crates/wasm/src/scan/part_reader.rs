//! One pass over a recording, or over a part of one.

use std::hint::black_box;

use tagview_bridge::requests::part_request;
use tagview_core::scan;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{request_from_js, result_to_js, thrown};

/// A set of analyses on a part of a recording.
#[wasm_bindgen]
pub struct PartReader {
    reader: scan::PartReader,
    input: Input,
    /// Tags that were given away last.
    taken: Vec<u8>,
}

/// Bytes by which wasm memory is grown at once where tags are held. They come 32 kB at a time, and memory that grew
/// with them, 64 kB at a time, would take Node 0.3 ms each time; it takes as long for 16 MiB. Memory that is never
/// written to costs nothing.
const GROWTH: usize = 16 << 20;

#[wasm_bindgen]
impl PartReader {
    /// Throws `{code: "usage", message, offset, remedy}` where the request is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &JsValue) -> Result<PartReader, JsValue> {
        let (request, options, _) = request_from_js(request, part_request)?;
        let reader = scan::PartReader::new(&request, &options).map_err(thrown)?;
        if reader.holds_tags() {
            let mut room = Vec::<u8>::new();
            // Where less memory is left, that may be enough all the same.
            let _ = room.try_reserve_exact(GROWTH);
            // Nobody uses it: the compiler would leave it out.
            black_box(room);
        }
        Ok(Self { reader, input: Input::default(), taken: Vec::new() })
    }

    /// The address of `n` bytes to write the part's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false if more of the file would change nothing.
    pub fn push(&mut self, n: usize) -> bool {
        self.reader.push(self.input.bytes(n));
        self.reader.wants_more()
    }

    /// The part ends here. The memory for its bytes is given back.
    pub fn finish(&mut self) {
        self.reader.finish();
        self.input = Input::default();
    }

    /// State of the part: `{origin, start, min, max, sound, tags, held_tags, held_bytes}`.
    pub fn describe(&self) -> JsValue {
        result_to_js(&self.reader.describe())
    }

    /// Partial results so far, for `PartJoiner.join`.
    pub fn save(&self) -> Result<Vec<u8>, JsValue> {
        self.reader.save().map_err(thrown)
    }

    /// Partial results of the `background` analyses of the request, in the form of `save`; `undefined` without any.
    pub fn background(&self) -> Result<Option<Vec<u8>>, JsValue> {
        self.reader.background().map_err(thrown)
    }

    /// What another request finds in the tags that are held, in the form of `save`.
    pub fn query(&self, request: &JsValue) -> Result<Vec<u8>, JsValue> {
        let (request, _, after) = request_from_js(request, part_request)?;
        self.reader.query(&request, after).map_err(thrown)
    }

    /// With `fanOut`: gives away the tags that wait, for `pushTags` of another reader, once there are `least`; answers
    /// how many bytes they take, 0 before.
    #[wasm_bindgen(js_name = takeTags)]
    pub fn take_tags(&mut self, least: u32) -> usize {
        self.taken = Vec::new();
        self.taken = self.reader.take_tags(least.into()).unwrap_or_default();
        self.taken.len()
    }

    /// The address of the tags that were given away, until the next call.
    #[wasm_bindgen(js_name = takenTags)]
    pub fn taken_tags(&self) -> *const u8 {
        self.taken.as_ptr()
    }

    /// The tags that were pushed are all of a recording that an `ImportReader` reads, which gave these totals. Throws
    /// `{code: "mismatch", ...}`.
    #[wasm_bindgen(js_name = countImport)]
    pub fn count_import(&mut self, totals: &[u8]) -> Result<(), JsValue> {
        self.reader.count_import(totals).map_err(thrown)
    }

    /// Continues with tags that another reader gave away. Throws `{code: "mismatch", ...}`.
    #[wasm_bindgen(js_name = pushTags)]
    pub fn push_tags(&mut self, tags: &[u8]) -> Result<(), JsValue> {
        self.reader.push_tags(tags).map_err(thrown)
    }
}
