//! Drives readers whose files have parts of any length: collects bytes until a part can be read, and bounds the number
//! of tags that are made at a time.

use super::facts::{HeaderEntry, ImportFacts, MeasurementMeta};
use super::microtimes::{MicrotimeRange, no_microtimes};
use super::source::{HEADER_BYTES, ImportSource};
use super::tick::Tick;
use crate::Error;
use crate::tags::{Tag, TagSource, Totals};

/// Result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// This number of bytes, at least 1, are not needed again.
    Used(usize),
    /// Something was done without using bytes.
    Again,
    /// More bytes are needed, and these ones again.
    Wait,
    /// Nothing that follows is read.
    Done,
}

/// Receiver of the tags and the findings of a step.
pub(super) struct Output<'a> {
    totals: &'a mut Totals,
    sink: &'a mut dyn FnMut(&[Tag]),
}

impl Output<'_> {
    /// Passes on `tags`, and clears them.
    pub fn give(&mut self, tags: &mut Vec<Tag>) {
        if !tags.is_empty() {
            self.totals.tags += tags.len() as u64;
            (self.sink)(tags);
            tags.clear();
        }
    }

    /// Adds a finding.
    pub fn note(&mut self, error: Error) {
        self.totals.note(error);
    }
}

/// A reader of a file whose parts have any length.
pub(super) trait StepReader {
    /// Takes a step with `bytes`, the next ones of the file, at byte `place`. A step makes a bounded number of tags.
    ///
    /// # Errors
    /// If nothing after them can be read.
    fn step(&mut self, bytes: &[u8], place: u64, output: &mut Output<'_>) -> Result<Step, Error>;

    /// Notes that no more bytes follow those of the next step.
    fn end(&mut self) {}

    /// Returns the error of a file that ends at byte `place`, before [`Step::Done`]; `None` if it may end there. If it
    /// ends inside a part, there are bytes that [`Step::Wait`] has left.
    fn cut(&self, place: u64, is_inside: bool) -> Option<Error>;

    /// See [`ImportSource::tick`].
    fn tick(&self) -> Option<Tick>;

    /// See [`ImportSource::facts`].
    fn facts(&self) -> ImportFacts;

    /// See [`ImportSource::meta`].
    fn meta(&self) -> Option<MeasurementMeta> {
        None
    }

    /// See [`ImportSource::header`].
    fn header(&self) -> Vec<HeaderEntry> {
        Vec::new()
    }

    /// See [`ImportSource::keep_microtimes`].
    ///
    /// # Errors
    /// Those of [`ImportSource::keep_microtimes`].
    fn keep_microtimes(&mut self, _range: MicrotimeRange) -> Result<(), Error> {
        Err(no_microtimes("this format"))
    }

    /// See [`ImportSource::header_bytes`].
    fn header_bytes(&self) -> u64 {
        HEADER_BYTES
    }

    /// See [`TagSource::rounded`].
    fn rounded(&self) -> u64 {
        0
    }
}

/// Reads the tags of a file with the reader `R`.
pub(super) struct InSteps<R> {
    reader: R,
    state: State,
    /// Bytes of a step that is not complete yet.
    pending: Vec<u8>,
    /// Byte offset of the first pending byte.
    place: u64,
    totals: Totals,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Reading,
    /// Nothing more is read.
    Stopped,
    Ended,
}

impl<R: StepReader> InSteps<R> {
    pub fn new(reader: R) -> Self {
        Self { reader, state: State::Reading, pending: Vec::new(), place: 0, totals: Totals::default() }
    }

    /// Continues with `bytes`, until there are `most` more tags. Returns the number of bytes taken.
    fn run(&mut self, bytes: &[u8], most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        let mut joined = std::mem::take(&mut self.pending);
        let waited = joined.len();
        let all = if waited > 0 {
            joined.extend_from_slice(bytes);
            &joined
        } else {
            bytes
        };
        let limit = self.totals.tags.saturating_add(most);
        let mut used = 0;
        // Where the bytes that are kept for the next call end.
        let mut kept = None;
        while self.state == State::Reading && kept.is_none() {
            let output = &mut Output { totals: &mut self.totals, sink: &mut *sink };
            match self.reader.step(&all[used..], self.place, output) {
                Ok(Step::Used(bytes)) => {
                    used += bytes;
                    self.place += bytes as u64;
                }
                Ok(Step::Again) if self.totals.tags < limit => {}
                // One more byte is taken, because callers take 0 for the end.
                Ok(Step::Again) => kept = Some(used.max((waited + 1).min(all.len()))),
                Ok(Step::Wait) => kept = Some(all.len()),
                Ok(Step::Done) => self.state = State::Stopped,
                Err(error) => {
                    self.totals.note(error);
                    self.state = State::Stopped;
                }
            }
        }
        let Some(end) = kept else { return bytes.len() };
        if waited > 0 {
            // In place: a part of megabytes comes in many calls.
            joined.truncate(end);
            joined.drain(..used);
            self.pending = joined;
        } else {
            self.pending = bytes[used..end].to_vec();
        }
        end - waited
    }
}

impl<R: StepReader> TagSource for InSteps<R> {
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.totals.bytes += bytes.len() as u64;
        self.run(bytes, u64::MAX, sink);
    }

    fn push_some(&mut self, bytes: &[u8], most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        let taken = self.run(bytes, most / size_of::<Tag>() as u64, sink);
        self.totals.bytes += taken as u64;
        taken
    }

    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        self.reader.end();
        self.run(&[], u64::MAX, sink);
        if self.state == State::Reading
            && let Some(error) =
                self.reader.cut(self.place + self.pending.len() as u64, !self.pending.is_empty())
        {
            self.totals.note(error);
        }
        self.pending = Vec::new();
        self.state = State::Ended;
    }

    fn wants_more(&self) -> bool {
        self.state == State::Reading
    }

    /// The beginning of a file is needed to read any part of it.
    fn at_border(&self) -> bool {
        false
    }

    fn is_done(&self) -> bool {
        self.state == State::Ended
    }

    fn totals(&self) -> Totals {
        self.totals.clone()
    }

    fn rounded(&self) -> u64 {
        self.reader.rounded()
    }
}

impl<R: StepReader + Send> ImportSource for InSteps<R> {
    fn tick(&self) -> Option<Tick> {
        self.reader.tick()
    }

    fn facts(&self) -> ImportFacts {
        self.reader.facts()
    }

    fn meta(&self) -> Option<MeasurementMeta> {
        self.reader.meta()
    }

    fn header(&self) -> Vec<HeaderEntry> {
        self.reader.header()
    }

    fn keep_microtimes(&mut self, range: MicrotimeRange) -> Result<(), Error> {
        self.reader.keep_microtimes(range)
    }

    fn header_bytes(&self) -> u64 {
        self.reader.header_bytes()
    }
}
