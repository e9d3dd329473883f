//! Converts values and errors of the core to JavaScript's, and requests from JavaScript.

use std::borrow::Cow;

use js_sys::{Array, BigInt, BigInt64Array, Float64Array, Map, Object, Reflect, Uint8Array};
use serde::Serialize;
use tagview_bridge::Value;
use tagview_bridge::to_value;
use tagview_core::{Code, Error};
use wasm_bindgen::{JsCast, JsValue};

/// The largest whole number up to which every `f64` is exact: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// `value` as JavaScript sees it; the variants of [`Value`] say how.
pub fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(b) => JsValue::from_bool(*b),
        Value::Int(n) => JsValue::from(*n),
        Value::UInt(n) => JsValue::from(*n),
        Value::Big(n) => JsValue::from(**n),
        Value::Count(n) => JsValue::from_f64(*n as f64),
        Value::Float(x) if x.is_finite() => JsValue::from_f64(*x),
        Value::Float(_) => JsValue::NULL,
        Value::Text(text) => JsValue::from_str(text),
        Value::Bytes(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        Value::Counts(counts) => counts_to_js(counts).into(),
        Value::Times(times) => BigInt64Array::from(times.as_slice()).into(),
        Value::Floats(floats) => Float64Array::from(floats.as_slice()).into(),
        Value::List(list) => list.iter().map(to_js).collect::<Array>().into(),
        Value::Map(entries) if entries.iter().all(|(name, _)| matches!(name, Cow::Borrowed(_))) => {
            let object = Object::new();
            for (name, value) in entries {
                set(&object, name, &to_js(value));
            }
            object.into()
        }
        // A name that is not a literal may be `__proto__`, whose assignment would set the prototype.
        Value::Map(entries) => {
            let pairs =
                entries.iter().map(|(name, value)| Array::of2(&JsValue::from_str(name), &to_js(value)));
            Object::from_entries(&pairs.collect::<Array>()).map_or(JsValue::NULL, JsValue::from)
        }
        Value::Entries(entries) => {
            let map = Map::new();
            for (name, value) in entries {
                map.set(&JsValue::from_str(name), &to_js(value));
            }
            map.into()
        }
    }
}

/// Numbers converted at a time: a full copy of a long histogram would double its memory.
const COUNTS: usize = 1 << 12;

fn counts_to_js(counts: &[u64]) -> Float64Array {
    let array = Float64Array::new_with_length(counts.len() as u32);
    let mut from = 0;
    for some in counts.chunks(COUNTS) {
        let some: Vec<f64> = some.iter().map(|n| *n as f64).collect();
        let to = from + some.len() as u32;
        array.subarray(from, to).copy_from(&some);
        from = to;
    }
    array
}

/// A result as JavaScript sees it.
pub fn result_to_js<T: Serialize>(result: &T) -> JsValue {
    to_js(&to_value(result))
}

/// A request from JavaScript, as `read` reads it; for constructors, which throw its errors.
pub fn request_from_js<T>(js: &JsValue, read: impl FnOnce(&Value) -> Result<T, Error>) -> Result<T, JsValue> {
    from_js(js).and_then(|value| read(&value)).map_err(thrown)
}

/// A request from JavaScript as a value. What has no counterpart (functions, symbols) is an error.
///
/// # Errors
/// `Usage` naming the kind of value that can't be understood.
pub fn from_js(js: &JsValue) -> Result<Value, Error> {
    if js.is_null() || js.is_undefined() {
        Ok(Value::Null)
    } else if let Some(b) = js.as_bool() {
        Ok(Value::Bool(b))
    } else if let Some(x) = js.as_f64() {
        // Whole numbers come as Int, so that the core needs one test for "whole".
        Ok(if x.fract() == 0.0 && x.abs() <= EXACT { Value::Int(x as i64) } else { Value::Float(x) })
    } else if let Some(text) = js.as_string() {
        Ok(Value::Text(text))
    } else if js.is_bigint() {
        let big: BigInt = js.clone().unchecked_into();
        i64::try_from(big.clone())
            .map(Value::Int)
            .or_else(|_| u64::try_from(big).map(Value::UInt))
            .map_err(|_| Error::new(Code::Usage, "a number does not fit into 64 bits", "give a smaller one"))
    } else if Array::is_array(js) {
        Array::from(js).iter().map(|item| from_js(&item)).collect::<Result<_, _>>().map(Value::List)
    } else if js.is_object() && !js.is_function() {
        let object: &Object = js.unchecked_ref();
        Object::entries(object)
            .iter()
            .map(|entry| {
                let entry: Array = entry.unchecked_into();
                Ok((entry.get(0).as_string().unwrap_or_default().into(), from_js(&entry.get(1))?))
            })
            .collect::<Result<_, _>>()
            .map(Value::Map)
    } else {
        Err(Error::new(
            Code::Usage,
            "a request holds a value that can't be understood",
            "give only numbers, text, lists and objects",
        ))
    }
}

/// An error as the object that JavaScript catches, `{code, message, offset, remedy}`; for `map_err`.
pub fn thrown(error: Error) -> JsValue {
    to_js(&Value::from(&error))
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a property of an object made just now can't fail.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}
