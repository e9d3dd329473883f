//! Which format would serve one's data: the same time tags in each of ten, or the same references of an Icechunk
//! manifest in each of four, with each of seven compressions, and how long writing, reading and looking one of them up
//! takes.
//!
//! ```text
//!  bytes of a recording or of a manifest
//!    | intake        which of them it is, and its first items: sample, manifest_sample; what to say of them: description
//!    v
//!  items: tags or references
//!    | layout        each to bytes and back, by the field's own crates: format with formats/, reference_format with
//!    |               references/
//!    | compression   these to fewer bytes and back
//!    | timing        how long that takes, by a clock that the caller has
//!    v
//!  comparison        a row for each format and compression
//! ```
//!
//! One direction, no way back. Nothing here does I/O or knows about WebAssembly.

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
