//! Exports, read back with the field's own crates where there are such.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod arrow;
mod bytes;
mod parquet;
mod recordings;
mod support;
mod tables;
