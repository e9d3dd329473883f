//! What a file is, by its bytes and its name.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod recognise;
