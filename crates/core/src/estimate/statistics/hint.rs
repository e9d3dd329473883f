//! Hints: options that the data suggest.

use serde::Serialize;

use crate::numbers::Channel;

/// An option of a request that applies a hint.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HintOption {
    /// Key in the request.
    pub name: String,
    /// The channel whose option it is; null where the option is no channel's.
    pub channel: Option<Channel>,
    /// Its value, ticks.
    pub ticks: f64,
}

/// What the data suggest. No number depends on it: what would be wrong without the option is null.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hint {
    /// Stable for scripts: words with hyphens.
    pub code: String,
    /// The same as a sentence.
    pub message: String,
    /// The option that applies it; null where none does.
    pub option: Option<HintOption>,
}

impl Hint {
    /// Maximum number of hints in a result.
    pub const MAX: usize = 3;

    /// Channels are dead together: one device behind a router.
    pub const SHARED_DEAD_TIME: &'static str = "shared-dead-time";

    /// Tags recur with a period that the request does not have.
    pub const PULSED: &'static str = "pulsed";

    /// A detector is dead for more than a tenth of the time.
    pub const SATURATED: &'static str = "saturated";

    /// Rates were not steady.
    pub const DRIFT: &'static str = "drift";

    /// A rate swings with one frequency, such as room light on the mains.
    pub const MAINS: &'static str = "mains";

    /// Channels of a pattern have a correlation peak outside the window.
    pub const DELAY_FOUND: &'static str = "delay-found";

    /// Two peaks at opposite delays, as of detectors that see each other's flashes.
    pub const CROSSTALK: &'static str = "crosstalk";

    /// Bins hold too few pairs to show a shape.
    pub const FEW_COUNTS: &'static str = "few-counts";

    /// Codes, worst first: numbers that would be wrong come before numbers that are poor.
    const WORST_FIRST: [&'static str; 8] = [
        Self::SHARED_DEAD_TIME,
        Self::PULSED,
        Self::SATURATED,
        Self::DELAY_FOUND,
        Self::CROSSTALK,
        Self::DRIFT,
        Self::MAINS,
        Self::FEW_COUNTS,
    ];

    /// Returns the worst [`Hint::MAX`] of these hints, worst first.
    pub fn worst_first(mut hints: Vec<Self>) -> Vec<Self> {
        let rank = |hint: &Self| Self::WORST_FIRST.iter().position(|code| *code == hint.code);
        hints.sort_by_key(|hint| rank(hint).unwrap_or(Self::WORST_FIRST.len()));
        hints.truncate(Self::MAX);
        hints
    }

    /// Creates a hint that no option applies.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), option: None }
    }

    /// Creates a hint that an option applies.
    pub fn with_option(self, name: &'static str, ticks: f64) -> Self {
        let option = HintOption { name: name.into(), channel: None, ticks };
        Self { option: Some(option), ..self }
    }

    /// Creates a hint that the delay of a channel applies, in ticks.
    pub fn with_delay(self, channel: u64, ticks: i64) -> Self {
        let (name, channel) = ("delay".into(), Some(Channel(channel)));
        Self { option: Some(HintOption { name, channel, ticks: ticks as f64 }), ..self }
    }
}
