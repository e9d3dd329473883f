//! Reads a recording of another time tagger for a [`PartReader`](super::PartReader), which is independent of
//! its format: bytes in, tags out in the form in which readers exchange them.

use serde::{Deserialize, Serialize};

use super::fan_out::FanOut;
use super::intake::Intake;
use super::part_reader::{PartDescription, Seen};
use super::request::ScanRequest;
use crate::import::{
    HeaderEntry, ImportFacts, ImportSource, MeasurementMeta, TextOptions, part_of, source_of,
};
use crate::request::setters;
use crate::run::software_clock::SoftwareClock;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// How a recording in another tagger's format is read.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImportOptions {
    /// The id of the format.
    pub import: String,
    /// The columns and units of a text file.
    #[serde(skip)]
    pub text: TextOptions,
    /// Whether tags go to other threads.
    #[serde(default)]
    pub fan_out: bool,
    /// Whether the file continues after this part.
    #[serde(default)]
    pub followed: bool,
    /// See [`ScanRequest::clock`](super::ScanRequest::clock).
    #[serde(default)]
    pub clock: Option<SoftwareClock>,
}

setters! { ImportOptions { import: String, text: TextOptions, fan_out: bool, followed: bool, clock: SoftwareClock } }

/// Maximum bytes of tags from a call, unless the bytes of the call have more.
const MAX_TAG_BYTES: u64 = 64 << 20;

/// Facts of a recording in another tagger's format, besides its tags.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ImportAbout {
    /// Length of a tick with its unit; `None` if it is not known.
    pub tick: Option<String>,
    /// See [`ImportSource::facts`].
    pub facts: ImportFacts,
    /// See [`ImportSource::meta`].
    pub meta: Option<MeasurementMeta>,
    /// See [`ImportSource::header`].
    pub header: Vec<HeaderEntry>,
    /// See [`ImportSource::header_bytes`].
    pub header_bytes: u64,
}

/// Reads a recording, or a part of one, in its own format.
pub struct ImportReader {
    source: Box<dyn ImportSource>,
    intake: Intake,
    passing: Passing,
}

/// Passes tags on until they are taken.
struct Passing {
    seen: Seen,
    fan_out: FanOut,
    /// They go to another thread, in few bytes.
    far: bool,
}

impl Passing {
    fn take(&mut self, tags: &[Tag]) {
        let Self { seen, fan_out, far } = self;
        seen.begin(tags);
        if *far {
            fan_out.push(tags, |from, to| seen.extend(from, to));
        } else {
            fan_out.push_plain(tags);
        }
    }
}

impl ImportReader {
    /// Reads a recording. Parts after the first begin with the `state` of their scout: see [`part_of`].
    ///
    /// # Errors
    /// `Usage` with the reason, `Mismatch` as [`part_of`].
    pub fn new(options: &ImportOptions, state: Option<&[u8]>) -> Result<Self, Error> {
        let mut source = match state {
            Some(state) => part_of(&options.import, state, &options.text)?,
            None => source_of(&options.import, &options.text)?,
        };
        if options.followed {
            source.followed();
        }
        let request = ScanRequest { clock: options.clock, ..ScanRequest::default() };
        let intake = Intake::new(request.clock_stage(state.is_some() || options.followed)?);
        let passing = Passing { seen: Seen::default(), fan_out: FanOut::default(), far: options.fan_out };
        Ok(Self { source, intake, passing })
    }

    /// Continues with the next bytes of the file. Damage becomes a finding of the totals, not an error.
    ///
    /// The tags of a file that is held until it is complete arrive at once. If they do not go to another thread, a call
    /// without bytes returns more of them.
    pub fn push(&mut self, mut bytes: &[u8]) {
        let Self { source, intake, passing } = self;
        let most = if passing.far { u64::MAX } else { MAX_TAG_BYTES };
        let take = &mut |tags: &[Tag]| passing.take(tags);
        loop {
            let taken = source.push_some(bytes, most, &mut |tags| intake.push(tags, take));
            bytes = &bytes[taken..];
            if bytes.is_empty() {
                break;
            }
        }
        intake.flush(take);
    }

    /// Ends the reading. With `is_cut`, the file continues after the bytes that were pushed, because reading failed there.
    pub fn finish(&mut self, is_cut: bool) {
        let Self { source, intake, passing } = self;
        if is_cut {
            source.followed();
        }
        let take = &mut |tags: &[Tag]| passing.take(tags);
        source.finish(&mut |tags| intake.push(tags, take));
        intake.finish(take);
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        self.source.wants_more()
    }

    /// Returns the waiting tags, for [`PartReader::push_tags`](super::PartReader::push_tags), once there are `least` of
    /// them or they take twice as many bytes as usual; `None` before.
    pub fn take_tags(&mut self, least: u64) -> Option<Vec<u8>> {
        self.passing.fan_out.take_enough(least)
    }

    /// The totals, for [`PartReader::count_import`](super::PartReader::count_import).
    ///
    /// # Errors
    /// `Mismatch` if they cannot be written, which does not happen.
    pub fn totals(&self) -> Result<Vec<u8>, Error> {
        let totals: Totals = self.intake.count(self.source.totals());
        postcard::to_allocvec(&totals).map_err(|error| {
            Error::new(Code::Mismatch, format!("the totals can't be written ({error})"), "please report it")
        })
    }

    /// Describes the tags so far, like [`PartReader::describe`](super::PartReader::describe).
    pub fn describe(&self) -> PartDescription {
        self.passing.seen.describe(self.source.is_done(), self.source.totals().tags, None)
    }

    /// Facts stated in the part of the file read so far.
    pub fn about(&self) -> ImportAbout {
        ImportAbout {
            tick: self.source.tick().map(|tick| tick.to_string()),
            facts: self.source.facts(),
            meta: self.source.meta(),
            header: self.source.header(),
            header_bytes: self.source.header_bytes(),
        }
    }
}
