//! The entries of an index.

use serde::{Deserialize, Serialize};

use super::announcement::ANNOUNCEMENT;
use super::sizes::{FIXED_BYTES, MAX_BYTES, frame_bytes};
use crate::numbers;
use crate::tags::FileSummary;
use crate::{Code, Error};

/// The contents of a file, frame by frame, in file order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    pub(super) frames: Vec<Frame>,
    /// Number of described bytes of the file: the end of the last frame, or of other data before the index.
    pub(super) end: u64,
    /// Bytes of the frames' entries in a file.
    pub(super) bytes: u64,
}

/// One zstd frame with one message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Offset of the frame in the file, in bytes.
    pub offset: u64,
    /// The frame's length in bytes, header and checksum included.
    pub length: u64,
    /// Number of tags. If it is 0, so are all times.
    pub tags: u64,
    /// Time of its first tag, in ticks.
    pub first: i64,
    /// Time of its last tag, in ticks.
    pub last: i64,
    /// Its earliest time; differs from `first` only if tags are out of order.
    pub min: i64,
    /// Its latest time; differs from `last` only if tags are out of order.
    pub max: i64,
    /// Number of tags that are earlier than the tag before them in this frame.
    pub out_of_order: u64,
    /// The channels that occur, ascending.
    pub channels: Vec<Channel>,
}

/// One channel's part of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// The channel's number.
    pub channel: u64,
    /// Number of its tags in this frame, at least 1.
    pub tags: u64,
    /// Time of its first tag, in ticks.
    pub first: i64,
    /// Time of its last tag, in ticks.
    pub last: i64,
    /// The shortest time in ticks between two successive tags: negative if time goes back, clamped to `i64`, `None` for
    /// one tag.
    pub min_gap: Option<i64>,
}

impl Index {
    /// The frames, in file order.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The channels that occur, ascending.
    pub fn channels(&self) -> Vec<u64> {
        let all = self.frames.iter().flat_map(|frame| &frame.channels).map(|channel| channel.channel);
        let mut all: Vec<u64> = all.collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Sums up the file.
    pub fn describe(&self) -> FileSummary {
        FileSummary {
            tags: self.tags(),
            frames: Some(self.frames.len() as u64),
            channels: Some(self.channels().into_iter().map(numbers::Channel).collect()),
            head: None,
        }
    }

    /// All tags of all frames.
    pub fn tags(&self) -> u64 {
        self.frames.iter().map(|frame| frame.tags).sum()
    }

    /// Number of described bytes of the file: the index must follow them.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// An empty index of a file that begins with an [`ANNOUNCEMENT`].
    pub fn announced() -> Self {
        Self { end: ANNOUNCEMENT.len() as u64, ..Self::default() }
    }

    /// Extends the described bytes to byte `offset` of the file, past skippable frames after the last frame.
    pub fn skip_to(&mut self, offset: u64) {
        self.end = self.end.max(offset);
    }

    /// Appends a frame at its `offset`.
    ///
    /// # Errors
    /// Like [`Index::push`].
    pub fn append(&mut self, frame: Frame) -> Result<(), Error> {
        self.skip_to(frame.offset);
        self.push(frame)
    }

    /// Appends a frame at the end of the described bytes, ignoring its `offset`.
    ///
    /// # Errors
    /// `Usage` if the index would exceed [`MAX_BYTES`].
    pub fn push(&mut self, mut frame: Frame) -> Result<(), Error> {
        let bytes = self.bytes + frame_bytes(frame.channels.len());
        if FIXED_BYTES + bytes > MAX_BYTES {
            return Err(Error::new(
                Code::Usage,
                format!("the index of {} frames passes {} MiB", self.frames.len(), MAX_BYTES >> 20),
                "choose larger frames",
            ));
        }
        frame.offset = self.end;
        self.end += frame.length;
        self.bytes = bytes;
        self.frames.push(frame);
        Ok(())
    }
}
