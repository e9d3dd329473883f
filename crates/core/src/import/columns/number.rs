//! Numbers as texts have them: whole or with a fraction, exact.

use crate::import::tick::Tick;

/// A decimal number: `digits / 10^scale`, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    digits: u128,
    scale: i32,
}

/// Digits that 128 bits hold, whatever they are.
const MOST_DIGITS: usize = 38;
/// The largest exponent that is read; no time has one like it.
const MOST_EXPONENT: u32 = 99;

impl Decimal {
    /// Reads `-12`, `1.5`, `1,5`, `.5` and `1.5e-6`; `None` for anything else. `comma`: whether a comma may be the
    /// decimal point.
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
                // Digits behind more than any time has say nothing.
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

    /// Whether it was written with a fraction or an exponent that makes one.
    pub fn has_fraction(self) -> bool {
        self.scale > 0
    }

    /// Digits behind the point.
    pub fn decimals(self) -> u32 {
        u32::try_from(self.scale).unwrap_or(0)
    }

    /// How many ticks it is, to the nearest, and whether that is exact; `None` where it does not fit 64 bits.
    pub fn scaled(self, scale: Scale) -> Option<(i64, bool)> {
        let (ticks, exact) = self.sized(scale)?;
        Some((i64::try_from(ticks).ok()?, exact))
    }

    /// The same; `None` where it does not fit 128 bits, or nearly.
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
            // What 128 bits don't hold is, divided by 64 bits at most, more than 64 hold.
            if by >= 0 {
                return None;
            }
            // Further digits behind the point have no effect.
            exact &= digits % 10 == 0;
            (digits, behind_point) = (digits / 10, behind_point - 1);
        };
        let size = i128::try_from(size).ok()?;
        Some((if negative { -size } else { size }, exact))
    }
}

/// What makes ticks of a number, times `by / per * 10^shift`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    by: u64,
    per: u64,
    shift: i32,
}

impl Scale {
    /// Of what is in ticks already.
    pub const ONE: Self = Self { by: 1, per: 1, shift: 0 };

    /// Of numbers of `unit` that become ticks of `tick`.
    pub fn between(unit: Tick, tick: Tick) -> Self {
        let ((by, up), (per, down)) = (unit.parts(), tick.parts());
        let divisor = common_divisor(by, per);
        Self { by: by / divisor, per: per / divisor, shift: up - down }
    }
}

/// Greatest common divisor of two numbers other than 0.
fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A whole number of up to 18 digits, as most are.
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
