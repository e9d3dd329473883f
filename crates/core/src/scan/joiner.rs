//! Partial results of successive parts into the result of the whole.

use super::analyses::Analyses;
use super::partial_result::PartialResult;
use super::scope::Scope;
use crate::tags::Totals;
use crate::{Error, Value};

/// Joins what [`PartReader`](super::PartReader)s of one request saved, in the order of the file.
pub struct PartJoiner {
    /// To make a copy of the joiner from, for [`PartJoiner::preview`].
    request: Value,
    analyses: Analyses,
    totals: Totals,
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// More parts may follow.
    Joining,
    /// All parts of the file were joined.
    Concluded,
}

impl PartJoiner {
    /// From `{analyses: [{name, id?, ...parameters}], selection?, define?, tick?, origin?, start?}`, as for
    /// [`PartReader::new`](super::PartReader::new); its other keys mean nothing here.
    ///
    /// # Errors
    /// `Usage` naming what is wrong with the request.
    pub fn new(request: Value) -> Result<Self, Error> {
        let analyses = Analyses::new(&request, Scope::new(&request)?.start)?;
        Ok(Self { request, analyses, totals: Totals::default(), progress: Progress::Joining })
    }

    /// Appends what was found in the part that follows those that were joined. An analysis that can't take it, say
    /// because a documented bound would be passed, stops with that error and keeps what it had.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no partial results, of another version, or of other analyses; nothing was
    /// changed then.
    pub fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let PartialResult { totals, analyses } = PartialResult::read(later)?;
        self.analyses.join(analyses)?;
        self.totals.add(totals);
        Ok(())
    }

    /// Says that all parts of the file were joined.
    pub fn conclude(&mut self) {
        self.progress = Progress::Concluded;
        self.totals.conclude();
    }

    /// What is known: `{bytes, frames, messages, tags, done, complete, error, findings, analyses}`.
    pub fn snapshot(&self) -> Value {
        let (completed, failed) = match self.analyses.completed() {
            Ok(completed) => (completed, None),
            Err(error) => (None, Some(error)),
        };
        let analyses = completed.as_ref().unwrap_or(&self.analyses);
        let found = match self.progress {
            Progress::Joining => analyses.interim(),
            Progress::Concluded => analyses.results(),
        };
        self.snapshot_with(found, &mut analyses.stopped().chain(&failed))
    }

    /// What was joined so far, for [`PartJoiner::join`] of another joiner.
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no request of ours causes.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        PartialResult { totals: self.totals.clone(), analyses: self.analyses.save()? }.write()
    }

    /// The snapshot there would be after joining `later`.
    ///
    /// # Errors
    /// As [`PartJoiner::join`].
    pub fn preview(&self, later: &[u8]) -> Result<Value, Error> {
        let mut copy = Self::new(self.request.clone())?;
        copy.join(&self.save()?)?;
        copy.join(later)?;
        Ok(copy.snapshot())
    }

    /// The snapshot that a joiner with the analyses of `request`, over the same tags, would have by now, where what
    /// was found tells it; `None` where the tags would have to be gone through.
    ///
    /// # Errors
    /// As [`PartJoiner::new`].
    pub fn derive(&self, request: &Value) -> Result<Option<Value>, Error> {
        let completed = self.analyses.completed()?;
        let analyses = completed.as_ref().unwrap_or(&self.analyses);
        Ok(analyses.derive(request)?.map(|results| self.snapshot_with(results, &mut analyses.stopped())))
    }

    fn snapshot_with(&self, results: Value, errors: &mut dyn Iterator<Item = &Error>) -> Value {
        let done = self.progress == Progress::Concluded;
        let mut entries = self.totals.describe(done, errors);
        entries.push(("analyses".to_owned(), results));
        Value::Map(entries)
    }
}
