//! Values of the core as Python objects, and requests back.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{PyAnyMethods, PyDictMethods, PyResult, Python};
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use pyo3::{Bound, IntoPyObject, PyAny};
use tagview_bridge::Value;
use tagview_core::{Error, Finding};

/// Depth of nested lists and dicts in a request, at most.
const MAX_DEPTH: usize = 16;

/// Converts a value: columns are numpy arrays of 64 bits, numbers that are not finite are `None`.
pub fn to_python<'py>(py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, value).to_owned().into_any(),
        Value::Int(n) => n.into_pyobject(py)?.into_any(),
        Value::UInt(n) | Value::Count(n) => n.into_pyobject(py)?.into_any(),
        Value::Big(n) => (*n).into_pyobject(py)?.into_any(),
        Value::Float(x) if x.is_finite() => PyFloat::new(py, x).into_any(),
        Value::Float(_) => py.None().into_bound(py),
        Value::Text(text) => PyString::new(py, &text).into_any(),
        Value::Bytes(bytes) => PyBytes::new(py, &bytes).into_any(),
        // Counts are below 2^53.
        Value::Counts(counts) => PyArray1::from_iter(py, counts.into_iter().map(|n| n as i64)).into_any(),
        Value::Times(times) => times.into_pyarray(py).into_any(),
        Value::Floats(floats) => floats.into_pyarray(py).into_any(),
        Value::List(list) => {
            let items = list.into_iter().map(|value| to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Map(map) => {
            let dict = PyDict::new(py);
            for (name, value) in map {
                dict.set_item(&*name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
        Value::Entries(entries) => {
            let dict = PyDict::new(py);
            for (name, value) in entries {
                dict.set_item(name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Converts findings of a recording to a list of dicts in the form of errors.
pub fn findings_to_python(py: Python<'_>, findings: Vec<Finding>) -> PyResult<Bound<'_, PyAny>> {
    let errors = findings.into_iter().map(Error::from);
    to_python(py, Value::List(errors.map(|error| Value::from(&error)).collect()))
}

/// Converts a request of dicts, lists, texts and numbers.
///
/// # Errors
/// `TypeError` for any other type, and for an integer of more than 64 bits.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    convert(object, 0)
}

fn convert(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(PyTypeError::new_err("the request is nested too deeply"));
    }
    let list = |items: Vec<Bound<'_, PyAny>>| -> PyResult<Value> {
        Ok(Value::List(items.iter().map(|item| convert(item, depth + 1)).collect::<PyResult<_>>()?))
    };
    if object.is_none() {
        Ok(Value::Null)
    } else if let Ok(value) = object.cast::<PyBool>() {
        Ok(Value::Bool(value.extract()?))
    } else if object.is_instance_of::<PyInt>() {
        match (object.extract::<i64>(), object.extract::<u64>()) {
            (Ok(n), _) => Ok(Value::Int(n)),
            (Err(_), Ok(n)) => Ok(Value::UInt(n)),
            _ => Err(PyTypeError::new_err("an integer of the request has more than 64 bits")),
        }
    } else if object.is_instance_of::<PyFloat>() {
        Ok(Value::Float(object.extract()?))
    } else if object.is_instance_of::<PyString>() {
        Ok(Value::Text(object.extract()?))
    } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        list(object.try_iter()?.collect::<PyResult<_>>()?)
    } else if let Ok(dict) = object.cast::<PyDict>() {
        let entry = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| -> PyResult<_> {
            Ok((name.extract::<String>()?.into(), convert(&value, depth + 1)?))
        };
        Ok(Value::Map(dict.iter().map(entry).collect::<PyResult<_>>()?))
    } else {
        let kind = object.get_type().to_string();
        Err(PyTypeError::new_err(format!("a request has no value of {kind}")))
    }
}
