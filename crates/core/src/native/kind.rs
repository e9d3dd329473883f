//! The kind of a recording: its format, its tick and its header.

use serde::Serialize;

use super::byte_source::ByteSource;
use super::tick_length::TickLength;
use crate::formats::{FileKind, Recognised, recognise};
use crate::import::{
    HeaderEntry, ImportFacts, ImportSource, LAYOUT_BYTES, MeasurementMeta, RecordMode, TextOptions,
    holds_histogram, import_named, is_histogram_file, no_microtimes, part_of, source_of,
};
use crate::request::setters;
use crate::tags::about::About;
use crate::tags::{TagSource, TagStream, about};
use crate::{Code, Error, Operation};

/// Bytes that state the format and the tick of a recording of tagview's own.
const OWN_HEAD: usize = 8 << 10;
/// Bytes of tags after which a header is taken to be over.
const MAX_TAG_BYTES: u64 = 1 << 20;

/// The id of text files in columns.
const COLUMNS: &str = "columns";

/// The caller's statements about a recording.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct OpenOptions {
    /// How a text file or another tagger's recording is read. Its `tick` replaces that of any recording, and its `setup` is by
    /// default the text of the `.set` file next to a recording of Becker & Hickl.
    pub text: TextOptions,
    /// The id of the format, for a recording whose content does not show it.
    pub read_as: Option<String>,
    /// Number of threads that read and analyse the recording; by default the number of cores.
    pub threads: Option<usize>,
}

setters! { OpenOptions { text: TextOptions, read_as: String, threads: usize } }

/// Facts in the header of a recording, besides the tick.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum RecordingFacts {
    /// A recording of tagview's own.
    Own(About),
    /// A recording in another tagger's format.
    Import(ImportFacts),
}

/// The format of a recording and the contents of its header.
#[derive(Debug)]
pub(super) struct RecordingKind {
    /// The id of another tagger's format; `None` for tagview's own.
    pub import: Option<&'static str>,
    /// The name of the format, with an article.
    pub name: &'static str,
    /// Options for the reader of the format.
    pub options: TextOptions,
    /// The length of a tick in the file; `None` if it states none.
    pub own_tick: Option<TickLength>,
    /// The length of a tick in use.
    pub tick: TickLength,
    /// Whether the file or the caller states the tick.
    pub is_tick_known: bool,
    /// Facts in the header, besides the tick.
    pub facts: RecordingFacts,
    /// See [`ImportSource::meta`] and [`ImportSource::header`].
    pub meta: Option<MeasurementMeta>,
    pub header: Vec<HeaderEntry>,
}

impl RecordingKind {
    /// Recognises a recording by its first bytes.
    ///
    /// # Errors
    /// `UnknownFormat` and `Empty` if it is not a recording, `ReadFailed`, and `Usage` for wrong options.
    pub fn of(bytes: &ByteSource, name: &str, options: &OpenOptions) -> Result<Self, Error> {
        let stated = options.text.tick.as_deref().map(TickLength::parse).transpose()?;
        let mut head = bytes.read(0, OWN_HEAD)?;
        let mut known = recognise(&head, &[], name);
        if known.import.is_some() || known.kind != Some(FileKind::Recording) {
            head = bytes.read(0, LAYOUT_BYTES)?;
            known = recognise(&head, &[], name);
        }
        let stated_format = options.read_as.as_deref().map(import_named).transpose()?;
        if let Some(import) = stated_format {
            known.name = Some(import.name);
        }
        let import = match stated_format.map(|import| import.id).or(known.import) {
            None if known.kind != Some(FileKind::Recording) && options.text.columns.is_some() => {
                Some(COLUMNS)
            }
            import => import,
        };
        let mut kind = Self {
            import,
            name: known.name.unwrap_or("a text file with tags in columns"),
            options: TextOptions::default(),
            own_tick: None,
            tick: TickLength::fallback()?,
            is_tick_known: false,
            facts: RecordingFacts::Own(About::default()),
            meta: None,
            header: Vec::new(),
        };
        if import.is_some() {
            kind.options = options.text.clone();
            kind.read_header(bytes, &head)?;
        } else if known.kind == Some(FileKind::Recording) {
            if options.text.microtime.is_some() {
                return Err(no_microtimes("a recording of tagview"));
            }
            kind.read_about(&head);
        } else {
            return Err(not_a_recording(&head, &known));
        }
        if let Some(tick) = stated.or(kind.own_tick.clone()) {
            kind.tick = tick;
            kind.is_tick_known = true;
        }
        Ok(kind)
    }

