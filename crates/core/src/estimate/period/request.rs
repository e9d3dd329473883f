//! The period of the light in a request.

use serde::{Deserialize, Serialize};

use crate::request::{Field, Params, request};
use crate::{Code, Error};

request! {
    /// The field of every analysis of light that may be pulsed.
    struct PeriodRequest for "period" {
        /// Ticks from one pulse of light to the next, at least 1; 0 for light that is not pulsed. Without it, pulses are
        /// reported by a hint.
        period: Real,
    }
}

/// The period of the light in a request.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "Option<f64>", from = "Option<f64>")]
pub enum Period {
    /// The request has no period.
    NotGiven,
    /// The light is not pulsed.
    Steady,
    /// Ticks from one pulse to the next, at least 1.
    Ticks(f64),
}

impl Period {
    /// The fields of a request with the period.
    pub const FIELDS: &'static [Field] = PeriodRequest::FIELDS;

    /// Reads the period from a request with these fields, and possibly others.
    ///
    /// # Errors
    /// `Usage` if the period is no number, or shorter than a tick.
    pub fn take(params: &Params) -> Result<Self, Error> {
        match PeriodRequest::take(params)?.period {
            None => Ok(Self::NotGiven),
            Some(0.0) => Ok(Self::Steady),
            Some(ticks) if ticks >= 1.0 => Ok(Self::Ticks(ticks)),
            Some(_) => Err(Error::new(
                Code::Usage,
                "`period` is shorter than 1 tick",
                "give 1 tick or more, or 0 for light that is not pulsed",
            )),
        }
    }

    /// Returns the period in ticks, if the request has one.
    pub fn ticks(self) -> Option<f64> {
        match self {
            Self::Ticks(ticks) => Some(ticks),
            Self::NotGiven | Self::Steady => None,
        }
    }
}

/// The value in a request: 0 for steady light.
impl From<Period> for Option<f64> {
    fn from(period: Period) -> Self {
        match period {
            Period::NotGiven => None,
            Period::Steady => Some(0.0),
            Period::Ticks(ticks) => Some(ticks),
        }
    }
}

impl From<Option<f64>> for Period {
    fn from(period: Option<f64>) -> Self {
        match period {
            None => Self::NotGiven,
            Some(0.0) => Self::Steady,
            Some(ticks) => Self::Ticks(ticks),
        }
    }
}
