//! The time span of tags.

use serde::{Deserialize, Serialize};

use super::Tag;

/// Times of a run's first and last tag, and its earliest and latest time; in order of time these are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Time of the first tag in file order, ticks.
    pub first: i64,
    /// Time of the last tag in file order.
    pub last: i64,
    /// Earliest time.
    pub least: i64,
    /// Latest time.
    pub greatest: i64,
}

impl Extent {
    /// The extent of `tags`, which are in file order; `None` without any.
    pub fn of<'t>(tags: impl IntoIterator<Item = &'t Tag>) -> Option<Self> {
        tags.into_iter().map(|tag| Self::between(tag.time, tag.time)).reduce(Self::followed_by)
    }

    /// The extent of tags in order of time.
    pub fn between(first: i64, last: i64) -> Self {
        Self { first, last, least: first, greatest: last }
    }

    /// The extent of this run and of `later`, the next one.
    pub fn followed_by(self, later: Self) -> Self {
        Self {
            first: self.first,
            last: later.last,
            least: self.least.min(later.least),
            greatest: self.greatest.max(later.greatest),
        }
    }

    /// The extent of both; either may have no tags.
    pub fn joined(this: Option<Self>, later: Option<Self>) -> Option<Self> {
        this.into_iter().chain(later).reduce(Self::followed_by)
    }
}
