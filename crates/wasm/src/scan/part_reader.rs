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
    /// Tags returned by the last `take_tags`.
    taken: Vec<u8>,
}

/// Bytes by which wasm memory grows at once if tags are held. Each growth takes Node 0.3 ms, whether by 64 kB or by
/// 16 MiB. Unused memory is free until it is written to.
const GROWTH: usize = 16 << 20;

#[wasm_bindgen]
impl PartReader {
    /// Creates a reader for `request`. Throws `{code: "usage", message, offset, remedy}` if the request is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &JsValue) -> Result<PartReader, JsValue> {
        let (request, options, _) = request_from_js(request, part_request)?;
        let reader = scan::PartReader::new(&request, &options).map_err(thrown)?;
        if reader.holds_tags() {
            let mut room = Vec::<u8>::new();
            // A failure is ignored: less memory may be enough.
            let _ = room.try_reserve_exact(GROWTH);
            // Without `black_box`, the compiler removes the unused allocation.
            black_box(room);
        }
        Ok(Self { reader, input: Input::default(), taken: Vec::new() })
    }

    /// Address of `n` bytes to write the part's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false if no more bytes are needed.
    pub fn push(&mut self, n: usize) -> bool {
        self.reader.push(self.input.bytes(n));
        self.reader.wants_more()
    }

    /// Ends the part and frees the memory for its bytes.
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

    /// With `fanOut`: takes the waiting tags for `pushTags` of another reader if there are at least `least`. Returns
    /// their length in bytes, otherwise 0.
    #[wasm_bindgen(js_name = takeTags)]
    pub fn take_tags(&mut self, least: u32) -> usize {
        self.taken = Vec::new();
        self.taken = self.reader.take_tags(least.into()).unwrap_or_default();
        self.taken.len()
    }

    /// Address of the tags that `takeTags` returned, valid until its next call.
    #[wasm_bindgen(js_name = takenTags)]
    pub fn taken_tags(&self) -> *const u8 {
        self.taken.as_ptr()
    }

    /// Takes over the totals of the `ImportReader` that decoded the pushed tags, after all tags of the recording. Throws
    /// `{code: "mismatch", ...}`.
    #[wasm_bindgen(js_name = countImport)]
    pub fn count_import(&mut self, totals: &[u8]) -> Result<(), JsValue> {
        self.reader.count_import(totals).map_err(thrown)
    }

    /// Continues with tags from `takeTags` of another reader. Throws `{code: "mismatch", ...}`.
    #[wasm_bindgen(js_name = pushTags)]
    pub fn push_tags(&mut self, tags: &[u8]) -> Result<(), JsValue> {
        self.reader.push_tags(tags).map_err(thrown)
    }
}

/// A query of the tags that a reader holds, in steps, between which its thread can do other work.
#[wasm_bindgen]
pub struct HeldQuery {
    /// `None` after `finish`.
    query: Option<scan::HeldQuery>,
}

#[wasm_bindgen]
impl HeldQuery {
    /// Begins a query of the tags that `part` holds now. Throws `{code: "usage", ...}` if the request is wrong, or no
    /// tags are held.
    #[wasm_bindgen(constructor)]
    pub fn new(part: &PartReader, request: &JsValue) -> Result<HeldQuery, JsValue> {
        let (request, _, after) = request_from_js(request, part_request)?;
        let query = part.reader.begin_query(&request, after).map_err(thrown)?;
        Ok(Self { query: Some(query) })
    }

    /// Analyses the next block of tags; false at the end. Throws `{code: "usage", ...}` if they are no longer held.
    pub fn step(&mut self, part: &PartReader) -> Result<bool, JsValue> {
        match &mut self.query {
            Some(query) => part.reader.step(query).map_err(thrown),
            None => Ok(false),
        }
    }

    /// Number of held tags from the first that are analysed; at the end, all that were held at the beginning.
    pub fn covered(&self) -> f64 {
        self.query.as_ref().map_or(0.0, |query| query.covered() as f64)
    }

    /// Partial results in the form of `save` of the reader; `undefined` if they were returned before.
    pub fn finish(&mut self, part: &PartReader) -> Result<Option<Vec<u8>>, JsValue> {
        self.query.take().map(|query| part.reader.end_query(query).map_err(thrown)).transpose()
    }
}
