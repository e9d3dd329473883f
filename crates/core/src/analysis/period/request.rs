//! What a request says about the light's period.

use crate::request::{Field, Params, request};
use crate::{Code, Error};

request! {
    /// What every analysis of light that may be pulsed is asked.
    struct PeriodRequest for "period" {
        /// Ticks from one pulse of light to the next, at least 1, or 0 for light that is not pulsed; looked for where nothing
        /// is said.
        period: Real,
        /// A channel with a tag for each pulse of light, which tells the period.
        clock: OptionalChannel,
    }
}

/// What a request says about the light's period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Period {
    /// Nothing: it is looked for.
    Unknown,
    /// There is none.
    Denied,
    /// So many ticks.
    Ticks(f64),
    /// That of the tags of a channel.
    Clock(u64),
}

impl Period {
    /// The fields of a request that tell it.
    pub const FIELDS: &'static [Field] = PeriodRequest::FIELDS;

    /// What a request with these fields, and maybe others, says.
    ///
    /// # Errors
    /// `Usage` where one is of the wrong kind, and as [`Period::new`].
    pub fn take(params: &Params) -> Result<Self, Error> {
        let PeriodRequest { period, clock } = PeriodRequest::take(params)?;
        Self::new(period, clock)
    }

    /// From `period`, ticks or 0 for none, and `clock`, a channel.
    ///
    /// # Errors
    /// `Usage` where both are given, or the period is shorter than a tick.
    fn new(period: Option<f64>, clock: Option<u64>) -> Result<Self, Error> {
        let wrong = |what, remedy| Err(Error::new(Code::Usage, what, remedy));
        match (period, clock) {
            (Some(_), Some(_)) => wrong("`period` and `clock` exclude each other", "give one of them"),
            (Some(0.0), None) => Ok(Self::Denied),
            (Some(ticks), None) if ticks >= 1.0 => Ok(Self::Ticks(ticks)),
            (Some(_), None) => wrong(
                "`period` is shorter than 1 tick",
                "give 1 tick or more, or 0 for light that is not pulsed",
            ),
            (None, Some(channel)) => Ok(Self::Clock(channel)),
            (None, None) => Ok(Self::Unknown),
        }
    }

    /// Whether pulses may lie beyond a range; of a clock that `tells` no period, there is nothing to compare with.
    pub fn may_be_beyond(self, tells: bool) -> bool {
        self == Self::Unknown || (self != Self::Denied && tells)
    }

    /// The channel whose tags are needed besides.
    pub fn clock(self) -> Option<u64> {
        match self {
            Self::Clock(channel) => Some(channel),
            _ => None,
        }
    }
}
