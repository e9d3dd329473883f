//! Metadata of a recording besides its tags: the length of a tick, and its origin.
//!
//! Messages have no field for it. It is in a
//! [skippable frame](https://www.rfc-editor.org/rfc/rfc8878#name-skippable-frames) before the first frame of data, which other programs skip: magic number `0x184D2A54` and the payload's
//! length, 4 bytes each, little-endian; then `"tagv.abt"`, and lines of UTF-8, each a key, a tab and a value. Readers
//! ignore unknown keys.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tags::index::layout::{self, SKIPPABLE_MAGIC};
use crate::{Code, Error};

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

/// Facts that a recording states about itself: keys and one-line strings, in the order of the file.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct About(pub Vec<(String, String)>);

impl About {
    /// The text under `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, text)| text.as_str())
    }
}

impl Serialize for About {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, text)| (key, text)))
    }
}

impl<'de> Deserialize<'de> for About {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Texts).map(Self)
    }
}

struct Texts;

impl<'de> Visitor<'de> for Texts {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a map of short lines of text")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some(entry) = map.next_entry()? {
            texts.push(entry);
        }
        Ok(texts)
    }
}

/// Appends a frame with the facts to `out`.
///
/// # Errors
/// `Usage` if a key or a string has more than one line, or if all are too long.
pub fn write(about: &About, out: &mut Vec<u8>) -> Result<(), Error> {
    let wrong = || {
        Error::new(
            Code::Usage,
            "a fact about the recording is not a short line of text",
            "use short lines without tabs",
        )
    };
    let mut payload = MAGIC.to_vec();
    for (key, value) in &about.0 {
        if [key, value].iter().any(|text| text.contains(['\t', '\n', '\r'])) {
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

/// The facts of the file that begins with `head`; `None` if it states none. For concatenated recordings, these are the
/// facts of the first one with tags.
pub fn read(head: &[u8]) -> Option<About> {
    let mut head = head;
    let mut stated = None;
    while let Some((payload, rest)) = skippable(head) {
        let ours = head.starts_with(&SKIPPABLE_MAGIC.to_le_bytes());
        if ours && payload.starts_with(&layout::MAGIC) {
            // The index of a recording without tags.
            stated = None;
        } else if ours
            && stated.is_none()
            && payload.len() <= MAX_BYTES
            && let Some(lines) = payload.strip_prefix(MAGIC)
            && let Ok(lines) = std::str::from_utf8(lines)
        {
            stated = Some(About(lines.lines().filter_map(entry).collect()));
        }
        head = rest;
    }
    stated
}

/// The payload of the skippable frame at the start of `bytes`, and the bytes after it.
fn skippable(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let word = |at: usize| bytes.get(at..at + 4)?.first_chunk().map(|word| u32::from_le_bytes(*word));
    (word(0)? & !0xF == SKIPPABLE_MAGIC & !0xF).then_some(())?;
    bytes.get(HEADER_BYTES..)?.split_at_checked(word(4)? as usize)
}

fn entry(line: &str) -> Option<(String, String)> {
    line.split_once('\t').map(|(key, value)| (key.to_owned(), value.to_owned()))
}
