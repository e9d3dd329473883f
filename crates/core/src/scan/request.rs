//! Requests for a pass over a recording.

use serde::Deserialize;

use crate::analysis::AnalysisRequest;
use crate::request::setters;
use crate::run::software_clock::{ClockStage, SoftwareClock};
use crate::run::virtual_channels::Definitions;
use crate::tags::SelectionRequest;
use crate::{Code, Error};

/// Maximum number of analyses in one request.
const MAX_ANALYSES: usize = 1000;

/// Requests analyses of the tags of a recording.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "a scan")]
#[non_exhaustive]
pub struct ScanRequest {
    /// The analyses, which all get the same tags.
    #[serde(skip)]
    pub analyses: Vec<NamedRequest>,
    /// Which tags they get; virtual channels follow from the selected range of time.
    pub selection: SelectionRequest,
    /// Ranges of time in ticks after the file's first tag, both ends inclusive. Each is analysed as if it were the
    /// selected range.
    pub slices: Option<Vec<(i64, i64)>>,
    /// Definitions of virtual channels, such as `100=3+15`.
    pub define: Vec<String>,
    /// Length of a tick in times of `define`, such as `1ps`; `156.25ps` unless stated.
    pub tick: Option<String>,
    /// The clock in whose phase all times are given; selections and analyses see only those. The whole recording is
    /// read in one part then.
    pub clock: Option<SoftwareClock>,
    /// Time of the file's first tag in ticks; `None` for a whole file, which has that tag.
    pub origin: Option<i64>,
    /// Time of the first selected tag in ticks, from which relative times count; `None` if it is among the tags.
    pub start: Option<i64>,
}

/// A request for an analysis, and the key of its result.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct NamedRequest {
    /// Key of the result; by default the name of the analysis.
    pub id: Option<String>,
    /// The analysis.
    pub analysis: AnalysisRequest,
    /// The clock whose period is that of the light. Only a [`Recording`](crate::Recording) can measure it.
    pub clock: Option<ClockRequest>,
}

/// A channel with the pulses of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ClockRequest {
    /// Number of the channel.
    #[serde(rename = "clock")]
    pub channel: u64,
    /// Number of pulses of the light for each tag of the channel; 1 unless stated.
    pub divider: Option<u64>,
}

setters! {
    /// Requests the period of the clock on `channel`.
    ClockRequest::on(channel: u64) { divider: u64 }
}

/// How a part of a recording is read.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
#[non_exhaustive]
pub struct PartOptions {
    /// Byte offset of the part's first frame in the file; `None` for a whole file.
    pub at: Option<u64>,
    /// Whether to compare the file's index, if any, with the decoded tags.
    pub verify: bool,
    /// Whether the file continues after the part.
    pub followed: bool,
    /// Maximum number of bytes of held tags for [`PartReader::begin_query`](super::PartReader::begin_query); none are
    /// held if they take more.
    pub hold_bytes: Option<u64>,
    /// Whether tags are passed on by [`PartReader::take_tags`](super::PartReader::take_tags) instead of being analysed.
    /// No tags are held and no background analyses run then.
    pub fan_out: bool,
    /// Analyses whose results [`PartReader::background`](super::PartReader::background) saves.
    #[serde(skip)]
    pub background: Option<ScanRequest>,
}

setters! { PartOptions {
    at: u64, verify: bool, followed: bool, hold_bytes: u64, fan_out: bool, background: ScanRequest,
} }

setters! { ScanRequest {
    selection: SelectionRequest, slices: Vec<(i64, i64)>, define: Vec<String>, tick: String,
    clock: SoftwareClock, origin: i64, start: i64,
} }

impl<R: Into<AnalysisRequest>> From<R> for NamedRequest {
    fn from(request: R) -> Self {
        Self { id: None, analysis: request.into(), clock: None }
    }
}

impl NamedRequest {
    /// Requests an analysis whose result is found under `id`.
    pub fn new(id: impl Into<String>, request: impl Into<AnalysisRequest>) -> Self {
        Self { id: Some(id.into()), ..request.into().into() }
    }

    /// The key of the result.
    pub fn id(&self) -> &str {
        self.id.as_deref().unwrap_or(self.analysis.name())
    }
}

impl ScanRequest {
    /// Requests these analyses of all tags.
    pub fn of<R: Into<NamedRequest>>(analyses: impl IntoIterator<Item = R>) -> Self {
        Self { analyses: analyses.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// # Errors
    /// `Usage` naming the definition that is wrong.
    pub(super) fn definitions(&self) -> Result<Option<Definitions>, Error> {
        Definitions::read(&self.define, self.tick.as_deref())
    }

    /// The stage of the software clock, if there is one, for a reader of a whole recording, or of a part of one.
    ///
    /// # Errors
    /// `Usage` as [`SoftwareClock::stage`], and for a part.
    pub(super) fn clock_stage(&self, is_part: bool) -> Result<Option<ClockStage>, Error> {
        let stage = self.clock.map(|clock| clock.stage()).transpose()?;
        if stage.is_none() || !is_part {
            return Ok(stage);
        }
        let message =
            "a part of a recording has no software clock: its ticks are numbered from the first one";
        Err(Error::new(Code::Usage, message, "read the recording as a whole"))
    }

    /// # Errors
    /// `Usage` if there are too many analyses, or one has a clock that was not measured.
    pub(super) fn checked_analyses(&self) -> Result<&[NamedRequest], Error> {
        if self.analyses.len() > MAX_ANALYSES {
            return Err(Error::new(
                Code::Usage,
                format!("`analyses` has {} entries", self.analyses.len()),
                format!("request at most {MAX_ANALYSES} at once"),
            ));
        }
        if self.analyses.iter().any(|one| one.clock.is_some()) {
            let message = "`clock` is not a period";
            return Err(Error::new(
                Code::Usage,
                message,
                "measure the period of the clock, and give it as `period`",
            ));
        }
        Ok(&self.analyses)
    }
}
