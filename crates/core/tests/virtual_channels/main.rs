//! Virtual channels: compared with a naive second method, for every way to cut a run, and errors in definitions.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod cuts;
#[path = "../support/dynamic.rs"]
mod dynamic;
mod language;
mod moved;
mod naive;
#[path = "../support/random_tags.rs"]
#[allow(dead_code, reason = "parameters are made here otherwise")]
mod tags;
mod written;
