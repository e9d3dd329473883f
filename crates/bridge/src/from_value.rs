//! Typed requests from dynamic values, with errors that name the key that is wrong.

use std::fmt;

use crate::Value;
use serde::Deserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use tagview_core::{Code, Error};

/// Reads a request. A key with `Null` counts as absent.
///
/// # Errors
/// `Usage` with the key that is missing, of the wrong type or unknown, and the name of the struct.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    T::deserialize(FromValue(value)).map_err(|wrong| wrong.report("the request"))
}

/// The error of a value.
#[derive(Debug)]
enum Wrong {
    /// An error that names the wrong key.
    Reported(Error),
    /// The value is not of this kind; a caller adds the name of the key.
    NotA(Kind),
    NotAList(Box<Wrong>),
    Other(String),
    Unknown {
        key: String,
        known: &'static [&'static str],
    },
    UnknownName {
        name: String,
        known: &'static [&'static str],
    },
    Missing(&'static str),
}

/// One value, and several of them.
type Kind = (&'static str, &'static str);

const TICKS: Kind = ("a whole number of ticks", "whole numbers of ticks");
const UNSIGNED: Kind = ("a whole number, 0 or greater", "whole numbers, 0 or greater");
const NUMBER: Kind = ("a number", "numbers");
const TEXT: Kind = ("a word", "words");
const BOOL: Kind = ("true or false", "true or false");
const MAP: Kind = ("an object of named values", "objects of named values");
const LIST: Kind = ("a list", "lists");

impl Wrong {
    /// The kind of value that is wanted, in the singular or in the plural.
    fn wanted(&self, plural: bool) -> Option<String> {
        match self {
            Self::NotA(kind) => Some(if plural { kind.1 } else { kind.0 }.to_owned()),
            Self::NotAList(of) => {
                let lists = if plural { "lists" } else { "a list" };
                Some(of.wanted(true).map_or(lists.to_owned(), |of| format!("{lists} of {of}")))
            }
            _ => None,
        }
    }

    /// Names the key whose value it is.
    fn of_key(self, key: &str) -> Self {
        let usage = |message, remedy| Self::Reported(Error::new(Code::Usage, message, remedy));
        match self.wanted(false) {
            Some(wanted) => usage(format!("`{key}` is not {wanted}"), format!("give {wanted}")),
            None => match self {
                Self::Other(what) => {
                    usage(format!("`{key}` is not as expected: {what}"), "correct this value".into())
                }
                Self::UnknownName { known, .. } => {
                    let known = known.iter().map(|one| format!("\"{one}\"")).collect::<Vec<_>>();
                    let known = known.join(", ");
                    usage(format!("`{key}` is none of {known}"), "give one of these values".into())
                }
                other => Self::Reported(other.report(key)),
            },
        }
    }

    /// Returns the error of the request `what`.
    fn report(self, what: &str) -> Error {
        let usage = |message: String, remedy: String| Error::new(Code::Usage, message, remedy);
        match self {
            Self::Reported(error) => error,
            Self::Unknown { key, known: [] } => usage(
                format!("`{key}` is not a parameter of {what}"),
                "leave it out: there are no parameters".into(),
            ),
            Self::Unknown { key, known } => usage(
                format!("`{key}` is not a parameter of {what}"),
                format!("choose from {}", known.join(", ")),
            ),
            Self::UnknownName { name, known } => usage(
                format!("\"{name}\" is not a known name in {what}"),
                format!("choose from {}", known.join(", ")),
            ),
            Self::Missing(key) => usage(format!("`{key}` is missing"), "give a value for it".into()),
            Self::Other(message) => usage(format!("{what} is wrong: {message}"), "change it".into()),
            Self::NotA(_) | Self::NotAList(_) => {
                let wanted = self.wanted(false).unwrap_or_default();
                usage(format!("{what} is not {wanted}"), format!("give {wanted}"))
            }
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Other(message.to_string())
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::Other(format!("expected {expected}"))
    }

    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self::NotAList(Box::new(Self::Other(String::new())))
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::UnknownName { name: name.to_owned(), known }
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::Unknown { key: key.to_owned(), known }
    }

    fn missing_field(key: &'static str) -> Self {
        Self::Missing(key)
    }
}

#[derive(Clone, Copy)]
struct FromValue<'a>(&'a Value);

/// Returns a whole number; floating-point numbers from JavaScript are exact up to 2^53.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => Some(*n),
        Value::UInt(n) | Value::Count(n) => i64::try_from(*n).ok(),
        Value::Float(x) if x.fract() == 0.0 && x.abs() <= 9_007_199_254_740_992.0 => Some(*x as i64),
        _ => None,
    }
}

