//! Comparison of formats: the same time tags in each of ten, or the same references of an Icechunk manifest in each of
//! four, with each of seven compressions, and the times of writing, reading and looking up one item.
//!
//! ```text
//!  bytes of a recording or of a manifest
//! | intake        recognises the file and takes its first items: sample, manifest_sample; describes them: description
//!    v
//!  items: tags or references
//!    | layout        each to bytes and back, with the usual crates: format with formats/, reference_format with
//!    |               references/
//!    | compression   these to fewer bytes and back
//!    | timing        the time of each step, by the caller's clock
//!    v
//!  comparison        a row for each format and compression
//! ```
//!
//! Data flows in one direction. This crate does no I/O and is independent of WebAssembly.

mod comparison;
mod compression;
mod description;
mod fault;
mod format;
mod formats;
mod intake;
mod layout;
mod lz4;
mod manifest_sample;
mod reference_format;
mod references;
mod sample;
pub mod timing;

pub use comparison::{Comparison, Row};
pub use compression::Compression;
pub use format::Format;
pub use intake::{Intake, Items};
pub use layout::Layout;
pub use manifest_sample::ManifestSample;
pub use reference_format::ReferenceFormat;
pub use sample::Sample;
pub use timing::Clock;
