//! Hints: options that the data suggest; remarks: reasons for missing numbers, and cautions.

use serde::Serialize;

use crate::numbers::Channel;
use crate::order::sort_by_number;

/// An option of a request that applies a hint.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HintOption {
    /// Key in the request.
    pub name: String,
    /// Channel of the option; null if the option does not belong to a channel.
    pub channel: Option<Channel>,
    /// Value of the option in ticks.
    pub ticks: f64,
}

/// An observation in the data, with the option that follows from it. Hints change no number: a number that would be
/// wrong without the option is null.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hint {
    /// Stable identifier for scripts: words with hyphens.
    pub code: String,
    /// The hint as a sentence.
    pub message: String,
    /// The option that applies the hint; null if there is none.
    pub option: Option<HintOption>,
}

impl Hint {
    /// Maximum number of hints in a result.
    pub const MAX: usize = 3;

    /// Channels share a dead time, as those of one device behind a router.
    pub const SHARED_DEAD_TIME: &'static str = "shared-dead-time";

    /// Tags recur with a period that the request does not have.
    pub const PULSED: &'static str = "pulsed";

    /// A detector is in its dead time for more than a tenth of the time.
    pub const SATURATED: &'static str = "saturated";

    /// A dead time reaches into the windows that measure accidentals.
    pub const LONG_DEAD_TIME: &'static str = "long-dead-time";

    /// A channel has no pairs with itself at short delays, where steady light has many.
    pub const DEAD_TIME: &'static str = "dead-time";

    /// Rates are not steady.
    pub const DRIFT: &'static str = "drift";

    /// A rate is modulated at one frequency, such as by room light on the mains.
    pub const MAINS: &'static str = "mains";

    /// Channels of a pattern have a correlation peak outside the window.
    pub const DELAY_FOUND: &'static str = "delay-found";

    /// Two peaks at opposite delays, typical of detectors that detect each other's emission.
    pub const CROSSTALK: &'static str = "crosstalk";

    /// Bins have too few pairs to show a shape.
    pub const FEW_COUNTS: &'static str = "few-counts";

    /// Codes, most important first: hints on wrong numbers precede hints on imprecise numbers.
    const WORST_FIRST: [&'static str; 10] = [
        Self::SHARED_DEAD_TIME,
        Self::PULSED,
        Self::LONG_DEAD_TIME,
        Self::SATURATED,
        Self::DELAY_FOUND,
        Self::CROSSTALK,
        Self::DEAD_TIME,
        Self::DRIFT,
        Self::MAINS,
        Self::FEW_COUNTS,
    ];

    /// Returns at most [`Hint::MAX`] of these hints, most important first.
    pub fn worst_first(mut hints: Vec<Self>) -> Vec<Self> {
        let rank = |hint: &Self| Self::WORST_FIRST.iter().position(|code| *code == hint.code);
        sort_by_number(&mut hints, |hint| rank(hint).unwrap_or(Self::WORST_FIRST.len()) as f64);
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

    /// Creates a hint that a delay of a channel, in ticks, applies.
    pub fn with_delay(self, channel: u64, ticks: i64) -> Self {
        let (name, channel) = ("delay".into(), Some(Channel(channel)));
        Self { option: Some(HintOption { name, channel, ticks: ticks as f64 }), ..self }
    }
}

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
