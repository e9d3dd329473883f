//! Reasons for missing numbers, and cautions.

use serde::Serialize;

/// Why a number of a result is null, or what to know before it is used.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Remark {
    /// The key of the number that it is about.
    pub about: String,
    /// What scripts tell it by: words with hyphens.
    pub code: String,
    /// The same as a sentence.
    pub message: String,
}

impl Remark {
    /// Creates a remark on the number called `about`.
    pub fn new(about: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { about: about.into(), code: code.into(), message: message.into() }
    }
}
