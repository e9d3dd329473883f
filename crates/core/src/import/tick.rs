//! The length of a tick in a file.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Range of decimal exponents of a tick's length in seconds. Longer and shorter lengths are invalid.
const EXPONENTS: std::ops::RangeInclusive<i32> = -40..=10;

/// The exact length of a tick: the decimal number `digits * 10^exponent` in seconds, greater than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    digits: u64,
    exponent: i32,
}

impl Tick {
    /// A picosecond.
    pub const PICOSECOND: Self = Self { digits: 1, exponent: -12 };
    /// A second.
    pub const SECOND: Self = Self { digits: 1, exponent: 0 };

    /// Creates a tick of `digits * 10^exponent` seconds; `None` if that is out of range.
    pub fn new(digits: u64, exponent: i32) -> Option<Self> {
        (digits > 0 && EXPONENTS.contains(&exponent)).then_some(Self { digits, exponent })
    }

    /// Returns the decimal number with the fewest digits that is read as `seconds`, such as the `16e-12` that a program
    /// wrote; `None` if it is out of range.
    pub fn from_seconds(seconds: f64) -> Option<Self> {
        let text = format!("{seconds:e}");
        let (mantissa, exponent) = text.split_once('e')?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}").parse().ok()?;
        let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        Self::new(digits, exponent)
    }

    /// Returns `(digits, exponent)`, for a length of `digits * 10^exponent` seconds.
    pub fn parts(self) -> (u64, i32) {
        (self.digits, self.exponent)
    }

    /// Returns the shorter of the decimal units of both ticks, such as a picosecond for 81 ps.
    pub fn no_longer_than(self, other: Self) -> Self {
        Self { digits: 1, exponent: self.exponent.min(other.exponent) }
    }

    /// Returns the length in its usual unit: `ns`, `81 ps`, `500 ps`, `min`.
    pub fn in_its_unit(self) -> String {
        const UNITS: [(&str, i32); 6] =
            [("s", 0), ("ms", -3), ("us", -6), ("ns", -9), ("ps", -12), ("fs", -15)];
        let zeros = self.digits.ilog10() as i32;
        let size = self.exponent + zeros;
        let (unit, exponent) =
            UNITS.into_iter().find(|(_, exponent)| *exponent <= size).unwrap_or(("fs", -15));
        let number = decimal(self.digits, self.exponent - exponent);
        match (number.as_str(), unit) {
            ("60", "s") => "min".to_owned(),
            ("3600", "s") => "h".to_owned(),
            ("1", unit) => unit.to_owned(),
            (number, unit) => format!("{number} {unit}"),
        }
    }

    /// Returns the length in seconds, as the nearest 64-bit floating-point number.
    pub fn seconds(self) -> f64 {
        format!("{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

/// Exact picoseconds with the unit: the form that [`TextOptions`](super::TextOptions) takes.
impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ps", decimal(self.digits, self.exponent + 12))
    }
}

/// Returns `digits * 10^exponent` as an exact decimal number.
fn decimal(digits: u64, exponent: i32) -> String {
    let digits = digits.to_string();
    let behind_point = usize::try_from(-exponent).unwrap_or(0);
    if behind_point == 0 {
        let zeros = usize::try_from(exponent).unwrap_or(0);
        return format!("{digits}{:0<zeros$}", "");
    }
    let digits = format!("{digits:0>width$}", width = behind_point + 1);
    let (whole, fraction) = digits.split_at(digits.len() - behind_point);
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}
