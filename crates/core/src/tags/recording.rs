//! A recording as it lies on disk: compressed frames or plain messages in, tags out.
//!
//! Damage ends a frame, not the file: it becomes a finding, everything before it has already
//! been given away, and reading goes on at the next intact frame.

use crate::recognise::{self, Format, recognise};
use crate::tags::index::Check;
use crate::tags::{Reader, Tag, Totals};
use crate::zstd::{Event, FrameStream};
use crate::{Code, Error};

/// What is no message may be damaged: so many bytes are decoded to see whether their frame is. Twice as
/// many as a frame has that `pack` writes.
const DOUBTED: usize = 32 << 20;

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
#[derive(Default)]
struct Content {
    reader: Reader,
    totals: Totals,
    /// That the file is a recording was seen in a part before.
    known: bool,
    /// The frame under way: where it starts in the file, and its content in the decoded data.
    frame: u64,
    content: u64,
    /// The first content, as far as it tells what it is.
    head: Vec<u8>,
    /// That content is not a message: it is damaged, or something else.
    doubt: Option<Doubt>,
    /// The file is a sound one of something else.
    not_tags: bool,
    /// Whether the index, where there is one, says what the frames hold.
    check: Option<Box<Check>>,
}

/// Why the first content can't be read, and how many bytes came since.
struct Doubt {
    error: Error,
    bytes: usize,
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
            content: Content { known: true, ..Content::default() },
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
                let missing = recognise::HEAD - head.len();
                let (first, rest) = bytes.split_at(bytes.len().min(missing));
                head.extend_from_slice(first);
                if head.len() == recognise::HEAD {
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
        self.state = match recognise(head) {
            Format::Zstd => State::Frames(Box::default()),
            Format::Message => State::Messages,
            format => {
                self.content.totals.note(not_a_recording(format, head));
                State::Stopped
            }
        };
        self.advance(head, sink);
    }

    fn advance(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        let broken = match &mut self.state {
            State::Frames(frames) => {
                frames.push(bytes, &mut |event| self.content.take(event, sink));
                self.content.not_tags
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

impl Content {
    fn take(&mut self, event: Event<'_>, sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        if self.not_tags {
            return Ok(());
        }
        match event {
            Event::Start { offset, after_damage } => {
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
            Event::End => self.judge(true),
            Event::Skippable { offset, bytes } => {
                if let Some(check) = &mut self.check {
                    check.skippable(offset, bytes);
                }
                Ok(())
            }
            Event::Damage(error) => {
                // So this is why it is no message.
                self.doubt = None;
                self.totals.note(error.clone());
                Ok(())
            }
        }
    }

    /// Reads content of a frame. The first of the file must be a message; where it is not, the rest of
    /// its frame tells whether that is damage.
    fn content(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let first = !self.known && self.content == 0;
        if first && self.head.len() < recognise::HEAD {
            self.head.extend_from_slice(&bytes[..bytes.len().min(recognise::HEAD - self.head.len())]);
        }
        if let Some(doubt) = &mut self.doubt {
            doubt.bytes += bytes.len();
            return self.judge(false);
        }
        let Err(error) = self.read(bytes, sink) else { return Ok(()) };
        let error = in_frame(error, self.frame, self.content);
        if first && self.totals.tags == 0 && self.reader.messages() == 0 {
            self.doubt = Some(Doubt { error, bytes: bytes.len() });
            return self.judge(false);
        }
        Err(error)
    }

    /// Settles the doubt, where there is one and what came suffices. `ended`: nothing more will come.
    ///
    /// # Errors
    /// What was wrong with the first content, where it is a message.
    fn judge(&mut self, ended: bool) -> Result<(), Error> {
        if self.doubt.is_none() || (!ended && self.head.len() < recognise::HEAD) {
            return Ok(());
        }
        let looks_like = recognise(&self.head);
        if looks_like == Format::Message {
            return self.doubt.take().map_or(Ok(()), |doubt| Err(doubt.error));
        }
        let named = matches!(looks_like, Format::Other(_));
        if ended || named || self.doubt.as_ref().is_some_and(|doubt| doubt.bytes > DOUBTED) {
            // No use in trying each of its frames.
            self.doubt = None;
            self.not_tags = true;
            self.totals.note(compressed_something_else(looks_like, self.frame));
        }
        Ok(())
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
        let tags = &mut self.totals.tags;
        let end = self.reader.finish(&mut |batch| {
            *tags += batch.len() as u64;
            sink(batch);
        });
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

fn not_a_recording(format: Format, head: &[u8]) -> Error {
    match format {
        _ if head.is_empty() => Error::at(
            Code::Empty,
            0,
            "this file is empty, and a recording has at least one frame",
            "check that it was copied whole",
        ),
        Format::Other("text") => Error::at(
            Code::UnknownFormat,
            0,
            "this is text, not a recording of time tags",
            "turn lines of channel, tab, time into one with `tagview pack`",
        ),
        Format::Other(name) => Error::at(
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

fn compressed_something_else(format: Format, frame: u64) -> Error {
    let what = match format {
        Format::Other(name) => name,
        Format::Zstd => "another zstd file",
        _ => "something else than time tags",
    };
    let message = format!("this zstd file holds {what}, not a recording of time tags");
    Error::at(Code::UnknownFormat, frame, message, "open the recording itself")
}
