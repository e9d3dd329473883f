//! Pairs and tuples of times counted by pointers that only move forward.

/// How much dearer a step along one edge is than finding the bin of one pair.
const STEPS_PER_PAIR: f64 = 0.5;

/// Times whose pairs are found together: what is noted of them stays in the nearest cache.
const CHUNK: usize = 512;

/// Times that are compared with one of another train at once.
const BLOCK: usize = 4;

/// Pairs of a time that are told in turn with the others'.
const TURNS: usize = 6;

/// Calls `found` with `d - from` for every pair of `a` and `b` whose `d = t_b - t_a` lies in
/// `from..=to`. Both ascend.
#[inline]
pub fn each_pair(a: &[i64], b: &[i64], (from, to): (i64, i64), mut found: impl FnMut(u64)) {
    let reach = to.abs_diff(from);
    // What is done for each of the fewer costs more than to pass over one of the others.
    let turned = a.len() > b.len();
    let (a, b, (from, to)) = if turned { (b, a, (-to, -from)) } else { (a, b, (from, to)) };
    let mut found = |beyond: u64| found(if turned { reach - beyond } else { beyond });
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
    let mut near = [(0, 0); CHUNK];
    for a in a.chunks(CHUNK) {
        let (early, late) = a.split_at(a.len() / 2);
        let place = |a: &[i64]| a.first().map_or(0, |x| b.partition_point(|y| *y < x + from));
        let (mut one, mut other) = (place(early), place(late));
        let mut count = 0;
        let mut note = |x: i64, j: &mut usize| {
            let least = x + from;
            *j = skip(b, *j, least);
            near[count % CHUNK] = (least, *j as u32);
            let next = b.get(*j);
            count += usize::from(next.is_some_and(|y| y.wrapping_sub(least) as u64 <= reach));
        };
        // Where one goes on waits for where the last has ended, so two halves take turns.
        for (x, y) in early.iter().zip(late) {
            note(*x, &mut one);
            note(*y, &mut other);
        }
        if late.len() > early.len() {
            note(late[late.len() - 1], &mut other);
        }
        walk(&mut near[..count], b, reach, &mut found);
    }
}

/// The first place from `j` on of a time that is not before `least`.
#[inline(always)]
fn skip(b: &[i64], mut j: usize, least: i64) -> usize {
    // Mostly less than a block is skipped; how much of it needs no guess by the processor.
    while let Some(block) = b.get(j..).and_then(|b| b.first_chunk::<BLOCK>()) {
        let before = block.iter().map(|y| usize::from(*y < least)).sum::<usize>();
        j += before;
        if before < BLOCK {
            return j;
        }
    }
    while b.get(j).is_some_and(|y| *y < least) {
        j += 1;
    }
    j
}

/// Calls `found` with the difference of every two of `times`, which ascend, that is at most `reach`.
#[inline]
pub fn each_two(times: &[i64], reach: u64, mut found: impl FnMut(u64)) {
    let mut near = [(0, 0); CHUNK];
    let mut rest = times;
    while let [_, later @ ..] = rest {
        let mut count = 0;
        for (i, pair) in rest.windows(2).take(CHUNK).enumerate() {
            near[count % CHUNK] = (pair[0], i as u32);
            count += usize::from(pair[1].wrapping_sub(pair[0]) as u64 <= reach);
        }
        walk(&mut near[..count], later, reach, &mut found);
        rest = rest.get(CHUNK..).unwrap_or_default();
    }
}

/// Calls `found` with how much later each of `b` is than a time, from the place named with it on,
/// up to `reach`. That at the place is.
#[inline]
fn walk(near: &mut [(i64, u32)], b: &[i64], reach: u64, found: &mut impl FnMut(u64)) {
    let mut count = near.len();
    // How many there are can't be foreseen: so the first of all, the second of all that have one.
    for _ in 0..TURNS {
        let mut still = 0;
        for k in 0..count {
            let (time, j) = near[k];
            found(b[j as usize].wrapping_sub(time) as u64);
            near[still] = (time, j + 1);
            let next = b.get(j as usize + 1);
            still += usize::from(next.is_some_and(|y| y.wrapping_sub(time) as u64 <= reach));
        }
        count = still;
    }
    for (time, j) in &near[..count] {
        for y in &b[*j as usize..] {
            let beyond = y.wrapping_sub(*time) as u64;
            if beyond > reach {
                break;
            }
            found(beyond);
        }
    }
}

/// The same as [`each_pair`] where differences do not fit `i64`.
#[cold]
fn each_distant_pair(a: &[i64], b: &[i64], (from, to): (i64, i64), mut found: impl FnMut(u64)) {
    let mut low = 0;
    for &x in a {
        // Pairs whose sum could not be formed were left out; here saturated sums compare as exact ones.
        let (least, most) = (x.saturating_add(from), x.saturating_add(to));
        while low < b.len() && b[low] < least {
            low += 1;
        }
        for &y in b[low..].iter().take_while(|y| **y <= most) {
            found(y.wrapping_sub(x).wrapping_sub(from) as u64);
        }
    }
}

