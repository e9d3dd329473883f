//! Numbers in results: channels, and columns of counts, times and measurements.
//!
//! Self-describing formats such as JSON get columns as lists of numbers. Other serializers get a newtype that names the
//! column, with the bytes of its numbers in native byte order, so that no number is converted alone.

#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The number of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Channel(pub u64);

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! columns {
    ($($(#[doc = $doc:literal])* $column:ident = $name:literal($number:ty);)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $column(pub Vec<$number>);

        impl Deref for $column {
            type Target = Vec<$number>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl Serialize for $column {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    self.0.serialize(serializer)
                } else {
                    let bytes = BytesOf(bytemuck::cast_slice(&self.0));
                    serializer.serialize_newtype_struct($name, &bytes)
                }
            }
        }

        #[cfg(feature = "schema")]
        impl JsonSchema for $column {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "array", "format": $name})
            }
        }
    )*};
}

columns! {
    /// Counts of a histogram.
    Counts = "Counts"(u64);
    /// Times or edges in ticks, partitions, offsets.
    Integers = "Times"(i64);
    /// Measurements; NaN, in JSON null, where a value is unknown.
    Floats = "Floats"(f64);
}

struct BytesOf<'a>(&'a [u8]);

impl Serialize for BytesOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// Bytes of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Bytes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Bytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "format": "Bytes"})
    }
}

/// An unsigned number that may pass 2^53: a byte offset, a size of stored data, a time since 1970.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Large(pub u64);

#[cfg(feature = "schema")]
impl JsonSchema for Large {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Large".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "format": "large"})
    }
}

/// Values under names that a file chooses, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = EntriesOf(&self.0);
        if serializer.is_human_readable() {
            entries.serialize(serializer)
        } else {
            serializer.serialize_newtype_struct("Entries", &entries)
        }
    }
}

struct EntriesOf<'a, T>(&'a [(String, T)]);

impl<T: Serialize> Serialize for EntriesOf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Entries<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Entries{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({"type": "object", "format": "Entries", "additionalProperties": value})
    }
}

/// A part of a column of a result.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Column {
    /// Counts of a histogram.
    Counts(Counts),
    /// Measurements.
    Floats(Floats),
}

/// One value for each of some channels, ascending.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ByChannel<T>(pub Vec<(u64, T)>);

impl<T: Serialize> Serialize for ByChannel<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(channel, value)| (channel.to_string(), value)))
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Channel {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Channel".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "format": "channel"})
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for ByChannel<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("ByChannel{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "additionalProperties": generator.subschema_for::<T>()})
    }
}
