//! A few thousand tags, split by channel once for every analysis that sees them.

use super::PerChannel;
use crate::Error;
use crate::tags::Tag;

/// Most tags of a piece: what is made of them stays in a near cache.
pub const PIECE: usize = 8192;

/// Past so many channels, columns give their memory back between pieces.
const KEPT_COLUMNS: usize = 256;

/// Successive tags of a recording, at most [`PIECE`]: a column of times for each channel.
///
/// Made once and filled again and again. [`Piece::fill`] takes tags as they come;
/// [`Piece::set`] columns that were split before.
#[derive(Debug, Default)]
pub struct Piece {
    columns: PerChannel<Column>,
    len: usize,
    /// Times of the first and the last tag, in file order.
    ends: Option<(i64, i64)>,
    /// All tags in file order, where that is not the order of time.
    disordered: Vec<Tag>,
}

/// The times of one channel.
#[derive(Debug, Default)]
struct Column {
    /// What lies beyond `len` is of no meaning.
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

    /// Places for all the times that a piece can have.
    fn places(&mut self) -> &mut [i64; PIECE] {
        if self.times.len() < PIECE {
            self.times.resize(PIECE, 0);
        }
        &mut self.times.as_chunks_mut().0[0]
    }
}

impl Piece {
    /// Calls `sink` with pieces of `tags`, one after another.
    ///
    /// # Errors
    /// What `sink` returns, and `TooManyChannels`; the tags before were given to `sink` then.
    pub fn each(
        &mut self,
        tags: &[Tag],
        mut sink: impl FnMut(&Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for tags in tags.chunks(PIECE) {
            let filled = self.fill(tags);
            sink(self)?;
            filled?;
        }
        Ok(())
    }

    /// Makes this the piece of `tags`.
    ///
    /// # Errors
    /// `TooManyChannels`; this is the piece of the tags before the one too many then.
    pub fn fill(&mut self, tags: &[Tag]) -> Result<(), Error> {
        self.clear();
        let sorted = match self.columns.len() {
            1 => self.split::<1>(tags),
            2 => self.split::<2>(tags),
            3 => self.split::<3>(tags),
            4 => self.split::<4>(tags),
            _ => None,
        };
        match sorted {
            Some(sorted) => {
                self.end(tags, sorted);
                Ok(())
            }
            None => self.look_up(tags),
        }
    }

    /// Splits `tags` of the `K` channels there have been so far, and tells whether they are in order of
    /// time; `None` where one is of another channel, or there are more than fit.
    ///
    /// A time is written to all columns, and only its own grows. For few channels that is faster than looking
    /// a column up and waiting for its length, which the tag before may have changed.
    fn split<const K: usize>(&mut self, tags: &[Tag]) -> Option<bool> {
        if tags.len() > PIECE {
            return None;
        }
        let mut columns = self.columns.exactly_mut::<K>()?;
        let channels = columns.each_ref().map(|(channel, _)| *channel);
        let mut places = columns.each_mut().map(|(_, column)| column.places());
        let mut lens = [0; K];
        let mut sorted = true;
        let mut last = i64::MIN;
        for &Tag { time, channel } in tags {
            for ((places, len), known) in places.iter_mut().zip(&mut lens).zip(channels) {
                places[*len % PIECE] = time;
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

    /// Splits tags of any channels.
    fn look_up(&mut self, tags: &[Tag]) -> Result<(), Error> {
        let mut sorted = true;
        let mut last = i64::MIN;
        for (ordinal, &Tag { time, channel }) in tags.iter().enumerate() {
            match self.columns.get_or_make(channel, |_| Ok(Column::default())) {
                Ok(column) => column.push(time),
                Err(error) => {
                    self.end(&tags[..ordinal], sorted);
                    return Err(error);
                }
            }
            sorted &= last <= time;
            last = time;
        }
        self.end(tags, sorted);
        Ok(())
    }

    /// `tags` are what was split.
    fn end(&mut self, tags: &[Tag], sorted: bool) {
        self.len = tags.len();
        self.ends = tags.first().zip(tags.last()).map(|(first, last)| (first.time, last.time));
        if !sorted {
            self.disordered.extend_from_slice(tags);
        }
    }

    /// Empties the piece.
    pub fn clear(&mut self) {
        let many = self.columns.len() > KEPT_COLUMNS;
        for column in self.columns.states_mut() {
            if many { *column = Column::default() } else { column.len = 0 }
        }
        self.disordered.clear();
        self.len = 0;
        self.ends = None;
    }

    /// Adds the ascending `times` of `channel`, which has none yet, to a piece in order of time.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn set(&mut self, channel: u64, times: impl Iterator<Item = i64>) -> Result<(), Error> {
        let column = self.columns.get_or_make(channel, |_| Ok(Column::default()))?;
        column.times.clear();
        column.times.extend(times);
        column.len = column.times.len();
        self.len += column.len;
        if let Some((first, last)) = column.times.first().zip(column.times.last()) {
            let (least, greatest) = self.ends.unwrap_or((*first, *last));
            self.ends = Some((least.min(*first), greatest.max(*last)));
        }
        Ok(())
    }

    /// How many tags.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no tag.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether file order is the order of time.
    pub fn is_sorted(&self) -> bool {
        self.disordered.is_empty()
    }

    /// Times of the first and the last tag in file order; `None` without tags.
    pub fn ends(&self) -> Option<(i64, i64)> {
        self.ends
    }

    /// Least and greatest time; `None` without tags.
    pub fn reach(&self) -> Option<(i64, i64)> {
        let (first, last) = self.ends?;
        let times = self.disordered.iter().map(|tag| tag.time);
        Some((times.clone().min().unwrap_or(first), times.max().unwrap_or(last)))
    }

    /// The channels that occur and their times in file order.
    pub fn columns(&self) -> impl Iterator<Item = (u64, &[i64])> {
        let columns = self.columns.iter().map(|(channel, column)| (channel, &column.times[..column.len]));
        columns.filter(|(_, times)| !times.is_empty())
    }

    /// All tags in file order, where that is not the order of time; empty where it is.
    pub fn disordered(&self) -> &[Tag] {
        &self.disordered
    }

    /// All times in file order. Costs a sort; for the few pieces where the order across channels
    /// matters.
    pub fn times(&self) -> Vec<i64> {
        if !self.is_sorted() {
            return self.disordered.iter().map(|tag| tag.time).collect();
        }
        let mut times: Vec<i64> = self.columns().flat_map(|(_, times)| times).copied().collect();
        times.sort_unstable();
        times
    }
}
