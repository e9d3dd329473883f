//! A recording as stored: compressed frames or plain messages in, tags out.
//!
//! Damage ends a frame, not the file: it becomes a finding, everything before it was already emitted, and reading
//! continues at the next intact frame.

mod content;
mod first_bytes;
mod not_a_recording;
mod skippables;
mod survey;

use crate::signatures::{GZIP_MAGIC, HEAD_BYTES, odd_text};
use crate::tags::index::{Check, Frame, is_ours};
use crate::tags::{Tag, TagSource, Totals};
use crate::zstd::FrameStream;
use crate::{Code, Error, Operation};

use content::{Content, Holds};
pub use first_bytes::FirstBytes;
pub use survey::{Lost, MAX_LOST, Survey, Withheld};

/// Turns the bytes of a file, in chunks of any size, into batches of tags.
#[derive(Default)]
pub struct TagStream {
    state: State,
    /// Offset in the file of the next byte after [`State::Head`].
    position: u64,
    content: Content,
}

enum State {
    /// The first bytes, until there are enough to recognise the file.
    Head(Vec<u8>),
    /// zstd frames.
    Frames(Box<FrameStream>),
    /// Messages without compression.
    Messages,
    /// Nothing further is readable: no recording, or interrupted messages without compression.
    Stopped,
    /// The file has ended; `sound`: the next data can be read separately.
    Ended { sound: bool },
}

impl Default for State {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

impl TagStream {
    /// Creates a stream whose index, if it has one at its end, is compared with the decoded data: a difference is a
    /// finding.
    pub fn checked() -> Self {
        Self { content: Content { check: Some(Box::default()), ..Content::default() }, ..Self::default() }
    }

    /// Creates a stream for which [`TagStream::survey`] returns the damaged ranges.
    pub fn surveyed() -> Self {
        Self { content: Content { survey: Some(Box::default()), ..Content::default() }, ..Self::default() }
    }

    /// Like it, without the tags of `withheld` frames.
    pub fn without(withheld: Withheld) -> Self {
        let content =
            Content { withheld: Some(withheld), survey: Some(Box::default()), ..Content::default() };
        Self { content, ..Self::default() }
    }

    /// The damaged ranges, if requested and all was read.
    pub fn survey(&self) -> Option<&Survey> {
        self.content.survey.as_deref()
    }

    /// The frames read, described like an index, for a [`TagStream::checked`] stream without an index.
    pub fn described(&self) -> Option<&[Frame]> {
        self.content.check.as_deref().map(Check::frames)
    }

    /// Whether a frame ended in the middle of a message, which continues in the next one.
    pub fn has_split_messages(&self) -> bool {
        self.content.splits_messages
    }

    /// A part of a file: it begins with the zstd frame at byte `offset`, and with a message.
    pub fn part(offset: u64) -> Self {
        Self {
            state: State::Frames(Box::new(FrameStream::at(offset).searching(is_ours))),
            position: offset,
            content: Content { holds: Holds::Messages, begins: false, ..Content::default() },
        }
    }

    /// Like it, if the file continues after the part.
    #[must_use]
    pub fn followed(mut self) -> Self {
        self.content.ends = false;
        self
    }

    fn begin(&mut self, head: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.state = match FirstBytes::of(head) {
            FirstBytes::Zstd => State::Frames(Box::new(FrameStream::default().searching(is_ours))),
            FirstBytes::Message => State::Messages,
            first => {
                self.content.totals.note(not_a_recording(first, head));
                State::Stopped
            }
        };
        self.advance(head, u64::MAX, sink);
    }

