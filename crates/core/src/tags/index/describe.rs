//! A frame's entry in an index, from its tags.

use super::entries::{Channel, Frame};
use crate::Error;
use crate::tags::{PerChannel, Tag};

impl Frame {
    /// The index entry of a frame of `tags`; `offset` and `length` are 0.
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
    /// Adds the next tags of the frame.
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

    /// Returns the entry; `offset` and `length` are 0.
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
