//! Which tags of a run can be counted for good: those whose last pulse no run before or after can bring.

use crate::analysis::limits::LOOK_AHEAD;
use crate::analysis::time_order::{ChannelTimes, TimeOrder};

/// Times `from..to`.
pub type Stretch = (i128, i128);

/// The settled times of a run. A tag is related to those up to the range before it, so it is settled where they all lie
/// in the run, and nothing that follows can be as early:
///
/// ```text
///   least time                                                      greatest time
///     |---- range ----|-- look-ahead --|====== settled ======|-- look-ahead --|
/// ```
///
/// Empty (its end not after its beginning) where the run is short.
pub fn settled(order: &TimeOrder) -> Stretch {
    if order.span().is_none() {
        return (0, 0);
    }
    let (least, greatest) = order.ends();
    let margin = i128::from(order.range()) + i128::from(LOOK_AHEAD);
    (i128::from(least) + margin + 1, i128::from(greatest) - i128::from(LOOK_AHEAD))
}

/// What of `all` is in none of `counted`, which do not overlap and lie in it.
pub fn uncounted(all: Stretch, counted: &[Stretch]) -> Vec<Stretch> {
    let mut counted: Vec<Stretch> = counted.iter().copied().filter(|(from, to)| from < to).collect();
    counted.sort_unstable();
    let mut from = all.0;
    let mut rest = Vec::new();
    for (begin, end) in counted {
        rest.push((from, begin));
        from = end;
    }
    rest.push((from, all.1));
    rest.retain(|(from, to)| from < to);
    rest
}

/// The times of a channel that a run holds, ascending: near its beginning, near its end, and of the block that is being
/// counted. Those near the beginning, of which there may be many, are only there where `beginning` says so.
pub fn held(order: &TimeOrder, channel: u64, beginning: bool) -> Vec<i64> {
    let Some(times) = order.channel(channel) else { return Vec::new() };
    let mut all = Vec::new();
    if beginning {
        all.extend_from_slice(times.head());
    }
    // A short run holds a time at its beginning and at its end.
    let after_head = match times.head().last() {
        Some(last) if beginning => times.tail().partition_point(|time| time <= last),
        _ => 0,
    };
    all.extend_from_slice(&times.tail()[after_head..]);
    append(&mut all, times);
    all
}

fn append(all: &mut Vec<i64>, times: &ChannelTimes) {
    let Some(first) = times.in_block().first() else { return };
    let ordered = all.last().is_none_or(|last| last <= first);
    all.extend_from_slice(times.in_block());
    if !ordered {
        all.sort_unstable();
    }
}
