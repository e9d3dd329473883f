//! The parameters of a model, and the range each may have.

/// A parameter of a model: where a fit begins, and what values it may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameter {
    /// Any number.
    Free(f64),
    /// Greater than 0.
    Positive(f64),
    /// Greater than 0 and less than 1.
    Share(f64),
}

/// How far the logarithms that stand for bounded parameters may go; beyond, a parameter is at its bound.
const FARTHEST: f64 = 300.0;

/// Shares begin at least so far from 0 and 1, where their logarithm's slope is lost.
const LEAST_SHARE: f64 = 1e-3;

impl Parameter {
    /// A number without bounds that stands for the value: itself, its logarithm, or `ln(x / (1 - x))`.
    pub(super) fn unbounded(self) -> f64 {
        match self {
            Self::Free(x) => x,
            Self::Positive(x) => libm::log(x.max(f64::MIN_POSITIVE)),
            Self::Share(x) => {
                let x = x.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
                libm::log(x / (1.0 - x))
            }
        }
    }

    /// The value that `unbounded` stands for, and by how much it changes with it.
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
