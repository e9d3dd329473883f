//! The kind of a label's values, judged by their form.

use serde::Serialize;

/// Kinds of values that are different for each request, container or moment, so that a label with them has a series
/// for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Likeness {
    /// `8-4-4-4-12` hexadecimal digits (RFC 9562).
    Uuid,
    /// 12 or more hexadecimal digits, among them a letter and a digit: hashes, container and trace ids.
    #[serde(rename = "hex-id")]
    Hex,
    /// An IPv4 address, or an IPv6 address with at least two colons; with or without a port.
    Address,
    /// Digits that are a time between 2001 and 2065 in seconds, milliseconds, microseconds or nanoseconds since 1970,
    /// or an ISO 8601 date.
    Timestamp,
    /// Five digits or more.
    Number,
    /// An e-mail address.
    Email,
}

/// Whether a value has a form.
type Form = fn(&[u8]) -> bool;

impl Likeness {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Uuid, Self::Hex, Self::Address, Self::Timestamp, Self::Number, Self::Email];

    /// The kind that `value` resembles, if any.
    pub fn of(value: &[u8]) -> Option<Self> {
        if value.len() < 5 {
            return None;
        }
        let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
        if digits == value.len() {
            return Some(if is_epoch(value) { Self::Timestamp } else { Self::Number });
        }
        if digits == 0 {
            return (is_email(value)).then_some(Self::Email);
        }
        let kinds: [(Form, Self); 5] = [
            (is_uuid, Self::Uuid),
            (is_hex, Self::Hex),
            (is_address, Self::Address),
            (is_date, Self::Timestamp),
            (is_email, Self::Email),
        ];
        kinds.into_iter().find(|(is, _)| is(value)).map(|(_, likeness)| likeness)
    }
}

fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(k, byte)| match k {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

fn is_hex(value: &[u8]) -> bool {
    value.len() >= 12 && value.iter().all(u8::is_ascii_hexdigit)
}

/// 10, 13, 16 or 19 digits that begin as a second of the years 2001 to 2065 does.
fn is_epoch(digits: &[u8]) -> bool {
    matches!(digits.len(), 10 | 13 | 16 | 19) && (b'1'..=b'2').contains(&digits[0])
}

/// `2026-01-31`, alone or with a time after it.
fn is_date(value: &[u8]) -> bool {
    let digit = |k: usize| value.get(k).is_some_and(u8::is_ascii_digit);
    let dash = |k: usize| value.get(k) == Some(&b'-');
    [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(digit)
        && dash(4)
        && dash(7)
        && matches!(value.get(10), None | Some(b'T' | b' '))
}

fn is_address(value: &[u8]) -> bool {
    // Most values differ in their first byte, so it is checked first.
    if !value.first().is_some_and(|first| first.is_ascii_hexdigit() || b":[".contains(first)) {
        return false;
    }
    let Ok(text) = std::str::from_utf8(value) else { return false };
    is_ipv4(text.split_once(':').map_or(text, |(host, _)| host)) || is_ipv6(text)
}

fn is_ipv4(text: &str) -> bool {
    text.split('.').count() == 4
        && text.split('.').all(|part| {
            matches!(part.len(), 1..=3)
                && part.bytes().all(|b| b.is_ascii_digit())
                && part.parse::<u8>().is_ok()
        })
}

fn is_ipv6(text: &str) -> bool {
    let host = text.strip_prefix('[').map_or(text, |rest| rest.split(']').next().unwrap_or_default());
    host.bytes().filter(|byte| *byte == b':').count() >= 2
        && host.split(':').all(|part| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_hexdigit()))
        // A time of day is none.
        && (host.contains("::") || host.split(':').count() == 8)
}

fn is_email(value: &[u8]) -> bool {
    let Some(at) = value.iter().position(|byte| *byte == b'@') else { return false };
    let host = &value[at + 1..];
    at > 0 && host.contains(&b'.') && !host.contains(&b'@') && !value.iter().any(u8::is_ascii_whitespace)
}
