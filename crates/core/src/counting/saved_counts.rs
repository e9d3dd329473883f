//! Counts read from the byte form of a partial result.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};

use super::limits::MAX_CELLS;

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
