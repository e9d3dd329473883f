//! The index, the text form and the writer of recordings.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod index;
mod text;
mod writer;
