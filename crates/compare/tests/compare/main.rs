//! Every format gives back what it was given, and says so where it can't.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod comparison;
mod damage;
mod layouts;
mod published;
mod references;
mod round_trip;
mod support;
