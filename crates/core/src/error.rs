//! Errors of inputs, for all formats: one list of codes, the error that ends a piece of work, and the finding that is
//! recorded while work continues.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::words::words;

/// An error that ends a piece of work, with its position and remedy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Error {
    /// The kind of error, stable for scripts.
    pub code: Code,
    /// Byte offset in the input as it lies on disk, if any.
    pub offset: Option<u64>,
    /// The problem, for users. It begins with a small letter (except names) and has no full stop, so that it can be
    /// part of a line.
    pub message: String,
    /// The remedy, in the same form. Never empty. Names of parameters, and the words of [`Operation`]s, are between
    /// backquotes.
    pub remedy: String,
}

impl Error {
    /// An error at byte `offset` of the input.
    pub fn at(code: Code, offset: u64, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { offset: Some(offset), ..Self::new(code, message, remedy) }
    }

    /// The kind of its code.
    pub fn kind(&self) -> ErrorKind {
        self.code.into()
    }

    /// An error without a position in the input.
    pub fn new(code: Code, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { code, offset: None, message: message.into(), remedy: remedy.into() }
    }
}

/// `what is wrong (at byte N): what to do`
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, &self.message, self.offset, Some(&self.remedy))
    }
}

/// As an [`Error`], without its end if there is no remedy.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, &self.message, self.offset, self.remedy.as_deref())
    }
}

fn write_line(
    f: &mut fmt::Formatter<'_>,
    message: &str,
    offset: Option<u64>,
    remedy: Option<&str>,
) -> fmt::Result {
    f.write_str(message)?;
    if let Some(offset) = offset {
        write!(f, " (at byte {offset})")?;
    }
    remedy.map_or(Ok(()), |remedy| write!(f, ": {remedy}"))
}

impl std::error::Error for Error {}

/// Something worth knowing about an input that was read despite it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Kind of the finding, stable for scripts.
    pub code: Code,
    /// Severity: an error, a warning or a note.
    pub severity: Severity,
    /// Byte offset in the input, as it lies on disk or was pasted; `None` if it concerns the whole.
    pub offset: Option<u64>,
    /// Number of bytes concerned, from `offset` on; 0 if unknown.
    pub length: u64,
    /// Message to the user: in the form of [`Error::message`], or a full sentence if there is no `remedy`.
    pub message: String,
    /// Recommended action, if the message does not include it.
    pub remedy: Option<String>,
}

/// An error that ended the reading of a part of the input.
impl From<Error> for Finding {
    fn from(Error { code, offset, message, remedy }: Error) -> Self {
        Self { code, severity: Severity::Error, offset, length: 0, message, remedy: Some(remedy) }
    }
}

/// A finding as an error. A finding without a remedy has the usual one of its code, and its sentence loses the full stop.
impl From<Finding> for Error {
    fn from(Finding { code, offset, message, remedy, .. }: Finding) -> Self {
        match remedy {
            Some(remedy) => Self { code, offset, message, remedy },
            None => {
                let message = message.strip_suffix('.').unwrap_or(&message).to_owned();
                Self { code, offset, message, remedy: code.usual_remedy().to_owned() }
            }
        }
    }
}

impl Code {
    /// The remedy for a finding that has none of its own: findings in a pasted offset header.
    fn usual_remedy(self) -> &'static str {
        match self {
            Self::MalformedEntry | Self::EmptyEntry | Self::TrailingComma | Self::WhiteSpace => {
                "write the entries as partition:offset, separated by commas without blanks"
            }
            Self::Overflow | Self::NumberForm | Self::NegativePartition | Self::NegativeOffset => {
                "write partitions from 0 and offsets from -1 in decimal digits, without sign or leading zeros"
            }
            Self::NoVersion | Self::WrongVersion | Self::NotFound => "begin the header with v1= or v2=",
            Self::Duplicate => "keep one entry of each partition",
            Self::EmptyPartition | Self::Gap => "compare it with the partitions of the topic",
            Self::Cut | Self::Truncated => "copy the whole header, from a log that does not cut lines",
            Self::Base64Alphabet
            | Self::Base64Padding
            | Self::SnappyLength
            | Self::SnappyCorrupt
            | Self::VarintTooLong
            | Self::VarintPadded => "copy the header again, or choose another `encoding`",
            Self::Ambiguous => "state the `encoding`",
            Self::TooLarge => "split the header",
            Self::Empty => "copy the line with the offset header too",
            Self::SeveralHeaders => "give the headers one by one",
            Self::BadLevel => "send the level strong or eventual",
            Self::DelayIgnored => "send a duration such as 5s, with the level eventual",
            Self::More => "correct the listed findings first",
            _ => "read another copy of the file",
        }
    }
}

