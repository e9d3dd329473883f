//! Pairs and tuples of times counted by pointers that only move forward.

/// How much dearer a step along one edge is than finding the bin of one pair.
const STEPS_PER_PAIR: f64 = 0.5;

/// Calls `found` with `d - from` for every pair of `a` and `b` whose `d = t_b - t_a` lies in
/// `from..=to`. Both ascend.
#[inline]
pub fn each_pair(a: &[i64], b: &[i64], (from, to): (i64, i64), mut found: impl FnMut(u64)) {
    let Some((first, last)) = b.first().zip(b.last()) else { return };
    let begin = a.partition_point(|x| plus(*x, to) < i128::from(*first));
    let end = a.partition_point(|x| plus(*x, from) <= i128::from(*last));
    let a = a.get(begin..end).unwrap_or_default();
    let Some((a_first, a_last)) = a.first().zip(a.last()) else { return };
    let (i, reach) = (i128::from, to.abs_diff(from));
    let most = i(*last) - i(*a_first) - i(from);
    let least = i(*first) - i(*a_last) - i(from);
    if i64::try_from(most).is_err() || i64::try_from(least).is_err() {
        return each_distant_pair(a, b, (from, to), found);
    }
    // Mostly the next pair is in no bin: one pass through both, with a step forward in one or the
    // other that needs no guess by the processor, is several times as fast as a loop for each. Each
    // step waits for the one before, so two passes, over half of `a` each, take turns.
    let (early, late) = a.split_at(a.len() / 2);
    let after = late.first().map_or(0, |x| b.partition_point(|y| y.wrapping_sub(*x).wrapping_sub(from) < 0));
    let (mut one, mut other) = (Pass { a: early, b }, Pass { a: late, b: &b[after..] });
    while one.step(from, reach, &mut found) & other.step(from, reach, &mut found) {}
    while one.step(from, reach, &mut found) {}
    while other.step(from, reach, &mut found) {}
}

/// What is left of two trains.
struct Pass<'a> {
    a: &'a [i64],
    b: &'a [i64],
}

impl Pass<'_> {
    /// Tells the pairs of the first of `a`, or passes over the first of `b`; false at the end.
    #[inline(always)]
    fn step(&mut self, from: i64, reach: u64, found: &mut impl FnMut(u64)) -> bool {
        let Some((x, y)) = self.a.first().zip(self.b.first()) else { return false };
        let beyond = y.wrapping_sub(*x).wrapping_sub(from);
        let behind = beyond < 0;
        if beyond as u64 <= reach {
            for y in self.b {
                let beyond = y.wrapping_sub(*x).wrapping_sub(from) as u64;
                if beyond > reach {
                    break;
                }
                found(beyond);
            }
        }
        self.b = &self.b[usize::from(behind)..];
        self.a = &self.a[usize::from(!behind)..];
        true
    }
}

/// The same where differences do not fit `i64`.
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
