//! Writes a part of a recording to a new one, for `slice`.

use std::collections::VecDeque;

use serde::Serialize;

use super::convert::into_sink;
use super::options::{SourceOptions, TagsRequest, Transformed};
use super::tag_runs::writer_or_runs;
use crate::random_access::{RandomAccess, Wanted};
use crate::request::setters;
use crate::tags::index::{Describe, Frame, IndexReader, agree};
use crate::tags::packing::PackingOptions;
use crate::tags::{Index, ReadFindings, Selection, Tag, TagSink, TagSource, TagStream, Totals};
use crate::{Code, Error, Operation};

/// The selected tags of a recording, and the options of the result.
#[derive(Debug, Default, Clone, PartialEq)]
#[non_exhaustive]
pub struct SliceOptions {
    /// The selected tags.
    pub tags: TagsRequest,
    /// The format of the file.
    pub source: SourceOptions,
    /// Size of the file in bytes, if it has random access.
    pub size: Option<u64>,
    /// How the recording is written.
    pub packing: PackingOptions,
    /// Whether the output is tags, in the form of [`TagRuns`](super::tag_runs::TagRuns), instead of a recording.
    pub fan_out: bool,
}

/// Report on the read part of a recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SliceReport {
    /// Number of bytes read.
    pub bytes: u64,
    /// Number of frames read.
    pub frames: u64,
    /// Number of tags read.
    pub tags: u64,
    /// Number of these tags from frames with a wrong checksum.
    pub doubtful_tags: u64,
    /// Errors of the read part.
    #[serde(flatten)]
    pub findings: ReadFindings,
    /// Number of times that were rounded to whole ticks.
    pub rounded_times: u64,
}

setters! { SliceOptions {
    tags: TagsRequest, source: SourceOptions, size: u64, packing: PackingOptions, fan_out: bool,
} }

/// Writes the selected tags of a recording to a new one.
///
/// For a file with random access and an index ([`crate::tags::index`]), only the index and the frames that can contain
/// selected tags are requested; any other file is read completely. Tags are encoded anew, so the output does not depend
/// on the index.
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

/// The current frame and the tags read from it.
#[derive(Default)]
struct Part {
    recording: TagStream,
    describe: Describe,
}

impl Slice {
    /// Selects tags of a recording.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(options: &SliceOptions) -> Result<Self, Error> {
        let SliceOptions { tags, source, size, packing, fan_out } = options;
        let selection = tags.recorded()?;
        let sink = tags.before(writer_or_runs(packing, *fan_out)?)?;
        let stage = match size {
            Some(size) => Stage::Index(IndexReader::new(*size)),
            None => Stage::Whole(source.open()?),
        };
        Ok(Self { selection, sink, stage, read: 0, totals: Totals::default(), rounded: 0 })
    }

    /// Number of bytes to read in all, if it is known.
    pub fn total(&self) -> Option<u64> {
        match &self.stage {
            Stage::Index(_) | Stage::Whole(_) => None,
            Stage::Frames(frames, _) => {
                Some(self.read + frames.iter().map(|(_, frame)| frame.length).sum::<u64>())
            }
            Stage::Done => Some(self.read),
        }
    }

    /// Ends after all wanted bytes: appends the last frame and the index to `out`.
    ///
    /// # Errors
    /// `OtherTick` if the tags read have different ticks, and as [`TagSink::push`]; the bytes written until then are
    /// not a recording.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Transformed<SliceReport>, Error> {
        self.totals.one_tick()?;
        self.sink.end(out)?;
        let read = self.describe();
        Ok(Transformed { read, written: self.sink.finish(out)? })
    }

    /// The report so far.
    pub fn describe(&self) -> SliceReport {
        let Totals { frames, tags, doubtful, .. } = self.totals;
        SliceReport {
            bytes: self.read,
            frames,
            tags,
            doubtful_tags: doubtful,
            findings: ReadFindings { all: self.totals.findings.all(), is_done: true },
            rounded_times: self.rounded,
        }
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
    /// Those of [`TagSink::push`]; the bytes written until then are not a recording.
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
    /// `BadIndex` if the index does not describe the file; and as [`RandomAccess::push`]. The bytes written until then
    /// are not a recording.
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
                        None => Stage::Whole(Box::<TagStream>::default()),
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
                    // For a damaged frame, the damage is reported, and not that the index differs from it.
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
        recording: TagStream::part(*offset),
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
        Code::BadIndex => Error {
            remedy: format!("use {}, which reads the file without its index", Operation::SliceStream),
            ..error
        },
        _ => error,
    }
}
