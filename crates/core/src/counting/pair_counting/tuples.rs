//! Coincidences: combinations of one time of each of several channels within a window, among the times that are near
//! others: few for sparse light. Every list of times ascends.

use super::reach;
use super::two_channels::{each_pair, expected_pairs, has_repeated, plus, skip};

/// Number of pairs of `a` and `b` with `from <= d <= to`, `d = t_b - t_a`.
pub fn count_pairs(a: &[i64], b: &[i64], (from, to): (i64, i64)) -> u64 {
    let many = |pairs| pairs > (a.len() + b.len()) as f64;
    if has_repeated(a) || has_repeated(b) || expected_pairs(a, b, (from, to)).is_some_and(many) {
        return count_within(a, b, from, to);
    }
    let mut pairs = 0;
    each_pair(a, b, (from, to), |_| pairs += 1);
    pairs
}

/// Number of pairs of `a` and `b` with `from <= d <= to`, in time proportional to the number of times of the shorter
/// list, and of those of the other one between the first and the last edges of their windows.
fn count_within(a: &[i64], b: &[i64], from: i64, to: i64) -> u64 {
    let (a, b, from, to) = match (from.checked_neg(), to.checked_neg()) {
        (Some(turned_to), Some(turned_from)) if a.len() > b.len() => (b, a, turned_from, turned_to),
        _ => (a, b, from, to),
    };
    let Some((first, last)) = b.first().zip(b.last()) else { return 0 };
    let begin = a.partition_point(|x| plus(*x, to) < i128::from(*first));
    let end = a.partition_point(|x| plus(*x, from) <= i128::from(*last));
    let a = a.get(begin..end).unwrap_or_default();
    let Some(first) = a.first() else { return 0 };
    let low = b.partition_point(|y| i128::from(*y) < plus(*first, from));
    let high = b.partition_point(|y| i128::from(*y) <= plus(*first, to));
    let mut partners = Partners { times: b, from, to, low, high };
    a.iter().map(|time| partners.of(*time)).sum()
}

/// Counts the ways to take one time of each of `channels` such that, after subtracting the channel's own delay, the
/// latest is at most `window` ticks after the earliest. `found` receives each earliest time and its number of ways. The
/// cost is proportional to the number of times. `None` above `u64::MAX`, and if `found` returns `None`.
pub fn count_tuples(
    channels: &[Delayed],
    window: i64,
    mut found: impl FnMut(i64, u64) -> Option<()>,
) -> Option<()> {
    let near = near_all(channels, window);
    let channels = with_delays(&near, channels);
    if channels.iter().any(|(times, _)| times.is_empty()) {
        return Some(());
    }
    let mut others: Vec<Partners> = Vec::with_capacity(channels.len());
    for (i, (times, delay)) in channels.iter().enumerate() {
        // A tuple is counted at its earliest time; of equal ones, at that of the first channel.
        others.clear();
        let (mut begin, mut end) = (0, times.len());
        for (j, (times_j, delay_j)) in channels.iter().enumerate() {
            if j == i {
                continue;
            }
            let shift = delay_j - delay;
            let (from, to) = (shift + i64::from(j < i), shift + window);
            let (first, last) = (times_j[0], times_j[times_j.len() - 1]);
            begin = begin.max(times.partition_point(|x| plus(*x, to) < i128::from(first)));
            end = end.min(times.partition_point(|x| plus(*x, from) <= i128::from(last)));
            others.push(Partners::new(times_j, from, to));
        }
        for &x in times.get(begin..end).unwrap_or_default() {
            let mut ways = 1_u64;
            for other in &mut others {
                ways = ways.checked_mul(other.of(x))?;
                if ways == 0 {
                    break;
                }
            }
            if ways > 0 {
                found(x, ways)?;
            }
        }
    }
    Some(())
}

/// The times of another channel near a time that only moves forward.
struct Partners<'a> {
    times: &'a [i64],
    /// Smallest and largest delay.
    from: i64,
    to: i64,
    /// The partners of the last time are `times[low..high]`.
    low: usize,
    high: usize,
}

