//! What every analysis is: an accumulator that is fed with tags and merged with others.

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::request::{Field, Params};
use crate::run::partial;
use crate::shape::Shape;
use crate::tags::{Extent, Tag, TagBlock, TagBlocks};
use crate::{Error, Value};

/// Parameters of a request that tests make, see [`Analysis::EXAMPLES`].
pub type Example = &'static [(&'static str, i64)];

/// A mergeable accumulator over time tags: a [partial result](Analysis::Partial), and what is derived from the
/// parameters to continue it fast (tables of bins, cursors).
///
/// The law, for every way to cut a run of tags: `run(a ++ b) = merge(run(a), run(b))`. It holds as well where a
/// run ends early, at a tag that can't be taken: see [`Analysis::stopped`].
pub trait Analysis: Sized + 'static {
    /// The name it is asked for by, and its result is found under.
    const NAME: &'static str;

    /// The fields of a request for it.
    const REQUEST: &'static [Field];

    /// Requests with which tests try the merge law, damaged partial results, their bytes and the result's shape; channels are
    /// 0, 3, 15, 16 and 259.
    const EXAMPLES: &'static [Example];

    /// Whether each channel is looked at by itself, its tags as they lie in the file. Where virtual channels are
    /// defined, such an analysis gets all tags by [`Analysis::push_by_channel`]; any other gets them by
    /// [`Analysis::push`], in order of time.
    const BY_CHANNEL: bool = false;

    /// The counts of a run, with the parameters that they depend on: plain data of which no byte depends on the order in
    /// which an enum's variants are declared.
    type Partial: DeserializeOwned;

    /// The shape of [`Analysis::result`].
    fn shape() -> Shape;

    /// An accumulator that has seen nothing.
    ///
    /// # Errors
    /// `Usage` naming the parameter that is missing, unknown or out of range.
    fn new(params: &Params) -> Result<Self, Error>;

    /// Continues the run with the tags of `block`.
    ///
    /// # Errors
    /// Where the run ends: at a tag that can't be taken, or where a documented bound would be passed. What was
    /// accumulated until then stays valid, and the caller pushes no more.
    fn push(&mut self, block: &TagBlock) -> Result<(), Error>;

    /// Continues the run where virtual channels are defined, see [`Analysis::BY_CHANNEL`]: with `recorded` tags in
    /// file order, of which those `counted` count, all but those of moved channels; or, where there are none, with
    /// tags of virtual and of moved channels.
    ///
    /// # Errors
    /// As [`Analysis::push`].
    fn push_by_channel(&mut self, _recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        self.push(counted)
    }

    /// Why the run ended before its tags did, where the partial result holds that: at a tag that comes too late
    /// to be put in order, or at a crowd of tags of which there are too many pairs. Nothing that is pushed or
    /// merged after it counts.
    fn stopped(&self) -> Option<Error> {
        None
    }

    /// The partial result so far, as [`Analysis::Partial`] is read.
    fn partial(&self) -> impl Serialize;

    /// Appends the partial result of the run that follows this one. It may come from anywhere and is checked
    /// before anything is changed. Where a tag of `later` can't be taken after the tags of this run, the tags
    /// before it are taken, and the run has [`stopped`](Analysis::stopped).
    ///
    /// # Errors
    /// `Mismatch` where it was made with different parameters, or not by this analysis at all; and where a
    /// documented bound would be passed. Nothing was changed then.
    fn merge(&mut self, later: Self::Partial) -> Result<(), Error>;

    /// Says from where to where the recording reaches, where only the tags of some channels were pushed: what depends on
    /// its length then does not depend on which. Nothing is pushed or merged after it.
    fn cover(&mut self, _recording: Extent) {}

    /// What has been found so far.
    fn result(&self) -> Value;

    /// The same while more is to come, without what would take too long to be told ten times a second.
    fn interim(&self) -> Value {
        self.result()
    }

    /// How many bins the columns of the result have, where those may be so many that it is told in runs of them:
    /// see [`Analysis::outline`] and [`Analysis::column`].
    fn bins(&self) -> usize {
        0
    }

    /// How many such columns there are.
    fn columns(&self) -> usize {
        0
    }

    /// The result with columns of no bins.
    fn outline(&self) -> Value {
        self.result()
    }

    /// What a column of the result has in `bins`; `None` where there is no such column. A column is called by its key
    /// or, where each channel has one, by the channel's number.
    fn column(&self, _name: &str, _bins: Range<usize>) -> Option<Value> {
        None
    }

    /// The result of the analysis called `name` over the same tags, where what this one has found tells it as
    /// well.
    ///
    /// # Errors
    /// `Usage` where its parameters are wrong.
    fn derive(&self, _name: &str, _params: &Params) -> Result<Option<Value>, Error> {
        Ok(None)
    }
}

