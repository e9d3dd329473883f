//! Tags put into order of time, channel by channel, with the edges that joining two runs needs.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{differs, not_ours, total};
use crate::tags::{PerChannel, TagBlock, TagBlocks};
use crate::{Code, Error};

/// How much earlier than the latest tag before it a tag may be, in ticks (10 us at the usual
/// 156.25 ps). What is less is put in order, what is more is an error.
pub const LOOK_AHEAD: i64 = 1 << 16;

/// Tags that one analysis holds, at most: 128 MiB.
pub const MAX_HELD: usize = 1 << 24;

/// Longest delay, window or range, in ticks: sums of two still fit `i64`.
pub const MAX_DELAY: i64 = 1 << 60;

/// The tags of a run near its two ends, by channel, each in order of time.
///
/// An analysis that relates tags up to `reach` ticks apart finds in `head` and `tail` whatever can
/// be related to a run before or after: tags up to `reach + LOOK_AHEAD` from the least and from
/// the greatest time. Everything in here depends on the run's tags only, not on how they came.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TimeOrder {
    /// `reach + LOOK_AHEAD`.
    margin: i64,
    /// Channels whose tags are held; empty: all.
    only: Vec<u64>,
    tags: u64,
    /// Least and greatest time; 0 without tags.
    min: i64,
    max: i64,
    /// The times of tags that are earlier than all before them: who continues a run names the first
    /// that comes too late. That of the first tag, and at most [`LOOK_AHEAD`] more.
    prefix_minima: Vec<i64>,
    /// Tags earlier than one before them.
    moved: u64,
    /// The times up to `min + LOOK_AHEAD` of tags not earlier than any before them, with how many.
    prefix_maxima: Vec<(i64, u64)>,
    trains: PerChannel<ChannelTimes>,
}

/// One channel's tags.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ChannelTimes {
    tags: u64,
    held: bool,
    head: Vec<i64>,
    tail: Tail,
    /// What the piece at work brings, in order.
    #[serde(skip)]
    fresh: Vec<i64>,
}

impl ChannelTimes {
    /// How many tags the channel has.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Times near the run's beginning, ascending.
    pub fn head(&self) -> &[i64] {
        &self.head
    }

    /// Times near the run's end, ascending.
    pub fn tail(&self) -> &[i64] {
        self.tail.live()
    }

    /// Times of the piece at work, ascending; see [`TimeOrder::take`].
    pub fn fresh(&self) -> &[i64] {
        &self.fresh
    }
}

/// Ascending times, of which the first fall away as later ones come.
#[derive(Debug, Clone, Default)]
struct Tail {
    times: Vec<i64>,
    start: usize,
}

impl Tail {
    fn live(&self) -> &[i64] {
        &self.times[self.start..]
    }

    fn append(&mut self, more: &[i64]) {
        append(&mut self.times, self.start, more);
    }

    /// Drops what is earlier than `from`.
    fn trim(&mut self, from: i64) {
        self.start += self.live().partition_point(|time| *time < from);
        if self.start > self.times.len() / 2 {
            self.times.drain(..self.start);
            self.start = 0;
        }
    }
}

/// Appends ascending `more` to `times`, ascending from `start` on, and keeps the order.
fn append(times: &mut Vec<i64>, start: usize, more: &[i64]) {
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
        self.live().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { times: Vec::deserialize(deserializer)?, start: 0 })
    }
}

impl TimeOrder {
    /// For relations of tags up to `reach` ticks apart, at most [`MAX_DELAY`], of the channels
    /// `only`, or of all where it is empty.
    pub fn new(reach: i64, only: Vec<u64>) -> Self {
        Self {
            margin: reach.saturating_add(LOOK_AHEAD),
            only,
            tags: 0,
            min: 0,
            max: 0,
            prefix_minima: Vec::new(),
            moved: 0,
            prefix_maxima: Vec::new(),
            trains: PerChannel::default(),
        }
    }

    /// Greatest less least time of any channel; `None` without tags.
    pub fn span(&self) -> Option<i128> {
        (self.tags > 0).then(|| i128::from(self.max) - i128::from(self.min))
    }

    /// Least and greatest time of any channel.
    pub fn ends(&self) -> (i64, i64) {
        (self.min, self.max)
    }

    /// How many tags were earlier than one before them.
    pub fn moved(&self) -> u64 {
        self.moved
    }

    /// The tags of `channel`, if there were any.
    pub fn train(&self, channel: u64) -> Option<&ChannelTimes> {
        self.trains.get(channel)
    }

