//! One analysis of a request, and its byte form.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::request::NamedRequest;
use crate::Error;
use crate::analysis::AnyAnalysis;
use crate::run::virtual_channels::Fed;

/// An analysis that gets tags until it meets a bound.
pub(super) struct Running {
    pub request: NamedRequest,
    pub analysis: Box<dyn AnyAnalysis>,
    /// Set once the analysis met a bound; it gets no more tags.
    pub stopped: Option<Error>,
}

/// The byte form of one analysis' results, and the reason why it stopped.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedAnalysis<'a> {
    pub name: String,
    /// Output of [`Accumulator::save`](crate::run::Accumulator::save); for a slice of time, the bytes of its saved
    /// analyses, empty if it has no tags.
    #[serde(borrow)]
    pub partial: Cow<'a, [u8]>,
    pub stopped: Option<Error>,
}

impl Running {
    pub fn new(request: &NamedRequest, origin: Option<i64>) -> Result<Self, Error> {
        let mut started = request.analysis.clone();
        if let Some(origin) = origin {
            started.fields_mut().set_origin(origin);
        }
        Ok(Self { request: request.clone(), analysis: started.start()?, stopped: None })
    }

    /// Sets the time from which relative times count. Call it before the first tag.
    pub fn start_at(&mut self, start: Option<i64>) -> Result<(), Error> {
        *self = Self::new(&self.request, start)?;
        Ok(())
    }

    pub fn save(&self) -> Result<SavedAnalysis<'static>, Error> {
        let (name, stopped) = (self.request.analysis.name().to_owned(), self.stopped.clone());
        Ok(SavedAnalysis { name, partial: self.analysis.save()?.into(), stopped })
    }

    pub fn join(&mut self, later: &SavedAnalysis) {
        if self.stopped.is_none() {
            let joined = self.analysis.join(&later.partial).err();
            self.stopped = joined.or_else(|| self.analysis.stopped()).or_else(|| later.stopped.clone());
        }
    }

    /// Adds an independent run, even if it or an earlier one reached a bound.
    ///
    /// # Errors
    /// Those of [`Analysis::sum`].
    pub fn sum(&mut self, later: &Self) -> Result<(), Error> {
        self.analysis.sum(&later.analysis.save()?)?;
        self.stopped =
            self.stopped.take().or_else(|| self.analysis.stopped()).or_else(|| later.stopped.clone());
        Ok(())
    }

    pub fn feed(&mut self, fed: &Fed) -> Result<(), Error> {
        match (fed, self.analysis.is_by_channel()) {
            (Fed::InOrder(block), false) => self.analysis.push(block),
            (Fed::Recorded(block, counted), true) => self.analysis.push_by_channel(Some(block), counted),
            (Fed::Virtual(block), true) => self.analysis.push_by_channel(None, block),
            (Fed::Recorded(..) | Fed::Virtual(_), false) | (Fed::InOrder(_), true) => Ok(()),
        }
    }
}

/// Calls `work` for each analysis that has not stopped; an error stops the analysis.
pub(super) fn each_running(all: &mut [Running], mut work: impl FnMut(&mut Running) -> Result<(), Error>) {
    for running in all.iter_mut().filter(|running| running.stopped.is_none()) {
        running.stopped = work(running).err();
    }
}
