//! Lines of text into a recording: what `pack` does.

mod parallel;

use crate::request::Params;
use crate::tags::Selection;
use crate::tags::Tag;
use crate::tags::text;
use crate::tags::writer::{DEFAULT_FRAME_TAGS, DEFAULT_LEVEL, MAX_FRAME_TAGS, Writer};
use crate::zstd::LEVELS;
use crate::{Code, Error, Value};

pub use parallel::{FramePacker, PackJoiner, line_splitter};

/// Text is read in pieces of so many bytes, so that their tags are still in a near cache when they are
/// written.
const TEXT_PIECE: usize = 64 << 10;

/// Lines in, a recording out.
pub struct FromText {
    parse: text::Parse,
    selection: Selection,
    writer: Writer,
    tags: Vec<Tag>,
}

impl FromText {
    /// From `{level?, frameTags?, selection?}`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: Value) -> Result<Self, Error> {
        let selection = Selection::new(options.get("selection").cloned().unwrap_or(Value::Null))?;
        let writer = writer(&Params::new(options)?)?;
        Ok(Self { parse: text::Parse::default(), selection, writer, tags: Vec::new() })
    }

    /// Continues with a piece of text, and appends finished frames to `out`.
    ///
    /// # Errors
    /// `BadLine` with the line's number; what was written until then is no recording.
    pub fn push(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        for text in text.chunks(TEXT_PIECE) {
            self.parse.push(text, &mut self.tags)?;
            self.write(out)?;
        }
        Ok(())
    }

    /// The text ends here: appends the last frame and the index to `out`.
    ///
    /// # Errors
    /// As [`FromText::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        std::mem::take(&mut self.parse).finish(&mut self.tags)?;
        self.write(out)?;
        self.writer.finish(out).map(|_| ())
    }

    fn write(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let outcome = write_selected(&mut self.selection, &mut self.writer, &self.tags, out);
        self.tags.clear();
        outcome
    }
}

/// Gives those of `tags` that `selection` lets through to `writer`.
///
/// # Errors
/// As [`Writer::push`].
pub fn write_selected(
    selection: &mut Selection,
    writer: &mut Writer,
    tags: &[Tag],
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut outcome = Ok(());
    selection.apply(tags, &mut |tags| {
        if outcome.is_ok() {
            outcome = writer.push(tags, out);
        }
    });
    outcome
}

/// A writer as `{level?, frameTags?}` ask for it.
///
/// # Errors
/// `Usage` where either is out of range.
pub fn writer(options: &Params) -> Result<Writer, Error> {
    let (level, frame_tags) = packing(options)?;
    Writer::new(level, frame_tags)
}

/// `level` and `frameTags` of `{level?, frameTags?}`.
///
/// # Errors
/// `Usage` where either is out of range.
fn packing(options: &Params) -> Result<(i32, usize), Error> {
    let level = options.time("level")?.unwrap_or(i64::from(DEFAULT_LEVEL));
    let frame_tags = options.time("frameTags")?.map_or(Ok(DEFAULT_FRAME_TAGS), usize::try_from);
    let Some(level) = i32::try_from(level).ok().filter(|level| LEVELS.contains(level)) else {
        let levels = format!("choose from {} to {}", LEVELS.start(), LEVELS.end());
        return Err(Error::new(Code::Usage, format!("there is no compression level {level}"), levels));
    };
    match frame_tags {
        Ok(frame_tags) if (1..=MAX_FRAME_TAGS).contains(&frame_tags) => Ok((level, frame_tags)),
        _ => Err(Error::new(
            Code::Usage,
            "`frameTags` is not a number of tags",
            format!("choose from 1 to {MAX_FRAME_TAGS}"),
        )),
    }
}
