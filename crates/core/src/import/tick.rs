//! The length of a tick, as a file gives it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Digits before and behind which a tick's length is no length of a tick: a thousand years and less than any light wave.
const EXPONENTS: std::ops::RangeInclusive<i32> = -40..=10;

/// The length of a tick, exact as a decimal number: `digits * 10^exponent` seconds, longer than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    digits: u64,
    exponent: i32,
}

impl Tick {
    /// A picosecond.
    pub const PICOSECOND: Self = Self { digits: 1, exponent: -12 };

    /// `digits * 10^exponent` seconds; `None` where that is no length of a tick.
    pub fn new(digits: u64, exponent: i32) -> Option<Self> {
        (digits > 0 && EXPONENTS.contains(&exponent)).then_some(Self { digits, exponent })
    }

    /// The decimal number with the fewest digits that is read as `seconds`, which is what was meant where a program
    /// wrote `16e-12`; `None` where that is no length of a tick.
    pub fn from_seconds(seconds: f64) -> Option<Self> {
        let text = format!("{seconds:e}");
        let (mantissa, exponent) = text.split_once('e')?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}").parse().ok()?;
        let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        Self::new(digits, exponent)
    }

    /// In seconds, to the nearest number that has 64 bits.
    pub fn seconds(self) -> f64 {
        format!("{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

/// In picoseconds, exact and with the unit: the form that `--tick` takes.
impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits.to_string();
        let behind_point = usize::try_from(-(self.exponent + 12)).unwrap_or(0);
        if behind_point == 0 {
            let zeros = usize::try_from(self.exponent + 12).unwrap_or(0);
            return write!(f, "{digits}{:0<zeros$}ps", "");
        }
        let digits = format!("{digits:0>width$}", width = behind_point + 1);
        let (whole, fraction) = digits.split_at(digits.len() - behind_point);
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{whole}ps"),
            fraction => write!(f, "{whole}.{fraction}ps"),
        }
    }
}
