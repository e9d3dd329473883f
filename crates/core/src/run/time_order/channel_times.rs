//! The times of one channel: those near the two ends of a run, and those of the current block.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::counting::slices::Slices;

/// State of one channel's tags.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ChannelTimes {
    /// Number of the channel's tags.
    pub(super) tags: u64,
    /// Whether times are held; not if the analysis only needs the number of tags.
    pub(super) held: bool,
    pub(super) head: Vec<i64>,
    pub(super) tail: Tail,
    /// All held times, in slices of [`super::TimeOrder::slice_exponent`].
    pub(super) slices: Slices,
    #[serde(skip)]
    pub(super) in_block: Vec<i64>,
}

impl ChannelTimes {
    /// Number of the channel's tags.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Times near the run's beginning, ascending.
    pub fn head(&self) -> &[i64] {
        &self.head
    }

    /// Times near the run's end, before the current block; ascending.
    pub fn tail(&self) -> &[i64] {
        self.tail.times()
    }

    /// Times of the current block, ascending; see [`super::TimeOrder::begin_block`].
    pub fn in_block(&self) -> &[i64] {
        &self.in_block
    }

    /// Distribution of its tags over time, if times are held; see [`super::TimeOrder::slice_exponent`].
    pub fn slices(&self) -> &Slices {
        &self.slices
    }

    /// Moves the times of the block into head and tail: the head holds times up to `low`, the tail from `high`.
    pub(super) fn end_block(&mut self, low: i64, high: i64) {
        let near = self.in_block.partition_point(|time| *time <= low);
        append_ascending(&mut self.head, 0, &self.in_block[..near]);
        self.head.truncate(self.head.partition_point(|time| *time <= low));
        self.tail.trim(high);
        self.tail.append(&self.in_block[self.in_block.partition_point(|time| *time < high)..]);
        self.in_block.clear();
    }

    /// Adds `by` ticks to every time; the exponents of the slices, and the run's ends, are those before and after.
    pub(super) fn move_by(&mut self, by: i64, exponents: (u32, u32), ends: (i64, i64)) {
        self.head.iter_mut().for_each(|time| *time += by);
        self.tail.times.iter_mut().for_each(|time| *time += by);
        // The sum of the counts stays.
        self.slices = self.slices.moved(by, exponents, ends).unwrap_or_default();
    }

    /// Appends the tags of the next run, whose slices have the same length.
    pub(super) fn append(&mut self, later: &Self) {
        self.tags += later.tags;
        // The number of tags was checked.
        let _ = self.slices.append(&later.slices);
        append_ascending(&mut self.head, 0, &later.head);
        self.tail.append(later.tail());
    }
}

/// Ascending times; the first are dropped as later ones arrive. They are removed from memory only when they are half of
/// it, so that a time is moved once or twice, not with every block.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail {
    times: Vec<i64>,
    /// Number of dropped `times`.
    start: usize,
}

impl Tail {
    fn times(&self) -> &[i64] {
        &self.times[self.start..]
    }

    fn append(&mut self, more: &[i64]) {
        append_ascending(&mut self.times, self.start, more);
    }

    /// Drops times earlier than `from`.
    fn trim(&mut self, from: i64) {
        self.start += self.times().partition_point(|time| *time < from);
        if self.start > self.times.len() / 2 {
            self.times.drain(..self.start);
            self.start = 0;
        }
    }
}

/// Appends ascending `more` to `times`, which ascend from `start`, and keeps them ascending.
fn append_ascending(times: &mut Vec<i64>, start: usize, more: &[i64]) {
    let Some(first) = more.first() else { return };
    let ordered = times[start..].last().is_none_or(|last| last <= first);
    times.extend_from_slice(more);
    if !ordered {
        let from = start + times[start..].len() - more.len();
        let from = start + times[start..from].partition_point(|time| time <= first);
        times[from..].sort_unstable();
    }
}

impl Serialize for Tail {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.times().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { times: Vec::deserialize(deserializer)?, start: 0 })
    }
}
