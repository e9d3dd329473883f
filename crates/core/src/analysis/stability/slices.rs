//! Counts in slices of time whose edges are multiples of their width, so that any two runs share them.

use serde::{Deserialize, Serialize};

/// Most slices of an automatic width, from the earliest to the latest tag. Where there would be more, every two become
/// one.
pub const MOST_SLICES: i64 = 1 << 16;

/// The tags of one channel per slice: slice k covers `k*width <= t < (k+1)*width`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slices {
    /// The first slice that has a tag.
    pub first: i64,
    /// Up to the last slice that has one.
    pub counts: Vec<u64>,
}

impl Slices {
    /// `tags` in slice `k`.
    pub fn of(k: i64, tags: u64) -> Self {
        Self { first: k, counts: vec![tags] }
    }

    /// The last slice that has a tag.
    pub fn last(&self) -> i64 {
        self.first.saturating_add(self.counts.len() as i64 - 1)
    }

    /// The slices that have tags, with their number.
    pub fn each(&self) -> impl Iterator<Item = (i64, u64)> {
        let all = self.counts.iter().enumerate().filter(|(_, tags)| **tags > 0);
        all.map(|(place, tags)| (self.first + place as i64, *tags))
    }

    /// Counts `tags` more in slice `k`.
    pub fn add(&mut self, k: i64, tags: u64) {
        if k < self.first {
            let more = self.first.abs_diff(k) as usize;
            self.counts.splice(..0, vec![0; more]);
            self.first = k;
        }
        let place = self.first.abs_diff(k) as usize;
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        self.counts[place] += tags;
    }

    /// Joins slices into ones that are 2^`doublings` times as wide.
    pub fn widen(&mut self, doublings: u32) {
        if doublings == 0 {
            return;
        }
        let mut wide: Option<Self> = None;
        for (k, tags) in self.each() {
            let k = k >> doublings.min(63);
            match &mut wide {
                Some(wide) => wide.add(k, tags),
                None => wide = Some(Self::of(k, tags)),
            }
        }
        if let Some(wide) = wide {
            *self = wide;
        }
    }

    /// The counts of slices `from..to`.
    pub fn within(&self, from: i64, to: i64) -> Vec<u64> {
        let at = |k: i64| {
            k.checked_sub(self.first)
                .and_then(|place| usize::try_from(place).ok())
                .and_then(|place| self.counts.get(place))
        };
        (from..to).map(|k| at(k).copied().unwrap_or(0)).collect()
    }
}
