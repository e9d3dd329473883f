//! Parameters of an analysis, read by name from a [`Value`] map.

use crate::{Code, Error, Value};

/// Named parameters. Times are ticks.
#[derive(Debug, Clone, Default)]
pub struct Params(Vec<(String, Value)>);

impl Params {
    /// The parameters in `value`.
    ///
    /// # Errors
    /// `Usage` where `value` is not a map.
    pub fn new(value: Value) -> Result<Self, Error> {
        match value {
            Value::Map(entries) => Ok(Self(entries)),
            _ => Err(Error::new(
                Code::Usage,
                "the parameters of an analysis are no object",
                "give an object of named values",
            )),
        }
    }

    /// The same with `name` set to `value` where it is absent or null.
    pub fn or(mut self, name: &str, value: Value) -> Self {
        if self.get(name).is_none() {
            self.0.retain(|(key, _)| key != name);
            self.0.push((name.to_owned(), value));
        }
        self
    }

    /// Whether `name` is given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, value)| key == name && *value != Value::Null).map(|(_, value)| value)
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
