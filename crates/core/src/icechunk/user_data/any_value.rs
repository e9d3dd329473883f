//! Any value that serde's formats have, within bounds of depth and number.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Bytes of strings that one byte of input may stand for: FlexBuffers share the strings of keys.
const MAX_SHARING: usize = 64;

/// Limits for the number of values and for the total length of texts.
pub struct Budget {
    values: Cell<usize>,
    text: Cell<usize>,
}

impl Budget {
    /// For an encoded value of `bytes` bytes: none of the encodings has more values than bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            values: Cell::new(bytes.saturating_add(1)),
            text: Cell::new(bytes.saturating_mul(MAX_SHARING)),
        }
    }

    /// Whether one more value fits.
    pub fn value(&self) -> bool {
        take(&self.values, 1)
    }

    /// Whether a string of `bytes` bytes fits.
    pub fn text(&self, bytes: usize) -> bool {
        take(&self.text, bytes)
    }
}

fn take(left: &Cell<usize>, n: usize) -> bool {
    let rest = left.get().checked_sub(n);
    left.set(rest.unwrap_or(0));
    rest.is_some()
}

/// A number; null if it is not finite.
pub fn float(x: f64) -> Value {
    Number::from_f64(x).map_or(Value::Null, Value::Number)
}

/// The next value, with at most `depth` more values around one another.
#[derive(Clone, Copy)]
pub struct AnyValue<'b> {
    pub budget: &'b Budget,
    pub depth: usize,
}

impl<'b> AnyValue<'b> {
    fn inner<E: serde::de::Error>(self) -> Result<AnyValue<'b>, E> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Self { depth, ..self }),
            None => Err(E::custom("values are nested too deeply")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if !self.budget.value() {
            return Err(D::Error::custom("there are more values than bytes"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON has")
    }

    fn visit_bool<E>(self, b: bool) -> Result<Value, E> {
        Ok(Value::Bool(b))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Value, E> {
        Ok(Value::Number(n.into()))
    }

    fn visit_u64<E>(self, n: u64) -> Result<Value, E> {
        Ok(Value::Number(n.into()))
    }

    fn visit_f64<E>(self, x: f64) -> Result<Value, E> {
        Ok(float(x))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.inner()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(value) = elements.next_element_seed(inner)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            map.insert(key, entries.next_value_seed(inner)?);
        }
        Ok(Value::Object(map))
    }
}
