//! Metadata of exported tags.

use tagview_bridge::Value;
use tagview_bridge::value::Name;
use tagview_core::{Code, Error};

/// Texts by key, in writing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    entries: Vec<(String, String)>,
}

impl Metadata {
    /// Parses a map of strings, or `Null` for none; tagview's version precedes them.
    ///
    /// # Errors
    /// `Usage` if a value is not a string.
    pub fn new(value: &Value) -> Result<Self, Error> {
        let given: &[(Name, Value)] = match value {
            Value::Map(given) => given,
            Value::Null => &[],
            _ => return Err(not_text("metadata")),
        };
        let text = |(key, value): &(Name, Value)| match value {
            Value::Text(text) => Ok((key.to_string(), text.clone())),
            _ => Err(not_text(key)),
        };
        let version = ("tagview.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        let given: Vec<(String, String)> = given.iter().map(text).collect::<Result<_, _>>()?;
        Ok(Self { entries: std::iter::once(version).chain(given).collect() })
    }

    /// Key and text of each entry.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|(key, text)| (key.as_str(), text.as_str()))
    }
}

fn not_text(key: &str) -> Error {
    Error::new(Code::Usage, format!("\"{key}\" is not a string"), "give a string for each key")
}
