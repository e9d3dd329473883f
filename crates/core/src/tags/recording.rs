//! A recording as it lies on disk: compressed frames or plain messages in, tags out.
//!
//! Damage ends a frame, not the file: it becomes a finding, everything before it has already
//! been given away, and reading goes on at the next intact frame.

use crate::recognise::{self, Format, recognise};
use crate::tags::{Reader, Tag};
use crate::zstd::{Event, FrameStream};
use crate::{Code, Error, Value};

/// More findings than this tell a person nothing.
const MAX_FINDINGS: usize = 100;

/// Turns the bytes of a file, in pieces of any size, into batches of tags.
#[derive(Default)]
pub struct Recording {
    state: State,
    bytes: u64,
    done: bool,
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
    tags: u64,
    frames: u64,
    /// The frame under way: where it starts in the file, and its content in the decoded data.
    frame: u64,
    content: u64,
    findings: Vec<Error>,
    not_tags: bool,
}

impl Recording {
    /// Continues with the next bytes of the file, and calls `sink` with batches of tags in file
    /// order. Damage becomes a finding.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.bytes += bytes.len() as u64;
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
                self.content.end(self.bytes, sink);
            }
            State::Messages => self.content.end(self.bytes, sink),
            State::Head(_) | State::Stopped => {}
        }
        self.done = true;
    }

    fn begin(&mut self, head: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.state = match recognise(head) {
            Format::Zstd => State::Frames(Box::default()),
            Format::Message => State::Messages,
            format => {
                self.content.findings.push(not_a_recording(format, head));
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
                    self.content.note(error);
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

    /// Bytes of the file consumed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Frames that hold data, complete or not; 0 where the file is not compressed.
    pub fn frames(&self) -> u64 {
        self.content.frames
    }

    /// Complete Cap'n Proto messages.
    pub fn messages(&self) -> u64 {
        self.content.reader.messages()
    }

    /// Tags read.
    pub fn tags(&self) -> u64 {
        self.content.tags
    }

    /// `bytes, frames, messages, tags, done, complete, error, findings`, the last with `more` appended.
    pub fn describe<'a>(&'a self, more: impl Iterator<Item = &'a Error>) -> Vec<(String, Value)> {
        let findings: Vec<&Error> = self.findings().iter().chain(more).collect();
        let entries = [
            ("bytes", Value::Count(self.bytes())),
            ("frames", Value::Count(self.frames())),
            ("messages", Value::Count(self.messages())),
            ("tags", Value::Count(self.tags())),
            ("done", Value::Bool(self.done)),
            ("complete", Value::Bool(self.done && findings.is_empty())),
            ("error", findings.first().map_or(Value::Null, |error| Value::from(*error))),
            ("findings", Value::List(findings.iter().map(|error| Value::from(*error)).collect())),
        ];
        entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// What is wrong with the file, in file order; at most 100.
    pub fn findings(&self) -> &[Error] {
        &self.content.findings
    }
}

impl Content {
    fn take(&mut self, event: Event<'_>, sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        match event {
            Event::Start { offset, after_damage } => {
                self.frame = offset;
                self.content = self.reader.position();
                self.frames += 1;
                if after_damage {
                    self.reader.restart();
                }
                Ok(())
            }
            Event::Content(bytes) => {
                let first = self.reader.position() == 0;
                self.read(bytes, sink).map_err(|error| {
                    let looks_like = recognise(&bytes[..bytes.len().min(recognise::HEAD)]);
                    if first && self.tags == 0 && looks_like != Format::Message {
                        // Not a recording at all: no use in trying each of its frames.
                        self.not_tags = true;
                        compressed_something_else(looks_like, self.frame)
                    } else {
                        in_frame(error, self.frame, self.content)
                    }
                })
            }
            Event::End => Ok(()),
            Event::Damage(error) => {
                self.note(error.clone());
                Ok(())
            }
        }
    }

    fn read(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let tags = &mut self.tags;
        self.reader.push(bytes, &mut |batch| {
            *tags += batch.len() as u64;
            sink(batch);
        })
    }

    /// The end of the file, `bytes` long. Where it broke off in mid frame, that has been said.
    fn end(&mut self, bytes: u64, sink: &mut dyn FnMut(&[Tag])) {
        let tags = &mut self.tags;
        let end = self.reader.finish(&mut |batch| {
            *tags += batch.len() as u64;
            sink(batch);
        });
        if let Err(error) = end
            && self.findings.is_empty()
        {
            self.note(Error { offset: Some(bytes), ..error });
        }
    }

    fn note(&mut self, error: Error) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(error);
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
