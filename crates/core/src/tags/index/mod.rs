//! The index of a file: where its frames are and what is in each, so that a file can be
//! opened by range of time and a summary needs no decoding.
//!
//! It lies in a skippable zstd frame at the end of the file, which every other reader passes
//! over. See [`layout`] for its bytes, [`locate`] for how it is found, [`fetch`] for how a file that
//! can be read at any place is asked for it.

mod check;
pub mod fetch;
pub mod layout;
pub mod locate;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Summary};
use crate::tags::PerChannel;
use crate::tags::Tag;
use crate::{Code, Error, Value};

pub(super) use check::Check;
pub(crate) use check::agree;
pub use fetch::Fetch;
pub use locate::{Located, TAIL, locate};

/// The largest index there is, in bytes of payload: 364,000 frames of three channels. A writer
/// refuses to pass it, a reader to load more.
pub const MAX_BYTES: u64 = 64 << 20;

/// What a file holds, frame by frame, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    frames: Vec<Frame>,
    bytes: u64,
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

impl Frame {
    /// What an index says about a frame of `tags`; `offset` and `length` are left 0.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn describe(tags: &[Tag]) -> Result<Self, Error> {
        let mut describe = Describe::default();
        describe.push(tags)?;
        Ok(describe.finish())
    }
}

/// Makes a frame's entry from its tags, in batches of any size.
#[derive(Debug, Default)]
pub struct Describe {
    frame: Frame,
    channels: PerChannel<Seen>,
}

impl Describe {
    /// The next tags of the frame.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn push(&mut self, tags: &[Tag]) -> Result<(), Error> {
        let Self { frame, channels } = self;
        let Some(first) = tags.first() else { return Ok(()) };
        if frame.tags == 0 {
            let time = first.time;
            (frame.first, frame.last, frame.min, frame.max) = (time, time, time, time);
        }
        let (mut last, mut min, mut max, mut out_of_order) = (frame.last, frame.min, frame.max, 0);
        for &Tag { time, channel } in tags {
            out_of_order += u64::from(time < last);
            last = time;
            min = min.min(time);
            max = max.max(time);
            let seen = channels.get_or_make(channel, |_| Ok(Seen::new(time)))?;
            if seen.tags > 0 {
                seen.min_gap = seen.min_gap.min(time.saturating_sub(seen.last));
            }
            seen.tags += 1;
            seen.last = time;
        }
        (frame.last, frame.min, frame.max) = (last, min, max);
        frame.out_of_order += out_of_order;
        frame.tags += tags.len() as u64;
        Ok(())
    }

    /// The entry; `offset` and `length` are left 0.
    pub fn finish(self) -> Frame {
        let channels = self.channels.sorted().into_iter().map(|(channel, seen)| seen.describe(channel));
        Frame { channels: channels.collect(), ..self.frame }
    }
}

/// A channel while its tags are counted.
#[derive(Debug)]
struct Seen {
    tags: u64,
    first: i64,
    last: i64,
    /// Meaningless until there are two tags.
    min_gap: i64,
}

impl Seen {
    fn new(time: i64) -> Self {
        Self { tags: 0, first: time, last: time, min_gap: i64::MAX }
    }

    fn describe(&self, channel: u64) -> Channel {
        let Self { tags, first, last, min_gap } = *self;
        Channel { channel, tags, first, last, min_gap: (tags > 1).then_some(min_gap) }
    }
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

    /// A column each of the frames' fields: `{origin, offset, tags, min, max, summary}`, `origin` the
    /// time of the first tag; `offset` has one row more, where the last frame ends; `summary` as of
    /// the analysis, or `Null` where it would refuse the tags.
    pub fn columns(&self) -> Value {
        let frames = || self.frames.iter();
        let first = frames().find(|frame| frame.tags > 0).map(|frame| frame.first);
        Value::map([
            ("origin", Value::time(first)),
            ("offset", Value::Counts(frames().map(|frame| frame.offset).chain([self.end()]).collect())),
            ("tags", Value::Counts(frames().map(|frame| frame.tags).collect())),
            ("min", Value::Times(frames().map(|frame| frame.min).collect())),
            ("max", Value::Times(frames().map(|frame| frame.max).collect())),
            ("summary", Summary::of_frames(&self.frames).map_or(Value::Null, |summary| summary.result())),
        ])
    }

    /// All tags of all frames.
    pub fn tags(&self) -> u64 {
        self.frames.iter().map(|frame| frame.tags).sum()
    }

    /// Where the last frame ends, in bytes from the start of the file.
    pub fn end(&self) -> u64 {
        self.frames.last().map_or(0, |frame| frame.offset + frame.length)
    }

    /// Appends a frame, which starts where the one before it ends, whatever its `offset` says.
    ///
    /// # Errors
    /// `Usage` where the index would pass [`MAX_BYTES`].
    pub fn push(&mut self, mut frame: Frame) -> Result<(), Error> {
        let bytes = self.bytes + layout::frame_bytes(frame.channels.len());
        if layout::FIXED_BYTES + bytes > MAX_BYTES {
            return Err(Error::new(
                Code::Usage,
                format!("the index of {} frames passes {} MiB", self.frames.len(), MAX_BYTES >> 20),
                "choose larger frames",
            ));
        }
        frame.offset = self.end();
        self.bytes = bytes;
        self.frames.push(frame);
        Ok(())
    }
}
