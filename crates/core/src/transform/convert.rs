//! Tags of one kind of file into another kind: what `cat` and `pack` do.

use crate::Error;
use crate::tags::{FileSummary, ReadReport, Selection, Tag, TagSink, TagSource, Totals};

/// Bytes of content that are converted at a time.
const AT_ONCE: u64 = 1 << 20;

/// A source's selected tags into a sink.
pub struct Converter {
    source: Box<dyn TagSource>,
    selection: Selection,
    sink: Box<dyn TagSink>,
}

impl Converter {
    /// Of the tags of `source` that `selection` lets through.
    pub fn new(source: Box<dyn TagSource>, selection: Selection, sink: Box<dyn TagSink>) -> Self {
        Self { source, selection, sink }
    }

    /// Continues with the next bytes of the source, and appends what the sink completes to `out`. [`Converter::totals`] has
    /// the errors of the source.
    ///
    /// # Errors
    /// As [`TagSink::push`].
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { source, selection, sink } = self;
        into_sink(selection, &mut **sink, out, |take| source.push(bytes, take))
    }

    /// Continues with some of the next bytes of the source, so few that what they become is bounded however well the
    /// source is compressed; answers how many. What is left is to be pushed next.
    ///
    /// # Errors
    /// As [`TagSink::push`].
    pub fn push_some(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<usize, Error> {
        let Self { source, selection, sink } = self;
        let mut read = 0;
        into_sink(selection, &mut **sink, out, |take| read = source.push_some(bytes, AT_ONCE, take))?;
        Ok(read)
    }

    /// The source ends here.
    ///
    /// # Errors
    /// As [`TagSink::push`].
    pub fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { source, selection, sink } = self;
        into_sink(selection, &mut **sink, out, |take| source.finish(take))?;
        sink.end(out)
    }

    /// After [`Converter::end`]: appends the rest of what is written to `out`, and describes it.
    ///
    /// # Errors
    /// `OtherTick` where not all tags have one tick, and as [`TagSink::finish`]; what was written until then is no file.
    pub fn finish(self, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.source.totals().one_tick()?;
        self.sink.finish(out)
    }

    /// What was read, and what is wrong with it.
    pub fn totals(&self) -> Totals {
        self.source.totals()
    }

    /// See [`TagSource::at_border`].
    pub fn at_border(&self) -> bool {
        self.source.at_border()
    }

    /// Time of the source's first tag, where a selected range counts from it and it is known.
    pub fn origin(&self) -> Option<i64> {
        self.selection.origin()
    }

    /// What was read: see [`describe`].
    pub fn describe(&self) -> ReadReport {
        describe(&*self.source)
    }
}

/// What was read of a source.
pub(super) fn describe(source: &dyn TagSource) -> ReadReport {
    let totals = source.totals();
    let findings = totals.errors().collect();
    ReadReport { rounded_times: Some(source.rounded()), ..totals.report(source.is_done(), findings) }
}

/// Gives those tags that `read` gives, and `selection` lets through, to `sink`, up to the first error.
///
/// # Errors
/// As [`TagSink::push`].
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
