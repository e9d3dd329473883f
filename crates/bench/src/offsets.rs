//! An offset header in memory. A look-up is much shorter than a call from another language, so the rounds run here.

use std::hint::black_box;

use tagview_core::offsets::encodings::{decode, encode, lookup};
use tagview_core::offsets::map::PartitionMap;
use tagview_core::offsets::{Encoding, Entries, open};
use wasm_bindgen::prelude::wasm_bindgen;

/// A header's offsets in one encoding, prepared.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct OffsetsWorkload {
    encoding: Encoding,
    partitions: Vec<i32>,
    offsets: Vec<i64>,
    encoded: String,
}

#[wasm_bindgen]
impl OffsetsWorkload {
    /// Encodes the offsets of the text `header` as `encoding`.
    ///
    /// # Errors
    /// A sentence if `encoding` can't hold these offsets, and for headers with compartments, which only text can hold.
    #[wasm_bindgen(constructor)]
    pub fn new(header: &str, encoding: &str) -> Result<OffsetsWorkload, String> {
        let encoding = Encoding::from_name(encoding).map_err(|error| error.to_string())?;
        let header = open(header, Some(Encoding::Text));
        if !header.compartments.is_empty() {
            return Err("a header with compartments has one encoding".to_owned());
        }
        let PartitionMap { partitions, offsets, .. } = header.map;
        let encoded = encode(encoding, &partitions, &offsets).map_err(|error| error.to_string())?;
        // As it is sent; a look-up does not begin without the version.
        let encoded = if encoding == Encoding::Text { format!("v1={encoded}") } else { encoded };
        Ok(Self { encoding, partitions, offsets, encoded })
    }

    /// Writes the offsets `rounds` times; returns the bytes of all rounds.
    pub fn encode(&self, rounds: u32) -> usize {
        let once = || encode(self.encoding, black_box(&self.partitions), black_box(&self.offsets));
        (0..rounds).map(|_| black_box(once()).map_or(0, |text| text.len())).sum()
    }

    /// Reads the offsets `rounds` times, one row per partition; returns the rows of all rounds.
    pub fn decode(&self, rounds: u32) -> usize {
        let once = || match decode(self.encoding, black_box(&self.encoded)).entries {
            Entries::Partitions(columns) => black_box(PartitionMap::new(&columns)).partitions.len(),
            Entries::Compartments(_) => 0,
        };
        (0..rounds).map(|_| once()).sum()
    }

    /// Looks up partitions spread evenly over all; returns how many of the `rounds` were found.
    pub fn lookup(&self, rounds: u32) -> usize {
        /// The golden ratio of 2^32: `rounds` multiples of it leave no large gap.
        const STEP: u32 = 2_654_435_769;
        let once = |round: u32| {
            let place = (u64::from(round.wrapping_mul(STEP)) * self.partitions.len() as u64) >> 32;
            let partition = *self.partitions.get(place as usize)?;
            black_box(lookup(self.encoding, black_box(&self.encoded), partition))
        };
        (0..rounds).filter_map(once).count()
    }
}
