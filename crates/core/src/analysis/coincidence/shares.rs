//! Distribution of counts over the groups of slices of time.

use std::ops::RangeInclusive;

/// The share of each group of slices, with the sum 1.
pub struct Shares {
    first: i64,
    each: Vec<f64>,
}

impl Shares {
    /// Computes the share of each of `groups` in the sum of `of` over all groups.
    pub fn new(groups: RangeInclusive<i64>, of: impl Fn(i64) -> f64) -> Self {
        let first = *groups.start();
        let mut each: Vec<f64> = groups.map(of).collect();
        let all: f64 = each.iter().sum();
        each.iter_mut().for_each(|one| *one = if all > 0.0 { *one / all } else { 0.0 });
        Self { first, each }
    }

    /// Returns the share of a group.
    pub fn of(&self, group: i64) -> f64 {
        let place = group.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.each.get(place)).copied().unwrap_or(0.0)
    }
}
