//! A few thousand tags that are kept: in memory, and as bytes on their way to another thread.

use bytemuck::Pod;

use crate::Error;
use crate::analysis::{Piece, Pieces};
use crate::selection::Selection;
use crate::tags::Tag;

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
    pub fn new(piece: &Piece, of: impl Fn(i64) -> T) -> Self {
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
        pieces: &mut Pieces,
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

// Little-endian, because machines are: where `Tag` is defined, others are refused.
fn put<T: Pod>(word: T, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(bytemuck::bytes_of(&word));
}

fn take<T: Pod>(bytes: &mut &[u8]) -> Option<T> {
    let (word, rest) = bytes.split_at_checked(size_of::<T>())?;
    *bytes = rest;
    Some(bytemuck::pod_read_unaligned(word))
}

/// As many words as are claimed, if there are so many bytes.
fn take_all<T: Pod>(bytes: &mut &[u8], n: usize) -> Option<Box<[T]>> {
    let (words, rest) = bytes.split_at_checked(n.checked_mul(size_of::<T>())?)?;
    *bytes = rest;
    let mut all = vec![T::zeroed(); n];
    bytemuck::cast_slice_mut(&mut all).copy_from_slice(words);
    Some(all.into())
}

impl<T: Pod> Columns<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        put(self.ends.len() as u32, bytes);
        for (channel, end) in &self.ends {
            put(*channel, bytes);
            put(*end, bytes);
        }
        bytes.extend_from_slice(bytemuck::cast_slice(&self.times));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let channels = take::<u32>(bytes)?;
        let ends: Box<[(u64, u32)]> =
            (0..channels).map(|_| Some((take(bytes)?, take(bytes)?))).collect::<Option<_>>()?;
        if !ends.is_sorted_by_key(|(_, end)| *end) {
            return None;
        }
        let tags = ends.last().map_or(0, |(_, end)| *end as usize);
        Some(Self { ends, times: take_all(bytes, tags)? })
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

    /// Appends it: least and greatest time, the kind of its content, and that.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        put(self.from, bytes);
        put(self.to, bytes);
        match &self.content {
            Content::Narrow(columns) => {
                put(0_u32, bytes);
                columns.write(bytes);
            }
            Content::Wide(columns) => {
                put(1_u32, bytes);
                columns.write(bytes);
            }
            Content::Disordered(tags) => {
                put(2_u32, bytes);
                put(tags.len() as u32, bytes);
                bytes.extend_from_slice(bytemuck::cast_slice(tags));
            }
        }
    }

    /// Takes one off the front of `bytes`; `None` where there is none.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (from, to) = (take(bytes)?, take(bytes)?);
        let content = match take::<u32>(bytes)? {
            0 => Content::Narrow(Columns::read(bytes)?),
            1 => Content::Wide(Columns::read(bytes)?),
            2 => {
                let tags = take::<u32>(bytes)?;
                Content::Disordered(take_all(bytes, tags as usize)?)
            }
            _ => return None,
        };
        Some(Self { from, to, content })
    }
}