impl<'a> Partners<'a> {
    fn new(times: &'a [i64], from: i64, to: i64) -> Self {
        Self { times, from, to, low: 0, high: 0 }
    }

    /// Number of times in `x + from ..= x + to`; `x` ascends from call to call.
    #[inline(always)]
    fn of(&mut self, x: i64) -> u64 {
        let Some((least, most)) = reach(x, (self.from, self.to)) else { return 0 };
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

/// The times of a channel, and the delay subtracted from them.
pub type Delayed<'a> = (&'a [i64], i64);

/// Some of the times of `channels`, with the channels' delays.
pub fn with_delays<'a>(times: &'a [Vec<i64>], channels: &[Delayed]) -> Vec<Delayed<'a>> {
    times.iter().zip(channels).map(|(times, (_, delay))| (times.as_slice(), *delay)).collect()
}

/// For each channel, the times at most `window` ticks away from one of the channel with the fewest, which is itself
/// near one of every other channel: they include every coincidence of all channels.
pub fn near_all(channels: &[Delayed], window: i64) -> Vec<Vec<i64>> {
    let fewest = (0..channels.len()).min_by_key(|k| channels[*k].0.len());
    let Some((fewest, (times, delay))) = fewest.map(|k| (k, channels[k])) else { return Vec::new() };
    let near = |k: usize| Near::new(channels[k], delay, window);
    let mut others: Vec<_> = (0..channels.len()).filter(|k| *k != fewest).map(near).collect();
    let is_near = |time: &i64| others.iter_mut().all(|other| other.has(*time));
    let kept: Vec<i64> = times.iter().copied().filter(is_near).collect();
    (0..channels.len()).map(|k| if k == fewest { kept.clone() } else { near(k).all(&kept) }).collect()
}

/// Finds the times of a channel near those of another one, which ascend from call to call.
struct Near<'a> {
    times: &'a [i64],
    /// Smallest and largest delay.
    from: i64,
    to: i64,
    /// Times before this index are too early from now on.
    at: usize,
}

impl<'a> Near<'a> {
    /// Near times from which `delay` is subtracted.
    fn new((times, own): Delayed<'a>, delay: i64, window: i64) -> Self {
        let shift = own - delay;
        Self { times, from: shift - window, to: shift + window, at: 0 }
    }

    /// The earliest and the latest time near `time`; `None` if 64 bits hold none.
    #[inline(always)]
    fn reach(&self, time: i64) -> Option<(i64, i64)> {
        reach(time, (self.from, self.to))
    }

    /// Whether there is one near `time`.
    #[inline(always)]
    fn has(&mut self, time: i64) -> bool {
        let Some((least, most)) = self.reach(time) else { return false };
        self.at = skip(self.times, self.at, least);
        self.times.get(self.at).is_some_and(|near| *near <= most)
    }

    /// All times near any of `times`.
    fn all(mut self, times: &[i64]) -> Vec<i64> {
        let mut all = Vec::new();
        for time in times {
            while self.has(*time) {
                all.push(self.times[self.at]);
                self.at += 1;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_alike_however_many_there_are() {
        let (a, b): (Vec<i64>, Vec<i64>) =
            ((0..300).map(|k| k * k % 7 + 10 * k).collect(), (0..200).map(|k| k * k % 11 + 14 * k).collect());
        let one_by_one = |(from, to): (i64, i64)| {
            a.iter()
                .map(|x| b.iter().filter(|y| (from..=to).contains(&(**y - x))).count() as u64)
                .sum::<u64>()
        };
        // From less than one pair for each tag to all pairs.
        for range in
            [(0, 0), (-3, 5), (20, 60), (-400, 100), (900, 2500), (-5000, 5000), (i64::MIN, i64::MAX)]
        {
            assert_eq!(count_pairs(&a, &b, range), one_by_one(range), "{range:?}");
        }
    }
}
