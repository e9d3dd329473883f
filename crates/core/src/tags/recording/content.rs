//! Contents of a recording's frames, or of its messages without compression.

use super::not_a_recording::NotARecording;
use super::skippables::Skippables;
use super::survey::{Survey, Withheld};
use crate::tags::index::{Check, Frame};
use crate::tags::{Ending, Outline, Reader, Tag, Totals};
use crate::zstd::Event;
use crate::{Code, Error};

/// Decoded contents of the file.
pub(super) struct Content {
    pub(super) reader: Reader,
    pub(super) totals: Totals,
    pub(super) holds: Holds,
    /// Whether this is the file's beginning, and whether it is its end.
    pub(super) begins: bool,
    pub(super) ends: bool,
    /// State of the current frame, without its end.
    pub(super) frame: Frame,
    /// Start of its content in the decoded data, in bytes.
    pub(super) frame_content: u64,
    pub(super) skippables: Skippables,
    /// Whether a frame ended in the middle of a message.
    pub(super) splits_messages: bool,
    /// The frames read.
    pub(super) outline: Outline,
    /// Whether to compare the index, if there is one, with the frames.
    pub(super) check: Option<Box<Check>>,
    /// The damaged ranges of the file, if requested.
    pub(super) survey: Option<Box<Survey>>,
    /// Frames whose tags are withheld.
    pub(super) withheld: Option<Withheld>,
}

/// State of a file's content.
pub(super) enum Holds {
    /// No message was found so far; this is the state of the detection.
    Unknown(NotARecording),
    /// Messages, or unrecognisable data among damaged ones.
    Messages,
    /// Something else, which was reported.
    SomethingElse,
}

impl Default for Content {
    fn default() -> Self {
        Self {
            reader: Reader::default(),
            totals: Totals::default(),
            holds: Holds::Unknown(NotARecording::default()),
            begins: true,
            ends: true,
            frame: Frame::default(),
            frame_content: 0,
            skippables: Skippables::default(),
            splits_messages: false,
            outline: Outline::default(),
            check: None,
            survey: None,
            withheld: None,
        }
    }
}

