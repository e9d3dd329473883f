//! Exact decimal numbers in texts.

use crate::import::tick::Tick;

/// A decimal number: `digits / 10^scale`, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: u128,
    scale: i32,
}

/// Maximum number of decimal digits that always fit in 128 bits.
const MOST_DIGITS: usize = 38;
/// Maximum exponent. No time has a larger one.
const MOST_EXPONENT: u32 = 99;

impl Decimal {
    /// Reads `-12`, `1.5`, `1,5`, `.5` and `1.5e-6`; `None` for anything else. With `comma`, a comma may be the decimal
    /// point.
    pub fn read(text: &[u8], comma: bool) -> Option<Self> {
        let (negative, mut rest) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        let (mut digits, mut count, mut scale, mut point, mut any) = (0_u128, 0, 0, false, false);
        while let [byte, behind @ ..] = rest {
            match byte {
                b'0'..=b'9' if count < MOST_DIGITS => {
                    digits = digits * 10 + u128::from(byte - b'0');
                    count += usize::from(digits > 0);
                    scale += i32::from(point);
                    any = true;
                }
                // Digits beyond the precision of any time are ignored.
                b'0'..=b'9' if point => {}
                b'.' if !point => point = true,
                b',' if comma && !point => point = true,
                _ => break,
            }
            rest = behind;
        }
        if !any {
            return None;
        }
        match rest {
            [] => {}
            [b'e' | b'E', exponent @ ..] => {
                let exponent: i32 = std::str::from_utf8(exponent).ok()?.parse().ok()?;
                if exponent.unsigned_abs() > MOST_EXPONENT {
                    return None;
                }
                scale -= exponent;
            }
            _ => return None,
        }
        Some(Self { negative, digits, scale })
    }

    /// Returns the whole number `value`.
    pub fn whole(value: i128) -> Self {
        Self { negative: value < 0, digits: value.unsigned_abs(), scale: 0 }
    }

    /// Returns whether the number is not a whole one: `5.5` and `1e-9`, but not `5.0` or `5.50e1`.
    pub fn has_fraction(self) -> bool {
        let power = 10_u128.checked_pow(self.decimals());
        self.digits > 0 && power.is_none_or(|power| !self.digits.is_multiple_of(power))
    }

    /// Returns whether the number has digits after the decimal point, which may be zeros: `5.0`.
    pub fn has_decimals(self) -> bool {
        self.scale > 0
    }

    /// Returns the number of digits after the decimal point.
    pub fn decimals(self) -> u32 {
        u32::try_from(self.scale).unwrap_or(0)
    }

    /// Returns the number of digits from the first one that is not 0.
    pub fn significant(self) -> u32 {
        self.digits.checked_ilog10().map_or(0, |log| log + 1)
    }

    /// Returns the exponent of the power of ten above the number: 2 for 12.5; `None` for 0.
    pub fn power(self) -> Option<i32> {
        (self.digits > 0).then(|| self.significant().cast_signed() - self.scale)
    }

    /// Returns the number of ticks, rounded to the nearest, and whether it is exact; `None` if it does not fit in 64
    /// bits.
    pub fn scaled(self, scale: Scale) -> Option<(i64, bool)> {
        let (ticks, exact) = self.sized(scale)?;
        Some((i64::try_from(ticks).ok()?, exact))
    }

