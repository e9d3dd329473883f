//! Exports, read back with the usual crates if there are any.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod arrow;
mod bytes;
mod parquet;
mod recordings;
mod support;
mod tables;
