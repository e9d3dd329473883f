//! Splits files with a header and records of equal length: takes bytes in chunks of any size, and passes on whole
//! records.

use serde::{Deserialize, Serialize};

use super::facts::{HeaderEntry, ImportFacts, MeasurementMeta};
use super::microtimes::{MicrotimeRange, no_microtimes};
use super::source::ImportSource;
use super::tick::Tick;
use crate::tags::{Tag, TagSource, Totals};
use crate::{Code, Error};

/// Number of bytes of records decoded at once, so that their tags are still in the cache when they are used.
const CHUNK: usize = 32 << 10;

/// Maximum length of a record of any layout in bytes.
const MAX_RECORD: usize = 16;

/// Progress in reading a header.
pub(super) struct Read {
    /// Number of bytes of the input that belong to the header and are not needed again.
    pub bytes: usize,
    /// Whether the header ends after them, so that records follow.
    pub ended: bool,
}

/// A file layout of a header and records of equal length.
pub(super) trait Layout {
    /// Continues to read the header, at byte `offset` of the file; with `last`, no more bytes follow. If it uses no
    /// bytes and the header has not ended, it is called again with more. Problems that do not prevent reading are added
    /// to `totals`.
    ///
    /// # Errors
    /// If nothing of the file can be read.
    fn header(&mut self, bytes: &[u8], offset: u64, last: bool, totals: &mut Totals) -> Result<Read, Error>;

    /// Returns the length of a record in bytes, from 1 to [`MAX_RECORD`]. Called when the header has ended.
    fn record_bytes(&self) -> usize;

    /// Returns the number of records that the header states; `None` if it states none.
    fn promised(&self) -> Option<u64>;

    /// Appends the tags of `records`, a whole number of records, to `tags`; the first record is at `place`. Problems
    /// with single records are added to `totals`, and reading continues after them.
    ///
    /// # Errors
    /// If nothing after them can be read.
    fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error>;

    /// Ends the file. `place` is after its last whole record.
    fn end(&mut self, _place: RecordPosition, _totals: &mut Totals) {}

    /// See [`ImportSource::tick`].
    fn tick(&self) -> Option<Tick>;

    /// See [`ImportSource::facts`].
    fn facts(&self) -> ImportFacts;

    /// See [`ImportSource::meta`].
    fn meta(&self) -> Option<MeasurementMeta> {
        None
    }

    /// See [`ImportSource::header`].
    fn entries(&self) -> Vec<HeaderEntry> {
        Vec::new()
    }

    /// See [`ImportSource::keep_microtimes`].
    ///
    /// # Errors
    /// Those of [`ImportSource::keep_microtimes`].
    fn keep_microtimes(&mut self, _range: MicrotimeRange) -> Result<(), Error> {
        Err(no_microtimes("this format"))
    }
}

/// Position of a record.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct RecordPosition {
    /// Number of records before it. (Messages count from 1.)
    pub record: u64,
    /// Offset in bytes from the beginning of the file.
    pub offset: u64,
}

impl RecordPosition {
    /// Returns the position `ordinal` records of `length` bytes after this one.
    pub fn after(self, ordinal: usize, length: u64) -> Self {
        Self { record: self.record + ordinal as u64, offset: self.offset + ordinal as u64 * length }
    }
}

/// Reads the tags of a file with the layout `L`.
pub(super) struct Records<L> {
    layout: L,
    state: State,
    /// Unread bytes of the header, or the beginning of a record.
    pending: Vec<u8>,
    /// Position of the first unread byte.
    place: RecordPosition,
    tags: Vec<Tag>,
    totals: Totals,
    /// Whether the file continues after the bytes that this reader gets.
    followed: bool,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Header,
    Records,
    /// Nothing more is read, after an error or after the last record that the header states.
    Stopped,
    /// The file has ended.
    Ended,
}

impl<L: Layout + Default> Default for Records<L> {
    fn default() -> Self {
        Self {
            layout: L::default(),
            state: State::default(),
            pending: Vec::new(),
            place: RecordPosition::default(),
            tags: Vec::new(),
            totals: Totals::default(),
            followed: false,
        }
    }
}

impl<L: Layout> Records<L> {
    /// Creates a reader of a file with this layout.
    pub fn new(layout: L) -> Self
    where
        L: Default,
    {
        Self { layout, ..Self::default() }
    }

    /// Continues at `place`, with a layout whose header was read.
    pub fn from(layout: L, place: RecordPosition) -> Self
    where
        L: Default,
    {
        Self { layout, state: State::Records, place, ..Self::default() }
    }

    /// Returns the layout and the position of the next record; `None` if no more records can follow.
    pub fn next(&self) -> Option<(&L, RecordPosition)> {
        (self.state == State::Records).then_some((&self.layout, self.place))
    }

