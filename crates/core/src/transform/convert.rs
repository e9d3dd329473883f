//! Converts tags from one kind of file to another, for `cat` and `pack`.

use crate::Error;
use crate::tags::{FileSummary, ReadReport, Selection, Tag, TagSink, TagSource, Totals};

/// Number of bytes of content converted at a time.
const AT_ONCE: u64 = 1 << 20;

/// A source's selected tags into a sink.
pub struct Converter {
    source: Box<dyn TagSource>,
    selection: Selection,
    sink: Box<dyn TagSink>,
}

impl Converter {
    /// Converts the tags of `source` that `selection` selects.
    pub fn new(source: Box<dyn TagSource>, selection: Selection, sink: Box<dyn TagSink>) -> Self {
        Self { source, selection, sink }
    }

    /// Continues with the next bytes of the source, and appends the bytes that the sink completes to `out`.
    /// [`Converter::totals`] has the errors of the source.
    ///
    /// # Errors
    /// Those of [`TagSink::push`].
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { source, selection, sink } = self;
        into_sink(selection, &mut **sink, out, |take| source.push(bytes, take))
    }

    /// Continues with a part of the next bytes of the source, small enough to bound the output for any compression
    /// ratio; returns its length. Push the remaining bytes next.
    ///
    /// # Errors
    /// Those of [`TagSink::push`].
    pub fn push_some(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<usize, Error> {
        let Self { source, selection, sink } = self;
        let mut read = 0;
        into_sink(selection, &mut **sink, out, |take| read = source.push_some(bytes, AT_ONCE, take))?;
        Ok(read)
    }

    /// The source ends here.
    ///
    /// # Errors
    /// Those of [`TagSink::push`].
    pub fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { source, selection, sink } = self;
        into_sink(selection, &mut **sink, out, |take| source.finish(take))?;
        sink.end(out)
    }

    /// After [`Converter::end`]: appends the rest of the output to `out`, and describes it.
    ///
    /// # Errors
    /// `OtherTick` if tags have different ticks, and as [`TagSink::finish`]; the bytes written until then are not a
    /// valid file.
    pub fn finish(self, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.source.totals().one_tick()?;
        self.sink.finish(out)
    }

    /// The numbers of tags and bytes read, and the errors.
    pub fn totals(&self) -> Totals {
        self.source.totals()
    }

    /// See [`TagSource::at_border`].
    pub fn at_border(&self) -> bool {
        self.source.at_border()
    }

    /// Time of the source's first tag, if known and if a selected range counts from it.
    pub fn origin(&self) -> Option<i64> {
        self.selection.origin()
    }

    /// The report on the source.
    pub fn describe(&self) -> ReadReport {
        describe(&*self.source)
    }
}

/// Returns the report on a source.
pub(super) fn describe(source: &dyn TagSource) -> ReadReport {
    let totals = source.totals();
    ReadReport {
        rounded_times: Some(source.rounded()),
        ..totals.report(source.is_done(), totals.findings.all())
    }
}

/// Passes the tags from `read` that `selection` selects to `sink`, up to the first error.
///
/// # Errors
/// Those of [`TagSink::push`].
pub(super) fn into_sink(
    selection: &mut Selection,
    sink: &mut dyn TagSink,
    out: &mut Vec<u8>,
    read: impl FnOnce(&mut dyn FnMut(&[Tag])),
) -> Result<(), Error> {
    let mut outcome = Ok(());
    read(&mut |tags| {
        selection.apply(tags, &mut |tags| {
            if outcome.is_ok() {
                outcome = sink.push(tags, out);
            }
        });
    });
    outcome
}