impl FromValue<'_> {
    fn signed(self) -> Result<i64, Wrong> {
        whole(self.0).ok_or(Wrong::NotA(TICKS))
    }

    fn unsigned(self) -> Result<u64, Wrong> {
        match self.0 {
            Value::UInt(n) | Value::Count(n) => Ok(*n),
            value => whole(value).and_then(|n| u64::try_from(n).ok()).ok_or(Wrong::NotA(UNSIGNED)),
        }
    }

    fn float(self) -> Result<f64, Wrong> {
        match self.0 {
            Value::Float(x) if x.is_finite() => Ok(*x),
            Value::Int(n) => Ok(*n as f64),
            Value::UInt(n) | Value::Count(n) => Ok(*n as f64),
            _ => Err(Wrong::NotA(NUMBER)),
        }
    }

    fn text(self) -> Result<String, Wrong> {
        match self.0 {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(Wrong::NotA(TEXT)),
        }
    }
}

macro_rules! signed {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            visitor.visit_i64(self.signed()?)
        }
    )*};
}

macro_rules! unsigned {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            visitor.visit_u64(self.unsigned()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for FromValue<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Int(n) => visitor.visit_i64(*n),
            Value::UInt(n) | Value::Count(n) => visitor.visit_u64(*n),
            Value::Float(x) => visitor.visit_f64(*x),
            Value::Text(text) => visitor.visit_str(text),
            Value::Bytes(bytes) => visitor.visit_bytes(bytes),
            Value::Map(_) | Value::Entries(_) => self.deserialize_map(visitor),
            _ => self.deserialize_seq(visitor),
        }
    }

    signed! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }
    unsigned! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            _ => Err(Wrong::NotA(BOOL)),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_f64(self.float()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if *self.0 == Value::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::List(list) => visitor.visit_seq(List(list.iter())),
            _ => Err(Wrong::NotA(LIST)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_map(Map::of(self.0, |_| true)?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_map(visitor).map_err(|wrong| Wrong::Reported(wrong.report(name)))
    }

    /// A word, or an object: its `name` is that of the variant, and its other entries except `id` are the content.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match (self.0, self.0.get("name")) {
            (Value::Text(name), _) => visitor.visit_enum(name.as_str().into_deserializer()),
            (content, Some(Value::Text(name))) => visitor.visit_enum(Variant { name, content }),
            _ => Err(Wrong::NotA(TEXT)),
        }
    }

    forward_to_deserialize_any! { f32 char bytes byte_buf unit unit_struct tuple_struct ignored_any }
}

struct List<'a>(std::slice::Iter<'a, Value>);

impl<'de> de::SeqAccess<'de> for List<'_> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        let Some(value) = self.0.next() else { return Ok(None) };
        seed.deserialize(FromValue(value)).map(Some).map_err(|wrong| match wrong {
            wrong @ (Wrong::NotA(_) | Wrong::NotAList(_)) => Wrong::NotAList(Box::new(wrong)),
            wrong => wrong,
        })
    }
}

/// The entries that are not `Null`.
struct Map<'a> {
    entries: std::vec::IntoIter<(&'a str, &'a Value)>,
    next: Option<(&'a str, &'a Value)>,
}

impl<'a> Map<'a> {
    fn of(value: &'a Value, is_wanted: impl Fn(&str) -> bool) -> Result<Self, Wrong> {
        let all: Vec<(&str, &Value)> = match value {
            Value::Map(entries) => entries.iter().map(|(key, value)| (key.as_ref(), value)).collect(),
            Value::Entries(entries) => entries.iter().map(|(key, value)| (key.as_str(), value)).collect(),
            _ => return Err(Wrong::NotA(MAP)),
        };
        let given = all.into_iter().filter(|(key, value)| **value != Value::Null && is_wanted(key));
        Ok(Self { entries: given.collect::<Vec<_>>().into_iter(), next: None })
    }
}

impl<'de> de::MapAccess<'de> for Map<'_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        self.next = self.entries.next();
        self.next.map(|(key, _)| seed.deserialize(key.into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let (key, value) = self.next.unwrap_or(("", &Value::Null));
        seed.deserialize(FromValue(value)).map_err(|wrong| wrong.of_key(key))
    }
}

/// A variant of an enum, and the object that names it.
struct Variant<'a> {
    name: &'a str,
    content: &'a Value,
}

impl<'de> de::EnumAccess<'de> for Variant<'_> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Wrong> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Wrong> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Wrong> {
        Err(Wrong::NotA(MAP))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_any(visitor)
    }
}

/// The content of a variant: an object.
impl<'de> Deserializer<'de> for Variant<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let content = Map::of(self.content, |key| key != "name" && key != "id")?;
        visitor.visit_map(content).map_err(|wrong| Wrong::Reported(wrong.report(self.name)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
