//! Recordings of other makers' time taggers.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod files;
mod qutag;
mod tick;
