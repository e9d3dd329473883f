//! Part of a recording into a new one: what `slice` does.

use std::collections::VecDeque;

use super::convert::{into_sink, whole_source};
use super::tag_runs::{fans_out, writer_or_runs};
use super::with_virtual::{selection, with_virtual};
use crate::random_access::{RandomAccess, Wanted};
use crate::request::Params;
use crate::tags::index::{Describe, Frame, IndexReader, agree};
use crate::tags::{Index, Recording, Selection, Tag, TagSink, TagSource, Totals};
use crate::{Code, Error, Value};

/// What to do where an index can't be relied on.
const WITHOUT_INDEX: &str =
    "pipe the file in, as in `tagview slice - < FILE`, which reads it without its index";

/// A recording in, a recording of its selected tags out.
///
/// It asks for the bytes it needs: of a file that can be read at any place and has an index
/// ([`crate::tags::index`]), the index and the frames that can hold wanted tags; of any other file
/// everything. Tags are written anew, so what comes out does not depend on whether there was an index.
pub struct Slice {
    selection: Selection,
    sink: Box<dyn TagSink>,
    stage: Stage,
    read: u64,
    totals: Totals,
    /// Times that were rounded to whole ticks.
    rounded: u64,
}

enum Stage {
    /// Reading the index of a file that can be read at any place.
    Index(IndexReader),
    /// Reading a file from front to back.
    Whole(Box<dyn TagSource>),
    /// Reading the frames that are wanted, each with its number.
    Frames(VecDeque<(usize, Frame)>, Box<Part>),
    Done,
}

/// The frame that is read, and what was read of it.
#[derive(Default)]
struct Part {
    recording: Recording,
    describe: Describe,
}

impl Slice {
    /// From `{level?, frameTags?, about?, selection?, define?, tick?, size?, fanOut?, import?, ...}`; `size` is given
    /// where the file can be read at any place. With `fanOut: true` what comes out is no recording, but its tags: see
    /// [`TagRuns`](super::tag_runs::TagRuns).
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: Value) -> Result<Self, Error> {
        let params = Params::new(options.clone())?;
        let selection = selection(&options)?;
        let sink = with_virtual(&options, writer_or_runs(&params, fans_out(&options))?)?;
        let stage = match params.unsigned("size")? {
            Some(size) => Stage::Index(IndexReader::new(size)),
            None => Stage::Whole(whole_source(&options)?),
        };
        Ok(Self { selection, sink, stage, read: 0, totals: Totals::default(), rounded: 0 })
    }

    /// How many bytes are to be read in all, as far as that is known.
    pub fn total(&self) -> Option<u64> {
        match &self.stage {
            Stage::Index(_) | Stage::Whole(_) => None,
            Stage::Frames(frames, _) => {
                Some(self.read + frames.iter().map(|(_, frame)| frame.length).sum::<u64>())
            }
            Stage::Done => Some(self.read),
        }
    }

    /// Nothing more is wanted: appends the last frame and the index to `out`. Answers `{read, written}`: what
    /// [`Slice::describe`] says, and [`TagSink::finish`] of the new recording.
    ///
    /// # Errors
    /// `OtherTick` where not all tags that were read have one tick, and as [`TagSink::push`]; what was written until then
    /// is no recording.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Value, Error> {
        self.totals.one_tick()?;
        self.sink.end(out)?;
        let read = self.describe();
        Ok(Value::map([("read", read), ("written", self.sink.finish(out)?)]))
    }

    /// What was read so far: `{bytes, frames, tags, doubtful_tags, complete, error, findings, rounded_times}`.
    pub fn describe(&self) -> Value {
        let Totals { frames, tags, doubtful, .. } = &self.totals;
        let findings: Vec<Value> = self.totals.errors().map(|error| Value::from(&error)).collect();
        Value::map([
            ("bytes", Value::Count(self.read)),
            ("frames", Value::Count(*frames)),
            ("tags", Value::Count(*tags)),
            ("doubtful_tags", Value::Count(*doubtful)),
            ("complete", Value::Bool(findings.is_empty())),
            ("error", findings.first().cloned().unwrap_or(Value::Null)),
            ("findings", Value::List(findings)),
            ("rounded_times", Value::Count(self.rounded)),
        ])
    }
}

