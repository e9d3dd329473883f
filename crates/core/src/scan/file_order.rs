//! The order of time of all tags of a run, independent of the analyses.

use serde::{Deserialize, Serialize};

use super::results::OrderBreak;
use crate::run::time_order::FirstBreak;
use crate::tags::TagBlock;

/// The order of the selected tags so far. Times are ticks.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct FileOrder {
    /// Time of the file's first tag, selected or not.
    pub origin: Option<i64>,
    tags: u64,
    /// Times of the first and the last tag in file order.
    ends: Option<(i64, i64)>,
    first_break: FirstBreak,
}

impl FileOrder {
    /// The order of no tags yet.
    pub fn from(origin: Option<i64>) -> Self {
        Self { origin, ..Self::default() }
    }

    /// Continues with the next tags.
    pub fn push(&mut self, block: &TagBlock) {
        self.first_break.push(block, self.tags, self.ends.map(|(_, last)| last));
        self.append(block.len() as u64, block.ends());
    }

    /// Continues with the tags of the part that follows.
    pub fn merge(&mut self, later: Self) {
        self.origin = self.origin.or(later.origin);
        match (self.ends, later.ends) {
            (Some((_, last)), Some((first, _))) => {
                self.first_break.merge(later.first_break, self.tags, last, first);
            }
            (None, _) => self.first_break = later.first_break,
            (_, None) => {}
        }
        self.append(later.tags, later.ends);
    }

    /// Adds an independent run: the break is that of the first run with one.
    pub fn sum(&mut self, run: Self) {
        if self.first_break.sound().is_none() {
            *self = run;
        }
    }

    fn append(&mut self, tags: u64, ends: Option<(i64, i64)>) {
        self.tags = self.tags.saturating_add(tags);
        self.ends = self.ends.zip(ends).map(|((first, _), (_, last))| (first, last)).or(self.ends).or(ends);
    }

    /// Whether external bytes can be the order of a run.
    pub fn is_sound(&self) -> bool {
        self.ends.is_some() == (self.tags > 0) && self.first_break.is_sound(self.tags)
    }

    /// Where the order breaks first.
    pub fn first_break(&self) -> Option<OrderBreak> {
        let sound = self.first_break.sound()?;
        let to = sound.until.saturating_sub(self.origin?);
        Some(OrderBreak { tags: sound.tags, until: sound.until, to, next: self.first_break.time()? })
    }
}
