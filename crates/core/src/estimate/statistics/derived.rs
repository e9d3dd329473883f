//! A number with its standard error, or with another form of error.

use super::Interval;

/// A number derived from counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Derived {
    /// The number does not exist.
    #[default]
    Unknown,
    /// Derived from at least [`FEW`](super::FEW) counts: its error is symmetric.
    OfMany(Estimate),
    /// Derived from fewer counts: its interval is not symmetric.
    OfFew {
        value: f64,
        /// Interval of 68 %.
        interval: Interval,
        /// Upper limit of 95 %; `None` if not needed.
        upper: Option<f64>,
    },
}

impl Derived {
    /// Returns the most likely value.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Unknown => None,
            Self::OfMany(Estimate { value, .. }) | Self::OfFew { value, .. } => Some(value),
        }
    }

    /// Returns the standard error.
    pub fn error(self) -> Option<f64> {
        match self {
            Self::OfMany(Estimate { error, .. }) => Some(error),
            _ => None,
        }
    }

    /// Returns the interval (68 %).
    pub fn interval(self) -> Option<Interval> {
        match self {
            Self::OfFew { interval, .. } => Some(interval),
            _ => None,
        }
    }

    /// Returns the upper limit (95 %).
    pub fn upper(self) -> Option<f64> {
        match self {
            Self::OfFew { upper, .. } => upper,
            _ => None,
        }
    }
}

/// A number derived from counts, with its standard error (68 %), both in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Standard error of the value.
    pub error: f64,
}

impl Estimate {
    /// Returns the estimate in a unit that is `1 / factor` times this one.
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error * factor }
    }

    /// Returns whether value and error are finite.
    pub fn is_finite(self) -> bool {
        self.value.is_finite() && self.error.is_finite()
    }
}
