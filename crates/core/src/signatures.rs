//! Kinds of files, how they are recognised, and those that tagview does not read: the reader of recordings names these in
//! its error messages.

use crate::{Code, Error};

/// Number of a file's first bytes that are examined; fewer if the file is shorter.
pub const HEAD_BYTES: usize = 64;

/// Number of a file's last bytes that [`recognise`](crate::formats::recognise) uses; fewer if the file is shorter.
pub const TAIL_BYTES: usize = 64;

/// The data of a file that are available before it is read.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// Its first bytes: at least [`HEAD_BYTES`], or all there are. Some texts need more to be recognised: 64 KiB
    /// are enough for most.
    pub head: &'a [u8],
    /// Its last bytes, up to [`TAIL_BYTES`]; empty if they are not available.
    pub tail: &'a [u8],
    /// Its name without folders; empty if it has none.
    pub name: &'a str,
}

/// A kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// One word in small letters and hyphens, stable for scripts and the name of the format's folders. Kinds of files
    /// that one reader reads share it.
    pub id: &'static str,
    /// Its common name, with an article.
    pub name: &'static str,
    /// What opens it.
    pub opener: Opener,
    pub(crate) known_by: Mark,
}

impl Format {
    /// The row of a format that this crate reads.
    pub(crate) const fn read_as(
        kind: FileKind,
        id: &'static str,
        name: &'static str,
        known_by: Mark,
    ) -> Self {
        Self { id, name, opener: Opener::Reader(kind), known_by }
    }

    pub(crate) fn fits(&self, sample: &Sample<'_>) -> bool {
        match self.known_by {
            Mark::Head(bytes) => sample.head.starts_with(bytes),
            Mark::Tail(bytes) => sample.tail.ends_with(bytes),
            Mark::HeadAndName(bytes, name) => sample.head.starts_with(bytes) && sample.name == name,
            Mark::Content(fits) => fits(sample),
        }
    }
}

/// The readers of this crate. With the feature `std`, `open_any` opens a file with the reader of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A recording of time tags, in tagview's own format or in another tagger's.
    #[cfg(feature = "tags")]
    Recording,
    /// A text with an offset header.
    #[cfg(feature = "offsets")]
    OffsetHeader,
    /// An index-header, a sparse index-header or an index.
    #[cfg(feature = "index-header")]
    IndexHeader,
    /// A metadata file of an Icechunk repository.
    #[cfg(feature = "icechunk")]
    Icechunk,
    /// Counts in bins of delay.
    #[cfg(feature = "import")]
    Histograms,
}

/// What opens a kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opener {
    /// A reader of this crate.
    Reader(FileKind),
    /// Another program, as in "open it with ...".
    Program(&'static str),
}

