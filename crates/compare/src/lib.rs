//! Which format would serve one's time tags: the same tags in each of ten, with each of seven compressions, and how
//! long writing, reading and looking one of them up takes.
//!
//! ```text
//!  bytes of a recording
//!    | sample        the first tags of it
//!    v
//!  tags
//!    | format        each to bytes and back, by formats/ and the field's own crates
//!    | compression   these to fewer bytes and back
//!    | timing        how long that takes, by a clock that the caller has
//!    v
//!  comparison        a row for each format and compression
//! ```
//!
//! One direction, no way back. Nothing here does I/O or knows about WebAssembly.

pub mod comparison;
pub mod compression;
pub mod format;
mod formats;
pub mod sample;
pub mod timing;

pub use comparison::{Comparison, Row};
pub use compression::Compression;
pub use format::Format;
pub use sample::Sample;
pub use timing::Clock;
