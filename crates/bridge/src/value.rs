//! Results in a form every binding can convert without knowing the analysis.

use std::borrow::Cow;

use tagview_core::Error;

use crate::to_value::to_value;

/// The name of a map's entry. Almost all are literals, which are not copied for each channel.
pub type Name = Cow<'static, str>;

/// A tree of exact values. Bindings turn it into their own objects: see each variant.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No such value (`null`).
    Null,
    /// A truth value.
    Bool(bool),
    /// A time in ticks, or any signed number that may pass 2^53.
    Int(i64),
    /// A channel, an offset, or any unsigned number that may pass 2^53.
    UInt(u64),
    /// A sum or a difference that may pass 64 bits.
    Big(Box<i128>),
    /// A count of things that were seen one by one, so below 2^53.
    Count(u64),
    /// A ratio or a measurement; not finite if the value is unknown.
    Float(f64),
    /// Text.
    Text(String),
    /// Bytes of a file.
    Bytes(Vec<u8>),
    /// Counts of one histogram.
    Counts(Vec<u64>),
    /// Times or edges in ticks.
    Times(Vec<i64>),
    /// Measurements.
    Floats(Vec<f64>),
    /// A list.
    List(Vec<Value>),
    /// Named values in the order they are printed. The program chooses the names.
    Map(Vec<(Name, Value)>),
    /// Values under names that a file chooses, in the order of the file. A binding must keep that order, and names such as
    /// `__proto__`.
    Entries(Vec<(String, Value)>),
}

impl Value {
    /// A map from literal names, in order.
    pub fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Self {
        Self::Map(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// The entry `name` of a map or of entries.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            Self::Entries(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// An exact integer in the smallest form that holds it.
    pub fn big(value: i128) -> Self {
        i64::try_from(value).map_or_else(|_| Self::Big(Box::new(value)), Self::Int)
    }

    /// A time or `Null`.
    pub fn time(value: Option<i64>) -> Self {
        value.map_or(Self::Null, Self::Int)
    }
}

/// `{"code", "message", "offset", "remedy"}`.
impl From<&Error> for Value {
    fn from(error: &Error) -> Self {
        to_value(error)
    }
}
