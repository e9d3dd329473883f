//! What is remarkable or wrong in a pasted header, each with its place.

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Readable, but a look-up may answer otherwise than a person would read.
    Warning,
    /// Something could not be read, or is missing.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $severity:ident;)*) => {
        /// The kinds of finding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $name,)* }

        impl Kind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The short kebab-case word that scripts match on.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// How bad it is unless the place says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }
        }
    };
}

kinds! {
    /// An entry that is not `partition:offset`.
    MalformedEntry = "malformed-entry", Error;
    /// A number that does not fit: offsets have 64 bits, partitions 32.
    Overflow = "overflow", Error;
    /// Nothing between two commas, or before the first.
    EmptyEntry = "empty-entry", Warning;
    /// A comma after the last entry.
    TrailingComma = "trailing-comma", Warning;
    /// Blanks, which a look-up does not skip.
    WhiteSpace = "white-space", Warning;
    /// `+5` or `05`: another spelling of a number.
    NumberForm = "number-form", Warning;
    /// No `v1=` in front: a look-up finds nothing.
    NoVersion = "no-version", Warning;
    /// A version other than `v1=` and `v2=`.
    WrongVersion = "wrong-version", Error;
    /// One partition several times.
    Duplicate = "duplicate", Warning;
    /// A person reads an offset where a look-up finds none.
    NotFound = "not-found", Warning;
    /// An offset below -1, which no partition has.
    NegativeOffset = "negative-offset", Warning;
    /// A partition number below 0.
    NegativePartition = "negative-partition", Warning;
    /// Partitions whose offset is -1: nothing was ever written to them.
    EmptyPartition = "empty-partition", Note;
    /// Partition numbers left out.
    Gap = "gap", Note;
    /// The header ends early, or its length is a limit proxies cut at.
    Cut = "cut", Error;
    /// No entry at all.
    Empty = "empty", Warning;
    /// A character outside the standard base64 alphabet.
    Base64Alphabet = "base64-alphabet", Error;
    /// Padding that is missing, misplaced or too much, or a length base64 can't have.
    Base64Padding = "base64-padding", Error;
    /// The uncompressed length in front is not what the data decompress to.
    SnappyLength = "snappy-length", Error;
    /// Snappy data that end early or refer to what is not there.
    SnappyCorrupt = "snappy-corrupt", Error;
    /// More data than any header holds.
    TooLarge = "too-large", Error;
    /// A varint of more than ten bytes, or of more than 64 bits.
    VarintTooLong = "varint-too-long", Error;
    /// A varint longer than its value needs; no encoder writes that.
    VarintPadded = "varint-padded", Warning;
    /// The data end in the middle of an entry.
    Truncated = "truncated", Error;
    /// The encoding had to be guessed, and the guess is not safe.
    Ambiguous = "ambiguous", Warning;
    /// The paste holds several offset headers.
    SeveralHeaders = "several-headers", Note;
    /// `X-Read-Consistency` is neither `strong` nor `eventual`.
    BadLevel = "bad-level", Warning;
    /// `X-Read-Consistency-Max-Delay` is ignored by Mimir.
    DelayIgnored = "delay-ignored", Warning;
    /// Further findings of one kind that are not listed.
    More = "more", Note;
}

/// One remarkable place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its kind, stable for scripts.
    pub code: Kind,
    /// How bad it is.
    pub severity: Severity,
    /// A sentence for a person.
    pub message: String,
    /// Byte offset in the text; none where it concerns the whole.
    pub offset: Option<usize>,
    /// Bytes of the text concerned, from `offset`.
    pub length: usize,
}

/// At most this many findings of one kind are kept; the rest are counted.
pub const MAX_OF_A_KIND: usize = 20;

/// Collects findings; a hundred thousand broken entries cost no hundred thousand sentences.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    counts: [usize; Kind::ALL.len()],
}

impl Findings {
    /// Adds a finding of `kind` at `length` bytes from `offset`.
    pub(crate) fn at(&mut self, code: Kind, offset: usize, length: usize, message: impl FnOnce() -> String) {
        self.add(code, code.severity(), Some(offset), length, message);
    }

    /// Adds a finding about the whole.
    pub(crate) fn whole(&mut self, code: Kind, message: impl FnOnce() -> String) {
        self.add(code, code.severity(), None, 0, message);
    }

    /// Adds a finding whose severity is not its kind's usual one.
    pub(crate) fn add(
        &mut self,
        code: Kind,
        severity: Severity,
        offset: Option<usize>,
        length: usize,
        message: impl FnOnce() -> String,
    ) {
        let count = &mut self.counts[code as usize];
        *count += 1;
        if *count <= MAX_OF_A_KIND {
            self.list.push(Finding { code, severity, message: message(), offset, length });
        }
    }

    /// The list, with a last line for each kind that was cut short.
    pub(crate) fn finish(mut self) -> Vec<Finding> {
        for &kind in Kind::ALL {
            let count = self.counts[kind as usize];
            if count > MAX_OF_A_KIND {
                self.list.push(Finding {
                    code: Kind::More,
                    severity: kind.severity(),
                    message: format!(
                        "{} more findings of the kind {} are not listed.",
                        count - MAX_OF_A_KIND,
                        kind.as_str()
                    ),
                    offset: None,
                    length: 0,
                });
            }
        }
        self.list
    }
}

/// `bytes` as a person can read them in a sentence: quoted, at most 40 characters.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let shown = String::from_utf8_lossy(bytes.get(..LONGEST * 4).unwrap_or(bytes));
    let mut text: String = shown.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if bytes.len() > LONGEST && shown.chars().count() > LONGEST {
        text.push('…');
    }
    format!("\"{text}\"")
}
