//! A recording that is open: what it states, its tags and the analyses of these.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::batches::{Batches, TagColumns, collect};
use super::byte_source::ByteSource;
use super::content::Content;
use super::kind::OpenOptions;
use super::pass::{Watch, cancelled};
use super::period::with_periods;
use crate::tags::Totals;
use crate::value::Name;
use crate::{Error, Value};

/// A recording of time tags, whatever its format. See [`open`](super::open).
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
    pub findings: Vec<Error>,
    /// The result of each analysis by its id.
    pub results: Value,
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
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self::of(ByteSource::open(path)?, &name, options)
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

    /// Id of another maker's format; `None` for a recording of tagview's own.
    pub fn import(&self) -> Option<&'static str> {
        self.content.kind.import
    }

    /// What the header states besides the tick.
    pub fn facts(&self) -> &[(Name, Value)] {
        &self.content.kind.facts
    }

    /// The sync period in ticks that a header in T3 mode states.
    pub fn sync_period(&self) -> Option<f64> {
        self.content.kind.sync_period()
    }

    /// Length of the recording in bytes.
    pub fn byte_length(&self) -> u64 {
        self.content.bytes.size()
    }

    /// Runs the analyses of a request, `{"analyses": [{"name", "id"?, ...}], "selection"?, "slices"?, "define"?, "tick"?}`,
    /// on all cores. Times are ticks.
    ///
    /// # Errors
    /// `Usage` for a wrong request, `ReadFailed`, and `NoChannel` and `NoClock` for the period of a clock.
    pub fn run(&self, request: impl Into<Value>) -> Result<ScanOutcome, Error> {
        self.run_watched(request, &mut |_| ControlFlow::Continue(()))
    }

    /// As [`Recording::run`]; `watch` is called at least every 50 ms and can cancel.
    ///
    /// # Errors
    /// As there, and `Cancelled`.
    pub fn run_watched(&self, request: impl Into<Value>, watch: &mut Watch) -> Result<ScanOutcome, Error> {
        let request = with_periods(request.into(), &self.content.kind, &mut |request| {
            Ok(self.scan(&request, watch)?.results)
        })?;
        self.scan(&request, watch)
    }

    fn scan(&self, request: &Value, watch: &mut Watch) -> Result<ScanOutcome, Error> {
        let joiner = self.content.pass(request, watch)?;
        let results = match joiner.snapshot() {
            Value::Map(entries) => entries.into_iter().find(|(name, _)| name == "analyses"),
            _ => None,
        };
        let results = results.map_or(Value::Null, |(_, results)| results);
        Ok(ScanOutcome { totals: joiner.totals().clone(), findings: joiner.errors(), results })
    }

    /// Returns the numbers of tags and what is wrong with the file, from a pass that is done once.
    ///
    /// # Errors
    /// As [`Recording::run_watched`].
    pub fn summary(&self, watch: &mut Watch) -> Result<&ScanOutcome, Error> {
        if let Some(summary) = self.summary.get() {
            return Ok(summary);
        }
        let analysis = Value::map([("name", Value::Text("summary".to_owned()))]);
        let request = Value::map([("analyses", Value::List(vec![analysis]))]);
        let summary = self.scan(&request, watch)?;
        Ok(self.summary.get_or_init(|| summary))
    }

    /// Returns the number of tags of each channel, in the order of the channels.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn counts(&self) -> Result<Vec<ChannelCount>, Error> {
        let summary = self.summary(&mut |_| ControlFlow::Continue(()))?;
        let Some(Value::List(channels)) = summary.results.get("summary").and_then(|one| one.get("channels"))
        else {
            return Ok(Vec::new());
        };
        let count = |one: &Value| match (one.get("channel"), one.get("tags")) {
            (Some(Value::UInt(channel)), Some(Value::Count(tags))) => {
                Some(ChannelCount { channel: *channel, tags: *tags })
            }
            _ => None,
        };
        Ok(channels.iter().filter_map(count).collect())
    }

    /// Returns the damage of the file; empty if it is complete.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn findings(&self) -> Result<&[Error], Error> {
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

    /// Decodes all tags into two columns.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn columns(&self) -> Result<TagColumns, Error> {
        collect(&self.content, &mut || Ok(()))
    }

    /// As [`Recording::columns`]; `watch` is called at least every 50 ms and can cancel.
    ///
    /// # Errors
    /// As there, and `Cancelled`.
    pub fn columns_watched(&self, watch: &mut dyn FnMut() -> ControlFlow<()>) -> Result<TagColumns, Error> {
        collect(&self.content, &mut || if watch().is_break() { Err(cancelled()) } else { Ok(()) })
    }
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
