//! Recognition of files.

use serde::Serialize;
use tagview_core::formats::{self, FileKind, Recognised};
use tagview_core::tags;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::result_to_js;

/// A recognised file.
#[derive(Serialize)]
struct RecognisedFile {
    format: Option<&'static str>,
    name: Option<&'static str>,
    readable: bool,
    opens: Option<&'static str>,
    command: Option<&'static str>,
    import: Option<&'static str>,
}

impl From<Recognised> for RecognisedFile {
    fn from(Recognised { format, name, kind, opens, import }: Recognised) -> Self {
        // The engine's readers are sessions; a file of histograms is read by one function.
        let command = (kind == Some(FileKind::Histograms)).then_some("tagview histogram FILE");
        Self { format, name, readable: kind.is_some() && command.is_none(), opens, command, import }
    }
}

/// The same as `recognise` for a recording of tagview's own format, by its first bytes, and null for anything else.
#[wasm_bindgen(js_name = recogniseRecording)]
pub fn recognise_recording(head: &[u8]) -> JsValue {
    result_to_js(&formats::recognise_recording(head).map(RecognisedFile::from))
}

/// Recognises the file that begins with `head`, ends with `tail` and has the name `name`: `{format, name, readable,
/// opens, command, import}`.
#[cfg(feature = "more")]
#[wasm_bindgen]
pub fn recognise(head: &[u8], tail: &[u8], name: &str) -> JsValue {
    result_to_js(&RecognisedFile::from(formats::recognise(head, tail, name)))
}

/// The facts of the recording that begins with `head`, by key; null for none.
#[wasm_bindgen(js_name = readAbout)]
pub fn read_about(head: &[u8]) -> JsValue {
    result_to_js(&tags::about::read(head))
}
