//! Reasons for the early end of a run.

use serde::{Deserialize, Serialize};

use crate::counting::limits::{LOOK_AHEAD, max_crowd};
use crate::{Code, Error};

/// Reason for the end of a run. Its byte form is the permanent number of the variant, and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u8, i64)", try_from = "(u8, i64)")]
pub(crate) enum Stop {
    /// A tag of this time is more than [`LOOK_AHEAD`] ticks earlier than the latest before it.
    Late(i64),
    /// A tag of this time is one more than [`max_crowd`] of its channel within the range.
    Crowd(i64),
}

const LATE: u8 = 1;
const CROWD: u8 = 2;

impl From<Stop> for (u8, i64) {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Late(time) => (LATE, time),
            Stop::Crowd(time) => (CROWD, time),
        }
    }
}

impl TryFrom<(u8, i64)> for Stop {
    type Error = &'static str;

    fn try_from((kind, time): (u8, i64)) -> Result<Self, &'static str> {
        match kind {
            LATE => Ok(Self::Late(time)),
            CROWD => Ok(Self::Crowd(time)),
            _ => Err("an unknown reason to stop"),
        }
    }
}

/// The error for a tag whose `time` is too far before the `latest` one.
pub fn too_late(latest: i64, time: i64) -> Error {
    let late = i128::from(latest) - i128::from(time);
    Error::new(
        Code::Order,
        format!(
            "a tag at the time {time} is {late} ticks earlier than one before it; only tags up to {LOOK_AHEAD} ticks late \
             are sorted"
        ),
        "numbers up to this tag may be wrong: select a part in order with `from` and `to`, or sort the tags by time",
    )
}

/// The error for a crowd within `range` ticks that a tag of `time` completes.
pub fn too_crowded(range: i64, time: i64) -> Error {
    let from = time.saturating_sub(range);
    Error::new(
        Code::RangeTooLong,
        format!(
            "more than {} tags of one channel lie within {range} ticks of each other, from the time {from} on",
            max_crowd(range)
        ),
        "choose a part before or after it with `from` and `to`, or other channels",
    )
}
