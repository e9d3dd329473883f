//! One file for each format (both forms of Cap'n Proto share one): `encode`, `decode`, and `one`, which reads a single
//! reference. All bounds are checked against the length of the bytes.

pub mod capnp;
pub mod flatbuffers;
pub mod msgpack;
