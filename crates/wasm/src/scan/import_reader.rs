//! A recording of another time tagger, read for a `PartReader`.

use tagview_bridge::requests::import_options;
use tagview_core::scan;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{request_from_js, result_to_js, thrown};

/// Bytes of such a file in, tags for `PartReader.pushTags` out.
#[wasm_bindgen]
pub struct ImportReader {
    reader: scan::ImportReader,
    input: Input,
    /// Tags returned by the last `take_tags`.
    taken: Vec<u8>,
}

#[wasm_bindgen]
impl ImportReader {
    /// From `{import, fanOut?, followed?, ...}`: the format's id and its options. A part that is not the first begins with
    /// the `state` that the `ImportScout` returned. Throws `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, state: Option<Vec<u8>>) -> Result<ImportReader, JsValue> {
        let options = request_from_js(options, import_options)?;
        let reader = scan::ImportReader::new(&options, state.as_deref()).map_err(thrown)?;
        Ok(Self { reader, input: Input::default(), taken: Vec::new() })
    }

    /// Address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; false if no more bytes are needed.
    pub fn push(&mut self, n: usize) -> bool {
        self.reader.push(self.input.bytes(n));
        self.reader.wants_more()
    }

    /// The file ends here, or with `is_cut`, reading has failed here and the file continues.
    pub fn finish(&mut self, is_cut: bool) {
        self.reader.finish(is_cut);
    }

    /// Takes the waiting tags if there are at least `least`. Returns their length in bytes, otherwise 0.
    #[wasm_bindgen(js_name = takeTags)]
    pub fn take_tags(&mut self, least: u32) -> usize {
        self.taken = self.reader.take_tags(least.into()).unwrap_or_default();
        self.taken.len()
    }

    /// Address of the tags that `takeTags` returned, valid until its next call.
    #[wasm_bindgen(js_name = takenTags)]
    pub fn taken_tags(&self) -> *const u8 {
        self.taken.as_ptr()
    }

    /// Totals so far, for `PartReader.countImport`.
    pub fn totals(&self) -> Result<Vec<u8>, JsValue> {
        self.reader.totals().map_err(thrown)
    }

    /// As `PartReader.describe`, of all tags so far.
    pub fn describe(&self) -> JsValue {
        result_to_js(&self.reader.describe())
    }

    /// `{tick, facts}`: the length of a tick, null if it is not known, and the facts that the file states besides its tags.
    pub fn about(&self) -> JsValue {
        result_to_js(&self.reader.about())
    }
}
