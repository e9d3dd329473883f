//! Durations as text, in exact arithmetic.

/// Default length of a tick: that of the UQDevices Logic16.
pub const DEFAULT_TICK: &str = "156.25ps";

/// A duration: `mantissa * 10^exponent`, in seconds, or in ticks without a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration {
    pub mantissa: i128,
    pub exponent: i32,
    /// Whether it has a unit.
    pub has_unit: bool,
}

/// Reason why a string is not a duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    NotATime,
    UnknownUnit,
    TooManyDigits,
    FractionOfATick,
    TooLong,
}

impl Wrong {
    /// The message, to follow "character 5: ".
    pub fn what(self) -> &'static str {
        match self {
            Self::NotATime => "a time is expected",
            Self::UnknownUnit => "the unit is none of fs, ps, ns, us, ms and s",
            Self::TooManyDigits => "the time has more than 19 digits",
            Self::FractionOfATick => "a time without a unit is a whole number of ticks",
            Self::TooLong => "the time is longer than 2^60 ticks",
        }
    }
}

/// Units of time, and the power of ten of each.
const UNITS: &[(&str, i32)] =
    &[("fs", -15), ("ps", -12), ("ns", -9), ("us", -6), ("µs", -6), ("μs", -6), ("ms", -3), ("s", 0)];

/// Maximum digits of a number: those of 2^60 ticks.
const MOST_DIGITS: usize = 19;

/// Parses the duration at the beginning of `text`, and returns its length in bytes: a sign, digits with or without a
/// fraction, blanks, and a unit.
///
/// # Errors
/// The reason, if there is none.
pub fn parse(text: &str) -> Result<(Duration, usize), Wrong> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(sign);
    if whole == 0 {
        return Err(Wrong::NotATime);
    }
    let point = sign + whole;
    let fraction = if bytes.get(point) == Some(&b'.') { digits(point + 1) } else { 0 };
    let end = if fraction > 0 { point + 1 + fraction } else { point };
    if whole + fraction > MOST_DIGITS {
        return Err(Wrong::TooManyDigits);
    }
    let all_digits = bytes[sign..end].iter().filter(|byte| byte.is_ascii_digit());
    let magnitude = all_digits.fold(0_i128, |number, byte| number * 10 + i128::from(byte - b'0'));
    let mantissa = if bytes.first() == Some(&b'-') { -magnitude } else { magnitude };
    let blanks = text[end..].len() - text[end..].trim_start_matches(' ').len();
    let after = &text[end + blanks..];
    // The two letters beyond ASCII are the micro sign and the Greek mu.
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, 'µ' | 'μ');
    let letters = after.find(|letter: char| !is_letter(letter)).unwrap_or(after.len());
    if letters == 0 {
        return match fraction {
            0 => Ok((Duration { mantissa, exponent: 0, has_unit: false }, end)),
            _ => Err(Wrong::FractionOfATick),
        };
    }
    let unit = UNITS.iter().find(|(name, _)| *name == &after[..letters]).ok_or(Wrong::UnknownUnit)?;
    let exponent = unit.1 - fraction as i32;
    Ok((Duration { mantissa, exponent, has_unit: true }, end + blanks + letters))
}

impl Duration {
    /// Whether both texts are the same duration, in any unit.
    pub fn is(self, other: Self) -> bool {
        let shortest = |Self { mut mantissa, mut exponent, has_unit }: Self| {
            while mantissa != 0 && mantissa % 10 == 0 {
                (mantissa, exponent) = (mantissa / 10, exponent + 1);
            }
            (mantissa, exponent, has_unit)
        };
        shortest(self) == shortest(other)
    }

    /// Converts it to ticks of the length `tick`, to the nearest one, halves away from zero; at most `most` in either
    /// direction.
    ///
    /// # Errors
    /// `TooLong`.
    pub fn ticks(self, tick: Self, most: i64) -> Result<i64, Wrong> {
        let ticks = if self.has_unit { self.divided_by(tick) } else { Some(self.mantissa) };
        let ticks = ticks.and_then(|ticks| i64::try_from(ticks).ok());
        ticks.filter(|ticks| ticks.unsigned_abs() <= most.unsigned_abs()).ok_or(Wrong::TooLong)
    }

    /// The nearest whole number to `self / tick`; `None` if it exceeds `i128`.
    fn divided_by(self, tick: Self) -> Option<i128> {
        let power = |exponent: i32| 10_i128.checked_pow(u32::try_from(exponent).ok()?);
        let exponent = self.exponent - tick.exponent;
        let (top, bottom) = if exponent >= 0 {
            match self.mantissa {
                0 => (0, 1),
                mantissa => (mantissa.checked_mul(power(exponent)?)?, tick.mantissa),
            }
        } else {
            match power(-exponent).and_then(|power| tick.mantissa.checked_mul(power)) {
                Some(bottom) => (self.mantissa, bottom),
                // Less than 10^19, divided by more than 10^38.
                None => (0, 1),
            }
        };
        let rest = top % bottom;
        let up = rest.checked_abs()? >= bottom - rest.checked_abs()?;
        Some(top / bottom + if up { top.signum() } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn ticks(text: &str, tick: &str) -> Result<i64, Wrong> {
        parse(text)?.0.ticks(parse(tick)?.0, 1 << 60)
    }

    #[test]
    fn times_are_converted_to_the_nearest_tick() {
        for (text, tick, expected) in [
            ("2ns", "156.25ps", 13),
            ("4ns", "156.25ps", 26),
            ("-4ns", "156.25ps", -26),
            ("0.5 ns", "1ns", 1),
            ("-0.5ns", "1ns", -1),
            ("0.49ns", "1ns", 0),
            ("1s", "1fs", 1_000_000_000_000_000),
            ("0.000000000000000001fs", "999999s", 0),
            ("17", "1s", 17),
            ("1µs", "1ps", 1_000_000),
        ] {
            assert_eq!(ticks(text, tick), Ok(expected), "{text} of {tick}");
        }
    }

    #[test]
    fn what_is_no_time_is_said() {
        assert_eq!(ticks("", "1ps"), Err(Wrong::NotATime));
        assert_eq!(ticks("+", "1ps"), Err(Wrong::NotATime));
        assert_eq!(ticks("2parsecs", "1ps"), Err(Wrong::UnknownUnit));
        assert_eq!(ticks("1.5", "1ps"), Err(Wrong::FractionOfATick));
        assert_eq!(ticks("12345678901234567890ns", "1ps"), Err(Wrong::TooManyDigits));
        assert_eq!(ticks("999999999999999999s", "0.000000000000000001fs"), Err(Wrong::TooLong));
        assert_eq!(ticks("999999999999999999s", "1s"), Ok(999_999_999_999_999_999));
        assert_eq!(ticks("100000s", "1fs"), Err(Wrong::TooLong));
    }
}
