//! Pairs and larger combinations of tags, counted by their delays.
//!
//! [`strategy`] chooses how to count pairs: [`two_channels`] at a time, pair by pair or along the edges of bins;
//! or [`all_channels`] in one sweep. [`tuples`] counts combinations of two or more channels within a window.

pub mod all_channels;
pub mod strategy;
pub mod tuples;
mod two_channels;

pub use two_channels::each_pair;

/// The earliest and the latest time from `from` to `to` ticks after `time`; `None` if the whole range exceeds 64 bits.
#[inline(always)]
pub fn reach(time: i64, (from, to): (i64, i64)) -> Option<(i64, i64)> {
    let (least, most) = (time.checked_add(from), time.checked_add(to));
    if least.is_none() && from > 0 || most.is_none() && to < 0 {
        return None;
    }
    Some((least.unwrap_or(i64::MIN), most.unwrap_or(i64::MAX)))
}
