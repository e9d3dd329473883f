//! Packing a text file on one thread.

use crate::Error;
use crate::tags::packing::PackingOptions;
use crate::tags::text::TextSource;
use crate::transform::convert::Converter;
use crate::transform::options::TagsRequest;

/// Lines in, a recording out.
pub struct FromText {
    converter: Converter,
}

impl FromText {
    /// Packs the selected tags of a text file.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(tags: &TagsRequest, packing: &PackingOptions) -> Result<Self, Error> {
        let sink = tags.before(Box::new(packing.writer()?))?;
        Ok(Self { converter: Converter::new(Box::<TextSource>::default(), tags.recorded()?, sink) })
    }

    /// Continues with the next bytes of text, and appends finished frames to `out`.
    ///
    /// # Errors
    /// `BadLine` with the line's number, and as [`Writer::push`](crate::tags::Writer::push); the bytes written until
    /// then are not a recording.
    pub fn push(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.converter.push(text, out)?;
        self.check()
    }

    /// The text ends here: appends the last frame and the index to `out`.
    ///
    /// # Errors
    /// Those of [`FromText::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        self.converter.end(out)?;
        self.check()?;
        self.converter.finish(out).map(|_| ())
    }

    fn check(&self) -> Result<(), Error> {
        self.converter.totals().errors().next().map_or(Ok(()), Err)
    }
}
