//! Counts in slices of time whose borders do not depend on the start of a run.

use serde::{Deserialize, Serialize};

/// Maximum number of slices between the first and the last tag; at least half as many are used if that time has as many
/// ticks.
const MOST: i64 = 2048;

/// Counts in slices of time, each `2^e` ticks long and beginning at a multiple of that: slice `k` holds the times `t`
/// with `t >> e == k`. [`exponent`] computes `e` from the earliest and the latest time. Slices are merged in twos as a
/// run grows, so joined runs have the same slices however they were cut. The owner of the slices stores the exponent.
///
/// The first and the last slice that are held are not empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Slices {
    /// Number of the first held slice.
    first: i64,
    counts: Vec<u64>,
}

/// The binary logarithm of the length of a slice, in ticks, for times from `min` to `max`.
pub fn exponent((min, max): (i64, i64)) -> u32 {
    let span = max.abs_diff(min);
    let shortest = (u64::BITS - span.leading_zeros()).saturating_sub(MOST.ilog2());
    // Times that begin late in a slice may extend into one more.
    shortest + u32::from((max >> shortest) - (min >> shortest) >= MOST)
}

/// Number of ticks of slice `slice`, `2^exponent` long, between the times `ends.0` and `ends.1`.
pub fn exposure(slice: i64, exponent: u32, (min, max): (i64, i64)) -> f64 {
    let begin = i128::from(slice) << exponent;
    let end = begin + (1 << exponent);
    (end.min(i128::from(max) + 1) - begin.max(i128::from(min))).max(0) as f64
}

impl Slices {
    /// Adds `n` to slice `slice`. Returns `None`, without a change, above `u64::MAX`.
    pub fn add(&mut self, slice: i64, n: u64) -> Option<()> {
        if n == 0 {
            return Some(());
        }
        if self.counts.is_empty() {
            self.first = slice;
        }
        if slice < self.first {
            let missing = self.first.abs_diff(slice) as usize;
            self.counts.splice(0..0, vec![0; missing]);
            self.first = slice;
        }
        let place = slice.abs_diff(self.first) as usize;
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        let count = &mut self.counts[place];
        *count = count.checked_add(n)?;
        Some(())
    }

    /// Counts ascending `times` in slices of `2^exponent` ticks.
    pub fn count(&mut self, mut times: &[i64], exponent: u32) {
        while let Some(first) = times.first() {
            let slice = first >> exponent;
            let within = times.partition_point(|time| time >> exponent == slice);
            // Tags counted one by one do not exceed the maximum.
            let _ = self.add(slice, within as u64);
            times = &times[within..];
        }
    }

    /// Merges slices until each is `2^by` times as long.
    pub fn widen(&mut self, by: u32) {
        if by == 0 || self.counts.is_empty() {
            return;
        }
        let first = self.first >> by;
        let last = (self.first + (self.counts.len() as i64 - 1)) >> by;
        let mut joined = vec![0_u64; (last - first + 1) as usize];
        for (slice, n) in self.iter() {
            let place = &mut joined[((slice >> by) - first) as usize];
            *place = place.saturating_add(n);
        }
        *self = Self { first, counts: joined };
    }

    /// Returns the counts of times that are moved by `by` ticks, from slices of `2^from` ticks into slices of `2^to`.
    /// The moved times lie between `ends`. A slice that overlaps two others is split in proportion. `None` above
    /// `u64::MAX`.
    pub fn moved(&self, by: i64, (from, to): (u32, u32), ends: (i64, i64)) -> Option<Self> {
        let mut moved = Self::default();
        let (first, last) = (ends.0 >> to, ends.1 >> to);
        for (slice, n) in self.iter() {
            let begin = (i128::from(slice) << from) + i128::from(by);
            let end = begin + (1 << from);
            let (mut place, mut counted) = (begin >> to, 0);
            while counted < n {
                let within = end.min((place + 1) << to) - begin;
                let until = ((i128::from(n) * within) >> from) as u64;
                let known = place.clamp(i128::from(first), i128::from(last)) as i64;
                moved.add(known, until - counted)?;
                (place, counted) = (place + 1, until);
            }
        }
        Some(moved)
    }

    /// Adds counts in slices of the same length. Returns `None`, after a part was added, above `u64::MAX`.
    pub fn append(&mut self, other: &Self) -> Option<()> {
        other.iter().try_for_each(|(slice, n)| self.add(slice, n))
    }

