//! A run of tags in order of time: the part of it that a later run needs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::channel_times::ChannelTimes;
use super::crowd;
use super::crowd::{Stop, too_crowded, too_late};
use super::opening::Opening;
use crate::counting::limits::{LOOK_AHEAD, MAX_HELD};
use crate::counting::slices;
use crate::tags::{Extent, PerChannel, Tag, TagBlock, TagBlocks};
use crate::{Code, Error};

/// The tags of a run near its two ends, by channel, each in order of time.
///
/// An analysis that relates tags up to `range` ticks apart finds in heads and tails all tags that can be related to an
/// earlier or later run: those up to `range + LOOK_AHEAD` ticks from the earliest and from the latest time. This state
/// depends only on the run's tags, not on their blocks or parts.
///
/// A run ends at the first tag, in file order, that cannot be counted: one more than [`LOOK_AHEAD`] ticks earlier than
/// the latest before it, or one that makes a crowd, see [`crate::run::max_crowd`]. The tags before it count and none
/// after it, with one exception: if a crowd spans two joined parts, or lies in a block of unknown file order, earlier
/// tags of that part or of that instant may be dropped.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TimeOrder {
    /// `range + LOOK_AHEAD`, ticks.
    pub(super) margin: i64,
    /// Channels whose times are held; empty for all.
    pub(super) only: Vec<u64>,
    /// Tags of all channels.
    pub(super) tags: u64,
    /// Earliest and latest time; 0 without tags.
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) opening: Opening,
    /// Number of tags earlier than one before them.
    pub(super) reordered: u64,
    /// The prefix maxima: the times of tags that are not earlier than any before them, with the number of each, up to
    /// `min + LOOK_AHEAD`. After a run that ends later, they are reordered tags.
    pub(super) prefix_maxima: Vec<(i64, u64)>,
    pub(super) channels: PerChannel<ChannelTimes>,
    pub(super) stop: Option<Stop>,
    /// Number of independent runs, one after the other with a tick between: see [`TimeOrder::sum`].
    pub(super) runs: u64,
    /// Number of times in the longest tail.
    #[serde(skip)]
    pub(super) longest_tail: usize,
}

impl TimeOrder {
    /// Creates the state for relations of tags up to `range` ticks apart, at most
    /// [`crate::counting::limits::MAX_DELAY`], of the channels `only`, or of all if it is empty.
    pub fn new(range: i64, only: Vec<u64>) -> Self {
        Self {
            margin: range.saturating_add(LOOK_AHEAD),
            only,
            tags: 0,
            min: 0,
            max: 0,
            opening: Opening::default(),
            reordered: 0,
            prefix_maxima: Vec::new(),
            channels: PerChannel::default(),
            stop: None,
            runs: 1,
            longest_tail: 0,
        }
    }

    /// Maximum distance of related tags in ticks.
    pub fn range(&self) -> i64 {
        self.margin - LOOK_AHEAD
    }

    /// Number of tags of all channels.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Calls `each` with the channels that occurred, in order of first occurrence, up to its first error.
    ///
    /// # Errors
    /// The error of `each`.
    pub fn each_channel(
        &self,
        mut each: impl FnMut(u64, &ChannelTimes) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.channels.iter().try_for_each(|(channel, times)| each(channel, times))
    }

    /// Time from which tails hold all times.
    pub fn tail_begin(&self) -> i64 {
        self.borders().1
    }

    /// Latest minus earliest time of any channel, in ticks; `None` without tags.
    pub fn span(&self) -> Option<i128> {
        (self.tags > 0).then(|| i128::from(self.max) - i128::from(self.min) - i128::from(self.runs - 1))
    }

    /// Number of independent runs; 1 unless runs were [summed](TimeOrder::sum).
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Earliest and latest time of any channel.
    pub fn ends(&self) -> (i64, i64) {
        (self.min, self.max)
    }

    /// The binary logarithm of the length of a slice of time, in ticks: see [`slices::Slices`].
    pub fn slice_exponent(&self) -> u32 {
        slices::exponent(self.ends())
    }

