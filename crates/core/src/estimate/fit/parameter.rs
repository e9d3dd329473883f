//! The parameters of a model, and their ranges.

use crate::estimate::statistics::levels::NEGLIGIBLE;

/// A parameter of a model: its initial value, and its range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameter {
    /// Any number.
    Free(f64),
    /// Greater than 0.
    Positive(f64),
    /// Greater than 0 and less than 1.
    Share(f64),
}

/// Maximum magnitude of the logarithm that represents a bounded parameter. Beyond it, the parameter is at its bound.
const FARTHEST: f64 = 300.0;

impl Parameter {
    /// Returns the unbounded number that represents the value: the value, its logarithm, or `ln(x / (1 - x))`.
    pub(super) fn unbounded(self) -> f64 {
        match self {
            Self::Free(x) => x,
            Self::Positive(x) => libm::log(x.max(f64::MIN_POSITIVE)),
            Self::Share(x) => {
                // At 0 and 1, the derivative of the share vanishes.
                let x = x.clamp(NEGLIGIBLE, 1.0 - NEGLIGIBLE);
                libm::log(x / (1.0 - x))
            }
        }
    }

    /// Returns the value represented by `unbounded`, and its derivative.
    pub(super) fn value_at(self, unbounded: f64) -> (f64, f64) {
        let limited = unbounded.clamp(-FARTHEST, FARTHEST);
        match self {
            Self::Free(_) => (unbounded, 1.0),
            Self::Positive(_) => (libm::exp(limited), libm::exp(limited)),
            Self::Share(_) => {
                let share = 1.0 / (1.0 + libm::exp(-limited));
                (share, share * (1.0 - share))
            }
        }
    }
}
