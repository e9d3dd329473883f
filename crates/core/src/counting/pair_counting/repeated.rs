//! Repeated times, as written by a device with many tags at one instant: pairs of equal times are counted together, so
//! that a million tags of one time cost as much as one.

use super::reach::reach;

/// Number of equal neighbours from which times count as repeated.
pub const REPEATED: usize = 64;

/// Whether a time occurs at least `2 * REPEATED - 1` times in the ascending `times`; possibly also if one occurs
/// `REPEATED` times. Otherwise it costs a comparison for every `REPEATED` times.
pub fn has_repeated(times: &[i64]) -> bool {
    times.chunks_exact(REPEATED).any(|times| times[0] == times[REPEATED - 1])
}

/// The distinct times of the ascending `times`, each with its number. The cost depends on the number of distinct times.
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

/// Calls `found` for each two distinct times of `a` and `b` whose delay `d = t_b - t_a` lies in `from..=to`, with `d`
/// and the number of pairs with these times.
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
            // A delay in the range fits, even if the sum of times does not.
            found(y.wrapping_sub(*x), tags * others);
        }
    }
}
