//! Partial results of recordings and of ranges of them, for merging in other programs.

use super::batches::TagColumns;
use super::file_parts::{FilePart, FileParts};
use super::pass::{Watch, cancelled};
use super::period::with_periods;
use super::recording::{Recording, ScanOutcome};
use crate::scan::{PartJoiner, ScanRequest, ScanSnapshot};
use crate::{Code, Error, Finding, Findings};

/// The partial result of a range of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RangeResult {
    /// Bytes for [`merge`].
    pub partial: Vec<u8>,
    /// Whether the range ends with a whole message, so that the next range can be read without it.
    pub is_sound: bool,
}

/// The tags of a range of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeColumns {
    /// The tags in file order.
    pub columns: TagColumns,
    /// See [`RangeResult::is_sound`].
    pub is_sound: bool,
    /// Damage of the recording.
    pub findings: Findings,
}

/// How partial results are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Merge {
    /// They are of successive ranges of one recording, which may have further ranges.
    Ranges,
    /// They are of all ranges of one recording.
    Whole,
    /// They are of recordings whose times continue one another.
    Recordings,
    /// They are from independent runs, each with its own time origin.
    Sum,
}

impl Recording {
    /// Runs analyses on all cores; returns the partial result of the whole recording, and the findings:
    /// see [`ScanOutcome::findings`].
    ///
    /// # Errors
    /// Those of [`Recording::scan_watched`].
    pub fn partial(
        &self,
        request: &ScanRequest,
        watch: &mut Watch,
    ) -> Result<(Vec<u8>, Vec<Finding>), Error> {
        let joiner = self.content().pass(&self.resolved(request)?, watch)?;
        Ok((joiner.save()?, joiner.findings()))
    }

    /// Returns ranges of at least `bytes` that can be read independently, in file order. Only the headers of frames are
    /// read. A file that can't be split is one range.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn ranges(&self, bytes: u64) -> Result<Vec<FilePart>, Error> {
        FileParts::of_length(&self.content().bytes, &self.content().kind, bytes)?.collect()
    }

    /// Runs analyses of a range on one core. `start` of the request is that of all ranges.
    ///
    /// # Errors
    /// Those of [`Recording::scan_watched`].
    pub fn range_partial(
        &self,
        range: &FilePart,
        request: &ScanRequest,
        watch: &mut Watch,
    ) -> Result<RangeResult, Error> {
        let content = self.content();
        let mut request = self.resolved(request)?;
        if request.clock.is_some() {
            let message =
                "a range has no software clock: its ticks are numbered from the recording's first one";
            return Err(Error::new(Code::Usage, message, "read the recording as a whole"));
        }
        request.origin = content.origin()?;
        let mut read = 0;
        let result = content.read_part(range, &request, &mut |bytes| {
            read += bytes;
            if watch(read).is_break() { Err(cancelled()) } else { Ok(()) }
        })?;
        Ok(RangeResult { partial: result.saved, is_sound: result.is_sound || range.to.is_none() })
    }

    /// Decodes the tags of a range.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn range_columns(&self, range: &FilePart) -> Result<RangeColumns, Error> {
        let mut columns = TagColumns::default();
        let (is_sound, findings) = self.content().each_tags(range, &mut |tags| {
            columns.extend(tags);
            Ok(())
        })?;
        Ok(RangeColumns { columns, is_sound: is_sound || range.to.is_none(), findings })
    }

    /// Returns the time of the first tag in ticks; `None` without tags.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn first_time(&self) -> Result<Option<i64>, Error> {
        self.content().origin()
    }

    /// The request with the header's period. A clock has no period in a partial result.
    fn resolved(&self, request: &ScanRequest) -> Result<ScanRequest, Error> {
        with_periods(request.clone(), &self.content().kind, &mut |_| {
            Err(Error::new(
                Code::Usage,
                "merged results have one period, and a clock is measured in each recording",
                "give the period as a time",
            ))
        })
    }
}

/// Merges partial results of one request, in their order.
///
/// # Errors
/// `Mismatch` for a partial result of another request or version, and for recordings that do not follow one another; `Usage`
/// for analyses that can't be summed.
pub fn merge<'a>(
    request: &ScanRequest,
    partials: impl IntoIterator<Item = &'a [u8]>,
    how: Merge,
) -> Result<Vec<u8>, Error> {
    let mut joiner = PartJoiner::new(request.clone())?;
    for partial in partials {
        match how {
            Merge::Ranges | Merge::Whole => joiner.join(partial)?,
            Merge::Recordings => joiner.join_recording(partial)?,
            Merge::Sum => joiner.sum_recording(partial)?,
        }
    }
    if how == Merge::Whole {
        joiner.conclude();
    }
    joiner.save()
}

/// Returns the results of a merged partial result.
///
/// # Errors
/// Those of [`merge`].
pub fn conclude(request: &ScanRequest, merged: &[u8]) -> Result<ScanOutcome, Error> {
    let mut joiner = PartJoiner::new(request.clone())?;
    joiner.join(merged)?;
    joiner.conclude();
    Ok(ScanOutcome::of(joiner.snapshot()))
}

impl ScanOutcome {
    pub(super) fn of(snapshot: ScanSnapshot) -> Self {
        let ScanSnapshot { totals, findings, order_break, results, .. } = snapshot;
        let stopped = findings.iter().skip(totals.findings.all().len()).cloned().map(Error::from).collect();
        Self { totals, findings, stopped, order_break, results }
    }
}