    /// Like [`Decimal::scaled`], with 128 bits; `None` if intermediate results exceed them.
    pub fn sized(self, scale: Scale) -> Option<(i128, bool)> {
        let Self { negative, mut digits, scale: mut behind_point } = self;
        let times = |a: Option<u128>, b: Option<u128>| a.zip(b).and_then(|(a, b)| a.checked_mul(b));
        let per = u128::from(scale.per);
        let mut exact = true;
        let size = loop {
            let by = scale.shift - behind_point;
            let product = digits.checked_mul(u128::from(scale.by));
            let power = 10_u128.checked_pow(by.unsigned_abs());
            let (above, below) = match digits {
                0 => (Some(0), Some(1)),
                _ if by >= 0 => (times(product, power), Some(per)),
                _ => (product, times(Some(per), power)),
            };
            if let Some((above, below)) = above.zip(below) {
                let (whole, rest) = (above / below, above % below);
                exact &= rest == 0;
                break whole + u128::from(rest >= below - rest);
            }
            // A product above 128 bits exceeds 64 bits after a division by at most 64 bits.
            if by >= 0 {
                return None;
            }
            // Drop the last digit after the decimal point.
            exact &= digits % 10 == 0;
            (digits, behind_point) = (digits / 10, behind_point - 1);
        };
        let size = i128::try_from(size).ok()?;
        Some((if negative { -size } else { size }, exact))
    }
}

/// Conversion of a number to ticks: multiply by `by / per * 10^shift`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    by: u64,
    per: u64,
    shift: i32,
}

impl Scale {
    /// Conversion of numbers that are ticks already.
    pub const ONE: Self = Self { by: 1, per: 1, shift: 0 };

    /// Returns the conversion from numbers in `unit` to ticks of length `tick`.
    pub fn between(unit: Tick, tick: Tick) -> Self {
        let ((by, up), (per, down)) = (unit.parts(), tick.parts());
        let divisor = common_divisor(by, per);
        Self { by: by / divisor, per: per / divisor, shift: up - down }
    }

    /// Returns `number` in ticks, not rounded to whole ones.
    pub fn of(self, number: f64) -> f64 {
        number * (self.by as f64 * 10_f64.powi(self.shift.max(0)))
            / (self.per as f64 * 10_f64.powi((-self.shift).max(0)))
    }
}

/// Returns the greatest common divisor of two numbers other than 0.
fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Reads a whole number of up to 18 digits, which is the usual case.
#[inline]
pub(super) fn whole(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut size = 0;
    for byte in digits {
        if !byte.is_ascii_digit() {
            return None;
        }
        size = size * 10 + i64::from(byte - b'0');
    }
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(number: &str, unit: (u64, i32), tick: (u64, i32)) -> Option<(i64, bool)> {
        let [unit, tick] = [unit, tick].map(|(digits, exponent)| Tick::new(digits, exponent));
        Decimal::read(number.as_bytes(), false)?.scaled(Scale::between(unit?, tick?))
    }

    #[test]
    fn numbers_become_ticks_exactly_or_to_the_nearest() {
        for (number, unit, tick, expected) in [
            ("1000.25", (1, -9), (1, -10), Some((10_003, false))),
            ("1000.25", (1, -9), (1, -12), Some((1_000_250, true))),
            ("3", (81, -12), (1, -12), Some((243, true))),
            ("3", (81, -12), (27, -12), Some((9, true))),
            ("-1.5", (36, 2), (1, 0), Some((-5400, true))),
            ("156.25", (1, -12), (15_625, -14), Some((1, true))),
            ("1", (1, -9), (15_625, -14), Some((6, false))),
            ("-2.5", (1, 0), (1, 0), Some((-3, false))),
            ("9223372036854775807", (1, -9), (1, -9), Some((i64::MAX, true))),
            ("9223372036854775807", (1, -9), (1, -12), None),
            ("0.33333333333333333333333333333333333333", (u64::MAX, -20), (u64::MAX, -20), Some((0, false))),
            ("0.99999999999999999999999999999999999999", (7, 0), (3, -40), None),
            ("1e-99", (1, 0), (1, -12), Some((0, false))),
            ("0e99", (81, -12), (7, -12), Some((0, true))),
            ("1e-2147483648", (1, 0), (1, -12), None),
            ("1e2147483647", (1, 0), (1, -12), None),
            ("1e-2147483649", (1, 0), (1, -12), None),
        ] {
            assert_eq!(ticks(number, unit, tick), expected, "{number} of {unit:?} in {tick:?}");
        }
    }
}
