//! The shape of a result: its keys, what each holds and what it means, declared once as a Rust struct.
//!
//! [`result!`] makes of one declaration the struct that an analysis fills, its form as a [`Value`], and the
//! [`Shape`] from which the TypeScript types are generated and against which tests hold every result.

use crate::Value;
use crate::value::Name;

/// The keys of a map, in the order they are printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// The name of the interface in TypeScript.
    pub name: &'static str,
    /// What it is, in one or a few sentences.
    pub doc: &'static str,
    /// Its keys.
    pub entries: Vec<Entry>,
}

/// A part of a [`Shape`].
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// One key.
    Key {
        /// As it is printed.
        name: &'static str,
        /// What it holds.
        kind: Kind,
        /// What it means, with its unit; empty where the name says it.
        doc: &'static str,
    },
    /// All keys of another shape, which several have in common.
    Includes(Shape),
}

/// What a key holds. Each kind has one form in JavaScript.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A time or a difference of times in ticks: `bigint`.
    Time,
    /// The number of a channel: `bigint`.
    Channel,
    /// How many of something that was counted one by one, so below 2^53: `number`.
    Count,
    /// A measurement that always exists: `number`.
    Float,
    /// A measurement or ratio, or null where there is no such value: `number | null`.
    FloatOrNull,
    /// Counts of a histogram: `Float64Array`.
    Counts,
    /// Times or edges in ticks: `BigInt64Array`.
    Times,
    /// Measurements, not a number where there is no such value: `Float64Array`.
    Floats,
    /// The two ends of an interval: `[number, number]`.
    Interval,
    /// A word or a sentence: `string`.
    Text,
    /// This or null.
    Nullable(Box<Kind>),
    /// Any number of these.
    List(Box<Kind>),
    /// One of these for each of some channels, by their numbers as text.
    ByChannel(Box<Kind>),
    /// A map of its own.
    Map(Shape),
}

/// What can stand in a result.
pub trait Part: Sized {
    /// What it holds.
    fn kind() -> Kind;

    /// Its value.
    fn value(self) -> Value;

    /// How a map with it under `name` is declared.
    fn declare(name: &'static str, doc: &'static str) -> Entry {
        Entry::Key { name, kind: Self::kind(), doc: doc.trim() }
    }

    /// Adds it to a map under `name`.
    fn put(self, name: &'static str, entries: &mut Vec<(Name, Value)>) {
        entries.push((name.into(), self.value()));
    }
}

/// See [`Kind::Channel`].
#[derive(Debug, Clone, Copy)]
pub struct Channel(pub u64);

/// See [`Kind::Count`].
#[derive(Debug, Clone, Copy)]
pub struct Count(pub u64);

/// A [`Kind::Time`] that may need more than 64 bits, as the difference of two times does.
#[derive(Debug, Clone, Copy)]
pub struct LongTime(pub i128);

/// See [`Kind::Float`].
#[derive(Debug, Clone, Copy)]
pub struct Finite(pub f64);

/// See [`Kind::Counts`].
#[derive(Debug, Clone)]
pub struct Counts(pub Vec<u64>);

/// See [`Kind::Times`].
#[derive(Debug, Clone)]
pub struct Times(pub Vec<i64>);

/// See [`Kind::Floats`].
#[derive(Debug, Clone)]
pub struct Floats(pub Vec<f64>);

/// See [`Kind::Text`].
#[derive(Debug, Clone)]
pub struct Text(pub String);

/// See [`Kind::ByChannel`].
#[derive(Debug, Clone)]
pub struct ByChannel<T>(pub Vec<(u64, T)>);

/// See [`Entry::Includes`]: its keys stand among those of the map around it, and its own name nowhere.
#[derive(Debug, Clone)]
pub struct Includes<T>(pub T);

macro_rules! simple {
    ($($type:ty: $kind:ident, $self:ident => $value:expr;)*) => {$(
        impl Part for $type {
            fn kind() -> Kind {
                Kind::$kind
            }

            fn value($self) -> Value {
                $value
            }
        }
    )*};
}

simple! {
    i64: Time, self => Value::Int(self);
    LongTime: Time, self => Value::big(self.0);
    Channel: Channel, self => Value::UInt(self.0);
    Count: Count, self => Value::Count(self.0);
    Finite: Float, self => Value::Float(self.0);
    f64: FloatOrNull, self => Value::Float(self);
    Counts: Counts, self => Value::Counts(self.0);
    Times: Times, self => Value::Times(self.0);
    Floats: Floats, self => Value::Floats(self.0);
    Text: Text, self => Value::Text(self.0);
}

impl<T: Part> Part for Option<T> {
    fn kind() -> Kind {
        match T::kind() {
            Kind::FloatOrNull => Kind::FloatOrNull,
            kind => Kind::Nullable(Box::new(kind)),
        }
    }

    fn value(self) -> Value {
        self.map_or(Value::Null, T::value)
    }
}

impl<T: Part> Part for Vec<T> {
    fn kind() -> Kind {
        Kind::List(Box::new(T::kind()))
    }

    fn value(self) -> Value {
        Value::List(self.into_iter().map(T::value).collect())
    }
}

