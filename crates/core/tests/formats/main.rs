//! Recognition of files by their bytes and their names.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod findings;
mod recognise;
