//! Index-headers: all versions and the sparse header, damaged ones, look-ups, writers, and what Mimir's own reader
//! answers.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod analysis;
mod build;
mod cardinality;
mod damage;
mod exercise;
mod expected;
mod mutations;
mod naive;
mod opened;
mod order;
mod padded;
mod series;
mod sparse;
mod statistics;
mod verify;
