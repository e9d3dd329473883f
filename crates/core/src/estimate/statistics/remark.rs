//! Reasons for missing numbers, and cautions.

use serde::Serialize;

/// The reason for a null number in a result, or a caution about a number.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Remark {
    /// Key of the number.
    pub about: String,
    /// Stable identifier for scripts: words with hyphens.
    pub code: String,
    /// The remark as a sentence.
    pub message: String,
}

impl Remark {
    /// Creates a remark on the number called `about`.
    pub fn new(about: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { about: about.into(), code: code.into(), message: message.into() }
    }
}
