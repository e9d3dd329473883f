//! Recordings cut, joined, and made from text.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bounded;
mod merge;
mod pack_parallel;
mod repair;
mod slice;
mod tag_runs;
