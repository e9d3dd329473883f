//! A recording into lines of text: what `cat` does.

use super::convert::Converter;
use crate::request::Params;
use crate::tags::{Recording, Selection, text::TextSink};
use crate::{Error, Value};

/// A recording in, `channel<TAB>time` lines out, from `{selection?, at?, origin?}`: of the tags that `selection` (see
/// [`Selection::new`]) lets through. For a part of a file, `at` is the byte offset of its first frame, and `origin` the
/// time in ticks of the file's first tag, without which a selected range counts from the part's.
///
/// # Errors
/// `Usage` naming what is wrong.
pub fn to_text(options: Value) -> Result<Converter, Error> {
    let mut selection = Selection::new(options.get("selection").cloned().unwrap_or(Value::Null))?;
    let params = Params::new(options)?;
    if let Some(origin) = params.time("origin")? {
        selection.set_origin(origin);
    }
    let recording = match params.unsigned("at")? {
        Some(at) if at > 0 => Recording::part(at),
        _ => Recording::default(),
    };
    Ok(Converter::new(recording, selection, TextSink::default()))
}
