//! A few thousand tags, split by channel once for all analyses.

use std::borrow::Cow;

use super::PerChannel;
use crate::Error;
use crate::tags::{Tag, sort_by_time};

/// Maximum tags of a block: its derived data fits the processor's cache.
pub const BLOCK_TAGS: usize = 8192;

/// With more channels than this, columns free their memory between blocks.
const MAX_REUSED_COLUMNS: usize = 256;

/// Successive tags of a recording, at most [`BLOCK_TAGS`]: a column of times for each channel.
#[derive(Debug)]
pub struct TagBlock<'t> {
    columns: &'t PerChannel<Column>,
    len: usize,
    /// Times of the first and the last tag, in file order.
    ends: Option<(i64, i64)>,
    sorted: bool,
    /// All tags in file order, if known.
    tags: &'t [Tag],
}

/// Makes blocks, one after another in the same memory.
///
/// [`TagBlocks::split`] takes tags in file order; [`TagBlocks::set`] takes columns that were split before.
#[derive(Debug, Default)]
pub struct TagBlocks {
    columns: PerChannel<Column>,
}

/// The times of one channel in a block.
#[derive(Debug, Default)]
struct Column {
    /// The first `len` of them are the channel's; later ones are left over from other blocks.
    times: Vec<i64>,
    len: usize,
}

impl Column {
    #[inline]
    fn push(&mut self, time: i64) {
        if let Some(place) = self.times.get_mut(self.len) {
            *place = time;
        } else {
            self.times.push(time);
        }
        self.len += 1;
    }

    /// Allocates memory for all the times of a block.
    fn room(&mut self) -> &mut [i64; BLOCK_TAGS] {
        if self.times.len() < BLOCK_TAGS {
            self.times.resize(BLOCK_TAGS, 0);
        }
        &mut self.times.as_chunks_mut().0[0]
    }
}

impl TagBlocks {
    /// Calls `sink` with blocks of `tags`, one after another.
    ///
    /// # Errors
    /// Errors of `sink`, and `TooManyChannels`; earlier tags were passed to `sink`.
    pub fn each(
        &mut self,
        tags: &[Tag],
        mut sink: impl FnMut(&TagBlock) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for tags in tags.chunks(BLOCK_TAGS) {
            let (block, error) = self.split(tags);
            sink(&block)?;
            error.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Returns the block of `tags`, at most [`BLOCK_TAGS`]. If they have too many channels, the block ends before the
    /// first tag of the excess channel, and the error is returned with it.
    pub fn split<'t>(&'t mut self, tags: &'t [Tag]) -> (TagBlock<'t>, Option<Error>) {
        self.clear();
        let split = match self.columns.len() {
            1 => self.split_in::<1>(tags),
            2 => self.split_in::<2>(tags),
            3 => self.split_in::<3>(tags),
            4 => self.split_in::<4>(tags),
            _ => None,
        };
        let (tags, sorted, error) = match split {
            Some(sorted) => (tags, sorted, None),
            None => self.look_up(tags),
        };
        let ends = tags.first().zip(tags.last()).map(|(first, last)| (first.time, last.time));
        (TagBlock { columns: &self.columns, len: tags.len(), ends, sorted, tags }, error)
    }

    /// Splits `tags` of the `K` channels so far, and returns whether they are in order of time; `None` if one is of
    /// another channel, or there are too many tags.
    ///
    /// Each time is written to all columns, but only its own column's length grows. For few channels that is faster
    /// than looking the column up, and waiting for its length, which the previous tag may have changed.
    fn split_in<const K: usize>(&mut self, tags: &[Tag]) -> Option<bool> {
        if tags.len() > BLOCK_TAGS {
            return None;
        }
        let mut columns = self.columns.exactly_mut::<K>()?;
        let channels = columns.each_ref().map(|(channel, _)| *channel);
        let mut all_times = columns.each_mut().map(|(_, column)| column.room());
        let mut lens = [0; K];
        let mut sorted = true;
        let mut last = i64::MIN;
        for &Tag { time, channel } in tags {
            for ((times, len), known) in all_times.iter_mut().zip(&mut lens).zip(channels) {
                times[*len % BLOCK_TAGS] = time;
                *len += usize::from(channel == known);
            }
            sorted &= last <= time;
            last = time;
        }
        if lens.iter().sum::<usize>() < tags.len() {
            return None;
        }
        for ((_, column), len) in columns.into_iter().zip(lens) {
            column.len = len;
        }
        Some(sorted)
    }

    /// Splits tags of any channels, up to an excess channel, and returns whether they are in order of time.
    fn look_up<'t>(&mut self, tags: &'t [Tag]) -> (&'t [Tag], bool, Option<Error>) {
        let mut sorted = true;
        let mut last = i64::MIN;
        for (ordinal, &Tag { time, channel }) in tags.iter().enumerate() {
            match self.columns.get_or_make(channel, |_| Ok(Column::default())) {
                Ok(column) => column.push(time),
                Err(error) => return (&tags[..ordinal], sorted, Some(error)),
            }
            sorted &= last <= time;
            last = time;
        }
        (tags, sorted, None)
    }

