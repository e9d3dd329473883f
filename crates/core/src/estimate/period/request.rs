//! The period of the light in a request.

use serde::{Deserialize, Serialize};

use crate::estimate::statistics::levels::NEGLIGIBLE;
use crate::estimate::statistics::{Hint, RemarkCode};
use crate::{Code, Error};

/// The period of the light as a request states it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "Option<f64>", from = "Option<f64>")]
#[allow(unnameable_types)] // Only `From` for its byte form makes it reachable.
pub enum Period {
    /// The request has no period.
    NotGiven,
    /// The light is not pulsed.
    Steady,
    /// Ticks from one pulse to the next, at least 1.
    Ticks(f64),
}

impl Period {
    /// Reads the field `period` of a request, ticks: 0 for light that is not pulsed.
    ///
    /// # Errors
    /// `Usage` if the period is shorter than a tick, or not finite.
    pub fn new(period: Option<f64>) -> Result<Self, Error> {
        match period {
            None => Ok(Self::NotGiven),
            Some(0.0) => Ok(Self::Steady),
            Some(ticks) if ticks >= 1.0 && ticks.is_finite() => Ok(Self::Ticks(ticks)),
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

/// Returns the hint that tags recur with this period in ticks, if `request` has no period, or one that differs by
/// more than [`NEGLIGIBLE`].
pub fn pulsed_hint(period: Option<f64>, request: Period) -> Option<Hint> {
    let period = period.filter(|_| request != Period::Steady)?;
    let message = match request.ticks() {
        Some(given) if (period / given - 1.0).abs() <= NEGLIGIBLE => return None,
        Some(given) => format!("tags repeat every {period:.4} ticks, and not every {given:.4} ticks"),
        None => format!("tags repeat every {period:.4} ticks"),
    };
    Some(Hint::new(RemarkCode::Pulsed, message).with_option("period", period))
}