    /// Continues to read the header, and then records.
    fn header(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(&[Tag])) {
        let mut seen = std::mem::take(&mut self.pending);
        seen.extend_from_slice(bytes);
        let mut rest = &seen[..];
        while self.state == State::Header {
            match self.layout.header(rest, self.place.offset, last, &mut self.totals) {
                Ok(Read { bytes: 0, ended: false }) => {
                    self.pending = rest.to_vec();
                    return;
                }
                Ok(Read { bytes, ended }) => {
                    self.place.offset += bytes as u64;
                    rest = rest.get(bytes..).unwrap_or_default();
                    if ended {
                        self.state = State::Records;
                    }
                }
                Err(error) => self.stop(error),
            }
        }
        self.records(rest, sink);
    }

    fn stop(&mut self, error: Error) {
        self.totals.note(error);
        self.state = State::Stopped;
    }

    /// Reads the records that `bytes` completes, and stores the beginning of the next one.
    fn records(&mut self, mut bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        if self.state != State::Records {
            return;
        }
        let length = self.layout.record_bytes().clamp(1, MAX_RECORD);
        if !self.pending.is_empty() {
            let missing = length - self.pending.len();
            let (first, rest) = bytes.split_at(bytes.len().min(missing));
            self.pending.extend_from_slice(first);
            bytes = rest;
            if self.pending.len() < length {
                return;
            }
            let record = std::mem::take(&mut self.pending);
            self.whole(&record, length, sink);
        }
        let (whole, rest) = bytes.split_at(bytes.len() - bytes.len() % length);
        for records in whole.chunks(CHUNK / length * length) {
            self.whole(records, length, sink);
        }
        if self.state == State::Records {
            self.pending.extend_from_slice(rest);
        }
    }

    /// Passes on the tags of whole records, up to the number of records that the header states.
    fn whole(&mut self, records: &[u8], length: usize, sink: &mut dyn FnMut(&[Tag])) {
        if self.state != State::Records {
            return;
        }
        let there = (records.len() / length) as u64;
        let count =
            self.layout.promised().map_or(there, |all| all.saturating_sub(self.place.record).min(there));
        let decoded = if count > 0 {
            let records = &records[..count as usize * length];
            self.layout.decode(records, self.place, &mut self.tags, &mut self.totals)
        } else {
            Ok(())
        };
        if !self.tags.is_empty() {
            self.totals.tags += self.tags.len() as u64;
            sink(&self.tags);
            self.tags.clear();
        }
        self.place.record += count;
        self.place.offset += count * length as u64;
        if let Err(error) = decoded {
            self.stop(error);
        } else if count < there {
            self.goes_on();
        }
    }

    /// Stops because there are bytes after the last record that the header states.
    fn goes_on(&mut self) {
        let message =
            format!("the file has more than the {} records that its header states", self.place.record);
        let remedy = "the data after them were not read; check that this is one complete file";
        self.stop(Error::at(Code::TrailingBytes, self.place.offset, message, remedy));
    }

    /// Reports a file that ends within a record, or before the end that its header states.
    fn cut(&mut self) {
        let RecordPosition { record, offset } = self.place;
        let promised = self.layout.promised();
        let message = match (self.pending.len(), promised) {
            (0, Some(promised)) if promised > record => {
                format!("the header states {promised} records, but the file ends after record {record}")
            }
            (0, _) => return,
            (_, Some(promised)) if promised == record => return self.goes_on(),
            (1, _) => format!("the file ends 1 byte into record {}", record + 1),
            (bytes, _) => format!("the file ends {bytes} bytes into record {}", record + 1),
        };
        self.totals.note(Error::at(
            Code::Truncated,
            offset,
            message,
            "copy it again; the data before this were read",
        ));
    }
}

impl<L: Layout> TagSource for Records<L> {
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.totals.bytes += bytes.len() as u64;
        match self.state {
            State::Header => self.header(bytes, false, sink),
            State::Records => self.records(bytes, sink),
            State::Stopped | State::Ended => {}
        }
    }

    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if self.state == State::Header {
            self.header(&[], true, sink);
        }
        if self.state == State::Header {
            let message = "the file ends in its header, before the first record";
            self.totals.note(Error::at(Code::Truncated, self.totals.bytes, message, "copy it again"));
        }
        if self.state == State::Records && !self.followed {
            self.cut();
            self.layout.end(self.place, &mut self.totals);
        }
        self.pending = Vec::new();
        self.state = State::Ended;
    }

    fn wants_more(&self) -> bool {
        matches!(self.state, State::Header | State::Records)
    }

    /// Between records, a reader of the next part can begin.
    fn at_border(&self) -> bool {
        self.pending.is_empty() && self.state != State::Header
    }

    fn is_done(&self) -> bool {
        self.state == State::Ended
    }

    fn totals(&self) -> Totals {
        self.totals.clone()
    }
}

impl<L: Layout + Send> ImportSource for Records<L> {
    fn tick(&self) -> Option<Tick> {
        self.layout.tick()
    }

    fn facts(&self) -> ImportFacts {
        self.layout.facts()
    }

    fn followed(&mut self) {
        self.followed = true;
    }

    fn meta(&self) -> Option<MeasurementMeta> {
        self.layout.meta()
    }

    fn header(&self) -> Vec<HeaderEntry> {
        self.layout.entries()
    }

    fn keep_microtimes(&mut self, range: MicrotimeRange) -> Result<(), Error> {
        self.layout.keep_microtimes(range)
    }
}
