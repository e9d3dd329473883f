//! Metadata of a recording besides its tags: the length of a tick, and its origin.
//!
//! Messages have no field for it. It is in a [skippable frame](https://www.rfc-editor.org/rfc/rfc8878#name-skippable-
//! frames) before the first frame of data, which other programs skip: magic number `0x184D2A54` and the payload's
//! length, 4 bytes each, little-endian; then `"tagv.abt"`, and lines of UTF-8, each a key, a tab and a value. Readers
//! ignore unknown keys.

use crate::tags::index::layout::{self, SKIPPABLE_MAGIC};
use crate::value::Name;
use crate::{Code, Error, Value};

/// The first bytes of the payload.
const MAGIC: &[u8; 8] = b"tagv.abt";

/// Bytes of the skippable frame's header.
const HEADER_BYTES: usize = 8;

/// Maximum length of the payload in bytes, written and read. A longer frame is not this format.
const MAX_BYTES: usize = 4096;

/// Maximum length of the frame in bytes.
pub const MAX_FRAME: usize = HEADER_BYTES + MAX_BYTES;

/// The length of a tick with its unit, as in `4ps`.
pub const TICK: &str = "tick";

/// Appends such a frame to `out`, with the texts of `entries`, a map.
///
/// # Errors
/// `Usage` if a key or a value is no text of one line, or all together are too long.
pub fn write(entries: &Value, out: &mut Vec<u8>) -> Result<(), Error> {
    let wrong =
        || Error::new(Code::Usage, "what a recording is to say of itself is no text", "give short lines");
    let Value::Map(entries) = entries else { return Err(wrong()) };
    let mut payload = MAGIC.to_vec();
    for (key, value) in entries {
        let Value::Text(value) = value else { return Err(wrong()) };
        if [key.as_ref(), value].iter().any(|text| text.contains(['\t', '\n', '\r'])) {
            return Err(wrong());
        }
        payload.extend(format!("{key}\t{value}\n").into_bytes());
    }
    if payload.len() > MAX_BYTES {
        return Err(wrong());
    }
    out.extend(SKIPPABLE_MAGIC.to_le_bytes());
    out.extend((payload.len() as u32).to_le_bytes());
    out.extend(payload);
    Ok(())
}

/// The metadata of the file that begins with `head`, a map of texts; `Null` without metadata. For concatenated
/// recordings, the metadata of the first one with tags.
pub fn read(head: &[u8]) -> Value {
    let mut head = head;
    let mut said = Value::Null;
    while let Some((payload, rest)) = skippable(head) {
        let ours = head.starts_with(&SKIPPABLE_MAGIC.to_le_bytes());
        if ours && payload.starts_with(&layout::MAGIC) {
            // The index of a recording without tags.
            said = Value::Null;
        } else if ours
            && said == Value::Null
            && payload.len() <= MAX_BYTES
            && let Some(lines) = payload.strip_prefix(MAGIC)
            && let Ok(lines) = std::str::from_utf8(lines)
        {
            said = Value::Map(lines.lines().filter_map(entry).collect());
        }
        head = rest;
    }
    said
}

/// The payload of the skippable frame at the start of `bytes`, and the bytes after it.
fn skippable(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let word = |at: usize| bytes.get(at..at + 4)?.first_chunk().map(|word| u32::from_le_bytes(*word));
    (word(0)? & !0xF == SKIPPABLE_MAGIC & !0xF).then_some(())?;
    bytes.get(HEADER_BYTES..)?.split_at_checked(word(4)? as usize)
}

fn entry(line: &str) -> Option<(Name, Value)> {
    line.split_once('\t').map(|(key, value)| (key.to_owned().into(), Value::Text(value.to_owned())))
}
