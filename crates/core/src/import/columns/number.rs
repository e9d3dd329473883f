//! Numbers as texts have them: whole or with a fraction, exact.

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
const MOST_EXPONENT: i32 = 99;

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
                if exponent.abs() > MOST_EXPONENT {
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

    /// How many units of `10^-shift` it is, to the nearest, and whether that is exact; `None` where it does not fit 64
    /// bits.
    pub fn scaled(self, shift: i32) -> Option<(i64, bool)> {
        let by = shift - self.scale;
        let power = 10_u128.checked_pow(by.unsigned_abs());
        let (size, exact) = if by >= 0 {
            if self.digits == 0 { (0, true) } else { (self.digits.checked_mul(power?)?, true) }
        } else {
            // What is divided by more than 128 bits hold is less than half.
            power.map_or((0, self.digits == 0), |power| {
                let (whole, rest) = (self.digits / power, self.digits % power);
                (whole + u128::from(rest >= power - rest), rest == 0)
            })
        };
        let size = i128::try_from(size).ok()?;
        Some((i64::try_from(if self.negative { -size } else { size }).ok()?, exact))
    }
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
