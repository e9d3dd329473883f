//! A number with its standard error.

/// A number derived from counts, with its standard error (68 %), both in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// One standard error of it.
    pub error: f64,
}

impl Estimate {
    /// Returns the estimate in another unit; `factor` of them are one of this unit.
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error * factor }
    }

    /// Whether the number exists, and something is known of its error.
    pub fn is_finite(self) -> bool {
        self.value.is_finite() && self.error.is_finite()
    }
}
