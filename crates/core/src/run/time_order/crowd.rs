//! Reasons for the early end of a run. One is a crowd: more tags of one channel within a range than light can have.

use serde::{Deserialize, Serialize};

use crate::counting::limits::{LOOK_AHEAD, max_crowd};
use crate::tags::{Tag, TagBlock};
use crate::{Code, Error};

/// The tags before a block.
pub struct Before<F> {
    /// Largest delay between tags of a crowd, ticks.
    pub range: i64,
    /// The largest number of times in a channel's tail.
    pub longest_tail: usize,
    /// The last times of a channel, ascending; `None` if its tags are not held.
    pub tail: F,
}

/// Index in the file order of `block`, and time, of the tag that completes a crowd. In the usual case this costs one
/// comparison.
pub fn completed_by<'a>(
    before: &Before<impl Fn(u64) -> Option<&'a [i64]>>,
    block: &TagBlock,
) -> Option<(usize, i64)> {
    let Before { range, longest_tail, tail } = before;
    let limit = max_crowd(*range);
    if longest_tail + block.len() <= limit {
        return None;
    }
    let is_suspect = |(channel, times): &(u64, &[i64])| {
        tail(*channel).is_some_and(|tail| tail.len() + times.len() > limit)
    };
    let suspects: Vec<u64> = block.columns().filter(is_suspect).map(|(channel, _)| channel).collect();
    if suspects.is_empty() {
        return None;
    }
    let tags = block.in_file_order();
    let crowded = |tags: &[Tag]| {
        suspects.iter().any(|channel| {
            let of_channel = tags.iter().filter(|tag| tag.channel == *channel);
            let mut times: Vec<i64> = of_channel.map(|tag| tag.time).collect();
            times.sort_unstable();
            first_crowd(tail(*channel).unwrap_or_default(), &times, *range).is_some()
        })
    };
    if !crowded(&tags) {
        return None;
    }
    // The shortest prefix that completes one: adding tags never removes a crowd.
    let (mut without, mut with) = (0, tags.len());
    while without + 1 < with {
        let middle = without.midpoint(with);
        if crowded(&tags[..middle]) { with = middle } else { without = middle }
    }
    tags.get(without).map(|tag| (without, tag.time))
}

/// The time at which the first crowd across the border of two runs is complete, from the last times of channels before
/// and their first times after it, both ascending.
pub fn across<'a>(channels: impl Iterator<Item = (&'a [i64], &'a [i64])>, range: i64) -> Option<i64> {
    channels.filter_map(|(before, after)| first_crowd(before, after, range)).min()
}

/// The time at which the first crowd among `before` and `after`, both ascending, is complete. Only times of `before`
/// within the range of one of `after` count.
fn first_crowd(before: &[i64], after: &[i64], range: i64) -> Option<i64> {
    let limit = max_crowd(range);
    if before.len() + after.len() <= limit {
        return None;
    }
    let soon = after.first()?.saturating_sub(range);
    let mut times = before[before.partition_point(|time| *time < soon)..].to_vec();
    times.extend_from_slice(after);
    times.sort_unstable();
    let ends = times.iter().zip(times.get(limit..)?);
    ends.into_iter().find(|(first, last)| last.saturating_sub(**first) <= range).map(|(_, last)| *last)
}

/// Reason for the end of a run. Its byte form is the permanent number of the variant, and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u8, i64)", try_from = "(u8, i64)")]
pub(crate) enum Stop {
    /// A tag of this time is more than [`LOOK_AHEAD`] ticks earlier than the latest before it.
    Late(i64),
    /// A tag of this time is one more than [`max_crowd`] of its channel within the range.
    Crowd(i64),
}

const LATE: u8 = 1;
const CROWD: u8 = 2;

impl From<Stop> for (u8, i64) {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Late(time) => (LATE, time),
            Stop::Crowd(time) => (CROWD, time),
        }
    }
}

impl TryFrom<(u8, i64)> for Stop {
    type Error = &'static str;

    fn try_from((kind, time): (u8, i64)) -> Result<Self, &'static str> {
        match kind {
            LATE => Ok(Self::Late(time)),
            CROWD => Ok(Self::Crowd(time)),
            _ => Err("an unknown reason to stop"),
        }
    }
}

/// The error for a tag whose `time` is too far before the `latest` one.
pub fn too_late(latest: i64, time: i64) -> Error {
    let late = i128::from(latest) - i128::from(time);
    Error::new(
        Code::Order,
        format!(
            "a tag at the time {time} is {late} ticks earlier than one before it; only tags up to {LOOK_AHEAD} ticks late \
             are sorted"
        ),
        "numbers up to this tag may be wrong: select a part in order with `from` and `to`, or sort the tags by time",
    )
}

/// The error for a crowd within `range` ticks that a tag of `time` completes.
pub fn too_crowded(range: i64, time: i64) -> Error {
    let from = time.saturating_sub(range);
    Error::new(
        Code::RangeTooLong,
        format!(
            "more than {} tags of one channel lie within {range} ticks of each other, from the time {from} on",
            max_crowd(range)
        ),
        "choose a part before or after it with `from` and `to`, or other channels",
    )
}