impl<T: Part> Part for ByChannel<T> {
    fn kind() -> Kind {
        Kind::ByChannel(Box::new(T::kind()))
    }

    fn value(self) -> Value {
        Value::Map(
            self.0.into_iter().map(|(channel, part)| (channel.to_string().into(), part.value())).collect(),
        )
    }
}

impl<T: Result> Part for Includes<T> {
    fn kind() -> Kind {
        Kind::Map(T::shape())
    }

    fn value(self) -> Value {
        self.0.value()
    }

    fn declare(_: &'static str, _: &'static str) -> Entry {
        Entry::Includes(T::shape())
    }

    fn put(self, _: &'static str, entries: &mut Vec<(Name, Value)>) {
        if let Value::Map(more) = self.0.value() {
            entries.extend(more);
        }
    }
}

/// A struct declared with [`result!`].
pub trait Result: Part {
    /// Its keys.
    fn shape() -> Shape;
}

/// Declares a result, or a map within one: `struct NAME as "TYPESCRIPT NAME" { KEY: TYPE, }`, with what each key
/// means as its doc comment.
macro_rules! result {
    (
        $(#[doc = $about:literal])*
        $vis:vis struct $result:ident as $typescript:literal {
            $($(#[doc = $doc:literal])* $key:ident: $type:ty,)*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone)]
        $vis struct $result {
            $($(#[doc = $doc])* pub $key: $type,)*
        }

        impl $crate::shape::Result for $result {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape {
                    name: $typescript,
                    doc: concat!($($about, "\n"),*).trim_ascii(),
                    entries: vec![$(<$type as $crate::shape::Part>::declare(
                        stringify!($key),
                        concat!($($doc, "\n"),*),
                    )),*],
                }
            }
        }

        impl $crate::shape::Part for $result {
            fn kind() -> $crate::shape::Kind {
                $crate::shape::Kind::Map(<Self as $crate::shape::Result>::shape())
            }

            fn value(self) -> $crate::Value {
                let mut entries = Vec::new();
                $($crate::shape::Part::put(self.$key, stringify!($key), &mut entries);)*
                $crate::Value::Map(entries)
            }
        }
    };
}
pub(crate) use result;

impl Shape {
    /// Every key with what it holds, those of included shapes in their places.
    pub fn keys(&self) -> Vec<(&'static str, &Kind)> {
        let mut keys = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Key { name, kind, .. } => keys.push((*name, kind)),
                Entry::Includes(shape) => keys.extend(shape.keys()),
            }
        }
        keys
    }

    /// Whether `value` is a map of exactly these keys, in this order, each of its kind.
    ///
    /// # Errors
    /// A sentence that names the first key that is not as declared.
    pub fn check(&self, value: &Value) -> std::result::Result<(), String> {
        let Value::Map(entries) = value else { return Err(format!("{} is no map: {value:?}", self.name)) };
        let declared = self.keys();
        let names: Vec<&str> = declared.iter().map(|(name, _)| *name).collect();
        let found: Vec<&str> = entries.iter().map(|(name, _)| name.as_ref()).collect();
        if names != found {
            return Err(format!("{} declares the keys {names:?} and has {found:?}", self.name));
        }
        for ((name, kind), (_, value)) in declared.iter().zip(entries) {
            kind.check(value).map_err(|what| format!("`{name}` of {}: {what}", self.name))?;
        }
        Ok(())
    }
}

impl Kind {
    /// Whether `value` is of this kind.
    ///
    /// # Errors
    /// A sentence that says what is not.
    pub fn check(&self, value: &Value) -> std::result::Result<(), String> {
        let sound = match (self, value) {
            (Self::Map(shape), value) => return shape.check(value),
            (Self::Nullable(_) | Self::FloatOrNull, Value::Null) => true,
            (Self::Nullable(kind), value) => return kind.check(value),
            (Self::List(kind), Value::List(list)) => {
                return list.iter().try_for_each(|value| kind.check(value));
            }
            (Self::ByChannel(kind), Value::Map(entries)) => {
                let channel = |name: &str| name.parse::<u64>().is_ok();
                if let Some((name, _)) = entries.iter().find(|(name, _)| !channel(name)) {
                    return Err(format!("{name} is no channel"));
                }
                return entries.iter().try_for_each(|(_, value)| kind.check(value));
            }
            (Self::Float, Value::Float(x)) => x.is_finite(),
            (Self::Interval, Value::List(ends)) => {
                matches!(ends[..], [Value::Float(low), Value::Float(high)] if low <= high)
            }
            (Self::Time, Value::Int(_) | Value::Big(_))
            | (Self::Channel, Value::UInt(_))
            | (Self::Count, Value::Count(_))
            | (Self::FloatOrNull, Value::Float(_))
            | (Self::Counts, Value::Counts(_))
            | (Self::Times, Value::Times(_))
            | (Self::Floats, Value::Floats(_))
            | (Self::Text, Value::Text(_)) => true,
            _ => false,
        };
        if sound { Ok(()) } else { Err(format!("{value:?} is no {self:?}")) }
    }
}