    /// A reader of the file in another tagger's format, from its first byte on.
    ///
    /// # Errors
    /// `Usage` for wrong options.
    pub fn import_source(&self, id: &str) -> Result<Box<dyn ImportSource>, Error> {
        source_of(id, &self.options)
    }

    /// A reader of a part of the file that is not the first.
    ///
    /// # Errors
    /// Those of [`part_of`].
    pub fn import_part(&self, id: &str, state: &[u8]) -> Result<Box<dyn ImportSource>, Error> {
        part_of(id, state, &self.options)
    }

    fn read_about(&mut self, head: &[u8]) {
        let mut about = about::read(head).unwrap_or_default();
        self.own_tick = about.get(about::TICK).and_then(|text| TickLength::parse(text).ok());
        let is_read = self.own_tick.is_some();
        about.0.retain(|(name, _)| !is_read || name != about::TICK);
        for (name, _) in about.0.iter_mut().filter(|(name, _)| name == about::TICK) {
            *name = "unreadable_tick".to_owned();
        }
        self.facts = RecordingFacts::Own(about);
    }

    fn read_header(&mut self, bytes: &ByteSource, head: &[u8]) -> Result<(), Error> {
        let Some(id) = self.import else { return Ok(()) };
        let mut source = self.import_source(id)?;
        // A few compressed bytes may hold any number of tags, so reading stops after the first tags.
        let mut is_all = source.push_some(head, MAX_TAG_BYTES, &mut |_| {}) == head.len();
        let mut at = head.len() as u64;
        let mut has_ended = head.len() < LAYOUT_BYTES;
        while is_all && source.wants_more() && source.tick().is_none() && at < source.header_bytes() {
            let more = bytes.read(at, LAYOUT_BYTES)?;
            has_ended = more.is_empty();
            if has_ended {
                break;
            }
            is_all = source.push_some(&more, MAX_TAG_BYTES, &mut |_| {}) == more.len();
            at += more.len() as u64;
        }
        if is_all && has_ended {
            source.finish(&mut |_| {});
        }
        // Only the header shows that a recording in T2 mode has no microtimes.
        if let Some(error) = source.totals().errors().find(|error| error.code == Code::Usage) {
            return Err(error);
        }
        self.own_tick = source.tick().map(|tick| TickLength::parse(&tick.to_string())).transpose()?;
        (self.meta, self.header) = (source.meta(), source.header());
        self.facts = RecordingFacts::Import(source.facts().without_counts());
        Ok(())
    }

    /// The sync period that a header in T3 mode states, in ticks of the file.
    pub fn sync_period(&self) -> Option<f64> {
        let has_delays = |meta: &&MeasurementMeta| meta.delay_resolution_s.is_some();
        let meta = self.meta.as_ref().filter(|meta| meta.mode == RecordMode::T3).filter(has_delays)?;
        let ticks = self.own_tick.as_ref()?.ticks(meta.sync_period_s?);
        (ticks > 0.0 && ticks.is_finite()).then_some(ticks)
    }
}

/// The error about a file that begins with `head`, recognised as `known`.
fn not_a_recording(head: &[u8], known: &Recognised) -> Error {
    if let (Some(name), Some(kind)) = (known.name, known.kind)
        && !matches!(kind, FileKind::Recording | FileKind::Histograms)
    {
        let message = format!("this is {name}, not a recording of time tags");
        return Error::at(Code::UnknownFormat, 0, message, "open it with the reader of its format");
    }
    if is_histogram_file(head) && !holds_histogram(head) {
        let message = "this is a file of histograms, which has no tags";
        return Error::at(
            Code::UnknownFormat,
            0,
            message,
            format!("list its curves with {}", Operation::Histogram),
        );
    }
    let mut stream = TagStream::default();
    stream.push(head, &mut |_| {});
    stream.finish(&mut |_| {});
    stream.totals().errors().next().unwrap_or_else(|| {
        Error::at(Code::UnknownFormat, 0, "this is not a recording of time tags", "open a recording")
    })
}
