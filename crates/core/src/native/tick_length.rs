//! The length of a tick as a fraction, exact.

use crate::tags::duration::{self, DEFAULT_TICK};
use crate::{Code, Error};

/// The length of a tick in seconds: `numerator / denominator`, reduced.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TickLength {
    pub numerator: i128,
    pub denominator: i128,
    /// The nearest float, in seconds.
    pub seconds: f64,
    /// The length as it was written, with its unit.
    pub text: String,
}

impl TickLength {
    /// Reads a length such as `156.25ps`.
    ///
    /// # Errors
    /// `Usage` if it has no unit or is not longer than 0.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let trimmed = text.trim();
        let wrong = || {
            let message = format!("the tick \"{trimmed}\" is not a length of time with a unit");
            Error::new(Code::Usage, message, "write a length such as 156.25ps")
        };
        let (length, bytes) = duration::parse(trimmed).map_err(|_| wrong())?;
        if bytes != trimmed.len() || !length.has_unit || length.mantissa <= 0 {
            return Err(wrong());
        }
        let power = |exponent: i32| 10_i128.checked_pow(u32::try_from(exponent).unwrap_or(0));
        let (Some(top), Some(bottom)) = (power(length.exponent), power(-length.exponent)) else {
            return Err(wrong());
        };
        let (numerator, denominator) = (length.mantissa.checked_mul(top).ok_or_else(wrong)?, bottom);
        let divisor = greatest_common_divisor(numerator, denominator);
        let seconds = format!("{}e{}", length.mantissa, length.exponent).parse().map_err(|_| wrong())?;
        Ok(Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
            seconds,
            text: trimmed.to_owned(),
        })
    }

    /// The length where neither the recording nor the caller states one.
    ///
    /// # Errors
    /// None: the default can be read.
    pub fn fallback() -> Result<Self, Error> {
        Self::parse(DEFAULT_TICK)
    }

    /// Converts seconds to ticks, which need not be whole.
    pub fn ticks(&self, seconds: f64) -> f64 {
        // One rounding: a period such as 12.5 ns is a whole number of ticks of 4 ps then.
        (seconds * self.denominator as f64) / self.numerator as f64
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
