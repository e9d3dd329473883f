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
    /// A second.
    pub const SECOND: Self = Self { digits: 1, exponent: 0 };

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

    /// `(digits, exponent)`: it is `digits * 10^exponent` seconds.
    pub fn parts(self) -> (u64, i32) {
        (self.digits, self.exponent)
    }

    /// The shorter of both ticks' decimal units, such as a picosecond for 81 ps.
    pub fn no_longer_than(self, other: Self) -> Self {
        Self { digits: 1, exponent: self.exponent.min(other.exponent) }
    }

    /// In the unit in which people would say it: `ns`, `81 ps`, `500 ps`, `min`.
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

    /// In seconds, to the nearest number that has 64 bits.
    pub fn seconds(self) -> f64 {
        format!("{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

/// In picoseconds, exact and with the unit: the form that [`TextOptions`](super::TextOptions) takes.
impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ps", decimal(self.digits, self.exponent + 12))
    }
}

/// `digits * 10^exponent` as a decimal number, exact.
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
