//! Results as dynamic values.
//!
//! The types of [`tagview_core::numbers`] are newtypes, recognised by their names: columns arrive as the bytes of their
//! numbers.

use std::fmt;

use crate::Value;
use crate::value::Name;
use serde::ser::{self, Impossible, Serialize};
use tagview_core::scan::ScanSnapshot;

/// Returns a result as a dynamic value. A value that cannot be represented, such as a map with other keys than texts,
/// is `Null`.
pub fn to_value<T: Serialize + ?Sized>(result: &T) -> Value {
    result.serialize(ToValue).unwrap_or(Value::Null)
}

/// Returns a snapshot as one object: the numbers of tags and bytes read, `order_break`, and
/// `analyses`.
pub fn snapshot(snapshot: &ScanSnapshot) -> Value {
    let mut value = to_value(&snapshot.totals.report(snapshot.is_done, snapshot.findings.clone()));
    if let Value::Map(entries) = &mut value {
        entries.push(("order_break".into(), to_value(&snapshot.order_break)));
        entries.push(("analyses".into(), to_value(&snapshot.results)));
    }
    value
}

/// The error of a value that has no dynamic form; no result of the core has one.
#[derive(Debug)]
struct NoForm;

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value has no dynamic form")
    }
}

impl std::error::Error for NoForm {}

impl ser::Error for NoForm {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

fn owned(entries: Vec<(Name, Value)>) -> Vec<(String, Value)> {
    entries.into_iter().map(|(name, value)| (name.into_owned(), value)).collect()
}

/// Data of users: its numbers may pass 2^53, and its names are those of the file.
fn user_data(value: Value) -> Value {
    match value {
        Value::Count(n) => Value::UInt(n),
        Value::List(list) => Value::List(list.into_iter().map(user_data).collect()),
        Value::Map(entries) => {
            Value::Entries(owned(entries).into_iter().map(|(name, value)| (name, user_data(value))).collect())
        }
        value => value,
    }
}

struct ToValue;

/// The elements of a list.
struct Elements(Vec<Value>);

/// The entries of a map under names that the program or a file chooses.
struct Entries {
    entries: Vec<(Name, Value)>,
    key: Name,
    is_error: bool,
}

/// Keys of errors and findings, in the order in which they are printed.
const ERROR_KEYS: [&str; 6] = ["code", "severity", "message", "offset", "length", "remedy"];

impl ser::Serializer for ToValue {
    type Ok = Value;
    type Error = NoForm;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Impossible<Value, NoForm>;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Impossible<Value, NoForm>;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, v: bool) -> Result<Value, NoForm> {
        Ok(Value::Bool(v))
    }

    fn serialize_i8(self, v: i8) -> Result<Value, NoForm> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_i16(self, v: i16) -> Result<Value, NoForm> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_i32(self, v: i32) -> Result<Value, NoForm> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_i64(self, v: i64) -> Result<Value, NoForm> {
        Ok(Value::Int(v))
    }

    fn serialize_i128(self, v: i128) -> Result<Value, NoForm> {
        Ok(Value::big(v))
    }

    fn serialize_u8(self, v: u8) -> Result<Value, NoForm> {
        Ok(Value::Count(v.into()))
    }

    fn serialize_u16(self, v: u16) -> Result<Value, NoForm> {
        Ok(Value::Count(v.into()))
    }

    fn serialize_u32(self, v: u32) -> Result<Value, NoForm> {
        Ok(Value::Count(v.into()))
    }

    fn serialize_u64(self, v: u64) -> Result<Value, NoForm> {
        Ok(Value::Count(v))
    }

    fn serialize_f32(self, v: f32) -> Result<Value, NoForm> {
        Ok(Value::Float(v.into()))
    }

    fn serialize_f64(self, v: f64) -> Result<Value, NoForm> {
        Ok(Value::Float(v))
    }

