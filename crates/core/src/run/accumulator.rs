//! The trait of analyses: an accumulator of tags that can be merged with others.

use std::ops::Range;

use crate::request::{Field, Params};
use crate::shape::Shape;
use crate::tags::{Extent, Tag, TagBlock, TagBlocks};
use crate::{Code, Error, Value};

/// Parameters of a request for tests, see [`ListedAnalysis::EXAMPLES`].
pub type Example = &'static [(&'static str, i64)];

/// A mergeable accumulator over time tags.
///
/// The law, for every way to cut a run of tags: `run(a ++ b) = merge(run(a), run(b))`. It also holds if a run ends
/// early, at a tag that cannot be counted: see [`Analysis::stopped`].
pub trait Analysis: 'static {
    /// Continues the run with the tags of `block`.
    ///
    /// # Errors
    /// The end of the run: a tag that cannot be counted, or a documented bound. The results so far stay valid, and the
    /// caller pushes no more.
    fn push(&mut self, block: &TagBlock) -> Result<(), Error>;

    /// Returns whether the analysis takes each channel's tags in file order. If virtual channels are defined, it then
    /// gets all tags by [`Analysis::push_by_channel`]; other analyses get them by [`Analysis::push`], in order of time.
    fn is_by_channel(&self) -> bool {
        false
    }

    /// Continues the run if virtual channels are defined. It gets either `recorded` tags in file order, where only
    /// `counted` ones count (all except those of moved channels); or tags of virtual and of moved channels, without
    /// recorded ones.
    ///
    /// # Errors
    /// Like [`Analysis::push`].
    fn push_by_channel(&mut self, _recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        self.push(counted)
    }

    /// Continues the run with tags that were not split by channel.
    ///
    /// # Errors
    /// Like [`Analysis::push`], and `TooManyChannels`.
    fn push_tags(&mut self, tags: &[Tag]) -> Result<(), Error> {
        TagBlocks::default().each(tags, |block| self.push(block))
    }

    /// Returns the error that ended the run early, if any: a tag too late to be sorted, or a crowd of tags with too
    /// many pairs. Nothing pushed or joined after it counts.
    fn stopped(&self) -> Option<Error> {
        None
    }

    /// Returns the partial result in its byte form, see [`to_bytes`](super::partial::to_bytes).
    ///
    /// # Errors
    /// `Mismatch` if it cannot be written, which no accumulator causes.
    fn save(&self) -> Result<Vec<u8>, Error>;

    /// Appends the partial result of the next run. If a tag of `later` cannot be counted after the tags of this run,
    /// the tags before it are counted, and the run has [`stopped`](Analysis::stopped).
    ///
    /// # Errors
    /// `Mismatch` if the bytes are not of this analysis, these parameters and this version, and if a documented bound
    /// would be exceeded. Then nothing was changed.
    fn join(&mut self, later: &[u8]) -> Result<(), Error>;

    /// Adds the partial result of an independent run, whose times begin anew: counts and spans are added, and nothing is related
    /// across the border of the two. Nothing is pushed or joined before or after it.
    ///
    /// # Errors
    /// As [`Analysis::join`], and `Usage` where results of independent runs can't be added.
    fn sum(&mut self, _later: &[u8]) -> Result<(), Error> {
        Err(no_sum("this analysis"))
    }

    /// Sets the time span of the whole recording when only selected channels are pushed. Nothing may be pushed or
    /// joined after it.
    fn cover(&mut self, _recording: Extent) {}

    /// Returns the result so far.
    fn result(&self) -> Value;

    /// Returns the result while more tags may follow, without parts too slow for ten results a second.
    fn interim(&self) -> Value {
        self.result()
    }

    /// Returns the number of bins of the columns of the result, if a long result is read in parts: see
    /// [`Analysis::outline`] and [`Analysis::column`].
    fn bins(&self) -> usize {
        0
    }

    /// Returns the number of such columns.
    fn columns(&self) -> usize {
        0
    }

    /// Returns the result with columns of no bins.
    fn outline(&self) -> Value {
        self.result()
    }

    /// Returns a column of the result in `bins`; `None` if there is no such column. The name of a column is its key or,
    /// with a column for each channel, the channel's number.
    fn column(&self, _name: &str, _bins: Range<usize>) -> Option<Value> {
        None
    }

    /// Returns the result of the analysis called `name` over the same tags, if the counts of this one contain it.
    ///
    /// # Errors
    /// `Usage` for wrong parameters.
    fn derive(&self, _name: &str, _params: &Params) -> Result<Option<Value>, Error> {
        Ok(None)
    }
}

/// An entry in the list of analyses.
pub trait ListedAnalysis: Analysis + Sized {
    /// Key of this analysis in requests and results.
    const NAME: &'static str;

    /// The fields of a request for it.
    const REQUEST: &'static [Field];

    /// Requests for tests of the merge law, of damaged partial results, of their bytes and of the result's shape;
    /// channels are 0, 3, 15, 16 and 259.
    const EXAMPLES: &'static [Example];

    /// Returns the shape of [`Analysis::result`].
    fn shape() -> Shape;

    /// Creates an empty accumulator.
    ///
    /// # Errors
    /// `Usage` with the missing, unknown or invalid parameter.
    fn new(params: &Params) -> Result<Self, Error>;
}

/// The error where results of `what` can't be added.
pub fn no_sum(what: &str) -> Error {
    let message = format!("results of {what} can't be added over independent runs");
    Error::new(Code::Usage, message, "analyse each run by itself")
}

/// Pushes tags that end the run of `analysis`: see [`crate::run::time_order::TimeOrder::cut_off`].
///
/// # Errors
/// Like [`Analysis::push`], except for the end of the run.
pub fn push_to_the_end<A: Analysis>(analysis: &mut A, tags: &[Tag]) -> Result<(), Error> {
    let pushed = TagBlocks::default().each(tags, |block| analysis.push(block));
    if analysis.stopped().is_some() { Ok(()) } else { pushed }
}
