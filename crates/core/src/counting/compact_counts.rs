//! Counts that take half the memory while each fits 32 bits, and counts read from a partial result.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::limits::MAX_CELLS;

/// A list of counts. The byte form is that of a list of 64-bit counts.
#[derive(Debug, Clone)]
pub enum CompactCounts {
    /// All fit 32 bits.
    Narrow(Vec<u32>),
    /// At least one does not, or did not.
    Wide(Vec<u64>),
}

impl Default for CompactCounts {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl CompactCounts {
    /// Number of counts.
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(counts) => counts.len(),
            Self::Wide(counts) => counts.len(),
        }
    }

    /// The count at `place`; 0 after the last one.
    pub fn at(&self, place: usize) -> u64 {
        match self {
            Self::Narrow(counts) => counts.get(place).copied().map_or(0, u64::from),
            Self::Wide(counts) => counts.get(place).copied().unwrap_or(0),
        }
    }

    /// All counts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> + DoubleEndedIterator + '_ {
        (0..self.len()).map(|place| self.at(place))
    }

    /// Adds `n` at `place`, with zeros before it after the end of the list. It is not inlined: that would enlarge
    /// programs without making them faster.
    #[inline(never)]
    pub fn add(&mut self, place: usize, n: u64) {
        let sum = self.at(place) + n;
        if let (Self::Narrow(counts), Err(_)) = (&*self, u32::try_from(sum)) {
            *self = Self::Wide(counts.iter().copied().map(u64::from).collect());
        }
        match self {
            Self::Narrow(counts) => put(counts, place, sum as u32),
            Self::Wide(counts) => put(counts, place, sum),
        }
    }

    /// Adds those of another list.
    pub fn append(&mut self, later: &Self) {
        // The last one first, so that memory is allocated once.
        later.iter().enumerate().rev().for_each(|(place, n)| self.add(place, n));
    }

    /// Sums every `many` neighbouring counts.
    pub fn join(&mut self, many: usize) {
        let mut joined = Self::default();
        let lists = self.len().div_ceil(many.max(1));
        for k in (0..lists).rev() {
            let of = k * many..self.len().min((k + 1) * many);
            joined.add(k, of.map(|place| self.at(place)).sum());
        }
        *self = joined;
    }
}

impl CountSink for CompactCounts {
    fn reserve_exact(&mut self, more: usize) {
        match self {
            Self::Narrow(counts) => counts.reserve_exact(more),
            Self::Wide(counts) => counts.reserve_exact(more),
        }
    }

    fn push(&mut self, n: u64) {
        let end = self.len();
        self.add(end, n);
    }
}

/// Stores `n` at `place`.
fn put<T: Copy + Default>(counts: &mut Vec<T>, place: usize, n: T) {
    if let Some(count) = counts.get_mut(place) {
        *count = n;
        return;
    }
    // Reserves exactly: doubling the capacity for many bins would take twice the memory.
    let more = place + 1 - counts.len();
    if counts.capacity() <= place {
        counts.reserve_exact(more.max(counts.len() / 8));
    }
    counts.resize(place, T::default());
    counts.push(n);
}

impl Serialize for CompactCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CompactCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_counts(deserializer)
    }
}

/// Destination of the counts.
pub trait CountSink: Default {
    /// Reserves memory for exactly `more` counts.
    fn reserve_exact(&mut self, more: usize);
    /// Takes the next count.
    fn push(&mut self, n: u64);
}

impl CountSink for Vec<u64> {
    fn reserve_exact(&mut self, more: usize) {
        Self::reserve_exact(self, more);
    }

    fn push(&mut self, n: u64) {
        Self::push(self, n);
    }
}

/// Number of counts of a list after which memory for all claimed counts is allocated at once, up to [`MAX_CELLS`]: a
/// growing list would take three times their size.
const PROVEN: usize = 1 << 17;

/// The counts of a partial result, whose byte form is a list.
pub fn read_counts<'de, C: CountSink, D: Deserializer<'de>>(deserializer: D) -> Result<C, D::Error> {
    struct List<C>(PhantomData<C>);
    impl<'de, C: CountSink> Visitor<'de> for List<C> {
        type Value = C;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list of counts")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<C, A::Error> {
            let claimed = list.size_hint().unwrap_or(0).min(MAX_CELLS);
            let (mut counts, mut read) = (C::default(), 0);
            counts.reserve_exact(claimed.min(PROVEN));
            while let Some(n) = list.next_element()? {
                if read == PROVEN {
                    counts.reserve_exact(claimed.saturating_sub(PROVEN));
                }
                counts.push(n);
                read += 1;
            }
            Ok(counts)
        }
    }
    deserializer.deserialize_seq(List(PhantomData))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::run::partial::{from_bytes, to_bytes};

    const LARGE: u64 = 1 << 32;

    fn counts(list: &[u64]) -> CompactCounts {
        let mut counts = CompactCounts::default();
        list.iter().for_each(|n| counts.push(*n));
        counts
    }

    fn all(counts: &CompactCounts) -> Vec<u64> {
        counts.iter().collect()
    }

    #[test]
    fn counts_are_exact_beyond_32_bits() {
        let mut some = counts(&[1, LARGE - 1]);
        assert!(matches!(some, CompactCounts::Narrow(_)));
        some.add(1, 1);
        assert!(matches!(some, CompactCounts::Wide(_)));
        some.add(4, 7);
        assert_eq!(all(&some), [1, LARGE, 0, 0, 7]);
        assert_eq!((some.at(4), some.at(5)), (7, 0));
        let bytes = to_bytes("rate", &some, 64).unwrap();
        assert_eq!(bytes, to_bytes("rate", &vec![1, LARGE, 0, 0, 7], 64).unwrap());
        assert_eq!(all(&from_bytes("rate", &bytes).unwrap()), all(&some));
    }

    #[test]
    fn lists_are_added_whichever_is_longer() {
        let lists = [counts(&[]), counts(&[1, 2]), counts(&[0, LARGE - 1, 5, 0])];
        for one in &lists {
            for other in &lists {
                let mut sum = one.clone();
                sum.append(other);
                let expected: Vec<u64> =
                    (0..one.len().max(other.len())).map(|k| one.at(k) + other.at(k)).collect();
                assert_eq!(all(&sum), expected);
            }
        }
    }

    #[test]
    fn neighbours_are_summed() {
        let mut some = counts(&[LARGE - 1, 1, 2, 3, 4]);
        some.join(2);
        assert_eq!(all(&some), [LARGE, 5, 4]);
        some.join(3);
        assert_eq!(all(&some), [LARGE + 9]);
        some.join(1);
        assert_eq!(all(&some), [LARGE + 9]);
    }
}
