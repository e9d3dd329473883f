//! A recording into lines of text: what `cat` does.

use super::convert::{Converter, whole_source};
use super::with_virtual::{selection, with_virtual};
use crate::request::Params;
use crate::tags::{Recording, TagSink, TagSource, text::TextSink};
use crate::{Error, Value};

/// A recording in, `channel<TAB>time` lines out: see [`recording_into`].
///
/// # Errors
/// `Usage` naming what is wrong.
pub fn to_text(options: Value) -> Result<Converter, Error> {
    recording_into(options, Box::new(TextSink::default()))
}

/// A recording into `sink`, from `{selection?, define?, tick?, at?, followed?, origin?, import?, ...}`: of the tags that
/// `selection` (see [`Selection::new`](crate::tags::Selection::new)) lets through, and of those of virtual channels
/// ([`Definitions::read`](crate::run::virtual_channels::Definitions::read)), which no part of a file can have. For a part of a file, `at` is the byte offset of its first frame, `followed` whether the file goes on behind it, and `origin` the
/// time in ticks of the file's first tag, without which a selected range counts from the part's.
///
/// # Errors
/// `Usage` naming what is wrong.
pub fn recording_into(options: Value, sink: Box<dyn TagSink>) -> Result<Converter, Error> {
    let mut selection = selection(&options)?;
    let sink = with_virtual(&options, sink)?;
    let is_followed = options.get("followed") == Some(&Value::Bool(true));
    let whole = whole_source(&options)?;
    let params = Params::new(options)?;
    if let Some(origin) = params.time("origin")? {
        selection.set_origin(origin);
    }
    let recording: Box<dyn TagSource> = match params.unsigned("at")?.unwrap_or(0) {
        0 if is_followed => Box::new(Recording::default().followed()),
        0 => whole,
        at if is_followed => Box::new(Recording::part(at).followed()),
        at => Box::new(Recording::part(at)),
    };
    Ok(Converter::new(recording, selection, sink))
}
