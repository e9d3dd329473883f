//! A recording as it lies on disk: compressed frames or plain messages in, tags out.
//!
//! Damage ends a frame, not the file: it becomes a finding, everything before it has already
//! been given away, and reading goes on at the next intact frame.

mod first_bytes;
mod not_a_recording;

use crate::signatures::HEAD_BYTES;
use crate::tags::index::Check;
use crate::tags::{Reader, Tag, TagSource, Totals};
use crate::zstd::{Event, FrameStream};
use crate::{Code, Error};

pub use first_bytes::FirstBytes;
use not_a_recording::NotARecording;

/// Turns the bytes of a file, in chunks of any size, into batches of tags.
#[derive(Default)]
pub struct Recording {
    state: State,
    /// Where the next byte lies in the file that is not of its [`State::Head`].
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
    /// Nothing further can be read: no recording, or messages without compression that broke off.
    Stopped,
    /// The file has ended; `sound`: what follows could be read on its own.
    Ended { sound: bool },
}

impl Default for State {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

/// What the file holds, decoded.
struct Content {
    reader: Reader,
    totals: Totals,
    holds: Holds,
    /// Byte offset of the frame under way in the file.
    frame: u64,
    /// Where its content begins in the decoded data, in bytes.
    content: u64,
    /// Whether the index, where there is one, says what the frames hold.
    check: Option<Box<Check>>,
}

/// What is known of a file's content.
enum Holds {
    /// No message was found so far; this is what is known instead.
    Unknown(NotARecording),
    /// Messages, or what can't be told from damaged ones.
    Messages,
    /// Something else, which was said.
    SomethingElse,
}

impl Recording {
    /// A recording whose index, where it has one at its end, is compared with what is decoded: a
    /// difference is a finding.
    pub fn checked() -> Self {
        Self { content: Content { check: Some(Box::default()), ..Content::default() }, ..Self::default() }
    }

    /// A part of a file: it begins with the zstd frame at byte `offset`, and with a message.
    pub fn part(offset: u64) -> Self {
        Self {
            state: State::Frames(Box::new(FrameStream::at(offset))),
            position: offset,
            content: Content { holds: Holds::Messages, ..Content::default() },
        }
    }

    fn begin(&mut self, head: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.state = match FirstBytes::of(head) {
            FirstBytes::Zstd => State::Frames(Box::default()),
            FirstBytes::Message => State::Messages,
            first => {
                self.content.totals.note(not_a_recording(first, head));
                State::Stopped
            }
        };
        self.advance(head, u64::MAX, sink);
    }

