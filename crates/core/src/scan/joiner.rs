//! Partial results of successive parts into the result of the whole.

use std::ops::Range;

use super::analyses::Analyses;
use super::file_order::FileOrder;
use super::partial_result::PartialResult;
use super::request::ScanRequest;
use super::results::{ScanResults, ScanSnapshot};
use super::scope::Scope;
use crate::numbers::Column;
use crate::run::LOOK_AHEAD;
use crate::tags::Totals;
use crate::{Code, Error, Finding};

/// Joins the saved results of [`PartReader`](super::PartReader)s of one request, in the order of the file.
pub struct PartJoiner {
    /// To make a copy of the joiner from, for [`PartJoiner::preview`].
    request: ScanRequest,
    analyses: Analyses,
    totals: Totals,
    /// The least and the largest time of the tags so far, ticks.
    span: Option<(i64, i64)>,
    order: FileOrder,
    progress: Progress,
}

enum Progress {
    /// More parts may follow.
    Joining,
    /// All parts of the file were joined.
    Concluded(Completed),
}

/// The value of [`Analyses::completed`].
type Completed = Result<Option<Analyses>, Error>;

impl PartJoiner {
    /// Makes a joiner for the request of the parts.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(request: ScanRequest) -> Result<Self, Error> {
        // The clock of a request without a period is that of each recording.
        if request.clock.is_some_and(|clock| clock.period.is_some()) {
            request.clock_stage(false)?;
        }
        let analyses = Analyses::new(&request, Scope::new(&request)?.start)?;
        let (totals, order) = (Totals::default(), FileOrder::default());
        Ok(Self { request, analyses, totals, span: None, order, progress: Progress::Joining })
    }

    /// Appends the results of the part after the joined ones. An analysis that cannot append them, for example because
    /// of a documented bound, stops with that error and keeps its results.
    ///
    /// # Errors
    /// `Mismatch` if the bytes are not partial results, have another version, or belong to other analyses; nothing was
    /// changed then.
    pub fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.join_result(PartialResult::read(later)?)
    }

    /// Joins a whole recording, whose times continue those of the recordings joined before.
    ///
    /// # Errors
    /// Those of [`PartJoiner::join`], and `Mismatch` if the recording begins before the joined ones end; nothing is
    /// changed then.
    pub fn join_recording(&mut self, later: &[u8]) -> Result<(), Error> {
        let later = PartialResult::read(later)?;
        if let Some(((_, end), (begin, _))) = self.span.zip(later.span)
            && begin < end.saturating_sub(LOOK_AHEAD)
        {
            let message = format!(
                "a recording begins at {begin} ticks, before the one in front of it ends, at {end}: these are \
                 independent runs"
            );
            let remedy = "name recordings of one running clock in their order, and add those of clocks that restart with `sum`";
            return Err(Error::new(Code::Mismatch, message, remedy));
        }
        self.join_result(later)
    }

    /// Adds an independent run, a whole recording whose times may begin anew: its counts and its time span. Nothing is
    /// counted across the border of two runs.
    ///
    /// # Errors
    /// Those of [`PartJoiner::join`], and `Usage` if the results cannot be added. The sum is unusable after an error.
    pub fn sum_recording(&mut self, later: &[u8]) -> Result<(), Error> {
        let mut run = Self::new(self.request.clone())?;
        run.join(later)?;
        self.analyses.sum(&run.analyses.completed_copy()?)?;
        self.totals.add(run.totals);
        self.order.sum(run.order);
        // Otherwise, a recording appended to a sum could be mistaken for a continuation of its last run.
        self.span = Some((i64::MIN, i64::MAX));
        Ok(())
    }

    fn join_result(&mut self, later: PartialResult) -> Result<(), Error> {
        let PartialResult { totals, span, order, analyses } = later;
        self.analyses.join(analyses)?;
        self.totals.add(totals);
        self.order.merge(order);
        self.span = self.span.into_iter().chain(span).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        // The file has grown since.
        if let Progress::Concluded(completed) = &mut self.progress {
            *completed = self.analyses.completed();
        }
        Ok(())
    }

    /// Notes that all parts of the file were joined.
    pub fn conclude(&mut self) {
        self.progress = Progress::Concluded(self.analyses.completed());
        self.totals.conclude();
    }

    /// The results so far.
    pub fn snapshot(&self) -> ScanSnapshot {
        match &self.progress {
            Progress::Joining => self.snapshot_of(&self.analyses.completed(), &Analyses::interim),
            Progress::Concluded(completed) => self.snapshot_of(completed, &Analyses::results),
        }
    }

    /// Numbers of bytes, frames, messages and tags in the parts that were joined.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Damage of the file, in file order, then the errors that ended analyses early.
    pub fn findings(&self) -> Vec<Finding> {
        let failed = match &self.progress {
            Progress::Concluded(Err(error)) => Some(error),
            Progress::Concluded(Ok(_)) | Progress::Joining => None,
        };
        self.findings_with(&mut self.concluded().stopped().chain(failed))
    }

    /// The snapshot, once all parts were joined, without the bins of results whose columns have more than
    /// `most` numbers in all.
    pub fn outline(&self, most: usize) -> ScanSnapshot {
        match &self.progress {
            Progress::Joining => self.snapshot(),
            Progress::Concluded(completed) => {
                self.snapshot_of(completed, &|analyses| analyses.outlines(most))
            }
        }
    }

    /// Number of bins of the analysis `id`, whose columns [`PartJoiner::column`] returns; 0 for none.
    pub fn bins(&self, id: &str) -> usize {
        self.concluded().bins(id)
    }

    /// A column of a long histogram in `bins`: see [`Analysis::column`](crate::run::Accumulator::column).
    pub fn column(&self, id: &str, name: &str, bins: Range<usize>) -> Option<Column> {
        self.concluded().column(id, name, bins)
    }

    fn concluded(&self) -> &Analyses {
        match &self.progress {
            Progress::Concluded(Ok(Some(completed))) => completed,
            Progress::Concluded(_) | Progress::Joining => &self.analyses,
        }
    }

    fn snapshot_of(
        &self,
        completed: &Completed,
        results_of: &dyn Fn(&Analyses) -> ScanResults,
    ) -> ScanSnapshot {
        let (analyses, failed) = match completed {
            Ok(completed) => (completed.as_ref(), None),
            Err(error) => (None, Some(error)),
        };
        let analyses = analyses.unwrap_or(&self.analyses);
        self.snapshot_with(results_of(analyses), &mut analyses.stopped().chain(failed))
    }

    /// The joined results, for [`PartJoiner::join`] of another joiner.
    ///
    /// # Errors
    /// `Mismatch` if they cannot be written, which does not happen.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        let (totals, span, order) = (self.totals.clone(), self.span, self.order.clone());
        PartialResult { totals, span, order, analyses: self.analyses.save()? }.write()
    }

    /// The snapshot there would be after joining `later`.
    ///
    /// # Errors
    /// Those of [`PartJoiner::join`].
    pub fn preview(&self, later: &[u8]) -> Result<ScanSnapshot, Error> {
        let mut copy = Self::new(self.request.clone())?;
        copy.join(&self.save()?)?;
        copy.join(later)?;
        Ok(copy.snapshot())
    }

    /// The snapshot that a joiner with the analyses of `request`, over the same tags, would have by now, if it
    /// follows from the results; `None` if that needs another pass over the tags.
    ///
    /// # Errors
    /// Those of [`PartJoiner::new`].
    pub fn derive(&self, request: &ScanRequest) -> Result<Option<ScanSnapshot>, Error> {
        let so_far;
        let (completed, is_interim) = match &self.progress {
            Progress::Joining => {
                so_far = self.analyses.completed();
                (&so_far, true)
            }
            Progress::Concluded(completed) => (completed, false),
        };
        let analyses = completed.as_ref().map_err(Error::clone)?.as_ref().unwrap_or(&self.analyses);
        Ok(analyses
            .derive(request, is_interim)?
            .map(|results| self.snapshot_with(results, &mut analyses.stopped())))
    }

    fn snapshot_with(
        &self,
        mut results: ScanResults,
        errors: &mut dyn Iterator<Item = &Error>,
    ) -> ScanSnapshot {
        let is_done = matches!(self.progress, Progress::Concluded(_));
        let findings = self.findings_with(errors);
        let order_break = self.order.first_break();
        if order_break.is_some() {
            results.forget_series();
        }
        ScanSnapshot { totals: self.totals.clone(), is_done, findings, order_break, results }
    }

    fn findings_with(&self, errors: &mut dyn Iterator<Item = &Error>) -> Vec<Finding> {
        self.totals.findings.all().into_iter().chain(errors.cloned().map(Finding::from)).collect()
    }
}
