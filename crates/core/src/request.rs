//! Requests: named values, read once into a struct whose fields are declared with kind, unit and meaning.

mod field;

use crate::{Code, Error, Value, value::Name};

pub use field::{Field, FieldKind};

/// The named values of a request. Times are ticks.
#[derive(Debug, Clone, Default)]
pub struct Params {
    given: Vec<(Name, Value)>,
    /// What counts where the request says nothing.
    defaults: Vec<(Name, Value)>,
}

/// Declares a request: a struct of its fields, `FIELDS` that describe them, and `read`, which takes them from
/// [`Params`] and refuses every other key. After them may stand `..name: Included`: a type with `FIELDS` and `take`.
///
/// ```ignore
/// request! {
///     pub(super) struct DelayRequest for "delay" {
///         bin: Width,
///         ..period: Period,
///     }
/// }
/// ```
macro_rules! request {
    (
        $(#[$meta:meta])*
        $vis:vis struct $request:ident for $what:literal {
            $($(#[doc = $doc:literal])* $field:ident: $kind:ident,)*
            $(..$included:ident: $type:ident,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        $vis struct $request {
            $($(#[doc = $doc])* pub $field: $crate::request::request!(@type $kind),)*
            $(pub $included: $type,)?
        }

        impl $request {
            /// The fields, in the order they are documented.
            $vis const FIELDS: &'static [$crate::request::Field] = {
                const OWN: &[$crate::request::Field] = &[$($crate::request::Field {
                    name: stringify!($field),
                    kind: $crate::request::FieldKind::$kind,
                    doc: concat!($($doc, "\n"),*),
                }),*];
                $crate::request::request!(@with OWN $($type)?)
            };

            /// As `take`, and refuses every other key: `Usage` naming it.
            #[allow(dead_code, reason = "of fields that several requests include, there are others")]
            $vis fn read(params: &$crate::request::Params) -> Result<Self, $crate::Error> {
                let names: Vec<&str> = Self::FIELDS.iter().map(|field| field.name).collect();
                params.only($what, &names)?;
                Self::take(params)
            }

            /// Reads the fields.
            ///
            /// # Errors
            /// `Usage` naming the field that is missing or of the wrong kind.
            #[allow(unused_variables)]
            $vis fn take(params: &$crate::request::Params) -> Result<Self, $crate::Error> {
                Ok(Self {
                    $($field: $crate::request::request!(@read $kind, params, stringify!($field))?,)*
                    $($included: $type::take(params)?,)?
                })
            }
        }
    };
    (@with $own:ident) => { $own };
    (@with $own:ident $type:ident) => {
        &$crate::request::joined::<{ $own.len() + $type::FIELDS.len() }>($own, $type::FIELDS)
    };
    (@type Channel) => { u64 };
    (@type OptionalChannel) => { Option<u64> };
    (@type Ticks) => { Option<i64> };
    (@type RequiredTicks) => { Option<i64> };
    (@type Width) => { Option<i64> };
    (@type Number) => { Option<i64> };
    (@type RealTicks) => { Option<f64> };
    (@type Real) => { Option<f64> };
    (@type Word) => { Option<String> };
    (@type Numbers) => { Option<Vec<i64>> };
    (@type ChannelLists) => { Vec<Vec<i128>> };
    (@type ChannelDelays) => { Vec<Vec<i128>> };
    (@read Channel, $params:ident, $name:expr) => { $params.channel($name) };
    (@read OptionalChannel, $params:ident, $name:expr) => { $params.unsigned($name) };
    (@read Ticks, $params:ident, $name:expr) => { $params.time($name) };
    (@read RequiredTicks, $params:ident, $name:expr) => { $params.time($name) };
    (@read Width, $params:ident, $name:expr) => { $params.positive($name) };
    (@read Number, $params:ident, $name:expr) => { $params.positive($name) };
    (@read RealTicks, $params:ident, $name:expr) => { $params.positive_float($name) };
    (@read Real, $params:ident, $name:expr) => { $params.float($name) };
    (@read Word, $params:ident, $name:expr) => { $params.text($name).map(|text| text.map(str::to_owned)) };
    (@read Numbers, $params:ident, $name:expr) => { $params.times($name) };
    (@read ChannelLists, $params:ident, $name:expr) => { $params.lists($name).map(Option::unwrap_or_default) };
    (@read ChannelDelays, $params:ident, $name:expr) => { $params.lists($name).map(Option::unwrap_or_default) };
}
pub(crate) use request;

/// `fields`, of which there is at least one, and then `more`.
pub(crate) const fn joined<const N: usize>(fields: &[Field], more: &[Field]) -> [Field; N] {
    let mut all = [fields[0]; N];
    let mut k = 1;
    while k < N {
        all[k] = if k < fields.len() { fields[k] } else { more[k - fields.len()] };
        k += 1;
    }
    all
}

impl Params {
    /// The parameters in `value`.
    ///
    /// # Errors
    /// `Usage` where `value` is not a map.
    pub fn new(value: Value) -> Result<Self, Error> {
        match value {
            Value::Map(given) => Ok(Self { given, defaults: Vec::new() }),
            _ => Err(Error::new(
                Code::Usage,
                "the parameters of an analysis are no object",
                "give an object of named values",
            )),
        }
    }

    /// The same with `value` as the default of `name`: it counts where the request has no such key or null, and is
    /// passed over by requests that know no such key.
    pub fn or(mut self, name: &'static str, value: Value) -> Self {
        self.defaults.push((name.into(), value));
        self
    }

    /// Refuses what is given under any other key than `known`. `name` and `id`, which say what is asked for and
    /// where its result is found, are known everywhere; a null says no more than a key that is not there.
    ///
    /// # Errors
    /// `Usage` naming the first such key, `what` was asked for, and the keys it knows.
    pub fn only(&self, what: &str, known: &[&str]) -> Result<(), Error> {
        let known_key = |key: &str| key == "name" || key == "id" || known.contains(&key);
        match self.given.iter().find(|(key, value)| *value != Value::Null && !known_key(key)) {
            None => Ok(()),
            Some((key, _)) => Err(Error::new(
                Code::Usage,
                format!("`{key}` is no parameter of {what}"),
                match known {
                    [] => "leave it out: there are none".to_owned(),
                    known => format!("choose from {}", known.join(", ")),
                },
            )),
        }
    }

    /// Whether `name` is given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// What is given as `name`, whatever it is.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let find = |all: &'_ [(Name, Value)]| {
            all.iter().position(|(key, value)| key == name && *value != Value::Null)
        };
        let given = find(&self.given).map(|at| &self.given[at].1);
        given.or_else(|| find(&self.defaults).map(|at| &self.defaults[at].1))
    }

    /// The number of a channel.
    ///
    /// # Errors
    /// `Usage` where it is absent, or not a whole number of 64 bits, 0 or greater.
    pub fn channel(&self, name: &str) -> Result<u64, Error> {
        self.unsigned(name)?.ok_or_else(|| {
            Error::new(Code::Usage, format!("`{name}` is missing"), "give the number of a channel")
        })
    }

    /// A time or number of ticks; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where it is not a whole number of 64 bits.
    pub fn time(&self, name: &str) -> Result<Option<i64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => whole(value).map(Some).ok_or_else(|| wrong(name, "a whole number of ticks")),
        }
    }

    /// A time that is greater than 0; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where it is not.
    pub fn positive(&self, name: &str) -> Result<Option<i64>, Error> {
        match self.time(name)? {
            Some(time) if time <= 0 => Err(wrong(name, "a number greater than 0")),
            time => Ok(time),
        }
    }

    /// A number that is greater than 0, whole or not; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where it is not.
    pub fn positive_float(&self, name: &str) -> Result<Option<f64>, Error> {
        match self.float(name)? {
            Some(x) if x <= 0.0 => Err(wrong(name, "a number greater than 0")),
            x => Ok(x),
        }
    }

    /// A number of 64 bits, 0 or greater; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where it is not.
    pub fn unsigned(&self, name: &str) -> Result<Option<u64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => {
                unsigned(value).map(Some).ok_or_else(|| wrong(name, "a whole number, 0 or greater"))
            }
        }
    }

    /// A number; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where it is not a finite number.
    pub fn float(&self, name: &str) -> Result<Option<f64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Float(x)) if x.is_finite() => Ok(Some(*x)),
            Some(Value::Int(n)) => Ok(Some(*n as f64)),
            Some(Value::UInt(n) | Value::Count(n)) => Ok(Some(*n as f64)),
            Some(_) => Err(wrong(name, "a number")),
        }
    }

    /// A list of channels; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where an entry is not a whole number of 64 bits, 0 or greater.
    pub fn channels(&self, name: &str) -> Result<Option<Vec<u64>>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::List(list)) => list
                .iter()
                .map(|value| unsigned(value).ok_or_else(|| wrong(name, "a list of channel numbers")))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong(name, "a list of channel numbers")),
        }
    }

    /// A word; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where it is no text.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(wrong(name, "a word")),
        }
    }

    /// A list of numbers; empty where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where an entry is not a finite number.
    pub fn floats(&self, name: &str) -> Result<Vec<f64>, Error> {
        let must = || wrong(name, "a list of numbers");
        let number = |value: &Value| match value {
            Value::Float(x) if x.is_finite() => Ok(*x),
            value => whole(value).map(|n| n as f64).ok_or_else(must),
        };
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::List(list)) => list.iter().map(number).collect(),
            Some(_) => Err(must()),
        }
    }

    /// A list of times; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where an entry is not a whole number of 64 bits.
    pub fn times(&self, name: &str) -> Result<Option<Vec<i64>>, Error> {
        let must = || wrong(name, "a list of whole numbers of ticks");
        match self.get(name) {
            None => Ok(None),
            Some(Value::List(list)) => {
                list.iter().map(|value| whole(value).ok_or_else(must)).collect::<Result<_, _>>().map(Some)
            }
            Some(_) => Err(must()),
        }
    }

    /// A list of lists of whole numbers; `None` where it is absent or null.
    ///
    /// # Errors
    /// `Usage` where an entry is anything else.
    pub fn lists(&self, name: &str) -> Result<Option<Vec<Vec<i128>>>, Error> {
        let must = || wrong(name, "a list of lists of whole numbers");
        let number = |value: &Value| {
            let number = unsigned(value).map(i128::from).or_else(|| whole(value).map(i128::from));
            number.ok_or_else(must)
        };
        let list = |value: &Value| match value {
            Value::List(list) => list.iter().map(number).collect(),
            _ => Err(must()),
        };
        match self.get(name) {
            None => Ok(None),
            Some(Value::List(lists)) => lists.iter().map(list).collect::<Result<_, _>>().map(Some),
            Some(_) => Err(must()),
        }
    }
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => Some(*n),
        Value::UInt(n) | Value::Count(n) => i64::try_from(*n).ok(),
        // Every whole f64 of this range is exact.
        Value::Float(x) if x.fract() == 0.0 && x.abs() <= 9_007_199_254_740_992.0 => Some(*x as i64),
        _ => None,
    }
}

fn unsigned(value: &Value) -> Option<u64> {
    match value {
        Value::UInt(n) | Value::Count(n) => Some(*n),
        value => whole(value).and_then(|n| u64::try_from(n).ok()),
    }
}

fn wrong(name: &str, wanted: &str) -> Error {
    Error::new(Code::Usage, format!("`{name}` is not {wanted}"), format!("give {wanted}"))
}
