//! What every analysis is: an accumulator that is fed with tags and merged with others.

use std::ops::Range;

use crate::request::{Field, Params};
use crate::shape::Shape;
use crate::tags::{Extent, Tag, TagBlock, TagBlocks};
use crate::{Code, Error, Value};

/// Parameters of a request that tests make, see [`ListedAnalysis::EXAMPLES`].
pub type Example = &'static [(&'static str, i64)];

/// A mergeable accumulator over time tags.
///
/// The law, for every way to cut a run of tags: `run(a ++ b) = merge(run(a), run(b))`. It holds as well where a
/// run ends early, at a tag that can't be taken: see [`Analysis::stopped`].
pub trait Analysis: 'static {
    /// Continues the run with the tags of `block`.
    ///
    /// # Errors
    /// Where the run ends: at a tag that can't be taken, or where a documented bound would be passed. What was
    /// accumulated until then stays valid, and the caller pushes no more.
    fn push(&mut self, block: &TagBlock) -> Result<(), Error>;

    /// Returns whether the analysis takes each channel's tags as they lie in the file. If virtual channels are defined, it gets
    /// all tags by [`Analysis::push_by_channel`]; any other analysis gets them by [`Analysis::push`], in order of time.
    fn is_by_channel(&self) -> bool {
        false
    }

    /// Continues the run if virtual channels are defined: with `recorded` tags in file order, where only those `counted` count,
    /// all but those of moved channels; or, without any, with tags of virtual and of moved channels.
    ///
    /// # Errors
    /// As [`Analysis::push`].
    fn push_by_channel(&mut self, _recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        self.push(counted)
    }

    /// Continues the run with tags that were not split by channel yet.
    ///
    /// # Errors
    /// As [`Analysis::push`], and `TooManyChannels`.
    fn push_tags(&mut self, tags: &[Tag]) -> Result<(), Error> {
        TagBlocks::default().each(tags, |block| self.push(block))
    }

    /// Returns why the run ended before its tags did, if the partial result holds that: at a tag that comes too late
    /// to be put in order, or at a crowd of tags with too many pairs. Nothing that is pushed or joined after it counts.
    fn stopped(&self) -> Option<Error> {
        None
    }

    /// Returns the partial result in its byte form, see [`to_bytes`](super::partial::to_bytes).
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no accumulator of ours causes.
    fn save(&self) -> Result<Vec<u8>, Error>;

    /// Appends the partial result of the run that follows this one. Where a tag of `later` can't be taken after the tags of
    /// this run, the tags before it are taken, and the run has [`stopped`](Analysis::stopped).
    ///
    /// # Errors
    /// `Mismatch` where the bytes are not of this analysis, these parameters and this version, and where a documented bound
    /// would be passed. Nothing was changed then.
    fn join(&mut self, later: &[u8]) -> Result<(), Error>;

    /// Adds the partial result of an independent run, whose times begin anew: counts and spans are added, and nothing is related
    /// across the border of the two. Nothing is pushed or joined before or after it.
    ///
    /// # Errors
    /// As [`Analysis::join`], and `Usage` where results of independent runs can't be added.
    fn sum(&mut self, _later: &[u8]) -> Result<(), Error> {
        Err(no_sum("this analysis"))
    }

    /// Sets the time span of the whole recording, where only the tags of some channels were pushed. Nothing is pushed or joined
    /// after it.
    fn cover(&mut self, _recording: Extent) {}

    /// Returns the result so far.
    fn result(&self) -> Value;

    /// Returns the result while more tags may follow, without what takes too long for ten results a second.
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

    /// Returns a column of the result in `bins`; `None` if there is no such column. The name of a column is its key or, if each
    /// channel has one, the channel's number.
    fn column(&self, _name: &str, _bins: Range<usize>) -> Option<Value> {
        None
    }

    /// Returns the result of the analysis called `name` over the same tags, if the counts of this one hold it.
    ///
    /// # Errors
    /// `Usage` where its parameters are wrong.
    fn derive(&self, _name: &str, _params: &Params) -> Result<Option<Value>, Error> {
        Ok(None)
    }
}

/// What the list of analyses has of each.
pub trait ListedAnalysis: Analysis + Sized {
    /// Key of this analysis in requests and results.
    const NAME: &'static str;

    /// The fields of a request for it.
    const REQUEST: &'static [Field];

    /// Requests with which tests try the merge law, damaged partial results, their bytes and the result's shape; channels are
    /// 0, 3, 15, 16 and 259.
    const EXAMPLES: &'static [Example];

    /// Returns the shape of [`Analysis::result`].
    fn shape() -> Shape;

    /// Makes an accumulator that has seen nothing.
    ///
    /// # Errors
    /// `Usage` naming the parameter that is missing, unknown or out of range.
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
/// As [`Analysis::push`], but for why the run ended.
pub fn push_to_the_end<A: Analysis>(analysis: &mut A, tags: &[Tag]) -> Result<(), Error> {
    let pushed = TagBlocks::default().each(tags, |block| analysis.push(block));
    if analysis.stopped().is_some() { Ok(()) } else { pushed }
}
