//! A number with its standard error.

/// A number that was derived from counts, with its standard error (68 %), both in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// One standard error of it.
    pub error: f64,
}

impl Estimate {
    /// Returns the estimate in another unit; `factor` of them are one of this unit.
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error * factor }
    }

    /// Whether there is such a number, and something is known of its error.
    pub fn is_finite(self) -> bool {
        self.value.is_finite() && self.error.is_finite()
    }
}
