//! Reasons for missing numbers, and cautions.

use crate::shape::{Text, result};

result! {
    /// Why a number of a result is null, or what to know before it is used.
    pub struct Remark as "Remark" {
        /// The key of the number that it is about.
        about: Text,
        /// What scripts tell it by: words with hyphens.
        code: Text,
        /// The same as a sentence.
        message: Text,
    }
}

impl Remark {
    /// Creates a remark on the number called `about`.
    pub fn new(about: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { about: Text(about.into()), code: Text(code.into()), message: Text(message.into()) }
    }
}
