//! Whether a file is an offset header, or holds one among other text.

use super::encoding::Encoding;
use super::encodings::decode;
use super::input::{Name, fields};
use super::recognise::{Sureness, recognise};
use crate::error::Severity;

/// Shorter values in one of the binary encodings look like words.
const SHORTEST_BASE64: usize = 16;

/// Whether the file that begins with `head` is or contains an offset header. A value in a binary encoding is only found
/// if `head` contains all of it.
pub fn holds_header(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // A multi-byte character may be cut at the end of `head`.
        Err(e) if e.error_len().is_none() => {
            std::str::from_utf8(&head[..e.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    fields(text).iter().any(|field| field.name == Name::Offsets && is_value(&field.value))
}

fn is_value(value: &str) -> bool {
    if begins_with_version(value) {
        return true;
    }
    if value.contains(|c: char| c.is_ascii_whitespace()) {
        return false;
    }
    if matches!(value, "v1=" | "v2=") || is_sound_text(value) {
        return true;
    }
    value.len() >= SHORTEST_BASE64
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
        && matches!(recognise(value).sureness, Sureness::Certain | Sureness::Likely)
}

/// Whether it begins like the text of a version, `v1=0:` or `v2=0/`; the rest may be damaged.
fn begins_with_version(value: &str) -> bool {
    let Some(entries) = value.strip_prefix("v1=").or_else(|| value.strip_prefix("v2=")) else { return false };
    let after = entries.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < entries.len() && after.starts_with([':', '/'])
}

/// Whether all entries of a text header can be read, except for the last of several, which may be cut.
fn is_sound_text(value: &str) -> bool {
    let whole = value.rfind(',').map_or(value, |comma| &value[..comma]);
    let offsets = decode(Encoding::Text, whole);
    let sound = offsets.findings.iter().all(|finding| finding.severity != Severity::Error);
    sound && !offsets.entries.is_empty()
}
