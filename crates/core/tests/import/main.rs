//! Recordings of other time taggers.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod arrow;
mod becker_hickl;
mod columns;
mod compressed;
mod damaged_rows;
#[path = "../support/dynamic.rs"]
mod dynamic;
mod files;
mod fixed_header;
mod fixed_header_files;
mod hdf5;
#[path = "../support/hdf5/mod.rs"]
mod hdf5_files;
mod histograms;
mod image;
#[path = "../native/json.rs"]
#[allow(dead_code, reason = "each test program uses a part")]
mod json;
mod npy;
mod npz;
mod one_channel;
mod parquet;
mod parts;
mod picoquant;
mod picoquant_files;
mod ptufile;
mod qutag;
mod record_delays;
mod swabian;
mod tick;
mod timeharp;
#[path = "../support/zip.rs"]
mod zip;