    /// Channels that occurred, ascending, with their tags.
    pub fn trains(&self) -> Vec<(u64, &ChannelTimes)> {
        self.trains.sorted()
    }

    /// How many channels occurred.
    pub fn channels(&self) -> usize {
        self.trains.len()
    }

    /// Begins with a piece: the channels' `fresh` times are those of it, in order. What comes
    /// before the first place of too much disorder is taken, and the error is returned with it.
    /// [`TimeOrder::settle`] ends the piece.
    ///
    /// # Errors
    /// `Order`, and `TooManyChannels`, after which the piece is to be settled all the same.
    pub fn take(&mut self, piece: &TagBlock) -> Result<(), Error> {
        let (taken, disorder) = self.admit(piece);
        if taken == piece.len() {
            self.bring(piece)?;
        } else {
            // Columns alone are in order, and taken as a whole. The beginning of a piece has no channel too many.
            let tags = piece.tags().unwrap_or_default();
            self.bring(&TagBlocks::default().split(&tags[..taken]).0)?;
        }
        disorder.map_or(Ok(()), Err)
    }

    fn bring(&mut self, piece: &TagBlock) -> Result<(), Error> {
        let Self { trains, only, .. } = self;
        for (channel, times) in piece.columns() {
            let train = trains.get_or_make(channel, |_| {
                let held = only.is_empty() || only.contains(&channel);
                Ok(ChannelTimes { held, ..ChannelTimes::default() })
            })?;
            train.tags += times.len() as u64;
            if train.held {
                train.fresh.extend_from_slice(times);
                if !piece.is_sorted() {
                    train.fresh.sort_unstable();
                }
            }
        }
        Ok(())
    }

    /// How many tags of `piece` can be taken, and what is wrong with the next. In a piece in order
    /// of time that is all or none.
    fn admit(&mut self, piece: &TagBlock) -> (usize, Option<Error>) {
        let Some((first, last)) = piece.ends() else { return (0, None) };
        let new = self.tags > 0 && first >= self.max && first > self.prefix_maxima_end();
        if new && piece.is_sorted() {
            self.max = last;
            self.tags += piece.len() as u64;
            return (piece.len(), None);
        }
        for (k, time) in piece.times().into_iter().enumerate() {
            if self.tags == 0 {
                (self.min, self.max) = (time, time);
                self.prefix_minima.push(time);
            }
            if time >= self.max {
                self.max = time;
                self.rise(time, 1);
            } else if time < self.max.saturating_sub(LOOK_AHEAD) {
                return (k, Some(too_late(self.max, time)));
            } else {
                self.moved += 1;
                if time < self.min {
                    self.min = time;
                    self.prefix_minima.push(time);
                    self.trim_prefix_maxima();
                }
            }
            self.tags += 1;
        }
        (piece.len(), None)
    }

    fn prefix_maxima_end(&self) -> i64 {
        self.min.saturating_add(LOOK_AHEAD)
    }

    fn rise(&mut self, time: i64, tags: u64) {
        if time > self.prefix_maxima_end() {
            return;
        }
        match self.prefix_maxima.last_mut() {
            Some((last, n)) if *last == time => *n += tags,
            _ => self.prefix_maxima.push((time, tags)),
        }
    }

    fn trim_prefix_maxima(&mut self) {
        let end = self.prefix_maxima_end();
        self.prefix_maxima.truncate(self.prefix_maxima.partition_point(|(time, _)| *time <= end));
    }

    /// Ends a piece: what is near the ends is held, the rest forgotten.
    ///
    /// # Errors
    /// `RangeTooLong` where more than [`MAX_HELD`] tags are to be held.
    pub fn settle(&mut self) -> Result<(), Error> {
        let (low, high) = self.borders();
        let mut held = 0;
        for train in self.trains.states_mut() {
            if train.held {
                let near = train.fresh.partition_point(|time| *time <= low);
                append(&mut train.head, 0, &train.fresh[..near]);
                train.head.truncate(train.head.partition_point(|time| *time <= low));
                train.tail.trim(high);
                train.tail.append(&train.fresh[train.fresh.partition_point(|time| *time < high)..]);
                held += train.head.len() + train.tail.live().len();
            }
            train.fresh.clear();
        }
        room(held)
    }

    /// Up to where heads reach, and from where tails do.
    fn borders(&self) -> (i64, i64) {
        (self.min.saturating_add(self.margin), self.max.saturating_sub(self.margin))
    }