    /// Reads some of `bytes`, see [`TagSource::push_some`]; how many.
    fn advance(&mut self, bytes: &[u8], most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        let mut read = bytes.len();
        let broken = match &mut self.state {
            State::Frames(frames) => {
                read = frames.push_some(bytes, most, &mut |event| self.content.take(event, sink));
                self.content.look_on(self.position + read as u64);
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

impl TagSource for Recording {
    /// Whether all that came so far is sound and ends with a whole frame and a whole message, so that
    /// what follows can be read on its own.
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
        // The first bytes are taken apart from the others.
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

    /// The file ends here.
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
            State::Messages => self.content.end(self.position, sink),
            State::Head(_) | State::Stopped | State::Ended { .. } => {}
        }
        // The decoder's memory is given back.
        self.state = State::Ended { sound: self.at_border() };
    }

    /// Whether more bytes could change anything.
    fn wants_more(&self) -> bool {
        !matches!(self.state, State::Stopped | State::Ended { .. })
    }

    /// What was read, and what is wrong with it.
    fn totals(&self) -> Totals {
        Totals { messages: self.content.reader.messages(), ..self.content.totals.clone() }
    }

    /// Whether the end of the file was reached.
    fn is_done(&self) -> bool {
        matches!(self.state, State::Ended { .. })
    }
}

impl Default for Content {
    fn default() -> Self {
        Self {
            reader: Reader::default(),
            totals: Totals::default(),
            holds: Holds::Unknown(NotARecording::default()),
            frame: 0,
            content: 0,
            check: None,
        }
    }
}

impl Content {
    fn take(&mut self, event: Event<'_>, sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        if let Holds::SomethingElse = self.holds {
            // So that nothing more is decoded of the frame.
            return self.totals.errors().next().map_or(Ok(()), Err);
        }
        match event {
            Event::Start { offset, after_damage } => {
                if let Holds::Unknown(known) = &mut self.holds {
                    known.begin(offset);
                }
                self.look_on(offset);
                if let Holds::SomethingElse = self.holds {
                    return Ok(());
                }
                self.frame = offset;
                self.content = self.reader.position();
                self.totals.frames += 1;
                if let Some(check) = &mut self.check {
                    check.start(offset);
                }
                if after_damage {
                    self.reader.restart();
                }
                Ok(())
            }
            Event::Content(bytes) => self.content(bytes, sink),
            Event::End => self.settle(true),
            Event::Skippable { offset, bytes } => {
                if let Some(check) = &mut self.check {
                    check.skippable(offset, bytes);
                }
                Ok(())
            }
            Event::Damage(error) => {
                self.totals.note(error.clone());
                self.settle(true)
            }
        }
    }

    /// Reads content of a frame.
    fn content(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let readable = match &mut self.holds {
            Holds::Unknown(known) => known.see(bytes),
            Holds::Messages | Holds::SomethingElse => true,
        };
        if readable {
            let result = self.read(bytes, sink).map_err(|error| in_frame(error, self.frame, self.content));
            self.note_recording();
            match (&mut self.holds, result) {
                (Holds::Unknown(known), Err(error)) => known.doubt(error),
                (_, result) => result?,
            }
        }
        self.settle(false)
    }

    /// A file is a recording if anything in it can be read.
    fn note_recording(&mut self) {
        if self.totals.tags > 0 || self.reader.messages() > 0 {
            self.holds = Holds::Messages;
        }
    }

    /// Tells what is wrong with the content under way of a file that may hold something else, once that
    /// can be told.
    fn settle(&mut self, ended: bool) -> Result<(), Error> {
        match &mut self.holds {
            Holds::Unknown(known) => known.settle(ended).map_or(Ok(()), Err),
            Holds::Messages | Holds::SomethingElse => Ok(()),
        }
    }

    /// Gives up where no message was found for long, up to byte `offset` of the file.
    fn look_on(&mut self, offset: u64) {
        if let Holds::Unknown(known) = &self.holds
            && known.is_settled(offset)
        {
            self.decide();
        }
    }

    /// Decides what a file without messages holds. Of one that holds something else just that is said, besides what is
    /// wrong with its frames.
    fn decide(&mut self) {
        let Holds::Unknown(known) = &self.holds else { return };
        let Some(verdict) = known.verdict() else {
            self.holds = Holds::Messages;
            return;
        };
        self.holds = Holds::SomethingElse;
        let findings = &mut self.totals.findings;
        findings.retain(|finding| !is_of_a_message(finding.code));
        findings.push(verdict.into());
        findings.sort_by_key(|finding| finding.offset);
    }

    fn read(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let Self { reader, totals, check, .. } = self;
        let tags = &mut totals.tags;
        reader.push(bytes, &mut |batch| {
            *tags += batch.len() as u64;
            // More channels than there can be are for the analyses to say.
            if check.as_mut().is_some_and(|check| check.push(batch).is_err()) {
                *check = None;
            }
            sink(batch);
        })
    }

    /// The end of the file, `bytes` long. Where it broke off in mid frame, that has been said.
    fn end(&mut self, bytes: u64, sink: &mut dyn FnMut(&[Tag])) {
        if let Holds::SomethingElse = self.holds {
            return;
        }
        let tags = &mut self.totals.tags;
        let end = self.reader.finish(&mut |batch| {
            *tags += batch.len() as u64;
            sink(batch);
        });
        self.note_recording();
        self.decide();
        if let Err(error) = end
            && self.totals.findings.is_empty()
        {
            self.totals.note(Error { offset: Some(bytes), ..error });
        }
        if let Some(check) = self.check.take()
            && self.totals.findings.is_empty()
            && let Err(error) = check.finish(bytes)
        {
            self.totals.note(error);
        }
    }
}

/// Whether errors of this code are about what frames hold, not about frames.
fn is_of_a_message(code: Code) -> bool {
    matches!(code, Code::BadMessage | Code::BadPointer | Code::WrongSchema | Code::MessageTooLarge)
}

/// Offsets in decoded data mean nothing in the file: the frame's stands in, and the message says where
/// in it. `content` is where the frame's decoded data start.
fn in_frame(error: Error, frame: u64, content: u64) -> Error {
    let place = error.offset.map(|offset| match offset.checked_sub(content) {
        Some(into) => format!(" ({into} bytes into the decoded data of this frame)"),
        // A message may begin in an earlier frame.
        None => format!(" ({} bytes before the decoded data of this frame)", content.abs_diff(offset)),
    });
    let message = error.message + &place.unwrap_or_default();
    Error { message, offset: Some(frame), ..error }
}

fn not_a_recording(first: FirstBytes, head: &[u8]) -> Error {
    match first {
        _ if head.is_empty() => Error::at(
            Code::Empty,
            0,
            "this file is empty, and a recording has at least one frame",
            "check that it was copied whole",
        ),
        FirstBytes::Text => Error::at(
            Code::UnknownFormat,
            0,
            "this is text, not a recording of time tags",
            "turn lines of channel, tab, time into one with `tagview pack`",
        ),
        FirstBytes::Other(name) => Error::at(
            Code::UnknownFormat,
            0,
            format!("this is {name}, not a recording of time tags (.tags.zst or .tags)"),
            "open the recording itself",
        ),
        _ => Error::at(
            Code::UnknownFormat,
            0,
            "this is no recording of time tags, it begins with neither a zstd frame nor a Cap'n Proto message",
            "open a .tags.zst or .tags file",
        ),
    }
}