    /// Empties the columns, for [`TagBlocks::set`].
    pub fn clear(&mut self) {
        let many = self.columns.len() > MAX_REUSED_COLUMNS;
        for column in self.columns.states_mut() {
            if many { *column = Column::default() } else { column.len = 0 }
        }
    }

    /// Adds the ascending `times` of `channel`, which has none yet.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn set(&mut self, channel: u64, times: impl Iterator<Item = i64>) -> Result<(), Error> {
        let column = self.columns.get_or_make(channel, |_| Ok(Column::default()))?;
        column.times.clear();
        column.times.extend(times);
        column.len = column.times.len();
        Ok(())
    }

    /// Returns the block of the columns that were set. Its tags are in order of time.
    pub fn block(&self) -> TagBlock<'_> {
        let mut block = TagBlock { columns: &self.columns, len: 0, ends: None, sorted: true, tags: &[] };
        for (_, times) in block.columns() {
            block.len += times.len();
            if let Some((first, last)) = times.first().zip(times.last()) {
                let (least, greatest) = block.ends.unwrap_or((*first, *last));
                block.ends = Some((least.min(*first), greatest.max(*last)));
            }
        }
        block
    }
}

impl<'t> TagBlock<'t> {
    /// Number of tags.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no tag.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether file order is the order of time.
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// Times of the first and the last tag in file order; `None` without tags.
    pub fn ends(&self) -> Option<(i64, i64)> {
        self.ends
    }

    /// Earliest and latest time; `None` without tags.
    pub fn time_range(&self) -> Option<(i64, i64)> {
        if self.sorted {
            return self.ends;
        }
        let times = self.tags.iter().map(|tag| tag.time);
        times.clone().min().zip(times.max())
    }

    /// The channels that occur and their times in file order.
    pub fn columns(&self) -> impl Iterator<Item = (u64, &'t [i64])> + use<'t> {
        let columns = self.columns.iter().map(|(channel, column)| (channel, &column.times[..column.len]));
        columns.filter(|(_, times)| !times.is_empty())
    }

    /// All tags in file order; `None` if only columns are known, whose tags are in order of time.
    pub fn tags(&self) -> Option<&'t [Tag]> {
        (self.tags.len() == self.len).then_some(self.tags)
    }

    /// All tags in file order. If only columns are known, that is the order of time, equal times in any order. This
    /// needs a sort, so it is for the few blocks where the order across channels matters.
    pub fn in_file_order(&self) -> Cow<'t, [Tag]> {
        if let Some(tags) = self.tags() {
            return Cow::Borrowed(tags);
        }
        let tagged =
            |(channel, times): (u64, &'t [i64])| times.iter().map(move |&time| Tag { time, channel });
        let mut tags: Vec<Tag> = self.columns().flat_map(tagged).collect();
        sort_by_time(&mut tags);
        Cow::Owned(tags)
    }
}
