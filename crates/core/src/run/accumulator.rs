//! The trait of analyses: an accumulator of tags that can be merged with others.

use std::any::Any;
use std::ops::Range;

use crate::numbers::Column;
use crate::tags::{Extent, Tag, TagBlock, TagBlocks};
use crate::{Code, Error};

/// A mergeable accumulator over time tags.
///
/// The law, for every way to cut a run of tags: `run(a ++ b) = merge(run(a), run(b))`. It also holds if a run ends
/// early at a tag that cannot be counted: see [`Accumulator::stopped`].
pub trait Accumulator: 'static {
    /// Continues the run with the tags of `block`.
    ///
    /// # Errors
    /// The end of the run: a tag that cannot be counted, or a documented bound. The results so far stay valid, and the
    /// caller pushes no more.
    fn push(&mut self, block: &TagBlock) -> Result<(), Error>;

    /// Returns whether the analysis takes each channel's tags in file order. If virtual channels are defined, such an
    /// analysis gets all tags by [`Accumulator::push_by_channel`], and any other one by [`Accumulator::push`], in order
    /// of time.
    fn is_by_channel(&self) -> bool {
        false
    }

    /// Continues the run if virtual channels are defined. `recorded` are tags in file order, and `counted` those of
    /// them that count (all except those of moved channels). Without `recorded`, `counted` are tags of virtual and of
    /// moved channels.
    ///
    /// # Errors
    /// Those of [`Accumulator::push`].
    fn push_by_channel(&mut self, _recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        self.push(counted)
    }

    /// Continues the run with tags that were not split by channel.
    ///
    /// # Errors
    /// Those of [`Accumulator::push`], and `TooManyChannels`.
    fn push_tags(&mut self, tags: &[Tag]) -> Result<(), Error> {
        TagBlocks::default().each(tags, |block| self.push(block))
    }

    /// Returns the error that ended the run early, if any: a tag too late to be sorted, or a crowd of tags with too
    /// many pairs. Tags pushed or joined after it do not count.
    fn stopped(&self) -> Option<Error> {
        None
    }

    /// Returns the partial result in its byte form.
    ///
    /// # Errors
    /// `Mismatch` if it cannot be written, which no accumulator causes.
    fn save(&self) -> Result<Vec<u8>, Error>;

    /// Appends the partial result of the run that follows this one. If a tag of `later` cannot follow the tags of this
    /// run, only the tags before it are appended, and the run has [`stopped`](Accumulator::stopped).
    ///
    /// # Errors
    /// `Mismatch` if the bytes are not of this analysis, these parameters and this version, and if a documented bound
    /// would be exceeded. Then nothing was changed.
    fn join(&mut self, later: &[u8]) -> Result<(), Error>;

    /// Adds the partial result of an independent run, whose times begin anew. Counts and spans are added, and tags of
    /// the two runs are not related to each other. Nothing may be pushed or joined before or after it.
    ///
    /// # Errors
    /// As [`Accumulator::join`], and `Usage` if results of independent runs can't be added.
    fn sum(&mut self, _later: &[u8]) -> Result<(), Error> {
        Err(no_sum("this analysis"))
    }

    /// Sets the time span of the whole recording when only selected channels are pushed. Nothing may be pushed or
    /// joined after it.
    fn cover(&mut self, _recording: Extent) {}

    /// Returns the number of bins of the columns of the result, if a long result is read in parts: see
    /// [`Analysis::outline`] and [`Accumulator::column`].
    fn bins(&self) -> usize {
        0
    }

    /// Returns the number of such columns.
    fn columns(&self) -> usize {
        0
    }

    /// Returns a column of the result in `bins`; `None` if there is no such column. The name of a column is its key or,
    /// if each channel has one, the channel's number.
    fn column(&self, _name: &str, _bins: Range<usize>) -> Option<Column> {
        None
    }
}

/// An accumulator with the types of its request and its result.
pub trait Analysis: Accumulator + Sized {
    /// Key of this analysis in requests and results.
    const NAME: &'static str;

    /// The parameters.
    type Request;

    /// The result.
    type Result;

    /// Creates an empty accumulator.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    fn new(request: &Self::Request) -> Result<Self, Error>;

    /// Returns the result so far.
    fn result(&self) -> Self::Result;

    /// Returns a result while more tags may follow, without parts that are too slow for ten results a second.
    fn interim(&self) -> Self::Result {
        self.result()
    }

    /// Returns the result with columns of no bins.
    fn outline(&self) -> Self::Result {
        self.result()
    }

    /// Returns the result of another analysis of the same tags, if the counts of this one determine it. `request` is the
    /// request of that analysis. An interim result omits slow numbers.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    fn derive(&self, _request: &dyn Any, _is_interim: bool) -> Result<Option<Box<dyn Any>>, Error> {
        Ok(None)
    }
}

/// The error for results of `what`, which cannot be added.
pub fn no_sum(what: &str) -> Error {
    let message = format!("results of {what} can't be added over independent runs");
    Error::new(Code::Usage, message, "analyse each run separately")
}

/// Pushes tags that end the run of `analysis`: see [`crate::run::time_order::TimeOrder::cut_off`].
///
/// # Errors
/// Those of [`Accumulator::push`], except for the reason for the end of the run.
pub fn push_to_the_end<A: Accumulator>(analysis: &mut A, tags: &[Tag]) -> Result<(), Error> {
    let pushed = TagBlocks::default().each(tags, |block| analysis.push(block));
    if analysis.stopped().is_some() { Ok(()) } else { pushed }
}
