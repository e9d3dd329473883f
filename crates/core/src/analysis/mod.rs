//! Analyses: mergeable accumulators over a time-ordered run of tags.
//!
//! The one law: `run(a ++ b) = merge(run(a), run(b))` for every way to cut. It lets the
//! same code serve one pass, many workers on many frames, a file that still grows, and an
//! engine outside that maps over files and reduces.

mod channels;
mod params;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tags::Tag;
use crate::{Code, Error, Value};

pub use channels::{MAX_CHANNELS, PerChannel};
pub use params::Params;

/// A mergeable accumulator. Its serde form is the stable byte form of a partial result.
pub trait Analysis: Serialize + DeserializeOwned + 'static {
    /// The name it is asked for by, and its result is found under.
    const NAME: &'static str;

    /// An accumulator that has seen nothing.
    ///
    /// # Errors
    /// `Usage` naming the parameter that is missing or out of range.
    fn new(params: &Params) -> Result<Self, Error>;

    /// Continues the run with `tags`.
    ///
    /// # Errors
    /// Where a documented bound would be passed. What was accumulated until then stays valid;
    /// the caller stops pushing.
    fn push(&mut self, tags: &[Tag]) -> Result<(), Error>;

    /// Appends the result of the run that follows this one.
    ///
    /// # Errors
    /// `Mismatch` where the two were made with different parameters.
    fn merge(&mut self, later: Self) -> Result<(), Error>;

    /// What has been found so far.
    fn result(&self) -> Value;
}

/// An [`Analysis`] whose type has been forgotten; made by [`make`].
pub trait AnyAnalysis {
    /// See [`Analysis::push`].
    ///
    /// # Errors
    /// As there.
    fn push(&mut self, tags: &[Tag]) -> Result<(), Error>;
    /// The partial result in its stable byte form ([postcard](https://postcard.jamesmunns.com/wire-format)).
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no accumulator of ours causes.
    fn save(&self) -> Result<Vec<u8>, Error>;
    /// Appends a partial result of the run that follows, from its byte form.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are not of this analysis and these parameters.
    fn join(&mut self, later: &[u8]) -> Result<(), Error>;
    /// See [`Analysis::result`].
    fn result(&self) -> Value;
}

impl<A: Analysis> AnyAnalysis for A {
    fn push(&mut self, tags: &[Tag]) -> Result<(), Error> {
        Analysis::push(self, tags)
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        postcard::to_allocvec(self)
            .map_err(|e| Error::new(Code::Mismatch, format!("The partial result can't be written: {e}.")))
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let later = postcard::from_bytes(later).map_err(|e| {
            Error::new(Code::Mismatch, format!("These bytes are no partial result of {}: {e}.", A::NAME))
        })?;
        self.merge(later)
    }

    fn result(&self) -> Value {
        Analysis::result(self)
    }
}

type Make = fn(&Params) -> Result<Box<dyn AnyAnalysis>, Error>;

const fn entry<A: Analysis>() -> (&'static str, Make) {
    (A::NAME, |params| Ok(Box::new(A::new(params)?)))
}

/// Every analysis there is. A new one is a file of its own and a line here.
const REGISTRY: &[(&str, Make)] = &[];

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
                format!("There is no analysis called {name}; there are {}.", known.join(", ")),
            ))
        }
    }
}
