//! The simulated source, and measurements of its parameters.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../support/dynamic.rs"]
mod dynamic;
mod light;
mod light_requests;
mod measured;
mod source;
