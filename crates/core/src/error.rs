//! One error type for everything: a kind, a place, what is wrong and what to do.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What went wrong, with where and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    /// The kind of failure, stable for scripts.
    pub code: Code,
    /// Byte offset in the input as it lies on disk, where there is one.
    pub offset: Option<u64>,
    /// What is wrong, for a person: begins with a small letter (but for names) and has no full
    /// stop, so that it can stand in a line of others.
    pub message: String,
    /// What to do about it, in the same form. Never empty.
    pub remedy: String,
}

impl Error {
    /// An error at byte `offset` of the input.
    pub fn at(code: Code, offset: u64, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { offset: Some(offset), ..Self::new(code, message, remedy) }
    }

    /// An error that has no place in the input.
    pub fn new(code: Code, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { code, offset: None, message: message.into(), remedy: remedy.into() }
    }
}

/// `what is wrong (at byte N): what to do`
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(offset) = self.offset {
            write!(f, " (at byte {offset})")?;
        }
        write!(f, ": {}", self.remedy)
    }
}

impl std::error::Error for Error {}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The kinds of failure; the text form is what `--json` prints and the README lists.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The short kebab-case word that scripts match on.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

codes! {
    /// The input holds no bytes at all.
    Empty = "empty",
    /// The first bytes belong to no format tagview reads.
    UnknownFormat = "unknown-format",
    /// The input ends in the middle of a frame or message.
    Truncated = "truncated",
    /// A zstd frame or block header breaks the format, or a block does not decode.
    CorruptFrame = "corrupt-frame",
    /// A frame's content checksum does not match what was decoded.
    Checksum = "checksum",
    /// A frame needs more memory (window, dictionary) than tagview grants any file.
    FrameTooLarge = "frame-too-large",
    /// A frame inflates to a size no recording compresses to.
    Inflation = "inflation",
    /// A Cap'n Proto segment table or message header breaks the format.
    BadMessage = "bad-message",
    /// A Cap'n Proto pointer leaves its segment, overlaps, or goes in a circle.
    BadPointer = "bad-pointer",
    /// A sound Cap'n Proto message, but not of the time tag schema.
    WrongSchema = "wrong-schema",
    /// A legal message layout that would need more memory than the documented bound.
    MessageTooLarge = "message-too-large",
    /// More distinct channels than any device has.
    TooManyChannels = "too-many-channels",
    /// Tags that are not in order of time.
    Order = "order",
    /// Bytes after the last frame or message that belong to neither.
    TrailingBytes = "trailing-bytes",
    /// The frame index at the end of a file does not describe the file.
    BadIndex = "bad-index",
    /// A histogram or table would need more bins than the documented bound.
    TooManyBins = "too-many-bins",
    /// More tags lie within the range or window of each other, or wait to be merged, than the documented
    /// bound.
    RangeTooLong = "range-too-long",
    /// A text line that is not `channel<TAB>time`.
    BadLine = "bad-line",
    /// An offsets header that can't be read.
    BadHeader = "bad-header",
    /// A parameter is missing, of the wrong type, or out of range.
    Usage = "usage",
    /// Partial results that do not belong together.
    Mismatch = "mismatch",
}

/// A code's byte form is its word, so that it does not depend on the order in which codes are listed.
impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let code = Self::ALL.iter().find(|code| code.as_str() == word);
        code.copied().ok_or_else(|| D::Error::custom(format!("there is no code {word}")))
    }
}
