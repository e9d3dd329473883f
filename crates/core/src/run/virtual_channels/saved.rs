//! A run of tags as saved by a stage, with the tags held near its ends.

use serde::{Deserialize, Serialize};

use super::definitions::Definitions;
use crate::Error;
use crate::counting::limits::LOOK_AHEAD;
use crate::run::time_order::{ChannelTimes, TimeOrder};

/// State of a run in a stage, besides the tags it emitted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedStage {
    /// See [`Definitions::texts`].
    pub(super) definitions: Vec<String>,
    pub(super) order: TimeOrder,
    /// Time of the run's first tag in file order.
    pub(super) first: Option<i64>,
    /// The lowest virtual channel with recorded tags, which is an error.
    pub(super) recorded_too: Option<u64>,
    /// The reason for the end of the run, if not in `order`.
    pub(super) failed: Option<Error>,
}

impl SavedStage {
    /// The times whose tags are known, independent of the runs before and after; without a run before it if it
    /// `is_first`.
    pub(super) fn inside(&self, definitions: &Definitions, is_first: bool) -> Times {
        if self.order.tags() == 0 {
            return Times { from: 0, to: 0 };
        }
        let (min, max) = self.order.ends();
        let look_ahead = i128::from(LOOK_AHEAD);
        let begin = if is_first { 0 } else { look_ahead + i128::from(definitions.before()) + 1 };
        let from = i128::from(min) + begin;
        let to = i128::from(max) - look_ahead - i128::from(definitions.after());
        Times { from, to }
    }

    /// The times of a channel held near the run's end: all if nothing is inside.
    pub(super) fn end_of(&self, inside: &Times, times: &ChannelTimes) -> Vec<i64> {
        let tail = times.tail();
        if !inside.is_empty() {
            return tail.to_vec();
        }
        let border = self.order.tail_begin();
        let head = times.head();
        let mut all = head[..head.partition_point(|time| *time < border)].to_vec();
        all.extend_from_slice(tail);
        all
    }

    /// The times of a channel held near the run's begin: all if nothing is inside.
    pub(super) fn begin_of(&self, inside: &Times, times: &ChannelTimes) -> Vec<i64> {
        if inside.is_empty() { self.end_of(inside, times) } else { times.head().to_vec() }
    }
}

/// Times from `from` (inclusive) to `to` (exclusive).
#[derive(Debug, Clone, Copy)]
pub struct Times {
    pub from: i128,
    pub to: i128,
}

impl Times {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.to <= self.from
    }
}
