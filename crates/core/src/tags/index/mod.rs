//! The index of a file: where its frames are and what is in each, so that a file can be
//! opened by range of time and a summary needs no decoding.
//!
//! It lies in a skippable zstd frame at the end of the file, which every other reader passes
//! over. See [`layout`] for its bytes, [`locate`] for how it is found.

pub mod layout;
pub mod locate;

use serde::{Deserialize, Serialize};

use crate::analysis::PerChannel;
use crate::tags::Tag;
use crate::{Code, Error};

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
        let (Some(first), Some(last)) = (tags.first(), tags.last()) else { return Ok(Self::default()) };
        let mut frame = Self {
            tags: tags.len() as u64,
            first: first.time,
            last: last.time,
            min: first.time,
            max: first.time,
            ..Self::default()
        };
        let mut channels = PerChannel::default();
        let mut before = first.time;
        for &Tag { time, channel } in tags {
            frame.out_of_order += u64::from(time < before);
            before = time;
            frame.min = frame.min.min(time);
            frame.max = frame.max.max(time);
            let seen = channels.get_or_make(channel, |_| {
                Ok(Channel { channel, tags: 0, first: time, last: time, min_gap: None })
            })?;
            if seen.tags > 0 {
                let gap = time.saturating_sub(seen.last);
                seen.min_gap = Some(seen.min_gap.map_or(gap, |least| least.min(gap)));
            }
            seen.tags += 1;
            seen.last = time;
        }
        frame.channels = channels.sorted().into_iter().map(|(_, channel)| channel.clone()).collect();
        Ok(frame)
    }
}

impl Index {
    /// The frames, in the order of the file.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
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
