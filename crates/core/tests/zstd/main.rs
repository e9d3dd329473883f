//! Frames found, decoded and encoded, by both implementations.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod codecs;
mod corpus;
mod frames;
#[path = "../support/frames.rs"]
mod hand;
