//! Recognises a recording's bytes, or the decoded bytes of its first frames.

use crate::signatures::{looks_like_text, signature_of};
use crate::tags::looks_like_message;
use crate::zstd::begins_frame;

/// Kind of the first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstBytes {
    /// A zstd frame or a skippable frame. Its contents are unknown until it is decoded.
    Zstd,
    /// A Cap'n Proto message.
    Message,
    /// A file of another format, by its usual name.
    Other(&'static str),
    /// A text.
    Text,
    /// Unknown.
    Unknown,
}

impl FirstBytes {
    /// Recognises `head`, ideally of [`HEAD_BYTES`](crate::signatures::HEAD_BYTES) bytes.
    pub fn of(head: &[u8]) -> Self {
        if begins_frame(head) {
            return Self::Zstd;
        }
        if let Some(signature) = signature_of(head) {
            return Self::Other(signature.name);
        }
        if looks_like_message(head) {
            Self::Message
        } else if looks_like_text(head) {
            Self::Text
        } else {
            Self::Unknown
        }
    }
}
