//! Pairs and larger combinations of tags, counted by their delays.
//!
//! [`strategy`] chooses between the ways to count: [`two_channels`] at a time, or [`all_channels`] in one sweep.

pub(super) mod all_channels;
pub(super) mod strategy;
pub(super) mod two_channels;
