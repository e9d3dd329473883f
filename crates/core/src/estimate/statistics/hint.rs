//! A hint on what the data suggest, with the option that applies it.

use crate::shape::{Finite, Text, result};

result! {
    /// An option of a request that applies a hint.
    pub struct HintOption as "HintOption" {
        /// Key in the request.
        name: Text,
        /// Its value, ticks.
        ticks: Finite,
    }
}

result! {
    /// What the data suggest. No number depends on it: what would be wrong without the option is null.
    pub struct Hint as "Hint" {
        /// Stable for scripts: words with hyphens.
        code: Text,
        /// The same as a sentence.
        message: Text,
        /// The option that applies it; null where none does.
        option: Option<HintOption>,
    }
}

impl Hint {
    /// Channels are dead together: one device behind a router.
    pub const SHARED_DEAD_TIME: &'static str = "shared-dead-time";

    /// Tags recur with a period that the request does not have.
    pub const PULSED: &'static str = "pulsed";

    /// A detector is dead for more than a tenth of the time.
    pub const SATURATED: &'static str = "saturated";

    /// Rates were not steady.
    pub const DRIFT: &'static str = "drift";

    /// A hint that no option applies.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Text(code.into()), message: Text(message.into()), option: None }
    }

    /// A hint that an option applies.
    pub fn with_option(self, name: &'static str, ticks: f64) -> Self {
        Self { option: Some(HintOption { name: Text(name.into()), ticks: Finite(ticks) }), ..self }
    }
}
