//! Recordings of other makers' time taggers.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod columns;
mod files;
mod fixed_header;
mod parts;
mod picoquant;
mod picoquant_files;
mod ptufile;
mod qutag;
mod tick;
