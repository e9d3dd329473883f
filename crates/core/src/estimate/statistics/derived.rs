//! A number derived from counts, with the form of its error.

use super::{Estimate, Interval};

/// A number derived from counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Derived {
    /// There is no such number.
    #[default]
    Unknown,
    /// From [`FEW`](super::FEW) counts or more: its error is symmetric.
    OfMany(Estimate),
    /// From fewer counts: its interval is not symmetric.
    OfFew {
        value: f64,
        /// Interval of 68 %.
        interval: Interval,
        /// Upper limit of 95 %; `None` if not needed.
        upper: Option<f64>,
    },
}

impl Derived {
    /// The most likely value.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Unknown => None,
            Self::OfMany(Estimate { value, .. }) | Self::OfFew { value, .. } => Some(value),
        }
    }

    /// One standard error.
    pub fn error(self) -> Option<f64> {
        match self {
            Self::OfMany(Estimate { error, .. }) => Some(error),
            _ => None,
        }
    }

    /// The interval of 68 %.
    pub fn interval(self) -> Option<Interval> {
        match self {
            Self::OfFew { interval, .. } => Some(interval),
            _ => None,
        }
    }

    /// The upper limit of 95 %.
    pub fn upper(self) -> Option<f64> {
        match self {
            Self::OfFew { upper, .. } => upper,
            _ => None,
        }
    }
}
