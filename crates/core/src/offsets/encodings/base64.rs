//! Base64, [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648#section-4): writes the standard alphabet with padding,
//! reads any recognisable variant.

use ::base64::Engine;
use ::base64::engine::general_purpose::STANDARD;

use crate::error::{Code, Severity};
use crate::offsets::finding::Findings;
use crate::quote::quote;

pub(super) fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Decoded bytes, with the way back to the text.
pub(super) struct Payload {
    pub(super) bytes: Vec<u8>,
    /// Position of each base64 digit; empty if they are contiguous from the start.
    digits: Vec<u32>,
}

impl Payload {
    /// Where in the text the bits of byte `at` begin.
    pub(super) fn position(&self, at: usize) -> usize {
        let digit = at / 3 * 4 + at % 3;
        match self.digits.last() {
            None => digit,
            Some(last) => self.digits.get(digit).map_or(*last as usize + 1, |position| *position as usize),
        }
    }
}

pub(super) fn decode(text: &str, findings: &mut Findings) -> Payload {
    match STANDARD.decode(text) {
        Ok(bytes) => Payload { bytes, digits: Vec::new() },
        Err(_) => salvage(text, findings),
    }
}

/// Reads digits of either alphabet, skips white space, and stops at anything else.
fn salvage(text: &str, findings: &mut Findings) -> Payload {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut digits = Vec::with_capacity(text.len());
    let (mut bits, mut padding, mut end) = (0u32, 0, text.len());
    for (at, byte) in text.bytes().enumerate() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'-' | b'_' => {
                findings.add(Code::Base64Alphabet, Severity::Warning, Some(at), 1, || {
                    format!(
                        "'{}' belongs to the URL-safe alphabet; the standard one has + and /.",
                        byte as char
                    )
                });
                if byte == b'-' { 62 } else { 63 }
            }
            byte if byte.is_ascii_whitespace() => {
                findings.at(Code::WhiteSpace, at, 1, || "The base64 text contains a blank.".to_owned());
                continue;
            }
            b'=' => {
                padding += 1;
                end = end.min(at);
                continue;
            }
            _ => {
                end = end.min(at);
                let rest = text.as_bytes().get(at..).unwrap_or_default();
                findings.at(Code::Base64Alphabet, at, rest.len(), || {
                    format!("{} is not base64; decoding stops here.", quote(rest))
                });
                break;
            }
        };
        if padding > 0 {
            let rest = text.len() - at;
            findings.at(Code::Base64Padding, at, rest, || {
                "The text after the base64 padding is ignored.".to_owned()
            });
            break;
        }
        digits.push(u32::try_from(at).unwrap_or(u32::MAX));
        bits = bits << 6 | u32::from(digit);
        if digits.len() % 4 == 0 {
            bytes.extend([(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]);
            bits = 0;
        }
    }
    check_end(digits.len(), padding, bits, end, &mut bytes, findings);
    Payload { bytes, digits }
}

/// The last one to three digits, and whether padding fills them up to four.
fn check_end(
    digits: usize,
    padding: usize,
    bits: u32,
    end: usize,
    bytes: &mut Vec<u8>,
    findings: &mut Findings,
) {
    let (over, expected) = match digits % 4 {
        2 => {
            bytes.push((bits >> 4) as u8);
            (bits & 0xf, 2)
        }
        3 => {
            bytes.extend([(bits >> 10) as u8, (bits >> 2) as u8]);
            (bits & 3, 1)
        }
        rest => (0, if rest == 1 { 3 } else { 0 }),
    };
    if expected == 3 {
        findings.at(Code::Base64Padding, end.saturating_sub(1), 1, || {
            format!("{digits} base64 digits are impossible: one is left over. The text was probably cut.")
        });
    } else if padding != expected {
        findings.add(
            Code::Base64Padding,
            if padding < expected { Severity::Error } else { Severity::Warning },
            Some(end),
            padding,
            || format!("Expected {expected} padding characters (=) at the end, found {padding}."),
        );
    } else if over != 0 {
        findings.add(Code::Base64Padding, Severity::Warning, Some(end.saturating_sub(1)), 1, || {
            "The last base64 digit has unused bits that are not 0.".to_owned()
        });
    }
}
