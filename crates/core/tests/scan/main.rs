//! Recordings read in parts, and queries of held tags.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../support/dynamic.rs"]
mod dynamic;
mod joiner;
mod order_break;
mod parts;
mod slices;
mod software_clock;
mod summed;
#[path = "../support/random_tags.rs"]
#[allow(dead_code, reason = "parameters are made here otherwise")]
mod tags;
