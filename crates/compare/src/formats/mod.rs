//! One file for each format (both kinds of lines, and both forms of Cap'n Proto, share one): `encode`, `decode`, and
//! `tag`, which reads a single one. All bounds are those of the existing bytes.

pub mod arrow;
pub mod capnp;
pub mod csv;
pub mod custom;
pub mod flatbuffers;
pub mod msgpack;
pub mod parquet;
pub mod protobuf;

use bytemuck::AnyBitPattern;

/// The values in `bytes`, which may be unaligned; an incomplete last value is dropped.
fn copied<T: AnyBitPattern>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}