words! {
    /// How bad a finding is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    Severity:
    /// Worth knowing; nothing is wrong.
    Note = "note",
    /// Readable, but another reader may understand it otherwise.
    Warning = "warning",
    /// Something could not be read, or is missing.
    Error = "error",
}

words! {
    /// An operation on a file that a remedy recommends. A sentence names it between backquotes, as it names parameters;
    /// a binding replaces it by its own function or command.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    Operation:
    /// Writing another tagger's recording, or a text, as a recording of tagview's own: [`crate::transform::pack`].
    Convert = "convert",
    /// Reading all that the header of a recording states: [`Recording::header`](crate::Recording::header).
    Header = "header",
    /// Reading a file of histograms: [`crate::import::read_histograms`].
    Histogram = "histogram",
    /// Joining recordings in order of time: [`crate::transform::merge`].
    Merge = "merge",
    /// Writing selected tags as a new recording: [`Recording::slice`](crate::Recording::slice).
    Slice = "slice",
    /// Writing selected tags of a stream, whose index is not used: [`crate::transform::slice`].
    SliceStream = "slice-stream",
    /// Describing a recording: [`Recording::summary`](crate::Recording::summary).
    Stats = "stats",
    /// Decoding and checking all of a recording: [`Recording::findings`](crate::Recording::findings).
    Verify = "verify",
}

/// The word between backquotes.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.as_str())
    }
}

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

