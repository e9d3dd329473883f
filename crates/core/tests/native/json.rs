//! Requests as JSON.

use serde_json::Value as Json;
use tagview_bridge::{Value, requests, to_value};
use tagview_core::native::ScanOutcome;
use tagview_core::{Error, Recording};

/// A request as a binding gets it.
pub fn value(json: Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(value),
        Json::Number(number) => {
            number.as_i64().map_or_else(|| Value::Float(number.as_f64().unwrap()), Value::Int)
        }
        Json::String(text) => Value::Text(text),
        Json::Array(list) => Value::List(list.into_iter().map(value).collect()),
        Json::Object(map) => {
            Value::Map(map.into_iter().map(|(key, json)| (key.into(), value(json))).collect())
        }
    }
}

pub fn run(recording: &Recording, request: &Value) -> Result<ScanOutcome, Error> {
    recording.scan(&requests::scan_request(request)?)
}

/// As text: values that are not a number are equal then.
pub fn text(outcome: &ScanOutcome) -> String {
    format!("{:?}", to_value(&outcome.results))
}
