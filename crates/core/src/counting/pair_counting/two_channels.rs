//! Pairs of the times of two channels, found by indices in one channel that only move forward with the time of the
//! other. Every list of times ascends.
//!
//! Repeated times, as written by a device with many tags at one instant: pairs of equal times are counted together, so
//! that a million tags of one time cost as much as one.

use super::reach;

/// Cost of a step along one edge, in pairs whose bin is found. It affects the speed only, never a count.
const PAIRS_PER_STEP: f64 = 0.5;

/// Number of times whose pairs are found together: their data fits the processor's nearest cache.
const CHUNK: usize = 512;

/// Number of times compared at once with one time of the other channel.
const COMPARED: usize = 4;

/// Number of rounds; each visits one more partner of every time in a chunk. Further partners of a time are
/// visited one after another.
const TURNS: usize = 6;

/// Calls `found` with `d - from` for every pair of `a` and `b` whose delay `d = t_b - t_a` lies in `from..=to`.
#[inline]
pub fn each_pair(a: &[i64], b: &[i64], (from, to): (i64, i64), mut found: impl FnMut(u64)) {
    let width = to.abs_diff(from);
    // A time of `a` costs more than skipping one of `b`, so `a` should be the shorter list.
    let turned = a.len() > b.len();
    let (a, b, (from, to)) = if turned { (b, a, (-to, -from)) } else { (a, b, (from, to)) };
    let mut found = |beyond: u64| found(if turned { width - beyond } else { beyond });
    let Some((first, last)) = b.first().zip(b.last()) else { return };
    let begin = a.partition_point(|x| plus(*x, to) < i128::from(*first));
    let end = a.partition_point(|x| plus(*x, from) <= i128::from(*last));
    let a = a.get(begin..end).unwrap_or_default();
    let Some((a_first, a_last)) = a.first().zip(a.last()) else { return };
    let fits = |time: i128| i64::try_from(time).is_ok();
    let (low, high) = (plus(*a_first, from), plus(*a_last, from));
    if !fits(low) || !fits(high) || !fits(i128::from(*last) - low) || !fits(i128::from(*first) - high) {
        return each_distant_pair(a, b, (from, to), found);
    }
    let mut with_partner = [(0, 0); CHUNK];
    for a in a.chunks(CHUNK) {
        let (first_half, second_half) = a.split_at(a.len() / 2);
        let place = |a: &[i64]| a.first().map_or(0, |x| b.partition_point(|y| *y < x + from));
        let (mut one, mut other) = (place(first_half), place(second_half));
        let mut count = 0;
        let mut note = |x: i64, j: &mut usize| {
            let least = x + from;
            *j = skip(b, *j, least);
            with_partner[count % CHUNK] = (least, *j as u32);
            let next = b.get(*j);
            count += usize::from(next.is_some_and(|y| y.wrapping_sub(least) as u64 <= width));
        };
        // The search for a time's first partner begins where that of the previous time ended, so the processor would
        // wait: the two halves of the chunk alternate.
        for (x, y) in first_half.iter().zip(second_half) {
            note(*x, &mut one);
            note(*y, &mut other);
        }
        if second_half.len() > first_half.len() {
            note(second_half[second_half.len() - 1], &mut other);
        }
        visit_partners(&mut with_partner[..count], b, width, &mut found);
    }
}

/// The first index from `j` of a time that is not before `least`.
#[inline(always)]
pub fn skip(b: &[i64], mut j: usize, least: i64) -> usize {
    // Mostly fewer than COMPARED are skipped; counting them needs no unpredictable branch.
    while let Some(times) = b.get(j..).and_then(|b| b.first_chunk::<COMPARED>()) {
        let before = times.iter().map(|y| usize::from(*y < least)).sum::<usize>();
        j += before;
        if before < COMPARED {
            return j;
        }
    }
    while b.get(j).is_some_and(|y| *y < least) {
        j += 1;
    }
    j
}

/// Calls `found` with the difference of every two of `times` that are at most `range` ticks apart.
#[inline]
pub fn each_two(times: &[i64], range: u64, mut found: impl FnMut(u64)) {
    let mut with_partner = [(0, 0); CHUNK];
    let mut rest = times;
    while let [_, later @ ..] = rest {
        let mut count = 0;
        for (i, pair) in rest.windows(2).take(CHUNK).enumerate() {
            with_partner[count % CHUNK] = (pair[0], i as u32);
            count += usize::from(pair[1].wrapping_sub(pair[0]) as u64 <= range);
        }
        visit_partners(&mut with_partner[..count], later, range, &mut found);
        rest = rest.get(CHUNK..).unwrap_or_default();
    }
}

/// For each time with the index of its first partner in `b`, calls `found` with the delays of its partners, up to
/// `range` ticks.
#[inline]
fn visit_partners(with_partner: &mut [(i64, u32)], b: &[i64], range: u64, found: &mut impl FnMut(u64)) {
    let mut count = with_partner.len();
    // The number of partners of a time is unpredictable. So the first partner of all times is visited, then the second
    // of all that have one, and so on.
    for _ in 0..TURNS {
        let mut still = 0;
        for k in 0..count {
            let (time, j) = with_partner[k];
            found(b[j as usize].wrapping_sub(time) as u64);
            with_partner[still] = (time, j + 1);
            let next = b.get(j as usize + 1);
            still += usize::from(next.is_some_and(|y| y.wrapping_sub(time) as u64 <= range));
        }
        count = still;
    }
    for (time, j) in &with_partner[..count] {
        for y in &b[*j as usize..] {
            let beyond = y.wrapping_sub(*time) as u64;
            if beyond > range {
                break;
            }
            found(beyond);
        }
    }
}

