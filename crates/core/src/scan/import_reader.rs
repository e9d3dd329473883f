//! Reads a recording of another maker's time tagger for a [`PartReader`](super::PartReader), which is independent of
//! its format: bytes in, tags out in the form in which readers exchange them.

use serde::{Deserialize, Serialize};

use super::fan_out::FanOut;
use super::part_reader::{PartDescription, Seen};
use crate::import::{
    HeaderEntry, ImportFacts, ImportSource, MeasurementMeta, TextOptions, part_of, source_of,
};
use crate::request::setters;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// How a recording in another maker's format is read.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImportOptions {
    /// The id of the format.
    pub import: String,
    /// The columns and units of a text.
    #[serde(skip)]
    pub text: TextOptions,
    /// Whether tags go to other threads.
    #[serde(default)]
    pub fan_out: bool,
    /// Whether the file continues after this part.
    #[serde(default)]
    pub followed: bool,
}

setters! { ImportOptions { import: String, text: TextOptions, fan_out: bool, followed: bool } }

/// What a recording in another maker's format states besides its tags.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ImportAbout {
    /// Length of a tick with its unit; null if it is not known.
    pub tick: Option<String>,
    /// See [`ImportSource::facts`].
    pub facts: ImportFacts,
    /// See [`ImportSource::meta`].
    pub meta: Option<MeasurementMeta>,
    /// See [`ImportSource::header`].
    pub header: Vec<HeaderEntry>,
}

/// Reads a recording, or a part of one, in its own format.
pub struct ImportReader {
    source: Box<dyn ImportSource>,
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
        let passing = Passing { seen: Seen::default(), fan_out: FanOut::default(), far: options.fan_out };
        Ok(Self { source, passing })
    }

    /// Continues with the next bytes of the file. Damage becomes a finding of the totals, not an error.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { source, passing } = self;
        source.push(bytes, &mut |tags| passing.take(tags));
    }

    /// The file ends here.
    pub fn finish(&mut self) {
        let Self { source, passing } = self;
        source.finish(&mut |tags| passing.take(tags));
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
        let totals: Totals = self.source.totals();
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
        }
    }
}
