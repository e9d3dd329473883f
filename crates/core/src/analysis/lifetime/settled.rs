//! The tags of a run whose last pulse does not depend on previous or later runs.

use crate::counting::limits::LOOK_AHEAD;

/// A range `from..to` of times.
pub type Stretch = (i128, i128);

/// Returns the settled times of a run with these ends. A tag is related to earlier tags within the range. It is settled
/// if all of these lie in the run, and if no later tag can be as early:
///
/// ```text
///   least time                                                      greatest time
///     |---- range ----|-- look-ahead --|====== settled ======|-- look-ahead --|
/// ```
///
/// The range is empty (its end is not after its start) if the run is short.
pub fn settled((least, greatest): (i64, i64), range: i64) -> Stretch {
    let margin = i128::from(range) + i128::from(LOOK_AHEAD);
    (i128::from(least) + margin + 1, i128::from(greatest) - i128::from(LOOK_AHEAD))
}

/// Returns the parts of `all` that are not in `counted`, whose ranges lie in `all` and do not overlap.
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

/// Returns the stored times of a channel, ascending: those near the beginning of a run, and those near its end. A short
/// run has some times in both lists.
pub fn held(head: &[i64], tail: &[i64]) -> Vec<i64> {
    let after_head = head.last().map_or(0, |last| tail.partition_point(|time| time <= last));
    [head, &tail[after_head..]].concat()
}

/// Adds `more` to `times`, both ascending, and keeps them ascending.
pub fn joined(mut times: Vec<i64>, more: &[i64]) -> Vec<i64> {
    let is_later = times.last().zip(more.first()).is_none_or(|(last, first)| last <= first);
    times.extend_from_slice(more);
    if !is_later {
        times.sort_unstable();
    }
    times
}