/// Adds to `counts[k]` the pairs with `edges[k] <= d < edges[k+1]`, in time proportional to the
/// number of edges and of tags, however many pairs there are: the pairs below each edge are
/// counted as in Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006).
pub fn count_by_edges(a: &[i64], b: &[i64], edges: impl Iterator<Item = i64>, counts: &mut [u64]) {
    let mut edges = edges.map(|edge| pairs_below(a, b, edge));
    let Some(mut below) = edges.next() else { return };
    for (n, pairs) in counts.iter_mut().zip(edges) {
        *n += pairs - below;
        below = pairs;
    }
}

/// How many pairs of ascending `a` and `b` have `t_b - t_a < edge`.
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

/// Whether [`count_by_edges`] with `edges` edges is faster than going through the pairs.
pub fn edges_are_faster(a: &[i64], b: &[i64], edges: usize, (from, to): (i64, i64)) -> bool {
    let Some(pairs) = expected_pairs(a, b, (from, to)) else { return false };
    edges as f64 * (a.len() + b.len()) as f64 * STEPS_PER_PAIR < pairs
}

/// About how many pairs of ascending `a` and `b` have a delay in `from..=to`, if they know nothing of
/// each other; `None` where one is empty.
fn expected_pairs(a: &[i64], b: &[i64], (from, to): (i64, i64)) -> Option<f64> {
    let ((a0, a1), (b0, b1)) = a.first().zip(a.last()).zip(b.first().zip(b.last()))?;
    let span = |low: &i64, high: &i64| (*high as f64 - *low as f64).max(1.0);
    let density = a.len() as f64 * b.len() as f64 / span(a0, a1).max(span(b0, b1));
    Some((density * (to as f64 - from as f64 + 1.0)).min(a.len() as f64 * b.len() as f64))
}

/// How many pairs of ascending `a` and `b` have `|d - shift| <= window`, and how many the same about
/// `shift` displaced by one and by two steps to either side, all four together. A step is longer
/// than two windows.
pub fn count_beside(a: &[i64], b: &[i64], shift: i64, window: i64, step: i64) -> (u64, u64) {
    let wide = (shift - 2 * step - window, shift + 2 * step + window);
    let within = |shift: i64| {
        let mut pairs = 0;
        each_pair(a, b, (shift - window, shift + window), |_| pairs += 1);
        pairs
    };
    if expected_pairs(a, b, wide).is_none_or(|pairs| pairs > (a.len() + b.len()) as f64) {
        let beside = [-2, -1, 1, 2].into_iter().map(|steps| within(shift + steps * step));
        return (within(shift), beside.sum());
    }
    // Where few pairs lie between the windows, to go through all of them once is faster.
    let (window, step) = (window as u64, step as u64);
    let (mut inside, mut beside) = (0, 0);
    each_pair(a, b, wide, |from_lowest| {
        let distance = from_lowest.abs_diff(2 * step + window);
        inside += u64::from(distance <= window);
        for steps in [1, 2] {
            beside += u64::from(distance.abs_diff(steps * step) <= window);
        }
    });
    (inside, beside)
}

/// How many ways there are to take one time of each of `trains` such that, after the train's own
/// delay is subtracted, the latest is at most `window` after the earliest. Trains ascend; `None`
/// past `u64::MAX`.
pub fn count_tuples(trains: &[(&[i64], i64)], window: i64) -> Option<u64> {
    let mut tuples = 0_u64;
    if trains.iter().any(|(times, _)| times.is_empty()) {
        return Some(0);
    }
    let mut others: Vec<Other> = Vec::with_capacity(trains.len());
    for (i, (times, delay)) in trains.iter().enumerate() {
        // A tuple is counted at its earliest time; of equal ones, at that of the first train.
        others.clear();
        let (mut begin, mut end) = (0, times.len());
        for (j, (times_j, delay_j)) in trains.iter().enumerate() {
            if j == i {
                continue;
            }
            let shift = delay_j - delay;
            let (from, to) = (shift + i64::from(j < i), shift + window);
            let (first, last) = (times_j[0], times_j[times_j.len() - 1]);
            begin = begin.max(times.partition_point(|x| plus(*x, to) < i128::from(first)));
            end = end.min(times.partition_point(|x| plus(*x, from) <= i128::from(last)));
            others.push(Other { times: times_j, from, to, low: 0, high: 0 });
        }
        for &x in times.get(begin..end).unwrap_or_default() {
            let mut ways = 1_u64;
            for other in &mut others {
                ways = ways.checked_mul(other.within(x))?;
                if ways == 0 {
                    break;
                }
            }
            tuples = tuples.checked_add(ways)?;
        }
    }
    Some(tuples)
}

/// Another train, and the part of it that is near the time at work.
struct Other<'a> {
    times: &'a [i64],
    from: i64,
    to: i64,
    low: usize,
    high: usize,
}

impl Other<'_> {
    /// How many times lie in `x + from ..= x + to`; `x` ascends from call to call.
    fn within(&mut self, x: i64) -> u64 {
        let (least, most) = (x.saturating_add(self.from), x.saturating_add(self.to));
        while self.low < self.times.len() && self.times[self.low] < least {
            self.low += 1;
        }
        self.high = self.high.max(self.low);
        while self.high < self.times.len() && self.times[self.high] <= most {
            self.high += 1;
        }
        (self.high - self.low) as u64
    }
}

fn plus(time: i64, delay: i64) -> i128 {
    i128::from(time) + i128::from(delay)
}