impl Content {
    pub(super) fn take(&mut self, event: Event<'_>, sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        if let Holds::SomethingElse = self.holds {
            // So that no more of the frame is decoded.
            return self.totals.errors().next().map_or(Ok(()), Err);
        }
        match event {
            Event::Start { offset, after_damage, content_size } => {
                if let Holds::Unknown(known) = &mut self.holds {
                    known.begin(offset);
                }
                self.give_up_at(offset);
                if let Holds::SomethingElse = self.holds {
                    return Ok(());
                }
                self.leave_skippable(offset);
                self.skippables.ticks.data();
                self.frame = Frame { offset, ..Frame::default() };
                self.frame_content = self.reader.position();
                self.totals.frames += 1;
                if let Some(check) = &mut self.check {
                    check.start(offset);
                }
                if let Some(survey) = &mut self.survey {
                    survey.start(offset, content_size);
                }
                if let Some(withheld) = &mut self.withheld {
                    withheld.start(offset);
                }
                if after_damage {
                    self.reader.restart();
                }
                Ok(())
            }
            Event::Content(bytes) => self.read_content(bytes, sink),
            Event::End { offset } => {
                self.settle(true)?;
                self.splits_messages |= !self.reader.at_border();
                let frame = std::mem::take(&mut self.frame);
                let frame = Frame { length: offset - frame.offset, ..frame };
                self.outline.push(&frame);
                self.skippables.borders.push(&frame);
                if let Some(check) = &mut self.check {
                    check.end(offset);
                }
                if let Some(survey) = &mut self.survey {
                    survey.end(offset);
                }
                Ok(())
            }
            Event::Skippable { offset, bytes } => {
                if let Err(error) = self.skippables.push(offset, bytes) {
                    self.totals.note(error);
                }
                if let Some(survey) = &mut self.survey {
                    survey.skippable(offset, bytes.len() as u64);
                }
                Ok(())
            }
            Event::Damage(error) => {
                self.totals.note(error.clone());
                if error.code == Code::Checksum && self.withheld.as_ref().is_none_or(Withheld::lets) {
                    self.totals.doubtful += self.frame.tags;
                } else {
                    self.totals.lost.lose();
                }
                if let Some(survey) = &mut self.survey {
                    survey.damage(error);
                }
                self.settle(true)
            }
        }
    }

    /// Reads the content of a frame.
    fn read_content(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let readable = match &mut self.holds {
            Holds::Unknown(known) => known.see(bytes),
            Holds::Messages | Holds::SomethingElse => true,
        };
        if readable {
            let result = self
                .read(bytes, sink)
                .map_err(|error| in_frame(error, self.frame.offset, self.frame_content));
            self.note_recording();
            match (&mut self.holds, result) {
                (Holds::Unknown(known), Err(error)) => known.doubt(error),
                (_, result) => result?,
            }
        }
        self.settle(false)
    }

    /// A file is a recording if anything in it is readable.
    fn note_recording(&mut self) {
        if self.totals.tags > 0 || self.reader.messages() > 0 {
            self.holds = Holds::Messages;
        }
    }

    /// Reports the error of the current content of a file that may be no recording, once it can be determined.
    fn settle(&mut self, ended: bool) -> Result<(), Error> {
        match &mut self.holds {
            Holds::Unknown(known) => known.settle(ended).map_or(Ok(()), Err),
            Holds::Messages | Holds::SomethingElse => Ok(()),
        }
    }

    /// Gives up if no message was found for long, up to byte `offset` of the file.
    pub(super) fn give_up_at(&mut self, offset: u64) {
        if let Holds::Unknown(known) = &self.holds
            && known.is_settled(offset)
        {
            self.decide();
        }
    }

    /// Classifies a file without messages. For one of another format, only that is reported, besides errors of its
    /// frames.
    fn decide(&mut self) {
        let Holds::Unknown(known) = &self.holds else { return };
        let Some(verdict) = known.verdict() else {
            self.holds = Holds::Messages;
            return;
        };
        self.holds = Holds::SomethingElse;
        self.totals.findings.retain(|finding| !is_of_a_message(finding.code));
        self.totals.findings.push_by_offset(verdict);
    }

    pub(super) fn read(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let Self { reader, totals, check, survey, withheld, frame, .. } = self;
        let (tags, lost) = (&mut totals.tags, &mut totals.lost);
        let gives = withheld.as_ref().is_none_or(Withheld::lets);
        reader.push(bytes, &mut |batch| {
            if let Some(survey) = survey {
                survey.tags(batch.len() as u64);
            }
            if let [first, .., last] | [first @ last] = batch {
                if frame.tags == 0 {
                    frame.first = first.time;
                }
                frame.last = last.time;
                frame.tags += batch.len() as u64;
            }
            if !gives {
                return;
            }
            *tags += batch.len() as u64;
            if let [first, .., last] | [first @ last] = batch {
                lost.push(first.time, last.time);
            }
            // The analyses report an excess of channels.
            if check.as_mut().is_some_and(|check| check.push(batch).is_err()) {
                *check = None;
            }
            sink(batch);
        })
    }

    /// Ends the file, `bytes` long. A break in the middle of a frame was reported before.
    pub(super) fn end(&mut self, bytes: u64, sink: &mut dyn FnMut(&[Tag])) {
        if let Some(survey) = &mut self.survey
            && self.totals.frames > 0
        {
            survey.finish(bytes);
        }
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
            self.totals.lost.lose();
        }
        self.end_skippables(bytes);
    }

    /// Determines from the data read whether the file is complete.
    fn end_skippables(&mut self, bytes: u64) {
        let sound = self.totals.findings.is_empty();
        let mut joined = None;
        // After a part that is not the last, the whole file's findings are unknown.
        let finished = if self.ends {
            self.skippables.finish(bytes)
        } else {
            self.skippables.leave(bytes).map(|()| None)
        };
        let stated = match finished {
            Ok(None) => None,
            Ok(Some(index)) => {
                if let Some(check) = self.check.take()
                    && sound
                    && let Err(error) = check.finish(&index)
                {
                    self.totals.note(error);
                }
                Some(Outline::from(&index))
            }
            // Concatenated recordings in one file are read without an error.
            Err(error) if self.skippables.joined => {
                joined = Some(error.into());
                None
            }
            // For a damaged file, the damage is reported, and not the difference from its index.
            Err(error) => {
                if sound {
                    self.totals.note(error);
                }
                None
            }
        };
        let Self { begins, ends, outline, .. } = *self;
        let Skippables { borders, ticks, .. } = &mut self.skippables;
        let (borders, ticks) = (std::mem::take(borders), std::mem::take(ticks));
        self.totals.ending = Ending { begins, ends, joined, seen: outline, stated, borders, ticks };
    }

    /// Reports that another frame, at byte `next`, follows the last skippable frame.
    fn leave_skippable(&mut self, next: u64) {
        if let Err(error) = self.skippables.leave(next) {
            self.totals.note(error);
        }
    }

    /// All bytes have arrived.
    pub(super) fn conclude(&mut self) {
        self.totals.passed_over = self.skippables.passed_over;
        if self.begins && self.ends {
            self.totals.conclude();
            if self.check.is_some()
                && let Some(joined) = self.totals.joined.take()
            {
                self.totals.note(joined);
            }
        }
    }

    /// For messages without compression, `bytes` long in all, data after damage is lost.
    pub(super) fn survey_messages(&mut self, bytes: u64) {
        let Some(survey) = &mut self.survey else { return };
        let damage = self.totals.findings.first().and_then(|finding| finding.offset);
        survey.messages(damage.unwrap_or(bytes), bytes, self.totals.tags);
    }
}

/// Whether errors of this code concern the contents of frames, not frames.
fn is_of_a_message(code: Code) -> bool {
    matches!(code, Code::BadMessage | Code::BadPointer | Code::WrongSchema | Code::MessageTooLarge)
}

/// Offsets in decoded data mean nothing in the file: they are replaced by that of the frame, and the message has the
/// position in it. `content` is the start of the frame's decoded data.
fn in_frame(error: Error, frame: u64, content: u64) -> Error {
    let place = error.offset.map(|offset| match offset.checked_sub(content) {
        Some(into) => format!(" ({into} bytes into the decoded data of this frame)"),
        // A message may begin in an earlier frame.
        None => format!(" ({} bytes before the decoded data of this frame)", content.abs_diff(offset)),
    });
    let message = error.message + &place.unwrap_or_default();
    Error { message, offset: Some(frame), ..error }
}
