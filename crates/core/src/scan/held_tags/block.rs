//! A few thousand tags that are held.

use crate::Error;
use crate::tags::{Extent, Selection, Tag, TagBlock, TagBlocks};

/// The tags of one [`TagBlock`], at least one.
#[derive(Debug)]
pub(super) struct HeldBlock {
    /// Least and largest time.
    from: i64,
    to: i64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Ticks since the block's first tag.
    Narrow(Columns<u32>),
    /// Times.
    Wide(Columns<i64>),
    /// Tags in file order, if this is not the order of time, or if a sync follows a tag with the same time.
    Disordered(Box<[Tag]>),
}

/// The ascending times of every channel, one channel after another.
#[derive(Debug)]
struct Columns<T> {
    /// Channels, and where in `times` each ends.
    ends: Box<[(u64, u32)]>,
    times: Box<[T]>,
}

impl<T> Columns<T> {
    /// The columns of `block`, which is in order of time; `store` gives the form in which a time is held.
    fn new(block: &TagBlock, store: impl Fn(i64) -> T) -> Self {
        let mut times = Vec::with_capacity(block.len());
        let column = |(channel, column): (u64, &[i64])| {
            times.extend(column.iter().map(|time| store(*time)));
            (channel, times.len() as u32)
        };
        let ends = block.columns().map(column).collect();
        Self { ends, times: times.into() }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.times)
    }

    /// Adds the tags of the selected channels in `from..=to` to `blocks`; `time` reverses `store` of [`Columns::new`].
    fn fill(
        &self,
        blocks: &mut TagBlocks,
        selection: &Selection,
        range: (i64, i64),
        time: impl Fn(&T) -> i64,
    ) -> Result<(), Error> {
        for (channel, times) in self.columns() {
            if selection.lets(channel) {
                blocks.set(channel, within(times, range, &time).iter().map(&time))?;
            }
        }
        Ok(())
    }

    /// The time span of the tags of all channels in `range`.
    fn extent(&self, range: (i64, i64), time: impl Fn(&T) -> i64) -> Option<Extent> {
        let of_column = |(_, times): (u64, _)| {
            let times = within(times, range, &time);
            times.first().zip(times.last()).map(|(first, last)| (time(first), time(last)))
        };
        let ends = self.columns().filter_map(of_column);
        let (first, last) = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some(Extent::between(first, last))
    }

    /// The channels and their times.
    fn columns(&self) -> impl Iterator<Item = (u64, &[T])> {
        let mut begin = 0;
        self.ends.iter().map(move |(channel, end)| {
            let times = &self.times[begin..*end as usize];
            begin = *end as usize;
            (*channel, times)
        })
    }
}

/// The part of ascending `times` in `from..=to`.
fn within<T>(times: &[T], (from, to): (i64, i64), time: impl Fn(&T) -> i64) -> &[T] {
    let low = times.partition_point(|t| time(t) < from);
    let high = times.partition_point(|t| time(t) <= to);
    times.get(low..high).unwrap_or_default()
}

/// Returns whether a tag of the sync, channel 0, follows another one of the same time. In T3 mode, which tags follow a sync
/// in the file states their delay, and columns put the sync before them.
fn has_late_sync(tags: &[Tag]) -> bool {
    let is_late = |pair: &[Tag]| pair[0].time == pair[1].time && pair[1].channel == 0 && pair[0].channel != 0;
    tags.windows(2).any(is_late)
}

impl HeldBlock {
    /// The tags of `block` in compact form; `None` without tags.
    pub fn new(block: &TagBlock) -> Option<Self> {
        let (from, to) = block.time_range()?;
        let content =
            if let Some(tags) = block.tags().filter(|tags| !block.is_sorted() || has_late_sync(tags)) {
                Content::Disordered(tags.into())
            } else if to.abs_diff(from) <= u64::from(u32::MAX) {
                Content::Narrow(Columns::new(block, |time| time.wrapping_sub(from) as u32))
            } else {
                Content::Wide(Columns::new(block, |time| time))
            };
        Some(Self { from, to, content })
    }

    /// Bytes it takes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match &self.content {
                Content::Narrow(columns) => columns.bytes(),
                Content::Wide(columns) => columns.bytes(),
                Content::Disordered(tags) => size_of_val(&**tags),
            }
    }

    /// Number of tags.
    pub fn tags(&self) -> u64 {
        match &self.content {
            Content::Narrow(columns) => columns.times.len() as u64,
            Content::Wide(columns) => columns.times.len() as u64,
            Content::Disordered(tags) => tags.len() as u64,
        }
    }

    /// Whether there can be tags in `from..=to`.
    pub fn overlaps(&self, from: i64, to: i64) -> bool {
        self.from <= to && from <= self.to
    }

    /// The time span of the tags of all channels in `from..=to`.
    pub fn extent(&self, (from, to): (i64, i64)) -> Option<Extent> {
        let base = self.from;
        match &self.content {
            Content::Narrow(columns) => columns.extent((from, to), |ticks| base + i64::from(*ticks)),
            Content::Wide(columns) => columns.extent((from, to), |time| *time),
            Content::Disordered(tags) => {
                Extent::of(tags.iter().filter(|tag| from <= tag.time && tag.time <= to))
            }
        }
    }

    /// The tags in `from..=to` of the selected channels, made in the memory of `blocks` and `scratch`.
    ///
    /// # Errors
    /// `TooManyChannels`, which tags that were in one block before don't have.
    pub fn select<'m>(
        &self,
        selection: &Selection,
        (from, to): (i64, i64),
        blocks: &'m mut TagBlocks,
        scratch: &'m mut Vec<Tag>,
    ) -> Result<TagBlock<'m>, Error> {
        blocks.clear();
        let base = self.from;
        match &self.content {
            Content::Narrow(columns) => {
                columns.fill(blocks, selection, (from, to), |ticks| base + i64::from(*ticks))?;
            }
            Content::Wide(columns) => columns.fill(blocks, selection, (from, to), |time| *time)?,
            Content::Disordered(tags) => {
                let wants = |tag: &&Tag| from <= tag.time && tag.time <= to && selection.lets(tag.channel);
                scratch.clear();
                scratch.extend(tags.iter().filter(wants));
                return Ok(blocks.split(scratch).0);
            }
        }
        Ok(blocks.block())
    }
}