    /// The held slices, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.counts.iter().enumerate().map(|(k, n)| (self.first + k as i64, *n))
    }

    /// The count of a slice.
    pub fn get(&self, slice: i64) -> u64 {
        let place = slice.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.counts.get(place)).copied().unwrap_or(0)
    }

    /// The first and the last held slice; `None` if nothing was counted, or the slices are invalid: one of the two is
    /// empty, or there are too many.
    pub fn ends(&self) -> Option<(i64, i64)> {
        let last = self.first.checked_add(self.counts.len().checked_sub(1)? as i64)?;
        (self.get(self.first) > 0 && self.get(last) > 0).then_some((self.first, last))
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The sum of all counts; `None` above `u64::MAX`.
    pub fn total(&self) -> Option<u64> {
        self.counts.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n))
    }

    /// Whether the slices are those of times from `min` to `max`, in their stored form.
    pub fn is_sound(&self, (min, max): (i64, i64), exponent: u32) -> bool {
        let (Some(one), Some(other)) = (self.counts.first(), self.counts.last()) else {
            return self.first == 0;
        };
        let slices = (max >> exponent) - (min >> exponent) + 1;
        let offset = self.first.checked_sub(min >> exponent);
        *one > 0
            && *other > 0
            && offset.is_some_and(|offset| {
                offset >= 0 && offset < slices && self.counts.len() as i64 <= slices - offset
            })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn of(times: &[i64], exponent: u32) -> Slices {
        let mut slices = Slices::default();
        slices.count(times, exponent);
        slices
    }

    #[test]
    fn there_are_half_as_many_to_all_slices_that_there_may_be() {
        for begin in [0, -7, 1 << 40, i64::MIN, -(1 << 62)] {
            for span in (0..62).flat_map(|k| [(1_i64 << k) - 1, 1 << k, (1 << k) + 1]) {
                let end = begin + span;
                let e = exponent((begin, end));
                let slices = (end >> e) - (begin >> e) + 1;
                assert!(slices <= MOST, "{begin} {span}: {slices}");
                assert!(slices >= MOST / 2 || e == 0, "{begin} {span}: {slices}");
            }
        }
        let all = exponent((i64::MIN, i64::MAX));
        assert_eq!((i64::MAX >> all) - (i64::MIN >> all) + 1, MOST);
    }

    #[test]
    fn joined_slices_are_those_of_longer_ones() {
        let times = [-9000, -4097, -4096, -1, 0, 0, 5, 4096, 70_000];
        for by in 0..20 {
            let mut slices = of(&times, 0);
            slices.widen(by);
            assert_eq!(slices, of(&times, by));
        }
        let (begin, rest) = times.split_at(4);
        for (one, other) in [(begin, rest), (rest, begin)] {
            let mut sum = of(one, 3);
            sum.append(&of(other, 3)).unwrap();
            assert_eq!(sum, of(&times, 3));
        }
        assert_eq!(of(&times, 12).get(0), 3);
        assert_eq!(of(&times, 12).get(99), 0);
        assert_eq!(of(&times, 12).total(), Some(9));
        assert_eq!(of(&times, 12).ends(), Some((-3, 17)));
        assert_eq!(of(&[i64::MAX], 0).ends(), Some((i64::MAX, i64::MAX)));
    }

    #[test]
    fn moved_slices_keep_their_counts() {
        let times: Vec<i64> = (0..4096).collect();
        let moved = of(&times, 8).moved(100, (8, 8), (100, 4195)).unwrap();
        assert_eq!((moved.total(), moved.get(0), moved.get(1), moved.get(16)), (Some(4096), 156, 256, 100));
        assert_eq!(of(&times, 8).moved(-512, (8, 9), (-512, 3583)).unwrap().get(-1), 512);
        let halved = of(&times, 8).moved(64, (8, 7), (64, 4159)).unwrap();
        assert_eq!((halved.get(0), halved.get(1), halved.get(32)), (64, 128, 64));
        assert!(halved.is_sound((64, 4159), 7));
        let one = of(&[5], 8).moved(200, (8, 8), (205, 205)).unwrap();
        assert_eq!((one.total(), one.get(0)), (Some(1), 1));
    }

    #[test]
    fn slices_of_another_run_are_refused() {
        let (ends, e) = ((-9000, 70_000), exponent((-9000, 70_000)));
        let sound = of(&[-9000, 70_000], e);
        assert!(sound.is_sound(ends, e));
        assert!(Slices::default().is_sound(ends, e));
        for wrong in [
            Slices { first: i64::MIN, counts: vec![1] },
            Slices { first: i64::MAX, counts: vec![1] },
            Slices { first: (70_000 >> e) - 1, counts: vec![1, 1, 1] },
            Slices { first: 0, counts: vec![1, 0] },
            Slices { first: 0, counts: vec![0, 1] },
            Slices { first: 1, counts: vec![] },
        ] {
            assert!(!wrong.is_sound(ends, e), "{wrong:?}");
        }
        for wrong in [
            Slices { first: i64::MAX, counts: vec![1, 1] },
            Slices { first: 0, counts: vec![1, 0] },
            Slices { first: 0, counts: vec![0, 1] },
            Slices::default(),
        ] {
            assert_eq!(wrong.ends(), None, "{wrong:?}");
        }
    }
}
