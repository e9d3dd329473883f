//! The named values of requests that have no struct yet.

use crate::Value;
use crate::value::Name;
use tagview_core::{Code, Error};

use crate::from_value::whole;

/// The named values of a request. Times are ticks.
#[derive(Debug, Clone, Default)]
pub struct Params {
    given: Vec<(Name, Value)>,
    /// The default.
    defaults: Vec<(Name, Value)>,
}

impl Params {
    /// The parameters in `value`.
    ///
    /// # Errors
    /// `Usage` if `value` is not a map.
    pub fn new(value: Value) -> Result<Self, Error> {
        match value {
            Value::Map(given) => Ok(Self { given, defaults: Vec::new() }),
            _ => Err(Error::new(
                Code::Usage,
                "the parameters of an analysis are not an object",
                "give an object of named values",
            )),
        }
    }

    /// Sets `value` as the default of `name`, for requests that support the key and lack it.
    pub fn or(mut self, name: &'static str, value: Value) -> Self {
        self.defaults.push((name.into(), value));
        self
    }

    /// Rejects all keys except those in `known`. `name` and `id`, the analysis and the key of its result, are always
    /// known; null counts as absent.
    ///
    /// # Errors
    /// `Usage` with the first unknown key, the request `what`, and its known keys.
    pub fn only(&self, what: &str, known: &[&str]) -> Result<(), Error> {
        let known_key = |key: &str| key == "name" || key == "id" || known.contains(&key);
        match self.given.iter().find(|(key, value)| *value != Value::Null && !known_key(key)) {
            None => Ok(()),
            Some((key, _)) => Err(Error::new(
                Code::Usage,
                format!("`{key}` is not a parameter of {what}"),
                match known {
                    [] => "leave it out: there are no parameters".to_owned(),
                    known => format!("choose from {}", known.join(", ")),
                },
            )),
        }
    }

    /// Whether `name` is given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the value of `name`, of any type.
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
    /// `Usage` if it is absent, or not an unsigned 64-bit integer.
    pub fn channel(&self, name: &str) -> Result<u64, Error> {
        self.unsigned(name)?.ok_or_else(|| {
            Error::new(Code::Usage, format!("`{name}` is missing"), "give the number of a channel")
        })
    }

    /// A time or number of ticks; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if it is not a 64-bit integer.
    pub fn time(&self, name: &str) -> Result<Option<i64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => whole(value).map(Some).ok_or_else(|| wrong(name, "a whole number of ticks")),
        }
    }

    /// A time that is greater than 0; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if it is not.
    pub fn positive(&self, name: &str) -> Result<Option<i64>, Error> {
        match self.time(name)? {
            Some(time) if time <= 0 => Err(wrong(name, "a number greater than 0")),
            time => Ok(time),
        }
    }

    /// An unsigned 64-bit integer; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if it is not.
    pub fn unsigned(&self, name: &str) -> Result<Option<u64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => {
                unsigned(value).map(Some).ok_or_else(|| wrong(name, "a whole number, 0 or greater"))
            }
        }
    }

    /// A number; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if it is not a finite number.
    pub fn float(&self, name: &str) -> Result<Option<f64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Float(x)) if x.is_finite() => Ok(Some(*x)),
            Some(Value::Int(n)) => Ok(Some(*n as f64)),
            Some(Value::UInt(n) | Value::Count(n)) => Ok(Some(*n as f64)),
            Some(_) => Err(wrong(name, "a number")),
        }
    }

    /// A list of channels; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if an entry is not a whole number of 64 bits, 0 or greater.
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

    /// A string; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if it is not a string.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(wrong(name, "a word")),
        }
    }

    /// A list of times; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if an entry is not a whole number of 64 bits.
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

    /// A list of lists of whole numbers; `None` if it is absent or null.
    ///
    /// # Errors
    /// `Usage` if an entry is anything else.
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

fn unsigned(value: &Value) -> Option<u64> {
    match value {
        Value::UInt(n) | Value::Count(n) => Some(*n),
        value => whole(value).and_then(|n| u64::try_from(n).ok()),
    }
}

fn wrong(name: &str, wanted: &str) -> Error {
    Error::new(Code::Usage, format!("`{name}` is not {wanted}"), format!("give {wanted}"))
}