    /// Earliest and latest time after appending `later`.
    pub fn ends_with(&self, later: &Self) -> (i64, i64) {
        match (self.tags, later.tags) {
            (0, _) => later.ends(),
            (_, 0) => self.ends(),
            _ => (self.min.min(later.min), self.max.max(later.max)),
        }
    }

    /// Merges slices of `2^exponent` ticks until they have their current length.
    pub(super) fn widen_slices(&mut self, exponent: u32) {
        let by = self.slice_exponent().saturating_sub(exponent);
        if by > 0 {
            self.channels.states_mut().for_each(|state| state.slices.widen(by));
        }
    }

    /// Extends the run to the earliest and latest time of `recording`, when only tags of some channels were pushed. A
    /// run that ended early stays as it is. See [`crate::run::Analysis::cover`].
    pub fn cover(&mut self, recording: Extent) {
        if self.tags > 0 && self.stop.is_none() {
            let exponent = self.slice_exponent();
            self.min = self.min.min(recording.least);
            self.max = self.max.max(recording.greatest);
            self.widen_slices(exponent);
        }
    }

    /// Number of tags that were earlier than one before them, and were sorted.
    pub fn reordered(&self) -> u64 {
        self.reordered
    }

    /// The state of `channel`, if it occurred.
    pub fn channel(&self, channel: u64) -> Option<&ChannelTimes> {
        self.channels.get(channel)
    }

    /// Number of tags of `channel`.
    pub fn tags_of(&self, channel: u64) -> u64 {
        self.channel(channel).map_or(0, ChannelTimes::tags)
    }

    /// The channels that occurred, ascending, with their states.
    pub fn channels(&self) -> Vec<(u64, &ChannelTimes)> {
        self.channels.sorted()
    }