    fn serialize_char(self, v: char) -> Result<Value, NoForm> {
        Ok(Value::Text(v.into()))
    }

    fn serialize_str(self, v: &str) -> Result<Value, NoForm> {
        Ok(Value::Text(v.to_owned()))
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<Value, NoForm> {
        Ok(Value::Bytes(v.to_vec()))
    }

    fn serialize_none(self) -> Result<Value, NoForm> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, NoForm> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, NoForm> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, NoForm> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, NoForm> {
        Ok(Value::Text(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, NoForm> {
        let value = value.serialize(self)?;
        Ok(match (name, value) {
            ("Channel" | "Large", Value::Count(number)) => Value::UInt(number),
            ("Counts", Value::Bytes(bytes)) => Value::Counts(bytemuck::pod_collect_to_vec(&bytes)),
            ("Times", Value::Bytes(bytes)) => Value::Times(bytemuck::pod_collect_to_vec(&bytes)),
            ("Floats", Value::Bytes(bytes)) => Value::Floats(bytemuck::pod_collect_to_vec(&bytes)),
            ("Entries", Value::Map(entries)) => Value::Entries(owned(entries)),
            ("UserData", value) => user_data(value),
            (_, value) => value,
        })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<Value, NoForm> {
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Elements, NoForm> {
        Ok(Elements(Vec::with_capacity(len.unwrap_or(0))))
    }

    fn serialize_tuple(self, len: usize) -> Result<Elements, NoForm> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Elements, NoForm> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NoForm> {
        Err(NoForm)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Entries, NoForm> {
        Ok(Entries {
            entries: Vec::with_capacity(len.unwrap_or(0)),
            key: Name::Borrowed(""),
            is_error: false,
        })
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Entries, NoForm> {
        let is_error = name == "Error" || name == "Finding";
        Ok(Entries { is_error, ..self.serialize_map(Some(len))? })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NoForm> {
        Err(NoForm)
    }
}

impl ser::SerializeSeq for Elements {
    type Ok = Value;
    type Error = NoForm;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoForm> {
        self.0.push(value.serialize(ToValue)?);
        Ok(())
    }

    fn end(self) -> Result<Value, NoForm> {
        Ok(Value::List(self.0))
    }
}

impl ser::SerializeTuple for Elements {
    type Ok = Value;
    type Error = NoForm;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoForm> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Value, NoForm> {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleStruct for Elements {
    type Ok = Value;
    type Error = NoForm;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoForm> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Value, NoForm> {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Value;
    type Error = NoForm;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoForm> {
        self.key = match key.serialize(ToValue)? {
            Value::Text(key) => key.into(),
            Value::UInt(channel) => channel.to_string().into(),
            _ => return Err(NoForm),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoForm> {
        let key = std::mem::replace(&mut self.key, Name::Borrowed(""));
        self.entries.push((key, value.serialize(ToValue)?));
        Ok(())
    }

    fn end(self) -> Result<Value, NoForm> {
        Ok(Value::Map(self.entries))
    }
}

impl ser::SerializeStruct for Entries {
    type Ok = Value;
    type Error = NoForm;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), NoForm> {
        let value = match (self.is_error, key, value.serialize(ToValue)?) {
            // An offset in a file may pass 2^53.
            (true, "offset", Value::Count(offset)) => Value::UInt(offset),
            // A finding without a remedy has no such key.
            (true, "remedy", Value::Null) => return Ok(()),
            (_, _, value) => value,
        };
        self.entries.push((key.into(), value));
        Ok(())
    }

    fn end(mut self) -> Result<Value, NoForm> {
        if self.is_error {
            let place = |(key, _): &(Name, Value)| ERROR_KEYS.iter().position(|known| key == known);
            for end in 1..self.entries.len() {
                let at = self.entries[..end].partition_point(|one| place(one) <= place(&self.entries[end]));
                self.entries[at..=end].rotate_right(1);
            }
        }
        Ok(Value::Map(self.entries))
    }
}
