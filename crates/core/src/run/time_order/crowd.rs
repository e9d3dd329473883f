//! Crowds: more tags of one channel within a range than light can have.

use crate::counting::limits::max_crowd;
use crate::tags::{Tag, TagBlock};

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
