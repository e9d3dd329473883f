//! Values that users attach to nodes, commits and repositories: a JSON value in one of three encodings.

mod any_value;
mod flexbuffer;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeSeed as _;
use serde_json::Value;

use any_value::{AnyValue, Budget};

/// Values in values at most.
const MAX_DEPTH: usize = 64;

/// A value as JSON has them, with exact integers and keys in the order of the file; null if it can't be read.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct UserData(pub Value);

#[cfg(feature = "schema")]
impl JsonSchema for UserData {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "UserData".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        true.into()
    }
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// JSON text: a node's `zarr.json`.
    Json,
    /// MessagePack, in version 1 of the specification.
    MessagePack,
    /// FlexBuffers, since version 2.
    FlexBuffers,
}

impl Encoding {
    /// The encoding of metadata of commits and repositories.
    pub fn of_version(spec_version: u8) -> Self {
        if spec_version == 1 { Self::MessagePack } else { Self::FlexBuffers }
    }

    /// Decodes the value in `bytes`.
    ///
    /// # Errors
    /// A description that can follow "are not".
    pub fn read(self, bytes: &[u8]) -> Result<UserData, String> {
        self.value(bytes).map(UserData)
    }

    fn value(self, bytes: &[u8]) -> Result<Value, String> {
        let budget = Budget::new(bytes.len());
        let seed = AnyValue { budget: &budget, depth: MAX_DEPTH };
        match self {
            Self::Json => {
                let mut json = serde_json::Deserializer::from_slice(bytes);
                let value = seed.deserialize(&mut json).and_then(|value| json.end().map(|()| value));
                value.map_err(|error| format!("JSON ({error})"))
            }
            Self::MessagePack => {
                let mut rest = bytes;
                let mut message = rmp_serde::Deserializer::new(&mut rest);
                message.set_max_depth(MAX_DEPTH);
                let value = seed.deserialize(&mut message);
                let value = value.map_err(|error| format!("MessagePack ({error})"))?;
                match rest.len() {
                    0 => Ok(value),
                    trailing => Err(format!("MessagePack (bytes after its end: {trailing})")),
                }
            }
            Self::FlexBuffers => {
                flexbuffer::read(bytes, &budget, MAX_DEPTH).map_err(|what| format!("FlexBuffers ({what})"))
            }
        }
    }
}
