//! An open recording: its header, its tags and their analyses.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::batches::{Batches, TagColumns, collect};
use super::byte_source::ByteSource;
use super::content::Content;
use super::kind::{OpenOptions, RecordingFacts};
use super::pass::{Watch, cancelled};
use super::period::with_periods;
use super::setup_file;
use crate::analysis::{AnalysisResult, Query, SummaryChannel, SummaryRequest};
use crate::import::{HeaderEntry, MeasurementMeta, TextOptions, no_microtimes};
use crate::scan::{NamedRequest, OrderBreak, ScanRequest, ScanResults};
use crate::tags::Totals;
use crate::{Code, Error, Finding};

/// A recording of time tags in any format. See [`open`](super::open).
#[derive(Clone)]
pub struct Recording {
    content: Arc<Content>,
    summary: Arc<OnceLock<ScanOutcome>>,
}

/// Results of one pass over a recording.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ScanOutcome {
    /// Numbers of bytes, frames, messages and tags that were read.
    pub totals: Totals,
    /// Damage of the file, in file order, then the errors that ended analyses early.
    pub findings: Vec<Finding>,
    /// The errors that ended analyses early; they are the last of `findings`.
    pub stopped: Vec<Error>,
    /// Where the times of the selected tags go back first, as when files were joined.
    pub order_break: Option<OrderBreak>,
    /// The results.
    pub results: ScanResults,
}

impl ScanOutcome {
    /// Whether nothing is damaged or missing.
    pub fn is_complete(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Number of tags of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelCount {
    /// Number of the channel.
    pub channel: u64,
    /// Number of its tags.
    pub tags: u64,
}

impl Recording {
    pub(super) fn of(bytes: ByteSource, name: &str, options: &OpenOptions) -> Result<Self, Error> {
        let content = Content::of(bytes, name, options)?;
        Ok(Self { content: Arc::new(content), summary: Arc::default() })
    }

    pub(super) fn of_path(path: &Path, options: &OpenOptions) -> Result<Self, Error> {
        let bytes = ByteSource::open(path)?;
        let mut options = options.clone();
        options.text.setup = options.text.setup.or_else(|| setup_file::read_sibling(path));
        Self::of(bytes, &name_of(path), &options)
    }

    pub(super) fn content(&self) -> &Content {
        &self.content
    }

    /// Length of a tick in seconds: the caller's, the file's, or 156.25 ps.
    pub fn tick_s(&self) -> f64 {
        self.content.kind.tick.seconds
    }

    /// Length of a tick with its unit, such as `156.25ps`.
    pub fn tick(&self) -> &str {
        &self.content.kind.tick.text
    }

    /// Length of a tick as the file states it; `None` if it states none.
    pub fn own_tick(&self) -> Option<&str> {
        self.content.kind.own_tick.as_ref().map(|tick| tick.text.as_str())
    }

    /// Name of the format with an article, such as `a PicoQuant PTU recording`.
    pub fn format_name(&self) -> &'static str {
        self.content.kind.name
    }

    /// Id of another tagger's format; `None` for a recording of tagview's own.
    pub fn import(&self) -> Option<&'static str> {
        self.content.kind.import
    }

    /// Facts in the header besides the tick.
    ///
    /// Only the first bytes of the file are read, so counts, such as `overflows` and `missed_events`, are `None`.
    pub fn facts(&self) -> &RecordingFacts {
        &self.content.kind.facts
    }

    /// The header's data about the measurement; `None` without such a header.
    pub fn meta(&self) -> Option<&MeasurementMeta> {
        self.content.kind.meta.as_ref()
    }

    /// All of the header; empty for a format without one.
    pub fn header(&self) -> &[HeaderEntry] {
        &self.content.kind.header
    }

    /// Checks that the records have microtimes.
    ///
    /// # Errors
    /// `Usage` unless the header states T3 mode and the unit of microtimes is known.
    pub fn check_microtimes(&self) -> Result<(), Error> {
        let has_unit = self.meta().is_some_and(|meta| meta.delay_resolution_s.is_some());
        if has_unit { Ok(()) } else { Err(no_microtimes("this recording")) }
    }

    /// The sync period in ticks that a header in T3 mode states.
    pub fn sync_period(&self) -> Option<f64> {
        self.content.kind.sync_period()
    }

    /// Length of the recording in bytes.
    pub fn byte_length(&self) -> u64 {
        self.content.bytes.file_size()
    }

    /// Options with which a recording in another tagger's format is read.
    pub fn import_options(&self) -> &TextOptions {
        &self.content.kind.options
    }

    /// Number of bytes that [`Recording::read`] returns: for Parquet, a copy of the file's end and the file.
    pub fn readable_length(&self) -> u64 {
        self.content.bytes.size()
    }

