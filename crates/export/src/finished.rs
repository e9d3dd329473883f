//! Description of a written file.

use tagview_core::Value;

/// Result of a sink's `finish`.
pub(crate) fn finished(tags: u64, head: Option<Vec<u8>>) -> Value {
    Value::map([("tags", Value::Count(tags)), ("head", head.map_or(Value::Null, Value::Bytes))])
}
