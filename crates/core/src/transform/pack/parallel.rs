//! Packing a text file on several threads: runs of lines that each become whole frames, joined in order.
//!
//! ```text
//! one thread                               several
//! LineSplitter: where the text is split -> FramePacker: lines to frames, and a description of them
//! PackJoiner: frames in order, index    <-
//! ```
//!
//! The bytes of the file are equal to the output of [`FromText`](super::single::FromText).

use serde::{Deserialize, Serialize};

use crate::scan::FanOut;
use crate::tags::index::{Frame, Index};
use crate::tags::packing::{PackingOptions, tags_per_run};
use crate::tags::text::{LineSplitter, Parse};
use crate::tags::writer::{DEFAULT_FRAME_TAGS, FrameEncoder, encode_frame};
use crate::tags::{FileSummary, Tag};
use crate::{Code, Error};

/// Bytes of text that are parsed at a time, so that their tags are still in a near cache when they are written.
const TEXT_CHUNK: usize = 64 << 10;

/// Splits a text file into runs of lines that each fill whole frames.
///
/// # Errors
/// `Usage` with the reason.
pub fn line_splitter(options: &PackingOptions) -> Result<LineSplitter, Error> {
    let (_, frame_tags) = options.checked()?;
    Ok(LineSplitter::new(tags_per_run(frame_tags) as u64))
}

/// The description of a run, for [`PackJoiner::join`].
#[derive(Debug, Default, Serialize, Deserialize)]
struct LineRun {
    frames: Vec<Frame>,
    /// If the run ends with a blank line: the error in case lines follow.
    blank: Option<Error>,
    error: Option<Error>,
}

/// Makes frames of runs of lines, one run after another.
pub struct FramePacker {
    frame_tags: usize,
    encoder: FrameEncoder,
    parse: Parse,
    tags: Vec<Tag>,
    run: LineRun,
}

impl FramePacker {
    /// Makes frames like those of a file written with these options.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(options: &PackingOptions) -> Result<Self, Error> {
        let (level, frame_tags) = options.checked()?;
        let mut encoder = FrameEncoder::new(level)?;
        encoder.reserve(frame_tags.min(DEFAULT_FRAME_TAGS));
        Ok(Self { frame_tags, encoder, parse: Parse::default(), tags: Vec::new(), run: LineRun::default() })
    }

    /// Begins a run that follows `lines` complete lines of `bytes` bytes in all, whether or not the run before was
    /// finished.
    pub fn begin(&mut self, lines: u64, bytes: u64) {
        self.encoder.clear();
        self.tags.clear();
        self.parse = Parse::after(lines, bytes);
        self.run = LineRun::default();
    }

    /// Continues with a chunk of the run, and appends finished frames to `out`; false after an error, which makes
    /// further chunks useless.
    pub fn push(&mut self, text: &[u8], out: &mut Vec<u8>) -> bool {
        for text in text.chunks(TEXT_CHUNK) {
            if self.run.error.is_some() {
                return false;
            }
            let parsed = self.parse.push(text, &mut self.tags);
            self.run.error = self.encode(out).and(parsed).err();
        }
        self.run.error.is_none()
    }

    /// Continues with tags from [`FanOut::take`], for a run without lines, and appends finished frames to `out`; false
    /// after an error, which makes further tags useless.
    pub fn push_tags(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        if self.run.error.is_none() {
            let mut encoded = Ok(());
            let read = FanOut::read(bytes, |tags| {
                if encoded.is_ok() {
                    encoded = self.encode_tags(tags, out);
                }
            });
            self.run.error = encoded.and(read).err();
        }
        self.run.error.is_none()
    }

    /// Ends the run: appends its last frame to `out`, and returns the bytes for [`PackJoiner::join`].
    ///
    /// # Errors
    /// `Mismatch` if they cannot be written, which does not happen.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<Vec<u8>, Error> {
        self.run.blank = self.parse.blank();
        if self.run.error.is_none() {
            let parsed = std::mem::take(&mut self.parse).finish(&mut self.tags);
            let encoded = self.encode(out).and_then(|()| self.frame(out));
            self.run.error = encoded.and(parsed).err();
        }
        postcard::to_allocvec(&self.run).map_err(no_run)
    }

    fn encode(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut tags = std::mem::take(&mut self.tags);
        let outcome = self.encode_tags(&tags, out);
        tags.clear();
        self.tags = tags;
        outcome
    }

    fn encode_tags(&mut self, mut left: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        let mut outcome = Ok(());
        while !left.is_empty() && outcome.is_ok() {
            let (now, later) = left.split_at(left.len().min(self.frame_tags - self.encoder.tags()));
            left = later;
            outcome = self.encoder.push(now);
            if outcome.is_ok() && self.encoder.tags() == self.frame_tags {
                outcome = self.frame(out);
            }
        }
        outcome
    }

    fn frame(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.encoder.tags() > 0 {
            self.run.frames.push(self.encoder.finish(out)?);
        }
        Ok(())
    }
}

/// Joins the descriptions of the runs, in the order of the text, to the index of the whole.
pub struct PackJoiner {
    level: i32,
    beginning: Vec<u8>,
    index: Index,
    blank: Option<Error>,
}

impl PackJoiner {
    /// Begins a file with these options.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(options: &PackingOptions) -> Result<Self, Error> {
        let (level, _) = options.checked()?;
        let beginning = options.beginning()?;
        let mut index = Index::default();
        index.skip_to(beginning.len() as u64);
        Ok(Self { level, beginning, index, blank: None })
    }

    /// The bytes of the file before the first frame.
    pub fn beginning(&self) -> &[u8] {
        &self.beginning
    }

    /// Takes the result of [`FramePacker::finish`] for the next run.
    ///
    /// # Errors
    /// The first error of the text: `BadLine` or `TooManyChannels`. `Usage` if the index exceeds its bound. The bytes
    /// written until then are not a recording.
    pub fn join(&mut self, run: &[u8]) -> Result<(), Error> {
        let run: LineRun = postcard::from_bytes(run).map_err(no_run)?;
        if let Some(blank) = &self.blank
            && (run.error.is_some() || !run.frames.is_empty())
        {
            return Err(blank.clone());
        }
        if let Some(error) = run.error {
            return Err(error);
        }
        for frame in run.frames {
            self.index.push(frame)?;
        }
        self.blank = self.blank.take().or(run.blank);
        Ok(())
    }

    /// Ends after all runs: appends the index to `out`, after an empty frame if there is no frame yet.
    ///
    /// # Errors
    /// Those of [`Writer::finish`](crate::tags::Writer::finish).
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<FileSummary, Error> {
        if self.index.frames().is_empty() {
            self.index.push(encode_frame(&[], self.level, out)?)?;
        }
        self.index.write(out);
        Ok(self.index.describe())
    }
}

fn no_run(error: postcard::Error) -> Error {
    let message = format!("these bytes do not describe a run of lines ({error})");
    Error::new(Code::Mismatch, message, "make it again with this version")
}
