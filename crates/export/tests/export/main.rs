//! Exports, read back with the usual crates if there are any.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod arrow;
mod bytes;
mod microtimes;
mod parquet;
#[path = "../../../core/tests/import/picoquant_files.rs"]
#[allow(dead_code, reason = "tests of imports use the rest")]
mod picoquant_files;
mod recordings;
mod support;
mod tables;