impl RandomAccess for Slice {
    /// Bytes of the new recording.
    type Output = Vec<u8>;

    fn wants(&self) -> Option<Wanted> {
        match &self.stage {
            Stage::Index(reader) => reader.wants(),
            Stage::Whole(_) => Some(Wanted::of_file(0, u64::MAX)),
            Stage::Frames(frames, _) => {
                frames.front().map(|(_, frame)| Wanted::of_file(frame.offset, frame.length))
            }
            Stage::Done => None,
        }
    }

    /// # Errors
    /// As [`TagSink::push`]; what was written until then is no recording.
    fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        let Self { selection, sink, stage, .. } = self;
        match stage {
            Stage::Index(reader) => reader.push(bytes, &mut ()),
            Stage::Whole(recording) => {
                into_sink(selection, &mut **sink, out, |take| recording.push(bytes, take))
            }
            Stage::Frames(_, part) => {
                let mut described = Ok(());
                let written =
                    into_sink(selection, &mut **sink, out, |take| described = part.push(bytes, take));
                described.and(written)
            }
            Stage::Done => Ok(()),
        }
    }

    /// # Errors
    /// `BadIndex` where the index does not describe the file; and as [`RandomAccess::push`]. What was
    /// written until then is no recording.
    fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { selection, sink, .. } = self;
        let mut outcome = Ok(());
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Index(mut reader) => {
                reader.end(&mut ()).map_err(unreliable)?;
                self.stage = match reader.wants() {
                    Some(_) => Stage::Index(reader),
                    None => match reader.into_index() {
                        Some(index) => frames(wanted(&index, selection)),
                        None => Stage::Whole(Box::<Recording>::default()),
                    },
                };
            }
            Stage::Whole(mut recording) => {
                outcome = into_sink(selection, &mut **sink, out, |take| recording.finish(take));
                self.totals.add(recording.totals());
                self.rounded = recording.rounded();
            }
            Stage::Frames(mut left, part) => {
                let Part { mut recording, describe } = *part;
                if let Some((number, frame)) = left.pop_front() {
                    outcome = into_sink(selection, &mut **sink, out, |take| recording.finish(take));
                    // Of a damaged frame the damage is said, and not that the index differs from it.
                    if recording.totals().findings.is_empty() {
                        let Frame { offset, length, .. } = frame;
                        let found = Frame { offset, length, ..describe.finish() };
                        agree(number, &frame, &found).map_err(unreliable)?;
                    }
                    self.totals.add(recording.totals());
                }
                self.stage = frames(left);
            }
            Stage::Done => {}
        }
        outcome
    }
}

impl Part {
    fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let mut outcome = Ok(());
        self.recording.push(bytes, &mut |tags| {
            if outcome.is_ok() {
                outcome = self.describe.push(tags);
            }
            take(tags);
        });
        outcome
    }
}

/// The stage in which the frames of `left` are read, the first one next.
fn frames(left: VecDeque<(usize, Frame)>) -> Stage {
    let part = left.front().map(|(_, Frame { offset, .. })| Part {
        recording: Recording::part(*offset),
        describe: Describe::default(),
    });
    Stage::Frames(left, Box::new(part.unwrap_or_default()))
}

/// The frames that can hold wanted tags, with their numbers.
fn wanted(index: &Index, selection: &mut Selection) -> VecDeque<(usize, Frame)> {
    if let Some(frame) = index.frames().iter().find(|frame| frame.tags > 0) {
        selection.set_origin(frame.first);
    }
    let frames = index.frames().iter().enumerate();
    frames
        .filter(|(_, frame)| selection.wants(frame))
        .map(|(number, frame)| (number, frame.clone()))
        .collect()
}

fn unreliable(error: Error) -> Error {
    match error.code {
        Code::BadIndex => Error { remedy: WITHOUT_INDEX.into(), ..error },
        _ => error,
    }
}
