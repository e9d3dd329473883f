//! A recording as it lies on disk: compressed frames or plain messages in, tags out.
//!
//! Damage ends a frame, not the file: it becomes a finding, everything before it has already
//! been given away, and reading goes on at the next intact frame.

mod first_bytes;
mod not_a_recording;

use crate::signatures::HEAD_BYTES;
use crate::tags::index::Check;
use crate::tags::{Reader, Tag, Totals};
use crate::zstd::{Event, FrameStream};
use crate::{Code, Error};

pub use first_bytes::FirstBytes;
use not_a_recording::Foreign;

/// Turns the bytes of a file, in pieces of any size, into batches of tags.
#[derive(Default)]
pub struct Recording {
    state: State,
    /// Where the next byte lies in the file.
    position: u64,
    done: bool,
    /// Once done: whether what follows could be read on its own.
    sound: bool,
    content: Content,
}

enum State {
    /// The first bytes, until there are enough to recognise the file.
    Head(Vec<u8>),
    Frames(Box<FrameStream>),
    Messages,
    /// Nothing further can be read: no recording, or plain messages that broke off.
    Stopped,
}

impl Default for State {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

/// The decoded side.
struct Content {
    reader: Reader,
    totals: Totals,
    /// Until the first message, unless one was seen in a part before.
    foreign: Option<Foreign>,
    /// The frame under way: where it starts in the file, and its content in the decoded data.
    frame: u64,
    content: u64,
    /// The file holds something else than messages.
    refused: bool,
    /// Whether the index, where there is one, says what the frames hold.
    check: Option<Box<Check>>,
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
            content: Content { foreign: None, ..Content::default() },
            ..Self::default()
        }
    }

    /// Whether all that came so far is sound and ends with a whole frame and a whole message, so that
    /// what follows can be read on its own.
    pub fn at_border(&self) -> bool {
        if self.done {
            return self.sound;
        }
        let frames = matches!(&self.state, State::Frames(frames) if frames.at_border());
        frames && self.content.reader.at_border() && self.content.totals.findings.is_empty()
    }

    /// Continues with the next bytes of the file, and calls `sink` with batches of tags in file
    /// order. Damage becomes a finding.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.position += bytes.len() as u64;
        self.content.totals.bytes += bytes.len() as u64;
        match &mut self.state {
            State::Head(head) => {
                let missing = HEAD_BYTES - head.len();
                let (first, rest) = bytes.split_at(bytes.len().min(missing));
                head.extend_from_slice(first);
                if head.len() == HEAD_BYTES {
                    let head = std::mem::take(head);
                    self.begin(&head, sink);
                    self.advance(rest, sink);
                }
            }
            _ => self.advance(bytes, sink),
        }
    }

    /// The file ends here.
    pub fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
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
            State::Head(_) | State::Stopped => {}
        }
        self.sound = self.at_border();
        self.done = true;
        // The decoder's memory is not needed any more.
        self.state = State::Stopped;
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
        self.advance(head, sink);
    }

    fn advance(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        let broken = match &mut self.state {
            State::Frames(frames) => {
                frames.push(bytes, &mut |event| self.content.take(event, sink));
                self.content.look_on(self.position);
                self.content.refused
            }
            State::Messages => match self.content.read(bytes, sink) {
                Ok(()) => false,
                Err(error) => {
                    self.content.totals.note(error);
                    true
                }
            },
            State::Head(_) | State::Stopped => false,
        };
        if broken {
            self.state = State::Stopped;
        }
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        !self.done && !matches!(self.state, State::Stopped)
    }

    /// What was read, and what is wrong with it.
    pub fn totals(&self) -> Totals {
        Totals { messages: self.content.reader.messages(), ..self.content.totals.clone() }
    }

    /// Whether the end of the file was reached.
    pub fn is_done(&self) -> bool {
        self.done
    }
}

impl Default for Content {
    fn default() -> Self {
        Self {
            reader: Reader::default(),
            totals: Totals::default(),
            foreign: Some(Foreign::default()),
            frame: 0,
            content: 0,
            refused: false,
            check: None,
        }
    }
}

impl Content {
    fn take(&mut self, event: Event<'_>, sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        if self.refused {
            // So that nothing more is decoded of the frame.
            return self.totals.findings.first().map_or(Ok(()), |error| Err(error.clone()));
        }
        match event {
            Event::Start { offset, after_damage } => {
                if let Some(foreign) = &mut self.foreign {
                    foreign.begin(offset);
                }
                self.look_on(offset);
                if self.refused {
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
        let readable = self.foreign.as_mut().is_none_or(|foreign| foreign.see(bytes));
        if readable {
            let result = self.read(bytes, sink).map_err(|error| in_frame(error, self.frame, self.content));
            self.note_recording();
            match (&mut self.foreign, result) {
                (Some(foreign), Err(error)) => foreign.doubt(error),
                (_, result) => result?,
            }
        }
        self.settle(false)
    }

    /// A file is a recording if anything in it can be read.
    fn note_recording(&mut self) {
        if self.totals.tags > 0 || self.reader.messages() > 0 {
            self.foreign = None;
        }
    }

    /// Tells what is wrong with the content under way of a file that may hold something else, once that
    /// can be told.
    fn settle(&mut self, ended: bool) -> Result<(), Error> {
        self.foreign.as_mut().and_then(|foreign| foreign.settle(ended)).map_or(Ok(()), Err)
    }

    /// Gives up where no message was found for long, up to byte `offset` of the file.
    fn look_on(&mut self, offset: u64) {
        if self.foreign.as_ref().is_some_and(|foreign| foreign.is_settled(offset)) {
            self.refuse();
        }
    }

    /// Says of a file that holds something else just that, besides what is wrong with its frames.
    fn refuse(&mut self) {
        if let Some(verdict) = self.foreign.take().and_then(|foreign| foreign.verdict()) {
            self.refused = true;
            let findings = &mut self.totals.findings;
            findings.retain(|finding| !is_of_a_message(finding.code));
            findings.push(verdict);
            findings.sort_by_key(|finding| finding.offset);
        }
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
        if self.refused {
            return;
        }
        let tags = &mut self.totals.tags;
        let end = self.reader.finish(&mut |batch| {
            *tags += batch.len() as u64;
            sink(batch);
        });
        self.note_recording();
        self.refuse();
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

/// Whether it is about what frames hold, not about frames.
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
