//! Times that occur again and again, as where a device writes many tags at one instant: pairs of equal times are
//! counted together, so that a million tags of one time cost as much as one.

use super::reach::reach;

/// Where times are taken to occur again and again, this many neighbours are equal.
pub const REPEATED: usize = 64;

/// Whether a time stands at least `2 * REPEATED - 1` times in `times`, which ascend; perhaps also where one stands
/// there `REPEATED` times. For others it costs a comparison for every `REPEATED` times.
pub fn has_repeated(times: &[i64]) -> bool {
    times.chunks_exact(REPEATED).any(|times| times[0] == times[REPEATED - 1])
}

/// The distinct times of `times`, which ascend, each with how often it stands there. That takes time by the number of
/// distinct times, not by that of all.
pub fn distinct(times: &[i64]) -> Vec<(i64, u64)> {
    let mut distinct = Vec::new();
    let mut rest = times;
    while let [time, later @ ..] = rest {
        let again = if later.first() == Some(time) { later.partition_point(|t| t == time) } else { 0 };
        distinct.push((*time, again as u64 + 1));
        rest = &later[again..];
    }
    distinct
}

/// Calls `found` with the delay `d = t_b - t_a` of any distinct times of `a` and `b` where it lies in `from..=to`, and
/// with the number of pairs that have these times.
pub fn each_distinct_pair(
    a: &[(i64, u64)],
    b: &[(i64, u64)],
    (from, to): (i64, i64),
    mut found: impl FnMut(i64, u64),
) {
    let mut low = 0;
    for (x, tags) in a {
        let Some((least, most)) = reach(*x, (from, to)) else { continue };
        while low < b.len() && b[low].0 < least {
            low += 1;
        }
        for (y, others) in b[low..].iter().take_while(|(y, _)| *y <= most) {
            // A delay in the range fits, also where the sum of times does not.
            found(y.wrapping_sub(*x), tags * others);
        }
    }
}
