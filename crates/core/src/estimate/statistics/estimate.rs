//! A number with its standard error.

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