    /// Whether `later` can follow; nothing is changed.
    ///
    /// # Errors
    /// `Mismatch` where it is of other parameters or contradicts itself; `Order` where it begins
    /// too early; `TooManyChannels`.
    pub fn check(&self, later: &Self, name: &str) -> Result<(), Error> {
        if (later.margin, &later.only) != (self.margin, &self.only) {
            let ours = format!("{} {:?}", self.margin, self.only);
            return Err(differs(
                name,
                "range or channels",
                &ours,
                &format!("{} {:?}", later.margin, later.only),
            ));
        }
        if !later.is_sound(name)? {
            return Err(not_ours(name, "the tags at its ends contradict each other"));
        }
        total(name, [&self.tags, &later.tags])?;
        self.trains.union_len(&later.trains)?;
        let due = self.max.saturating_sub(LOOK_AHEAD);
        let late = later.prefix_minima.iter().find(|time| self.tags > 0 && **time < due);
        if let Some(time) = late {
            return Err(too_late(self.max, *time));
        }
        Ok(())
    }

    fn is_sound(&self, name: &str) -> Result<bool, Error> {
        let counted = total(name, self.trains.states().map(|train| &train.tags))?;
        let risen = total(name, self.prefix_maxima.iter().map(|(_, tags)| tags))?;
        let (low, high) = self.borders();
        let within = |times: &[i64], from: i64, to: i64| {
            times.is_sorted()
                && times.first().is_none_or(|first| *first >= from)
                && times.last().is_none_or(|last| *last <= to)
        };
        let train = |(channel, train): &(u64, &ChannelTimes)| {
            train.tags > 0
                && train.held == (self.only.is_empty() || self.only.contains(channel))
                && (train.held || train.head.is_empty() && train.tail.live().is_empty())
                && train.head.len() as u64 <= train.tags
                && train.tail.live().len() as u64 <= train.tags
                && within(&train.head, self.min, low.min(self.max))
                && within(train.tail.live(), high.max(self.min), self.max)
        };
        let prefix_maxima = self.prefix_maxima.iter().all(|(time, tags)| {
            *tags > 0 && (self.min..=self.prefix_maxima_end().min(self.max)).contains(time)
        }) && self.prefix_maxima.is_sorted_by(|a, b| a.0 < b.0);
        let empty =
            self.tags > 0 || (self.min, self.max, self.moved) == (0, 0, 0) && self.prefix_maxima.is_empty();
        let prefix_minima = self.prefix_minima.last().is_some_and(|least| *least == self.min)
            == (self.tags > 0)
            && self.prefix_minima.is_sorted_by(|a, b| a > b)
            && self.prefix_minima.len() as u64 <= self.tags.min(LOOK_AHEAD as u64 + 1);
        Ok(counted == self.tags
            && empty
            && self.min <= self.max
            && self.moved <= self.tags - risen.min(self.tags)
            && prefix_minima
            && prefix_maxima
            && self.trains.sorted().iter().all(train))
    }

    /// Appends `later`, which passed [`TimeOrder::check`].
    ///
    /// # Errors
    /// As [`TimeOrder::settle`].
    pub fn merge(&mut self, later: Self) -> Result<(), Error> {
        if later.tags == 0 {
            return Ok(());
        }
        if self.tags == 0 {
            *self = later;
            return Ok(());
        }
        let before = self.max;
        if later.min < self.min {
            self.prefix_minima.extend(later.prefix_minima.iter().filter(|time| **time < self.min));
            self.min = later.min;
            self.trim_prefix_maxima();
        }
        self.max = self.max.max(later.max);
        self.moved += later.moved;
        for (time, tags) in later.prefix_maxima {
            if time < before { self.moved += tags } else { self.rise(time, tags) }
        }
        self.tags += later.tags;
        self.trains.merge(later.trains, |mine, theirs| {
            mine.tags += theirs.tags;
            append(&mut mine.head, 0, &theirs.head);
            mine.tail.append(theirs.tail.live());
        })?;
        self.settle()
    }
}

fn room(held: usize) -> Result<(), Error> {
    if held <= MAX_HELD {
        return Ok(());
    }
    Err(Error::new(
        Code::RangeTooLong,
        format!("more than {MAX_HELD} tags lie within the range of each other"),
        "use a shorter --range or --window",
    ))
}

/// The error for a tag whose `time` is too far before the `latest` one.
pub(crate) fn too_late(latest: i64, time: i64) -> Error {
    let late = i128::from(latest) - i128::from(time);
    Error::new(
        Code::Order,
        format!(
            "a tag of the time {time} follows one that is {late} ticks later, more than the {LOOK_AHEAD} that \
             are put in order"
        ),
        "sort the file, or choose a part with --from and --to",
    )
}
