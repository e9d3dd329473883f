//! Every format returns the original items, or an error.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod comparison;
mod damage;
mod layouts;
mod published;
mod references;
mod round_trip;
mod support;
