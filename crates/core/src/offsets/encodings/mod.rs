//! The seven encodings that Mimir's designers measured before choosing text.
//!
//! Binary ones are base64 in the standard alphabet with padding; snappy is its block format;
//! varints are zigzag LEB128 as Go's `binary.PutVarint`; fixed widths are little-endian.

mod base64;
mod codec;
mod fixed;
mod snappy;
mod text_position;
mod varint;

pub use codec::{decode, encode, lookup};
