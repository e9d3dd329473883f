//! From places in decoded bytes to places in the text they were decoded from.

use super::base64::Payload;

/// Position of decoded bytes in the text.
pub(super) enum TextPosition<'a> {
    /// Base64 alone: four characters are three bytes.
    Plain(&'a Payload),
    /// Behind snappy no byte has a place of its own; the whole value is pointed at.
    Compressed { length: usize },
}

impl TextPosition<'_> {
    /// Offset and length in the text of `length` bytes from `at`.
    pub(super) fn of(&self, at: usize, length: usize) -> (usize, usize) {
        match self {
            Self::Plain(payload) => {
                let start = payload.position(at);
                (start, payload.position(at + length).saturating_sub(start).max(1))
            }
            Self::Compressed { length } => (0, *length),
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        matches!(self, Self::Plain(_))
    }
}
