//! The formats of tags.

use bytes::Bytes;
use tagview_core::Error;
use tagview_core::tags::Tag;

use crate::Layout;
use crate::formats::{arrow, capnp, csv, custom, flatbuffers, msgpack, parquet, protobuf};

/// A format of tags. `docs/compare.md` describes the layout of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `channel,time` lines that end with `\r\n`.
    CsvWindows,
    /// `channel,time` lines that end with `\n`.
    CsvUnix,
    /// One Cap'n Proto message of the recordings' own schema.
    Capnp,
    /// The same in Cap'n Proto's packed form.
    CapnpPacked,
    /// A FlatBuffers table with a vector of structs.
    FlatBuffers,
    /// A Protocol Buffers message with a repeated message.
    Protobuf,
    /// A MessagePack array of arrays.
    MessagePack,
    /// Records of 9 bytes.
    Custom,
    /// An Arrow IPC file with two columns.
    Arrow,
    /// A Parquet file with two columns.
    Parquet,
}

impl Layout for Format {
    type Item = Tag;

    const ALL: &'static [Self] = &[
        Self::CsvWindows,
        Self::CsvUnix,
        Self::Capnp,
        Self::CapnpPacked,
        Self::FlatBuffers,
        Self::Protobuf,
        Self::MessagePack,
        Self::Custom,
        Self::Arrow,
        Self::Parquet,
    ];

    const BASELINE: Self = Self::CsvWindows;

    fn id(self) -> &'static str {
        match self {
            Self::CsvWindows => "csv-windows",
            Self::CsvUnix => "csv-unix",
            Self::Capnp => "capnp",
            Self::CapnpPacked => "capnp-packed",
            Self::FlatBuffers => "flatbuffers",
            Self::Protobuf => "protobuf",
            Self::MessagePack => "msgpack",
            Self::Custom => "custom",
            Self::Arrow => "arrow",
            Self::Parquet => "parquet",
        }
    }

    fn encode(self, tags: &[Tag]) -> Result<Bytes, Error> {
        let encoded = match self {
            Self::CsvWindows => csv::encode(tags, csv::Lines::Windows),
            Self::CsvUnix => csv::encode(tags, csv::Lines::Unix),
            Self::Capnp => capnp::encode(tags),
            Self::CapnpPacked => capnp::encode_packed(tags),
            Self::FlatBuffers => flatbuffers::encode(tags),
            Self::Protobuf => Ok(protobuf::encode(tags)),
            Self::MessagePack => msgpack::encode(tags),
            Self::Custom => Ok(custom::encode(tags)),
            Self::Arrow => arrow::encode(tags),
            Self::Parquet => parquet::encode(tags),
        };
        encoded.map(Bytes::from)
    }

    fn decode(self, bytes: &Bytes) -> Result<Vec<Tag>, Error> {
        match self {
            Self::CsvWindows | Self::CsvUnix => csv::decode(bytes),
            Self::Capnp => capnp::decode(bytes),
            Self::CapnpPacked => capnp::decode_packed(bytes),
            Self::FlatBuffers => flatbuffers::decode(bytes),
            Self::Protobuf => protobuf::decode(bytes),
            Self::MessagePack => msgpack::decode(bytes),
            Self::Custom => custom::decode(bytes),
            Self::Arrow => arrow::decode(bytes),
            Self::Parquet => parquet::decode(bytes),
        }
    }

    fn one(self, bytes: &Bytes, index: usize) -> Result<Tag, Error> {
        match self {
            Self::CsvWindows | Self::CsvUnix => csv::tag(bytes, index),
            Self::Capnp => capnp::tag(bytes, index),
            Self::CapnpPacked => capnp::tag_packed(bytes, index),
            Self::FlatBuffers => flatbuffers::tag(bytes, index),
            Self::Protobuf => protobuf::tag(bytes, index),
            Self::MessagePack => msgpack::tag(bytes, index),
            Self::Custom => custom::tag(bytes, index),
            Self::Arrow => arrow::tag(bytes, index),
            Self::Parquet => parquet::tag(bytes, index),
        }
    }
}