/// How a format is recognised.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mark {
    /// Its first bytes.
    Head(&'static [u8]),
    /// Its last bytes.
    Tail(&'static [u8]),
    /// Its first bytes and its whole name: a guess.
    HeadAndName(&'static [u8], &'static str),
    /// Content that a function recognises.
    Content(fn(&Sample<'_>) -> bool),
}

macro_rules! signatures {
    ($($magic:expr, $id:literal, $name:literal, $opens:literal;)*) => {
        &[$(Format { id: $id, name: $name, opener: Opener::Program($opens), known_by: Mark::Head($magic) },)*]
    };
}

/// First bytes of a gzip file.
pub(crate) const GZIP_MAGIC: &[u8] = b"\x1f\x8b";

/// Unsupported kinds of files that are often mistaken for a supported one. Sources: each format's own specification.
pub const SIGNATURES: &[Format] = signatures! {
    GZIP_MAGIC, "gzip", "a gzip file", "`gzip -d`";
    b"BZh", "bzip2", "a bzip2 file", "`bzip2 -d`";
    b"\xfd7zXZ\0", "xz", "an xz file", "`xz -d`";
    b"\x04\x22\x4d\x18", "lz4", "an LZ4 file", "`lz4 -d`";
    b"PK\x03\x04", "zip", "a zip archive", "`unzip`";
    b"%PDF", "pdf", "a PDF document", "a PDF reader";
    b"\x89PNG", "png", "a PNG picture", "a picture viewer";
    b"\x89HDF\r\n\x1a\n", "hdf5", "an HDF5 file", "tagview-core with the feature `import`";
    b"SITT", "ttbin", "a Swabian ttbin file", "Swabian's Time Tagger library (FileReader): its format is not published";
    b"PQTTTR", "ptu", "a PicoQuant PTU recording", "tagview-core with the feature `import`";
    b"ICE\xf0\x9f\xa7\x8aCHUNK", "icechunk", "an Icechunk metadata file", "the Python package icechunk";
    b"\x7fELF", "elf", "a program", "`readelf`";
    b"SQLite format 3\0", "sqlite", "an SQLite database", "`sqlite3`";
};

/// Texts that tagview does not read.
pub const ODD_TEXTS: &[Format] = &[
    Format {
        id: "utf-16",
        name: "a text file in UTF-16",
        opener: Opener::Program("a text editor, and save it as UTF-8"),
        known_by: Mark::Content(|sample| is_utf_16(sample.head)),
    },
    Format {
        id: "nul-text",
        name: "a text file with a NUL byte",
        opener: Opener::Program("`tr -d '\\000'`, which removes NUL bytes"),
        known_by: Mark::Content(|sample| nul_in_text(sample.head).is_some()),
    },
];

/// Source: Parquet Modular Encryption, "Encrypted Footer Mode".
pub(crate) const ENCRYPTED_PARQUET: Format = Format {
    id: "parquet",
    name: "an encrypted Parquet file",
    opener: Opener::Program("the Python package pyarrow, with its keys"),
    known_by: Mark::Tail(b"PARE"),
};

/// Any other text.
pub(crate) const TEXT: Format = Format {
    id: "text",
    name: "text",
    opener: Opener::Program("a text editor"),
    known_by: Mark::Content(|sample| !sample.head.is_empty() && looks_like_text(sample.head)),
};

/// The kind of file that begins with `head`, of those in [`SIGNATURES`].
pub fn signature_of(head: &[u8]) -> Option<&'static Format> {
    SIGNATURES.iter().find(|format| format.fits(&Sample { head, tail: &[], name: "" }))
}

/// Returns the error of a text among [`ODD_TEXTS`] that begins with `head`; `None` for any other file.
pub fn odd_text(head: &[u8]) -> Option<Error> {
    let error = |offset: usize, message: &str, remedy: &str| {
        Error::at(Code::UnknownFormat, offset as u64, message, remedy)
    };
    if is_utf_16(head) {
        return Some(error(0, "this text is UTF-16", "save it as UTF-8"));
    }
    nul_in_text(head)
        .map(|at| error(at, "this is text with a NUL byte", "remove the byte, or write the file again"))
}

/// Returns whether `head` has a byte order mark of UTF-16, or only characters below U+0100 in UTF-16 of either order.
fn is_utf_16(head: &[u8]) -> bool {
    let (units, _) = head.as_chunks::<2>();
    let is_text = |high: u8, low: u8| high == 0 && !matches!(low, 0..=8 | 14..=31 | 127..=159);
    let all = |fits: fn(&[u8; 2]) -> (u8, u8)| units.iter().map(fits).all(|(high, low)| is_text(high, low));
    let is_marked = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    is_marked || (!units.is_empty() && (all(|[low, high]| (*high, *low)) || all(|[high, low]| (*high, *low))))
}

/// Returns the offset of the first NUL byte of a text that has one in `head`. In small binary integers of 16 bits and
/// more, at least half of the bytes are 0.
fn nul_in_text(head: &[u8]) -> Option<usize> {
    let first = head.iter().position(|byte| *byte == 0)?;
    let text: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    (2 * text.len() > head.len() && looks_like_text(&text)).then_some(first)
}

/// Whether `head` can be the beginning of a UTF-8 text file.
pub fn looks_like_text(head: &[u8]) -> bool {
    // A multi-byte character may be cut at the end of `head`.
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(e) => e.error_len().is_none(),
    };
    valid && !head.iter().any(|byte| matches!(byte, 0..=8 | 14..=31 | 127))
}