/// An [`Analysis`] whose type has been forgotten; made by [`make`](crate::analysis::make).
pub trait AnyAnalysis {
    /// See [`Analysis::push`].
    ///
    /// # Errors
    /// As there.
    fn push(&mut self, block: &TagBlock) -> Result<(), Error>;

    /// See [`Analysis::BY_CHANNEL`].
    fn is_by_channel(&self) -> bool;

    /// See [`Analysis::push_by_channel`].
    ///
    /// # Errors
    /// As there.
    fn push_by_channel(&mut self, recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error>;

    /// Continues the run with tags that were not split by channel yet.
    ///
    /// # Errors
    /// As [`Analysis::push`], and `TooManyChannels`.
    fn push_tags(&mut self, tags: &[Tag]) -> Result<(), Error> {
        TagBlocks::default().each(tags, |block| self.push(block))
    }

    /// See [`Analysis::stopped`].
    fn stopped(&self) -> Option<Error>;

    /// The partial result in its byte form: its analysis' name, a version, and the partial result.
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no accumulator of ours causes.
    fn save(&self) -> Result<Vec<u8>, Error>;

    /// Appends a partial result of the run that follows, from its byte form.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are not of this analysis, these parameters and this version, and as
    /// [`Analysis::merge`]. Nothing was changed then.
    fn join(&mut self, later: &[u8]) -> Result<(), Error>;

    /// See [`Analysis::cover`].
    fn cover(&mut self, recording: Extent);

    /// See [`Analysis::result`].
    fn result(&self) -> Value;

    /// See [`Analysis::interim`].
    fn interim(&self) -> Value;

    /// See [`Analysis::bins`].
    fn bins(&self) -> usize;

    /// See [`Analysis::columns`].
    fn columns(&self) -> usize;

    /// See [`Analysis::outline`].
    fn outline(&self) -> Value;

    /// See [`Analysis::column`].
    fn column(&self, name: &str, bins: Range<usize>) -> Option<Value>;

    /// See [`Analysis::derive`].
    ///
    /// # Errors
    /// As there.
    fn derive(&self, name: &str, params: &Params) -> Result<Option<Value>, Error>;
}

impl<A: Analysis> AnyAnalysis for A {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        Analysis::push(self, block)
    }

    fn is_by_channel(&self) -> bool {
        A::BY_CHANNEL
    }

    fn push_by_channel(&mut self, recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        Analysis::push_by_channel(self, recorded, counted)
    }

    fn stopped(&self) -> Option<Error> {
        Analysis::stopped(self)
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        // Most counts take a byte, and no analysis has more of them than its columns have numbers.
        let room = Analysis::bins(self).saturating_mul(Analysis::columns(self));
        partial::to_bytes(A::NAME, &self.partial(), room)
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.merge(partial::from_bytes(A::NAME, later)?)
    }

    fn cover(&mut self, recording: Extent) {
        Analysis::cover(self, recording)
    }

    fn result(&self) -> Value {
        Analysis::result(self)
    }

    fn interim(&self) -> Value {
        Analysis::interim(self)
    }

    fn bins(&self) -> usize {
        Analysis::bins(self)
    }

    fn columns(&self) -> usize {
        Analysis::columns(self)
    }

    fn outline(&self) -> Value {
        Analysis::outline(self)
    }

    fn column(&self, name: &str, bins: Range<usize>) -> Option<Value> {
        Analysis::column(self, name, bins)
    }

    fn derive(&self, name: &str, params: &Params) -> Result<Option<Value>, Error> {
        Analysis::derive(self, name, params)
    }
}

/// Pushes tags that end the run of `analysis`: see [`crate::run::time_order::TimeOrder::cut_off`].
///
/// # Errors
/// As [`Analysis::push`], but for why the run ended.
pub fn push_to_the_end<A: Analysis>(analysis: &mut A, tags: &[Tag]) -> Result<(), Error> {
    let pushed = TagBlocks::default().each(tags, |block| analysis.push(block));
    if analysis.stopped().is_some() { Ok(()) } else { pushed }
}