/// Like [`each_pair`], for differences that do not fit `i64`.
#[cold]
fn each_distant_pair(a: &[i64], b: &[i64], (from, to): (i64, i64), mut found: impl FnMut(u64)) {
    let mut low = 0;
    for &x in a {
        let Some((least, most)) = reach(x, (from, to)) else { continue };
        while low < b.len() && b[low] < least {
            low += 1;
        }
        for &y in b[low..].iter().take_while(|y| **y <= most) {
            found(y.wrapping_sub(x).wrapping_sub(from) as u64);
        }
    }
}

/// Adds to `counts[k]` the pairs with `edges[k] <= d < edges[k+1]`, in time proportional to the number of edges times
/// that of tags, for any number of pairs. The pairs below each edge are counted as in Laurence, Fore, Huser, Opt. Lett.
/// 31, 829 (2006).
pub fn count_by_edges(a: &[i64], b: &[i64], edges: impl Iterator<Item = i64>, counts: &mut [u64]) {
    let mut edges = edges.map(|edge| pairs_below(a, b, edge));
    let Some(mut below) = edges.next() else { return };
    for (n, pairs) in counts.iter_mut().zip(edges) {
        *n += pairs - below;
        below = pairs;
    }
}

/// Number of pairs of `a` and `b` with `t_b - t_a < edge`.
fn pairs_below(a: &[i64], b: &[i64], edge: i64) -> u64 {
    let Some((first, last)) = b.first().zip(b.last()) else { return 0 };
    let none = a.partition_point(|x| plus(*x, edge) <= i128::from(*first));
    let all = a.partition_point(|x| plus(*x, edge) <= i128::from(*last));
    let mut below = 0;
    let mut pairs = (a.len() - all) as u64 * b.len() as u64;
    for x in &a[none..all] {
        let edge = x + edge;
        while below < b.len() && b[below] < edge {
            below += 1;
        }
        pairs += below as u64;
    }
    pairs
}

/// Returns whether [`count_by_edges`] with `edges` edges takes less time than visiting the pairs.
pub fn edges_are_faster(a: &[i64], b: &[i64], edges: usize, (from, to): (i64, i64)) -> bool {
    let Some(pairs) = expected_pairs(a, b, (from, to)) else { return false };
    edges as f64 * (a.len() + b.len()) as f64 * PAIRS_PER_STEP < pairs
}

/// Index of the first of the last, widening `bins` that [`count_by_edges`] counts faster than visiting their pairs;
/// `bins` if there is none. `edge` returns their lower edges, and the end of the last.
pub fn first_wide_bin(a: &[i64], b: &[i64], bins: usize, edge: impl Fn(usize) -> i64) -> usize {
    let step = (a.len() + b.len()) as f64 * PAIRS_PER_STEP;
    // There is one edge more than there are bins.
    let (mut first, mut best, mut saved) = (bins, 0.0, -step);
    for bin in (0..bins).rev() {
        let Some(pairs) = expected_pairs(a, b, (edge(bin), edge(bin + 1) - 1)) else { return bins };
        // The last bin may be cut; before it, narrower bins hold fewer pairs.
        if pairs < step && bin + 1 < bins {
            break;
        }
        saved += pairs - step;
        if saved > best {
            (first, best) = (bin, saved);
        }
    }
    first
}

/// Approximate number of pairs of `a` and `b` with a delay in `from..=to` if the two channels are independent and
/// steady; `None` if one is empty.
pub fn expected_pairs(a: &[i64], b: &[i64], (from, to): (i64, i64)) -> Option<f64> {
    let ((a0, a1), (b0, b1)) = a.first().zip(a.last()).zip(b.first().zip(b.last()))?;
    let span = |low: &i64, high: &i64| (*high as f64 - *low as f64).max(1.0);
    let density = a.len() as f64 * b.len() as f64 / span(a0, a1).max(span(b0, b1));
    Some((density * (to as f64 - from as f64 + 1.0)).min(a.len() as f64 * b.len() as f64))
}

/// The sum of a time and a delay, which may need more than 64 bits.
pub fn plus(time: i64, delay: i64) -> i128 {
    i128::from(time) + i128::from(delay)
}

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

#[cfg(test)]
mod tests {
    use super::first_wide_bin;

    #[test]
    fn the_wide_bins_of_dense_light_are_the_last_ones() {
        let edge = |bin: usize| 1 << bin;
        let (a, b): (Vec<i64>, Vec<i64>) =
            ((0..1000).map(|k| k * 100).collect(), (0..1000).map(|k| k * 100 + 7).collect());
        // Two channels with a tag every 100 ticks have a pair for every tag in 100 ticks of delay; a step along an edge
        // costs one.
        assert_eq!(first_wide_bin(&a, &b, 16, edge), 7);
        assert_eq!(first_wide_bin(&a, &b, 6, edge), 6, "narrow bins alone");
        assert_eq!(first_wide_bin(&[], &b, 16, edge), 16);
    }
}
