//! Results of tagview for given tags.

use serde_json::Value as Json;
use tagview_bridge::{Value, requests, to_value};
use tagview_core::tags::Tag;

/// The result of the analysis called `name` over `tags`.
pub fn ask(tags: &[Tag], name: &str, request: &Json) -> Value {
    let Value::Map(mut entries) = value(request) else { panic!("no object: {request}") };
    entries.push(("name".into(), Value::Text(name.to_owned())));
    let request = requests::analysis_request(&Value::Map(entries)).expect("a sound request");
    let mut analysis = request.analysis.start().expect("a sound request");
    analysis.push_tags(tags).expect("tags that can be taken");
    to_value(&analysis.result())
}

/// The value at `path` in a result: keys and indices separated by dots, as in `channels.0.mean`.
pub fn at<'a>(result: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(result, |value, step| {
        match value {
            Value::List(list) => step.parse().ok().and_then(|k: usize| list.get(k)),
            value => value.get(step),
        }
        .unwrap_or_else(|| panic!("there is no {step} of {path} in {result:?}"))
    })
}

/// The number at `path`; `None` if it is null.
pub fn number(result: &Value, path: &str) -> Option<f64> {
    match at(result, path) {
        Value::Null => None,
        Value::Float(x) => x.is_finite().then_some(*x),
        Value::Int(n) => Some(*n as f64),
        Value::UInt(n) | Value::Count(n) => Some(*n as f64),
        Value::Big(n) => Some(**n as f64),
        other => panic!("{path} is no number: {other:?}"),
    }
}

/// The codes of the remarks about `key` in the map at `path` (empty: in the result itself).
pub fn remarks(result: &Value, path: &str, key: &str) -> Vec<String> {
    let holder = if path.is_empty() { result } else { at(result, path) };
    let Value::List(remarks) = at(holder, "remarks") else { panic!("remarks are a list") };
    let text = |remark: &Value, key: &str| match at(remark, key) {
        Value::Text(text) => text.clone(),
        other => panic!("{key} is no text: {other:?}"),
    };
    remarks.iter().filter(|remark| text(remark, "about") == key).map(|remark| text(remark, "code")).collect()
}

/// A request in the form of the core's values.
pub fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => Value::Int(n),
            (None, Some(n)) => Value::UInt(n),
            (None, None) => Value::Float(number.as_f64().expect("a number")),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(list) => Value::List(list.iter().map(value).collect()),
        Json::Object(map) => {
            Value::Map(map.iter().map(|(key, entry)| (key.clone().into(), value(entry))).collect())
        }
    }
}
