//! A recording into lines of text: what `cat` does.

use crate::request::Params;
use crate::tags::{Recording, Selection, text};
use crate::{Error, Value};

/// A recording in, `channel<TAB>time` lines out.
pub struct ToText {
    recording: Recording,
    selection: Selection,
}

impl ToText {
    /// From `{selection?, at?, origin?}`: of the tags that `selection` (see [`Selection::new`]) lets
    /// through. For a part of a file, `at` is the offset of its first frame, and `origin` the time of
    /// the file's first tag, without which a selected range counts from the part's.
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: Value) -> Result<Self, Error> {
        let mut selection = Selection::new(options.get("selection").cloned().unwrap_or(Value::Null))?;
        let params = Params::new(options)?;
        if let Some(origin) = params.time("origin")? {
            selection.set_origin(origin);
        }
        let recording = match params.unsigned("at")? {
            Some(at) if at > 0 => Recording::part(at),
            _ => Recording::default(),
        };
        Ok(Self { recording, selection })
    }

    /// Continues with the next bytes of the file, and appends lines to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let selection = &mut self.selection;
        self.recording.push(bytes, &mut |tags| selection.apply(tags, &mut |tags| text::format(tags, out)));
    }

    /// The file ends here.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let selection = &mut self.selection;
        self.recording.finish(&mut |tags| selection.apply(tags, &mut |tags| text::format(tags, out)));
    }

    /// Time of the file's first tag, where a selected range counts from it and it is known.
    pub fn origin(&self) -> Option<i64> {
        self.selection.origin()
    }

    /// What was read, and what was damaged.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
}
