//! Repeated encoding, decoding and look-up, to be timed from outside: this module has no clock, and a look-up is much
//! shorter than a call from another language.

use std::hint::black_box;

use super::encoding::Encoding;
use super::encodings::{decode, encode, lookup};
use super::entries::Entries;
use super::inspect::Inspected;
use super::map::PartitionMap;

/// A header's offsets in one encoding, prepared.
#[derive(Debug, Clone)]
pub struct OffsetsWorkload {
    encoding: Encoding,
    partitions: Vec<i32>,
    offsets: Vec<i64>,
    encoded: String,
}

impl OffsetsWorkload {
    /// None if `encoding` can't hold these offsets, and for headers with compartments, which only text can hold.
    pub fn new(header: &Inspected<'_>, encoding: Encoding) -> Option<Self> {
        if !header.compartments.is_empty() {
            return None;
        }
        let PartitionMap { partitions, offsets, .. } = &header.map;
        let encoded = encode(encoding, partitions, offsets).ok()?;
        // As it is sent; a look-up does not begin without the version.
        let encoded = if encoding == Encoding::Text { format!("v1={encoded}") } else { encoded };
        Some(Self { encoding, partitions: partitions.clone(), offsets: offsets.clone(), encoded })
    }

    /// Writes the offsets `rounds` times; the bytes of all rounds.
    pub fn encode(&self, rounds: u32) -> usize {
        let once = || encode(self.encoding, black_box(&self.partitions), black_box(&self.offsets));
        (0..rounds).map(|_| black_box(once()).map_or(0, |text| text.len())).sum()
    }

    /// Reads them `rounds` times, one row per partition; the rows of all rounds.
    pub fn decode(&self, rounds: u32) -> usize {
        let once = || match decode(self.encoding, black_box(&self.encoded)).entries {
            Entries::Partitions(columns) => black_box(PartitionMap::new(&columns)).partitions.len(),
            Entries::Compartments(_) => 0,
        };
        (0..rounds).map(|_| once()).sum()
    }

    /// Looks up partitions spread evenly over all; returns how many of the `rounds` were found.
    pub fn lookup(&self, rounds: u32) -> usize {
        /// The golden ratio of 2^32: however many rounds there are, they leave no large gap.
        const STEP: u32 = 2_654_435_769;
        let once = |round: u32| {
            let place = (u64::from(round.wrapping_mul(STEP)) * self.partitions.len() as u64) >> 32;
            let partition = *self.partitions.get(place as usize)?;
            black_box(lookup(self.encoding, black_box(&self.encoded), partition))
        };
        (0..rounds).filter_map(once).count()
    }
}
