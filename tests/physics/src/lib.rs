//! Shared parts of the cases: light, results, runs, shares and tables. `main.rs` is the program.

#![allow(clippy::expect_used, reason = "a suite whose requests are wrong should stop at once")]

pub mod answer;
pub mod cases;
pub mod coverage;
pub mod light;
pub mod pairs;
pub mod runs;
pub mod table;