macro_rules! codes {
    ($($(#[$doc:meta])* $item:ident = $word:literal, $kind:ident;)*) => {
        words! {
            /// The kinds of things that can be wrong; `docs/errors.md` lists them.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            Code:
            $($(#[$doc])* $item = $word,)*
        }

        impl From<Code> for ErrorKind {
            fn from(code: Code) -> Self {
                match code { $(Code::$item => Self::$kind,)* }
            }
        }
    };
}

codes! {
    /// The input holds no bytes at all; an offset header holds no entry.
    Empty = "empty", Damaged;
    /// The first bytes belong to no format tagview reads.
    UnknownFormat = "unknown-format", Unsupported;
    /// A gzip file in place of a recording. It may hold a recording.
    GzipFile = "gzip-file", Unsupported;
    /// A zstd file that holds a text or a file of another format instead of time tags.
    ZstdFile = "zstd-file", Unsupported;
    /// The input ends in the middle of a frame, a message or an entry.
    Truncated = "truncated", Damaged;
    /// A zstd frame or block header breaks the format, or a block does not decode. The same applies to gzip.
    CorruptFrame = "corrupt-frame", Damaged;
    /// A checksum does not match: of a frame's content, of a section.
    Checksum = "checksum", Damaged;
    /// A frame needs more memory (window, dictionary) than tagview allows.
    FrameTooLarge = "frame-too-large", Limit;
    /// A frame or a gzip file inflates to more data than any recording or sparse index-header has.
    Inflation = "inflation", Limit;
    /// A Cap'n Proto segment table or message header breaks the format.
    BadMessage = "bad-message", Damaged;
    /// A Cap'n Proto pointer leaves its segment, overlaps another one, or forms a cycle.
    BadPointer = "bad-pointer", Damaged;
    /// A sound Cap'n Proto message, but not of the time tag schema.
    WrongSchema = "wrong-schema", Unsupported;
    /// A legal message layout that would need more memory than the documented bound.
    MessageTooLarge = "message-too-large", Limit;
    /// More distinct channels than any device has.
    TooManyChannels = "too-many-channels", Limit;
    /// Tags that are not in order of time; symbols, names or values that do not ascend.
    Order = "order", Damaged;
    /// Bytes after the last frame or message that belong to neither.
    TrailingBytes = "trailing-bytes", Damaged;
    /// The frame index at the end of a file does not describe the file.
    BadIndex = "bad-index", Damaged;
    /// Recordings with ticks of different lengths in one file.
    OtherTick = "other-tick", Damaged;
    /// A section of an index-header or index breaks its format: an entry, a count or a length.
    BadSection = "bad-section", Damaged;
    /// A FlatBuffers table, vector or string leaves its buffer, or lacks a required field.
    BadTable = "bad-table", Damaged;
    /// User metadata do not match their stated encoding, or a location can't be decompressed.
    BadMetadata = "bad-metadata", Damaged;
    /// A table of contents does not describe its file.
    BadToc = "bad-toc", Damaged;
    /// A histogram or table would need more bins than the documented bound.
    TooManyBins = "too-many-bins", Limit;
    /// More tags lie within one range or window, or wait to be merged, than the documented bound allows.
    RangeTooLong = "range-too-long", Limit;
    /// A text line that is not `channel<TAB>time`.
    BadLine = "bad-line", Damaged;
    /// `compare` could not read back the tags that it wrote in a format.
    BadEncoding = "bad-encoding", Damaged;
    /// An offsets header can't be read, or the header of another tagger's recording contradicts itself.
    BadHeader = "bad-header", Damaged;
    /// A recording of another tagger has a record that its format does not define.
    BadRecord = "bad-record", Damaged;
    /// A parameter is missing, of the wrong type, or out of range.
    Usage = "usage", Usage;
    /// Partial results that do not belong together.
    Mismatch = "mismatch", Usage;
    /// A file that can't be opened.
    OpenFailed = "open-failed", Io;
    /// A file that can't be read to its end.
    ReadFailed = "read-failed", Io;
    /// The caller cancelled the work.
    Cancelled = "cancelled", Cancelled;
    /// The channel of a clock has no tags, so that its period is unknown. An analysis of channels without tags returns
    /// empty results instead.
    NoChannel = "no-channel", Usage;
    /// The tags of a clock's channel are not periodic.
    NoClock = "no-clock", Usage;
    /// An entry that is not `partition:offset`.
    MalformedEntry = "malformed-entry", Damaged;
    /// A number that does not fit: offsets have 64 bits, partitions 32.
    Overflow = "overflow", Damaged;
    /// Nothing stands between two commas, or before the first one.
    EmptyEntry = "empty-entry", Damaged;
    /// A comma after the last entry.
    TrailingComma = "trailing-comma", Damaged;
    /// Blanks, which a look-up does not skip.
    WhiteSpace = "white-space", Damaged;
    /// `+5` or `05`: another spelling of a number.
    NumberForm = "number-form", Damaged;
    /// No `v1=` in front: a look-up finds nothing.
    NoVersion = "no-version", Damaged;
    /// A version other than `v1=` and `v2=`, or other than those an index has.
    WrongVersion = "wrong-version", Unsupported;
    /// One partition several times.
    Duplicate = "duplicate", Damaged;
    /// An offset is readable, but a look-up does not find it.
    NotFound = "not-found", Usage;
    /// An offset below -1, which no partition has.
    NegativeOffset = "negative-offset", Damaged;
    /// A partition number below 0.
    NegativePartition = "negative-partition", Damaged;
    /// Partitions with the offset -1: no record was ever written to them.
    EmptyPartition = "empty-partition", Damaged;
    /// Partition numbers are missing.
    Gap = "gap", Damaged;
    /// The header ends early, or its length is a limit proxies cut at.
    Cut = "cut", Damaged;
    /// A character outside the standard base64 alphabet.
    Base64Alphabet = "base64-alphabet", Damaged;
    /// Padding that is missing, misplaced or too much, or a length base64 can't have.
    Base64Padding = "base64-padding", Damaged;
    /// The data decompress to another length than the one stated before them.
    SnappyLength = "snappy-length", Damaged;
    /// Snappy data end early or refer to missing data.
    SnappyCorrupt = "snappy-corrupt", Damaged;
    /// More data than any header holds.
    TooLarge = "too-large", Limit;
    /// A varint of more than ten bytes, or of more than 64 bits.
    VarintTooLong = "varint-too-long", Damaged;
    /// A varint longer than its value needs; no encoder writes that.
    VarintPadded = "varint-padded", Damaged;
    /// The encoding had to be guessed, and the guess is not safe.
    Ambiguous = "ambiguous", Usage;
    /// The paste holds several offset headers.
    SeveralHeaders = "several-headers", Usage;
    /// `X-Read-Consistency` is neither `strong` nor `eventual`.
    BadLevel = "bad-level", Damaged;
    /// `X-Read-Consistency-Max-Delay` is ignored by Mimir.
    DelayIgnored = "delay-ignored", Damaged;
    /// Further findings that are not listed.
    More = "more", Damaged;
}
