//! One file for each format (both forms of Cap'n Proto share one): `encode`, `decode`, and `one`, which reads a single
//! reference. All bounds are those of the existing bytes.

pub mod capnp;
pub mod flatbuffers;
pub mod msgpack;
