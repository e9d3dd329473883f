//! Crowds: more tags of one channel within the range of each other than light can have.

use super::order::TimeOrder;
use crate::analysis::limits::max_crowd;
use crate::tags::{Tag, TagBlock};

/// Where in the file order of `block` a tag makes a crowd complete, and its time. In the usual case that costs
/// one comparison.
pub fn completed_by(order: &TimeOrder, block: &TagBlock) -> Option<(usize, i64)> {
    let limit = max_crowd(order.range());
    if order.longest_tail + block.len() <= limit {
        return None;
    }
    let tail = |channel| order.channel(channel).map_or(&[][..], |times| times.tail());
    let suspects: Vec<u64> = block
        .columns()
        .filter(|(channel, times)| order.holds(*channel) && tail(*channel).len() + times.len() > limit)
        .map(|(channel, _)| channel)
        .collect();
    if suspects.is_empty() {
        return None;
    }
    let tags = block.in_file_order();
    let crowded = |tags: &[Tag]| {
        suspects.iter().any(|channel| {
            let of_channel = tags.iter().filter(|tag| tag.channel == *channel);
            let mut times: Vec<i64> = of_channel.map(|tag| tag.time).collect();
            times.sort_unstable();
            first_crowd(tail(*channel), &times, order.range()).is_some()
        })
    };
    if !crowded(&tags) {
        return None;
    }
    // The fewest tags that make one: adding tags never makes a crowd less.
    let (mut without, mut with) = (0, tags.len());
    while without + 1 < with {
        let middle = without.midpoint(with);
        if crowded(&tags[..middle]) { with = middle } else { without = middle }
    }
    tags.get(without).map(|tag| (without, tag.time))
}

/// The time at which the first crowd across the border of two runs is complete.
pub fn across(before: &TimeOrder, after: &TimeOrder) -> Option<i64> {
    let channels = after.channels().into_iter();
    let crowds = channels.filter_map(|(channel, times)| {
        first_crowd(before.channel(channel)?.tail(), times.head(), before.range())
    });
    crowds.min()
}

/// The time at which the first crowd among `before` and `after`, both ascending, is complete. Only those of `before`
/// count that lie within the range of one of `after`.
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
