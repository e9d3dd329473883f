//! What an index says of a file's frames.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::announcement::ANNOUNCEMENT;
use super::sizes::{FIXED_BYTES, MAX_BYTES, frame_bytes};
use crate::{Code, Error, Value};

/// What a file holds, frame by frame, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    pub(super) frames: Vec<Frame>,
    /// How many bytes of the file it describes: the end of the last frame, or of what else stands before the index.
    pub(super) end: u64,
    /// Bytes that the frames' entries take in a file.
    pub(super) bytes: u64,
}

/// One zstd frame that holds one message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Where the frame starts, in bytes from the start of the file.
    pub offset: u64,
    /// The frame's length in bytes, header and checksum included.
    pub length: u64,
    /// How many tags it holds. Where it is 0, so are all times.
    pub tags: u64,
    /// Time of its first tag, in ticks.
    pub first: i64,
    /// Time of its last tag, in ticks.
    pub last: i64,
    /// Its least time; differs from `first` only where tags are out of order.
    pub min: i64,
    /// Its greatest time; differs from `last` only where tags are out of order.
    pub max: i64,
    /// Tags that are earlier than the tag before them, which is also in this frame.
    pub out_of_order: u64,
    /// The channels that occur, ascending.
    pub channels: Vec<Channel>,
}

/// One channel's part of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// The channel's number.
    pub channel: u64,
    /// How many tags it has in this frame, at least 1.
    pub tags: u64,
    /// Time of its first tag, in ticks.
    pub first: i64,
    /// Time of its last tag, in ticks.
    pub last: i64,
    /// The shortest time in ticks between two successive tags: negative where it goes back in
    /// time, held at the ends of `i64` where it would pass them, `None` where there is one tag.
    pub min_gap: Option<i64>,
}

impl Index {
    /// The frames, in the order of the file.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The channels that occur, ascending.
    pub fn channels(&self) -> Vec<u64> {
        let all = self.frames.iter().flat_map(|frame| &frame.channels).map(|channel| channel.channel);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// `{tags, frames, channels}`, channels ascending.
    pub fn describe(&self) -> Value {
        Value::map([
            ("tags", Value::Count(self.tags())),
            ("frames", Value::Count(self.frames.len() as u64)),
            ("channels", Value::List(self.channels().into_iter().map(Value::UInt).collect())),
        ])
    }

    /// All tags of all frames.
    pub fn tags(&self) -> u64 {
        self.frames.iter().map(|frame| frame.tags).sum()
    }

    /// How many bytes of the file it describes: the index is to stand behind them.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// That of a file which begins with an [`ANNOUNCEMENT`].
    pub fn announced() -> Self {
        Self { end: ANNOUNCEMENT.len() as u64, ..Self::default() }
    }

    /// Skippable frames, or nothing, stand between the last frame and byte `offset` of the file.
    pub fn skip_to(&mut self, offset: u64) {
        self.end = self.end.max(offset);
    }

    /// Appends a frame, which starts where its `offset` says.
    ///
    /// # Errors
    /// As [`Index::push`].
    pub fn append(&mut self, frame: Frame) -> Result<(), Error> {
        self.skip_to(frame.offset);
        self.push(frame)
    }

    /// Appends a frame, which starts where the index ends so far, whatever its `offset` says.
    ///
    /// # Errors
    /// `Usage` where the index would pass [`MAX_BYTES`].
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
