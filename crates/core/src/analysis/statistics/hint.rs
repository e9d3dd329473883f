//! A hint on what the data suggest, with the option that applies it.

use crate::analysis::shape::{Text, result};

result! {
    /// What the data suggest. No number depends on it: what would be wrong is null.
    pub struct Hint as "Hint" {
        /// Stable for scripts: words with hyphens.
        code: Text,
        /// The same as a sentence.
        message: Text,
        /// The command line option that applies it; null where none does.
        option: Option<Text>,
    }
}

impl Hint {
    /// Channels are dead together: one device behind a router.
    pub const SHARED_DEAD_TIME: &'static str = "shared-dead-time";

    /// A hint that no option applies.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Text(code.into()), message: Text(message.into()), option: None }
    }
}
