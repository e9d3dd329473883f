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
    columns: PerChannel<Vec<i64>>,
    len: usize,
    /// Times of the first and the last tag, in file order.
    ends: Option<(i64, i64)>,
    /// All tags in file order, where that is not the order of time.
    disordered: Vec<Tag>,
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
        let mut sorted = true;
        let mut last = i64::MIN;
        let mut outcome = Ok(());
        for &Tag { time, channel } in tags {
            match self.columns.get_or_make(channel, |_| Ok(Vec::new())) {
                Ok(column) => column.push(time),
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
            sorted &= last <= time;
            last = time;
            self.len += 1;
        }
        let tags = &tags[..self.len];
        self.ends = tags.first().zip(tags.last()).map(|(first, last)| (first.time, last.time));
        if !sorted {
            self.disordered.extend_from_slice(tags);
        }
        outcome
    }

    /// Empties the piece.
    pub fn clear(&mut self) {
        let many = self.columns.len() > KEPT_COLUMNS;
        for column in self.columns.states_mut() {
            if many { *column = Vec::new() } else { column.clear() }
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
        let column = self.columns.get_or_make(channel, |_| Ok(Vec::new()))?;
        column.extend(times);
        self.len += column.len();
        if let Some((first, last)) = column.first().zip(column.last()) {
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
        let columns = self.columns.iter().map(|(channel, times)| (channel, times.as_slice()));
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
