//! Whole files: frames and messages in, tags out, through every kind of damage.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bad_input;
mod damage;
#[path = "../support/dynamic.rs"]
mod dynamic;
mod ending;
mod files;
#[path = "../support/frames.rs"]
mod hand;
mod index;
mod joined_ticks;
mod splits;
