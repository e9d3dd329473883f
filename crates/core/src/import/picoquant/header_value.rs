//! Values of a tagged header.

use crate::import::facts::HeaderValue;
use crate::numbers::Large;

// Types of tags that have a value.
pub const BOOL8: u32 = 0x0000_0008;
pub const INT8: u32 = 0x1000_0008;
pub const BIT_SET64: u32 = 0x1100_0008;
pub const COLOR8: u32 = 0x1200_0008;
pub const FLOAT8: u32 = 0x2000_0008;
pub const DATE_TIME: u32 = 0x2100_0008;
pub const FLOAT8_ARRAY: u32 = 0x2001_ffff;
pub const ANSI_STRING: u32 = 0x4001_ffff;
pub const WIDE_STRING: u32 = 0x4002_ffff;
pub const BINARY_BLOB: u32 = 0xffff_ffff;

/// Days from 1899-12-30, the origin of dates in a header, to 1970-01-01.
const EPOCH: i64 = 25_569;

const MILLISECONDS_PER_DAY: i64 = 86_400_000;

/// Returns the value of a tag of this type: the number in it, or the bytes after it.
pub fn value_of(kind: u32, number: i64, bytes: &[u8]) -> HeaderValue {
    let text = HeaderValue::Text;
    match kind {
        BOOL8 => HeaderValue::Bool(number != 0),
        INT8 => HeaderValue::Int(number),
        BIT_SET64 | COLOR8 => HeaderValue::Bits(Large(number as u64)),
        FLOAT8 => finite(f64::from_bits(number as u64)).map_or(HeaderValue::Null, HeaderValue::Float),
        DATE_TIME => date(f64::from_bits(number as u64)).map_or(HeaderValue::Null, text),
        ANSI_STRING => text(ansi(bytes)),
        WIDE_STRING => {
            let units = bytes.as_chunks::<2>().0.iter().map(|unit| u16::from_le_bytes(*unit));
            let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
            text(String::from_utf16_lossy(&units))
        }
        FLOAT8_ARRAY => {
            let numbers = bytes.as_chunks::<8>().0.iter().map(|bytes| finite(f64::from_le_bytes(*bytes)));
            HeaderValue::Floats(numbers.collect())
        }
        BINARY_BLOB => text(format!("{} bytes", bytes.len())),
        _ => HeaderValue::Null,
    }
}

fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

/// Returns the text before the first zero byte, in UTF-8 or else in ISO 8859-1.
pub fn ansi(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => text.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Returns a number of days as `2026-11-27T14:43:06`, in the clock of the recording computer.
fn date(days: f64) -> Option<String> {
    // Years 1900 to 9999.
    if !(1.0..2_958_466.0).contains(&days) {
        return None;
    }
    let milliseconds = (days * MILLISECONDS_PER_DAY as f64).round() as i64;
    let (day, rest) =
        (milliseconds / MILLISECONDS_PER_DAY - EPOCH, milliseconds % MILLISECONDS_PER_DAY / 1000);
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year_of_era + era * 400 + carry;
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_count_from_the_end_of_1899() {
        assert_eq!(date(25_569.0).as_deref(), Some("1970-01-01T00:00:00"));
        assert_eq!(date(45_351.5).as_deref(), Some("2024-02-29T12:00:00"));
        assert_eq!((date(f64::NAN), date(-5.0), date(1e300)), (None, None, None));
    }

    #[test]
    fn a_text_without_unicode_is_read_as_latin_letters() {
        assert_eq!(ansi(b"10 \xb5W\0\0"), "10 \u{b5}W");
        assert_eq!(value_of(WIDE_STRING, 0, b"a\0\xb5\0\0\0"), HeaderValue::Text("a\u{b5}".to_owned()));
    }
}
