//! Analyses: mergeable accumulators over a time-ordered run of tags.
//!
//! The one law: `run(a ++ b) = merge(run(a), run(b))` for every way to cut. It lets the
//! same code serve one pass, many workers on many frames, a file that still grows, and an
//! engine outside that maps over files and reduces.

mod bins;
mod coincidence;
mod correlation;
mod delay;
mod gaps;
mod heralded;
mod pair_counting;
mod pairs;
mod peak;
mod rate;
mod summary;
mod time_order;
mod workload;

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::request::Params;
use crate::tags::{Tag, TagBlock, TagBlocks};
use crate::{Code, Error, Value};

pub use bins::{Bins, Shape, log_edges};
pub use coincidence::Coincidence;
pub use correlation::Correlation;
pub use delay::Delay;
pub use gaps::Gaps;
pub use heralded::Heralded;
pub use pairs::Pairs;
pub use rate::Rate;
pub use summary::Summary;
pub(crate) use time_order::too_late;
pub use time_order::{LOOK_AHEAD, MAX_HELD};
pub use workload::Workload;

/// Cells (channels times bins) of one histogram: 128 MiB.
pub const MAX_CELLS: usize = 1 << 24;

/// More tags than anybody records; a partial result that claims more is damaged.
const MAX_TAGS: u64 = 1 << 53;

/// A mergeable accumulator: a [partial result](Analysis::Partial) and what is derived from the
/// parameters to continue it fast (tables of bins, cursors).
pub trait Analysis: Sized + 'static {
    /// The name it is asked for by, and its result is found under.
    const NAME: &'static str;

    /// What a run was boiled down to, with the parameters it depends on: plain data, whose
    /// [postcard](https://postcard.jamesmunns.com/wire-format) form is the stable byte form.
    type Partial: Clone + Serialize + DeserializeOwned;

    /// An accumulator that has seen nothing.
    ///
    /// # Errors
    /// `Usage` naming the parameter that is missing or out of range.
    fn new(params: &Params) -> Result<Self, Error>;

    /// Continues the run with the tags of `piece`.
    ///
    /// # Errors
    /// Where a documented bound would be passed. What was accumulated until then stays valid;
    /// the caller stops pushing.
    fn push(&mut self, piece: &TagBlock) -> Result<(), Error>;

    /// The partial result so far.
    fn partial(&self) -> Cow<'_, Self::Partial>;

    /// Appends the partial result of the run that follows this one. It may come from anywhere and
    /// is checked before anything is changed.
    ///
    /// # Errors
    /// `Mismatch` where it was made with different parameters, or not by this analysis at all;
    /// and where a documented bound would be passed.
    fn merge(&mut self, later: Self::Partial) -> Result<(), Error>;

    /// What has been found so far.
    fn result(&self) -> Value;

    /// The result of the analysis called `name` over the same tags, where what this one has found
    /// tells it as well.
    ///
    /// # Errors
    /// `Usage` where its parameters are wrong.
    fn derive(&self, _name: &str, _params: &Params) -> Result<Option<Value>, Error> {
        Ok(None)
    }
}

/// An [`Analysis`] whose type has been forgotten; made by [`make`].
pub trait AnyAnalysis {
    /// See [`Analysis::push`].
    ///
    /// # Errors
    /// As there.
    fn push(&mut self, piece: &TagBlock) -> Result<(), Error>;
    /// Continues the run with tags that were not split by channel yet.
    ///
    /// # Errors
    /// As [`Analysis::push`], and `TooManyChannels`.
    fn push_tags(&mut self, tags: &[Tag]) -> Result<(), Error> {
        TagBlocks::default().each(tags, |piece| self.push(piece))
    }
    /// The partial result in its stable byte form: postcard of `(name, partial result)`.
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no accumulator of ours causes.
    fn save(&self) -> Result<Vec<u8>, Error>;
    /// Appends a partial result of the run that follows, from its byte form.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are not of this analysis and these parameters, and as
    /// [`Analysis::merge`]. Nothing was changed then.
    fn join(&mut self, later: &[u8]) -> Result<(), Error>;
    /// See [`Analysis::result`].
    fn result(&self) -> Value;
    /// See [`Analysis::derive`].
    ///
    /// # Errors
    /// As there.
    fn derive(&self, name: &str, params: &Params) -> Result<Option<Value>, Error>;
}

impl<A: Analysis> AnyAnalysis for A {
    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        Analysis::push(self, piece)
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        postcard::to_allocvec(&(A::NAME, &*self.partial())).map_err(|e| {
            let message = format!("the partial result of {} can't be written ({e})", A::NAME);
            Error::new(Code::Mismatch, message, "choose fewer channels or wider bins")
        })
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let damaged = |e: postcard::Error| not_ours(A::NAME, &e.to_string());
        let (name, later) = postcard::take_from_bytes::<&str>(later).map_err(damaged)?;
        if name != A::NAME {
            return Err(not_ours(A::NAME, "they begin with another name"));
        }
        let (later, rest) = postcard::take_from_bytes(later).map_err(damaged)?;
        if !rest.is_empty() {
            return Err(not_ours(A::NAME, &format!("{} bytes are left over", rest.len())));
        }
        self.merge(later)
    }

    fn result(&self) -> Value {
        Analysis::result(self)
    }

    fn derive(&self, name: &str, params: &Params) -> Result<Option<Value>, Error> {
        Analysis::derive(self, name, params)
    }
}

/// The error for a partial result that no run of analysis `name` leaves.
fn not_ours(name: &str, why: &str) -> Error {
    Error::new(
        Code::Mismatch,
        format!("these are no partial results of {name} ({why})"),
        "make them again with this version",
    )
}

/// The error for partial results whose parameter `what` differs.
fn differs(name: &str, what: &str, ours: &str, theirs: &str) -> Error {
    Error::new(
        Code::Mismatch,
        format!("two partial results of {name} differ in {what} ({ours} and {theirs})"),
        "make both with the same",
    )
}

/// The sum of `counts` that may be anything, as a partial result from outside is.
fn total<'a>(name: &str, counts: impl IntoIterator<Item = &'a u64>) -> Result<u64, Error> {
    counts
        .into_iter()
        .try_fold(0_u64, |sum, n| sum.checked_add(*n))
        .filter(|sum| *sum <= MAX_TAGS)
        .ok_or_else(|| not_ours(name, "it counts more tags than there can be"))
}

type Make = fn(&Params) -> Result<Box<dyn AnyAnalysis>, Error>;

const fn entry<A: Analysis>() -> (&'static str, Make) {
    (A::NAME, |params| Ok(Box::new(A::new(params)?)))
}

/// Every analysis there is. A new one is a file of its own and a line here.
const REGISTRY: &[(&str, Make)] = &[
    entry::<Summary>(),
    entry::<Rate>(),
    entry::<Gaps>(),
    entry::<Correlation>(),
    entry::<Coincidence>(),
    entry::<Delay>(),
    entry::<Pairs>(),
    entry::<Heralded>(),
];

/// Makes the analysis called `name`.
///
/// # Errors
/// `Usage` where there is none of that name or its parameters are wrong.
pub fn make(name: &str, params: &Params) -> Result<Box<dyn AnyAnalysis>, Error> {
    match REGISTRY.iter().find(|(known, _)| *known == name) {
        Some((_, make)) => make(params),
        None => {
            let known: Vec<_> = REGISTRY.iter().map(|(known, _)| *known).collect();
            Err(Error::new(
                Code::Usage,
                format!("there is no analysis called {name}"),
                format!("choose from {}", known.join(", ")),
            ))
        }
    }
}
