//! What a recording says of itself besides its tags: how long a tick is, and what it was made of.
//!
//! Messages have no place for it. It stands in a
//! [skippable frame](https://www.rfc-editor.org/rfc/rfc8878#name-skippable-frames) before the first frame of data, which
//! other programs pass over: magic number `0x184D2A54` and the payload's length, 4 bytes each, little-endian; then
//! `"tagv.abt"`, and lines of UTF-8, each a key, a tab and a value. Keys that a reader does not know it leaves alone.

use crate::tags::index::layout::SKIPPABLE_MAGIC;
use crate::{Code, Error, Value};

/// The payload's first bytes.
const MAGIC: &[u8; 8] = b"tagv.abt";

/// Bytes of the skippable frame's header.
const HEADER_BYTES: usize = 8;

/// The longest payload, in bytes.
const MAX_BYTES: usize = 4096;

/// The length of a tick with its unit, as in `4ps`.
pub const TICK: &str = "tick";

/// Appends such a frame to `out` with what `entries`, a map of texts, say.
///
/// # Errors
/// `Usage` where a key or a value is no text of one line, or all are too long.
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

/// What the file that begins with `head` says of itself, a map of texts; `Null` where it says nothing.
pub fn read(head: &[u8]) -> Value {
    let mut head = head;
    let mut lines = || {
        loop {
            let length =
                head.get(4..HEADER_BYTES)?.first_chunk().map(|length| u32::from_le_bytes(*length))?;
            head.starts_with(&SKIPPABLE_MAGIC.to_le_bytes()).then_some(())?;
            let (payload, rest) = head.get(HEADER_BYTES..)?.split_at_checked(length as usize)?;
            if let Some(lines) = payload.strip_prefix(MAGIC) {
                return std::str::from_utf8(lines).ok();
            }
            // Another one of ours, such as the announcement of an index.
            head = rest;
        }
    };
    let entry = |line: &str| {
        line.split_once('\t').map(|(key, value)| (key.to_owned().into(), Value::Text(value.to_owned())))
    };
    lines().map_or(Value::Null, |lines| Value::Map(lines.lines().filter_map(entry).collect()))
}
