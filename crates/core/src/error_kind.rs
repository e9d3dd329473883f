//! Kinds of errors: a few kinds that group all codes, for callers that need no more detail.

use crate::error::{Code, Error};

/// The kind of an error. Several [`Code`]s are of one kind.
///
/// ```
/// use tagview_core::ErrorKind;
///
/// let error = tagview_core::open("/nowhere/x.tags.zst").err();
/// assert_eq!(error.map(|error| error.kind()), Some(ErrorKind::Io));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A wrong request: another one can succeed.
    Usage,
    /// The input breaks its format, is cut, or contradicts itself.
    Damaged,
    /// A sound input in a format, or a version of one, that is not read.
    Unsupported,
    /// The work needs more than a documented bound.
    Limit,
    /// The input could not be opened or read.
    Io,
    /// The caller cancelled the work.
    Cancelled,
}

impl From<Code> for ErrorKind {
    fn from(code: Code) -> Self {
        match code {
            Code::Usage
            | Code::Mismatch
            | Code::Ambiguous
            | Code::NoChannel
            | Code::NoClock
            | Code::SeveralHeaders
            | Code::NotFound => Self::Usage,
            Code::UnknownFormat | Code::WrongSchema | Code::WrongVersion => Self::Unsupported,
            Code::FrameTooLarge
            | Code::Inflation
            | Code::MessageTooLarge
            | Code::TooManyChannels
            | Code::TooManyBins
            | Code::RangeTooLong
            | Code::TooLarge => Self::Limit,
            Code::OpenFailed | Code::ReadFailed => Self::Io,
            Code::Cancelled => Self::Cancelled,
            Code::Empty
            | Code::Truncated
            | Code::CorruptFrame
            | Code::Checksum
            | Code::BadMessage
            | Code::BadPointer
            | Code::Order
            | Code::TrailingBytes
            | Code::BadIndex
            | Code::OtherTick
            | Code::BadSection
            | Code::BadTable
            | Code::BadMetadata
            | Code::BadToc
            | Code::BadLine
            | Code::BadEncoding
            | Code::BadHeader
            | Code::BadRecord
            | Code::MalformedEntry
            | Code::Overflow
            | Code::EmptyEntry
            | Code::TrailingComma
            | Code::WhiteSpace
            | Code::NumberForm
            | Code::NoVersion
            | Code::Duplicate
            | Code::NegativeOffset
            | Code::NegativePartition
            | Code::EmptyPartition
            | Code::Gap
            | Code::Cut
            | Code::Base64Alphabet
            | Code::Base64Padding
            | Code::SnappyLength
            | Code::SnappyCorrupt
            | Code::VarintTooLong
            | Code::VarintPadded
            | Code::BadLevel
            | Code::DelayIgnored
            | Code::More => Self::Damaged,
        }
    }
}

impl Error {
    /// The kind of its code.
    pub fn kind(&self) -> ErrorKind {
        self.code.into()
    }
}
