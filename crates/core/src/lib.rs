//! Bytes in, values out: the decoders and analyses behind tagview.
//!
//! Nothing here does I/O, reads a clock or knows about WebAssembly. The way of the
//! data: [`zstd`] finds and decodes frames, [`tags`] turns decoded bytes into batches
//! of [`tags::Tag`], [`analysis`] accumulates them, [`scan`] drives all three.

pub mod analysis;
pub mod error;
pub mod formats;
pub mod offsets;
pub mod random_access;
pub mod request;
pub mod scan;
pub mod signatures;
pub mod simulate;
pub mod tags;
pub mod transform;
pub mod value;
pub mod zstd;

pub use error::{Code, Error, Finding, Severity};
pub use value::Value;