    /// The channels of this run and `others`, ascending.
    pub fn channels_with(&self, others: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut all = self.channel_numbers();
        all.extend(others);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The channels that occurred, ascending.
    pub fn channel_numbers(&self) -> Vec<u64> {
        self.channels().into_iter().map(|(channel, _)| channel).collect()
    }

    /// Number of channels that occurred.
    pub fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// Whether the times of `channel` are held.
    pub fn holds(&self, channel: u64) -> bool {
        self.only.is_empty() || self.only.contains(&channel)
    }

    /// The error that ended the run early, if any.
    pub fn stopped(&self) -> Option<Error> {
        self.stop.map(|stop| match stop {
            Stop::Late(time) => too_late(self.max, time),
            Stop::Crowd(time) => too_crowded(self.range(), time),
        })
    }

    /// Starts a block: the channels' times [in the block](ChannelTimes::in_block) are then those of it, in order of
    /// time, up to the tag that ends the run. [`TimeOrder::end_block`] must be called in any case.
    ///
    /// # Errors
    /// The reason for the end of the run; and `TooManyChannels`.
    pub fn begin_block(&mut self, block: &TagBlock) -> Result<(), Error> {
        if let Some(error) = self.stopped() {
            return Err(error);
        }
        let tail =
            |channel| self.holds(channel).then(|| self.channel(channel).map_or(&[][..], ChannelTimes::tail));
        let before = crowd::Before { range: self.range(), longest_tail: self.longest_tail, tail };
        let crowd = crowd::completed_by(&before, block);
        let wanted = crowd.map_or(block.len(), |(place, _)| place);
        let exponent = self.slice_exponent();
        let taken = self.take(block, wanted);
        self.widen_slices(exponent);
        if self.stop.is_none() {
            self.stop = crowd.map(|(_, time)| Stop::Crowd(time));
        }
        if taken == block.len() {
            self.split(block)?;
        } else {
            let tags = block.in_file_order();
            // The beginning of a block does not exceed the number of channels.
            self.split(&TagBlocks::default().split(&tags[..taken]).0)?;
        }
        self.stopped().map_or(Ok(()), Err)
    }

    /// Adds the times of `block` to those of the channels.
    fn split(&mut self, block: &TagBlock) -> Result<(), Error> {
        let exponent = self.slice_exponent();
        let Self { channels, only, .. } = self;
        for (channel, times) in block.columns() {
            let state = channels.get_or_make(channel, |_| {
                let held = only.is_empty() || only.contains(&channel);
                Ok(ChannelTimes { held, ..ChannelTimes::default() })
            })?;
            state.tags += times.len() as u64;
            if state.held {
                state.in_block.extend_from_slice(times);
                if !block.is_sorted() {
                    state.in_block.sort_unstable();
                }
                state.slices.count(&state.in_block, exponent);
            }
        }
        Ok(())
    }

    /// Takes up to `wanted` tags of `block` into the order of time, and returns the number of tags before one that is
    /// too late.
    fn take(&mut self, block: &TagBlock, wanted: usize) -> usize {
        let Some((first, last)) = block.ends() else { return 0 };
        let follows = self.tags > 0 && first >= self.max && first > self.prefix_maxima_end();
        if follows && block.is_sorted() && wanted == block.len() && !Opening::is_open((self.min, self.max)) {
            self.max = last;
            self.tags += block.len() as u64;
            return block.len();
        }
        let tags: Cow<[Tag]> = block.in_file_order();
        for (k, tag) in tags.iter().take(wanted).enumerate() {
            let time = tag.time;
            let open = self.tags == 0 || Opening::is_open((self.min, self.max));
            if self.tags == 0 {
                (self.min, self.max) = (time, time);
            }
            if time >= self.max {
                self.max = time;
                self.note_prefix_maximum(time, 1);
            } else if time < self.max.saturating_sub(LOOK_AHEAD) {
                self.stop = Some(Stop::Late(time));
                return k;
            } else {
                self.reordered += 1;
                self.extend_down_to(time);
            }
            if open {
                self.opening.push(*tag, (self.min, self.max));
            }
            self.tags += 1;
        }
        wanted
    }

    pub(super) fn prefix_maxima_end(&self) -> i64 {
        self.min.saturating_add(LOOK_AHEAD)
    }

    pub(super) fn note_prefix_maximum(&mut self, time: i64, tags: u64) {
        if time > self.prefix_maxima_end() {
            return;
        }
        match self.prefix_maxima.last_mut() {
            Some((last, n)) if *last == time => *n += tags,
            _ => self.prefix_maxima.push((time, tags)),
        }
    }

    /// Lowers the earliest time to `time` if it is earlier.
    pub(super) fn extend_down_to(&mut self, time: i64) {
        if time < self.min {
            self.min = time;
            let end = self.prefix_maxima_end();
            self.prefix_maxima.truncate(self.prefix_maxima.partition_point(|(time, _)| *time <= end));
        }
    }

    /// Ends a block: tags near the ends are held, the others dropped.
    ///
    /// # Errors
    /// `RangeTooLong` if more than [`MAX_HELD`] tags would be held.
    pub fn end_block(&mut self) -> Result<(), Error> {
        let (low, high) = self.borders();
        let mut held = 2 * self.opening.len();
        self.longest_tail = 0;
        for state in self.channels.states_mut().filter(|state| state.held) {
            state.end_block(low, high);
            held += state.head().len() + state.tail().len();
            self.longest_tail = self.longest_tail.max(state.tail().len());
        }
        check_held(held)
    }

    /// End of heads, and start of tails.
    pub(super) fn borders(&self) -> (i64, i64) {
        (self.min.saturating_add(self.margin), self.max.saturating_sub(self.margin))
    }
}

/// Checks that `held` tags, 8 bytes each, can be held.
pub(super) fn check_held(held: usize) -> Result<(), Error> {
    if held <= MAX_HELD {
        return Ok(());
    }
    Err(Error::new(
        Code::RangeTooLong,
        format!("more than {MAX_HELD} tags lie within the range of each other"),
        "use a shorter `range` or `window`",
    ))
}
