//! Requests from JSON, and results as JSON.

use serde_json::{Map, Number, Value as Json};

use crate::Value;

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(value),
            Json::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(n), _) => Self::Int(n),
                (None, Some(n)) => Self::UInt(n),
                (None, None) => Self::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Self::Text(text),
            Json::Array(list) => Self::List(list.into_iter().map(Self::from).collect()),
            Json::Object(map) => {
                Self::Map(map.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
            }
        }
    }
}

/// Integers stay exact up to 64 bits; larger ones are texts. Numbers that are not finite are `null`.
impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(n) => (*n).into(),
            Value::UInt(n) | Value::Count(n) => (*n).into(),
            Value::Big(n) => Self::String(n.to_string()),
            Value::Float(x) => Number::from_f64(*x).map_or(Self::Null, Self::Number),
            Value::Text(text) => Self::String(text.clone()),
            Value::Bytes(bytes) => bytes.as_slice().into(),
            Value::Counts(counts) => counts.as_slice().into(),
            Value::Times(times) => times.as_slice().into(),
            Value::Floats(floats) => floats.iter().map(|x| Self::from(&Value::Float(*x))).collect(),
            Value::List(list) => list.iter().map(Self::from).collect(),
            Value::Map(map) => {
                Self::Object(map.iter().map(|(name, value)| (name.to_string(), value.into())).collect())
            }
            Value::Entries(entries) => {
                let entries = entries.iter().map(|(name, value)| (name.clone(), value.into()));
                Self::Object(entries.collect::<Map<_, _>>())
            }
        }
    }
}
