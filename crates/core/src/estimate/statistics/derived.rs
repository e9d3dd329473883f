//! A number that was derived from counts, with what these tell of its error.

use super::{Estimate, Interval};

/// A number that was derived from counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Derived {
    /// There is no such number.
    #[default]
    Unknown,
    /// Of [`FEW`](super::FEW) counts or more: its error is the same to both sides.
    OfMany(Estimate),
    /// Of fewer: it is not.
    OfFew {
        value: f64,
        /// 68 %.
        interval: Interval,
        /// 95 %; `None` where nobody asks for it.
        upper: Option<f64>,
    },
}

impl Derived {
    /// The likeliest value.
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

    /// Where the number lies with 68 %.
    pub fn interval(self) -> Option<Interval> {
        match self {
            Self::OfFew { interval, .. } => Some(interval),
            _ => None,
        }
    }

    /// What the number lies below with 95 %.
    pub fn upper(self) -> Option<f64> {
        match self {
            Self::OfFew { upper, .. } => upper,
            _ => None,
        }
    }
}