    /// Returns at most `length` of the readable bytes from byte `offset` on; fewer where the file ends.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>, Error> {
        self.content.bytes.read(offset, length)
    }

    /// Runs one analysis of all tags on all cores. Damaged parts of the file are skipped; [`Recording::findings`] lists
    /// them.
    ///
    /// A channel without tags is not an error. A number that the tags do not determine is `None` or not a number; the
    /// `remarks` of most results state why.
    ///
    /// # Errors
    /// Those of [`Recording::scan`], and the error that ended the analysis early.
    pub fn analyse<Q: Query>(&self, request: &Q) -> Result<Q::Result, Error> {
        let named = NamedRequest::from(request.clone().into());
        let id = named.id().to_owned();
        let outcome = self.scan(&ScanRequest::of([named]))?;
        if let Some(stopped) = outcome.stopped.into_iter().next() {
            return Err(stopped);
        }
        let mut results = outcome.results.selected().unwrap_or_default();
        results.take::<Q>(&id).ok_or_else(|| {
            Error::new(Code::Mismatch, format!("the analysis {id} has no result"), "please report it")
        })
    }

    /// Runs analyses on all cores, in one pass over the recording. Times are ticks.
    ///
    /// # Errors
    /// `Usage` for a wrong request, `ReadFailed`, and `NoChannel` and `NoClock` for the period of a clock.
    pub fn scan(&self, request: &ScanRequest) -> Result<ScanOutcome, Error> {
        self.scan_watched(request, &mut |_| ControlFlow::Continue(()))
    }

    /// Scans like [`Recording::scan`]; `watch` is called at least every 50 ms and can cancel.
    ///
    /// # Errors
    /// Those of [`Recording::scan`], and `Cancelled`.
    pub fn scan_watched(&self, request: &ScanRequest, watch: &mut Watch) -> Result<ScanOutcome, Error> {
        let request = with_periods(request.clone(), &self.content.kind, &mut |request| {
            Ok(self.pass(&request, watch)?.results)
        })?;
        self.pass(&request, watch)
    }

    fn pass(&self, request: &ScanRequest, watch: &mut Watch) -> Result<ScanOutcome, Error> {
        Ok(ScanOutcome::of(self.content.pass(request, watch)?.snapshot()))
    }

    /// Returns the numbers of tags and the errors of the file, from a single pass whose result is kept.
    ///
    /// # Errors
    /// Those of [`Recording::scan_watched`].
    pub fn summary(&self, watch: &mut Watch) -> Result<&ScanOutcome, Error> {
        if let Some(summary) = self.summary.get() {
            return Ok(summary);
        }
        let summary = self.pass(&ScanRequest::of([SummaryRequest::default()]), watch)?;
        Ok(self.summary.get_or_init(|| summary))
    }

    /// Returns the number of tags of each channel, in the order of the channels. Damaged parts of the file are skipped;
    /// [`Recording::findings`] lists them.
    ///
    /// A PicoQuant recording has its inputs on the channels from 1, as printed on the device, and its syncs on channel 0:
    /// in T3 mode, those that a photon follows.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn counts(&self) -> Result<Vec<ChannelCount>, Error> {
        let summary = self.summary(&mut |_| ControlFlow::Continue(()))?;
        let ScanResults::Selected(results) = &summary.results else { return Ok(Vec::new()) };
        let [(_, AnalysisResult::Summary(summary))] = results.0.as_slice() else { return Ok(Vec::new()) };
        let count = |one: &SummaryChannel| ChannelCount { channel: one.channel.0, tags: one.tags };
        Ok(summary.channels.iter().map(count).collect())
    }

    /// Returns the damage of the file; empty if it is complete. If more than [`MAX_FINDINGS_OF_A_CODE`] have one code, the
    /// last finding is a note with the number of those that are not listed.
    ///
    /// [`MAX_FINDINGS_OF_A_CODE`]: crate::MAX_FINDINGS_OF_A_CODE
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn findings(&self) -> Result<&[Finding], Error> {
        Ok(&self.summary(&mut |_| ControlFlow::Continue(()))?.findings)
    }

    /// Returns whether no damage was found. A file without an index can lack frames at its end unnoticed.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn is_complete(&self) -> Result<bool, Error> {
        Ok(self.findings()?.is_empty())
    }

    /// Decodes the tags in batches of `rows`, in file order, in the background.
    pub fn batches(&self, rows: usize) -> Batches {
        Batches::of(self.content.clone(), rows)
    }

    /// Decodes all tags into two columns, which include findings about damage.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn columns(&self) -> Result<TagColumns, Error> {
        collect(&self.content, &mut || Ok(()))
    }

    /// Reads all tags like [`Recording::columns`]; `watch` is called at least every 50 ms and can cancel.
    ///
    /// # Errors
    /// Those of [`Recording::columns`], and `Cancelled`.
    pub fn columns_watched(&self, watch: &mut dyn FnMut() -> ControlFlow<()>) -> Result<TagColumns, Error> {
        collect(&self.content, &mut || if watch().is_break() { Err(cancelled()) } else { Ok(()) })
    }
}

/// The name of the file, by which its format may be recognised.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording")
            .field("format", &self.format_name())
            .field("tick", &self.tick())
            .field("bytes", &self.byte_length())
            .finish_non_exhaustive()
    }
}
