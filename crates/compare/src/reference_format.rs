//! The formats of references of an Icechunk manifest: those considered for its own.

use bytes::Bytes;
use tagview_core::Error;
use tagview_core::icechunk::Reference;

use crate::Layout;
use crate::references::{capnp, flatbuffers, msgpack};

/// A format of references. `docs/compare.md` describes the layout of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceFormat {
    /// A manifest after Icechunk's specification, with one array.
    FlatBuffers,
    /// One Cap'n Proto message.
    Capnp,
    /// The same in Cap'n Proto's packed form.
    CapnpPacked,
    /// A MessagePack array of arrays.
    MessagePack,
}

impl Layout for ReferenceFormat {
    type Item = Reference;

    const ALL: &'static [Self] = &[Self::FlatBuffers, Self::Capnp, Self::CapnpPacked, Self::MessagePack];

    const BASELINE: Self = Self::FlatBuffers;

    fn id(self) -> &'static str {
        match self {
            Self::FlatBuffers => "flatbuffers",
            Self::Capnp => "capnp",
            Self::CapnpPacked => "capnp-packed",
            Self::MessagePack => "msgpack",
        }
    }

    fn encode(self, references: &[Reference]) -> Result<Bytes, Error> {
        let encoded = match self {
            Self::FlatBuffers => flatbuffers::encode(references),
            Self::Capnp => capnp::encode(references),
            Self::CapnpPacked => capnp::encode_packed(references),
            Self::MessagePack => msgpack::encode(references),
        };
        encoded.map(Bytes::from)
    }

    fn decode(self, bytes: &Bytes) -> Result<Vec<Reference>, Error> {
        match self {
            Self::FlatBuffers => flatbuffers::decode(bytes),
            Self::Capnp => capnp::decode(bytes),
            Self::CapnpPacked => capnp::decode_packed(bytes),
            Self::MessagePack => msgpack::decode(bytes),
        }
    }

    fn one(self, bytes: &Bytes, index: usize) -> Result<Reference, Error> {
        match self {
            Self::FlatBuffers => flatbuffers::one(bytes, index),
            Self::Capnp => capnp::one(bytes, index),
            Self::CapnpPacked => capnp::one_packed(bytes, index),
            Self::MessagePack => msgpack::one(bytes, index),
        }
    }
}