    /// Reads some of `bytes`, see [`TagSource::push_some`]; returns their number.
    fn advance(&mut self, bytes: &[u8], most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        let mut read = bytes.len();
        let broken = match &mut self.state {
            State::Frames(frames) => {
                read = frames.push_some(bytes, most, &mut |event| self.content.take(event, sink));
                self.content.give_up_at(self.position + read as u64);
                matches!(self.content.holds, Holds::SomethingElse)
            }
            State::Messages => match self.content.read(bytes, sink) {
                Ok(()) => false,
                Err(error) => {
                    self.content.totals.note(error);
                    true
                }
            },
            State::Head(_) | State::Stopped | State::Ended { .. } => false,
        };
        self.position += read as u64;
        if broken {
            self.state = State::Stopped;
        }
        read
    }
}

impl TagSource for TagStream {
    /// Whether everything so far is sound and ends with a whole frame and a whole message, so that the next data can be
    /// read separately.
    fn at_border(&self) -> bool {
        let between_frames = match &self.state {
            State::Ended { sound } => return *sound,
            State::Frames(frames) => frames.at_border(),
            State::Head(_) | State::Messages | State::Stopped => false,
        };
        between_frames && self.content.reader.at_border() && self.content.totals.findings.is_empty()
    }

    /// Continues with the next bytes of the file, and calls `sink` with batches of tags in file
    /// order. Damage becomes a finding.
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        let read = self.push_some(bytes, u64::MAX, sink);
        // The first bytes are handled separately.
        if let Some(rest) = bytes.get(read..).filter(|rest| !rest.is_empty()) {
            self.push_some(rest, u64::MAX, sink);
        }
    }

    fn push_some(&mut self, bytes: &[u8], most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        let read = match &mut self.state {
            State::Head(head) => {
                let read = bytes.len().min(HEAD_BYTES - head.len());
                head.extend_from_slice(&bytes[..read]);
                if head.len() == HEAD_BYTES {
                    let head = std::mem::take(head);
                    self.begin(&head, sink);
                }
                read
            }
            _ => self.advance(bytes, most, sink),
        };
        self.content.totals.bytes += read as u64;
        read
    }

    /// Ends the file.
    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if let State::Head(head) = &mut self.state {
            let head = std::mem::take(head);
            self.begin(&head, sink);
        }
        match &mut self.state {
            State::Frames(frames) => {
                frames.finish(&mut |event| self.content.take(event, sink));
                self.content.end(self.position, sink);
            }
            State::Messages => {
                self.content.end(self.position, sink);
                self.content.survey_messages(self.position);
            }
            State::Stopped => self.content.survey_messages(self.position),
            State::Head(_) | State::Ended { .. } => {}
        }
        self.content.conclude();
        // Frees the decoder's memory.
        self.state = State::Ended { sound: self.at_border() };
    }

    /// Whether more bytes could change anything.
    fn wants_more(&self) -> bool {
        !matches!(self.state, State::Stopped | State::Ended { .. })
    }

    /// Totals, and errors.
    fn totals(&self) -> Totals {
        Totals { messages: self.content.reader.messages(), ..self.content.totals.clone() }
    }

    /// Whether the end of the file was reached.
    fn is_done(&self) -> bool {
        matches!(self.state, State::Ended { .. })
    }
}

fn not_a_recording(first: FirstBytes, head: &[u8]) -> Error {
    if let Some(error) = odd_text(head) {
        return error;
    }
    match first {
        _ if head.is_empty() => Error::at(
            Code::Empty,
            0,
            "this file is empty, and a recording has at least one frame",
            "check that it was copied completely",
        ),
        FirstBytes::Text => Error::at(
            Code::UnknownFormat,
            0,
            "this is text, not a recording of time tags",
            "if it has time tags, name its columns in their order, as in `columns: \"time,channel\"`",
        ),
        FirstBytes::Other(name) => Error::at(
            if head.starts_with(GZIP_MAGIC) { Code::GzipFile } else { Code::UnknownFormat },
            0,
            format!("this is {name}, not a recording of time tags (.tags.zst or .tags)"),
            format!("convert a time tagger's recording with {}, or open another file", Operation::Convert),
        ),
        _ => Error::at(
            Code::UnknownFormat,
            0,
            "this is not a recording of time tags: it begins with neither a zstd frame nor a Cap'n Proto message",
            "open a .tags.zst or .tags file",
        ),
    }
}
