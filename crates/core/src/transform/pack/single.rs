//! Packing a text on one thread.

use crate::request::Params;
use crate::tags::packing::writer;
use crate::tags::{Selection, text::TextSource};
use crate::transform::convert::Converter;
use crate::{Error, Value};

/// Lines in, a recording out.
pub struct FromText {
    converter: Converter,
}

impl FromText {
    /// From `{level?, frameTags?, selection?}`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: Value) -> Result<Self, Error> {
        let selection = Selection::new(options.get("selection").cloned().unwrap_or(Value::Null))?;
        let writer = writer(&Params::new(options)?)?;
        Ok(Self { converter: Converter::new(TextSource::default(), selection, writer) })
    }

    /// Continues with the next bytes of text, and appends finished frames to `out`.
    ///
    /// # Errors
    /// `BadLine` with the line's number, and as [`Writer::push`](crate::tags::Writer::push); what was written until
    /// then is no recording.
    pub fn push(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.converter.push(text, out)?;
        self.check()
    }

    /// The text ends here: appends the last frame and the index to `out`.
    ///
    /// # Errors
    /// As [`FromText::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        self.converter.end(out)?;
        self.check()?;
        self.converter.finish(out).map(|_| ())
    }

    fn check(&self) -> Result<(), Error> {
        self.converter.totals().errors().next().map_or(Ok(()), Err)
    }
}
