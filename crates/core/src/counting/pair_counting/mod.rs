//! Pairs and larger combinations of tags, counted by their delays.
//!
//! [`strategy`] chooses how to count pairs: [`two_channels`] at a time, pair by pair or along the edges of bins;
//! [`all_channels`] in one sweep; or [`repeated`] equal times together. [`tuples`] counts combinations of two or more
//! channels within a window, among the times that are [`near`] others.

pub mod all_channels;
pub mod near;
pub mod reach;
pub mod repeated;
pub mod strategy;
pub mod tuples;
mod two_channels;

pub use two_channels::each_pair;
