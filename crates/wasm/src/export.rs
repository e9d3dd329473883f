//! A recording to a file that other tools read.

use tagview_bridge::Value;
use tagview_bridge::to_value;
use tagview_core::transform::convert::Converter;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{from_js, thrown, to_js};

/// The Parquet file of a table `{metadata?, columns: [{name, kind, cells}]}`, where `kind` is `integer`, `real` or
/// `text`. Throws `{code: "usage", message, offset, remedy}`.
#[wasm_bindgen(js_name = parquetTable)]
pub fn parquet_table(table: &JsValue) -> Result<Vec<u8>, JsValue> {
    from_js(table).and_then(|table| tagview_export::table(&table)).map_err(thrown)
}

/// Converts a recording to a file of another format: `push` and `finish` return the length of the completed bytes.
#[wasm_bindgen]
pub struct Export {
    tags: Option<Converter>,
    input: Input,
    output: Vec<u8>,
    result: Value,
}

#[wasm_bindgen]
impl Export {
    /// From `{target, metadata?, groupTags?, selection?, define?, tick?}`. Throws
    /// `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Export, JsValue> {
        let tags = from_js(options).and_then(tagview_export::export).map_err(thrown)?;
        Ok(Self { tags: Some(tags), input: Input::default(), output: Vec::new(), result: Value::Null })
    }

    /// Address of `n` bytes to write the recording's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes.
    pub fn push(&mut self, n: usize) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(tags) = &mut self.tags {
            tags.push(self.input.bytes(n), &mut self.output).map_err(thrown)?;
        }
        Ok(self.output.len())
    }

    /// The recording ends here.
    pub fn finish(&mut self) -> Result<usize, JsValue> {
        self.output.clear();
        if let Some(mut tags) = self.tags.take() {
            tags.end(&mut self.output).map_err(thrown)?;
            let read = tags.describe();
            let written = tags.finish(&mut self.output).map_err(thrown)?.unwrap_or_default();
            let head = written.head.map_or(Value::Null, Value::Bytes);
            let written = Value::map([("tags", Value::Count(written.tags)), ("head", head)]);
            self.result = Value::map([("read", to_value(&read)), ("written", written)]);
        }
        Ok(self.output.len())
    }

    /// Address of the output, until the next `push`.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }

    /// Once finished, `{read, written}`: `read` is `Snapshot` without analyses, `written` is `{tags, head}`. `head`
    /// replaces the same number of bytes at the file's beginning, or is `null`.
    pub fn result(&self) -> JsValue {
        to_js(&self.result)
    }
}
