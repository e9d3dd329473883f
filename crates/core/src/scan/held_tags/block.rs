//! A few thousand tags that are kept.

use crate::Error;
use crate::tags::Tag;
use crate::tags::selection::Selection;
use crate::tags::{TagBlock, TagBlocks};

#[derive(Debug)]
pub(super) struct Block {
    /// Least and greatest time.
    pub from: i64,
    pub to: i64,
    pub content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Ticks since the block's first tag.
    Narrow(Columns<u32>),
    Wide(Columns<i64>),
    /// In file order, which is not the order of time.
    Disordered(Box<[Tag]>),
}

/// The ascending times of every channel, one channel after another.
#[derive(Debug)]
pub(super) struct Columns<T> {
    /// Channels, and where in `times` each ends.
    ends: Box<[(u64, u32)]>,
    times: Box<[T]>,
}

impl<T> Columns<T> {
    pub fn new(piece: &TagBlock, of: impl Fn(i64) -> T) -> Self {
        let mut times = Vec::with_capacity(piece.len());
        let column = |(channel, column): (u64, &[i64])| {
            times.extend(column.iter().map(|time| of(*time)));
            (channel, times.len() as u32)
        };
        let ends = piece.columns().map(column).collect();
        Self { ends, times: times.into() }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.times)
    }

    /// Puts what lies in `from..=to` of the wanted channels into `pieces`.
    pub fn fill(
        &self,
        pieces: &mut TagBlocks,
        selection: &Selection,
        (from, to): (i64, i64),
        time: impl Fn(&T) -> i64,
    ) -> Result<(), Error> {
        let mut begin = 0;
        for (channel, end) in &self.ends {
            let times = &self.times[begin..*end as usize];
            begin = *end as usize;
            if selection.lets(*channel) {
                let low = times.partition_point(|t| time(t) < from);
                let high = times.partition_point(|t| time(t) <= to);
                pieces.set(*channel, times.get(low..high).unwrap_or_default().iter().map(&time))?;
            }
        }
        Ok(())
    }
}

impl Block {
    /// Bytes it takes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match &self.content {
                Content::Narrow(columns) => columns.bytes(),
                Content::Wide(columns) => columns.bytes(),
                Content::Disordered(tags) => size_of_val(&**tags),
            }
    }

    /// How many tags.
    pub fn tags(&self) -> u64 {
        match &self.content {
            Content::Narrow(columns) => columns.times.len() as u64,
            Content::Wide(columns) => columns.times.len() as u64,
            Content::Disordered(tags) => tags.len() as u64,
        }
    }
}
