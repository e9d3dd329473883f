//! Which tags of a run can be counted for good: those whose last pulse no run before or after can bring.

use crate::counting::limits::LOOK_AHEAD;

/// Times `from..to`.
pub type Stretch = (i128, i128);

/// The settled times of a run with these ends. A tag is related to those up to the range before it, so it is settled where they all lie
/// in the run, and nothing that follows can be as early:
///
/// ```text
///   least time                                                      greatest time
///     |---- range ----|-- look-ahead --|====== settled ======|-- look-ahead --|
/// ```
///
/// Empty (its end not after its beginning) where the run is short.
pub fn settled((least, greatest): (i64, i64), range: i64) -> Stretch {
    let margin = i128::from(range) + i128::from(LOOK_AHEAD);
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

/// Returns the times of a channel that a run holds, ascending: those near its beginning, and those near its end. A short run
/// holds a time in both.
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
