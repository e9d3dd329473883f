//! Packing a text on one thread.

use crate::request::Params;
use crate::tags::packing::writer;
use crate::tags::text::TextSource;
use crate::transform::convert::Converter;
use crate::transform::with_virtual::{selection, with_virtual};
use crate::{Error, Value};

/// Lines in, a recording out.
pub struct FromText {
    converter: Converter,
}

impl FromText {
    /// From `{level?, frameTags?, selection?, define?, tick?}`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: Value) -> Result<Self, Error> {
        let writer = writer(&Params::new(options.clone())?)?;
        let sink = with_virtual(&options, Box::new(writer))?;
        Ok(Self { converter: Converter::new(Box::<TextSource>::default(), selection(&options)?, sink) })
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
