//! The analyses: their answers by hand and by a naive second method, the merge law, damaged
//! partial results, and a real recording.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod afterpulsing;
mod all_pairs;
mod damage;
mod derived;
mod examples;
mod heralded;
mod law;
mod naive;
mod pairs;
mod peaks;
mod piece;
mod recording;
mod repeat;
mod summary;
mod tags;
