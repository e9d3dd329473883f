//! The list of file formats, and their recognition.
//!
//! To add a format, add its row to [`FORMATS`], and its reader to [`FileKind`] and to `OpenedFile` of `native`. The row
//! and the reader are in the format's own folder, which no other module names.

#[cfg(feature = "icechunk")]
use crate::icechunk;
#[cfg(feature = "import")]
use crate::import::{self, Import, import_of};
#[cfg(feature = "index-header")]
use crate::index_header;
#[cfg(feature = "offsets")]
use crate::offsets;
use crate::signatures::{ENCRYPTED_PARQUET, ODD_TEXTS, SIGNATURES, TEXT};
#[cfg(feature = "tags")]
use crate::tags;

pub use crate::signatures::{FileKind, Format, HEAD_BYTES, Opener, Sample, TAIL_BYTES};

/// The supported formats and others, ordered so that a format precedes those it could be confused with. Recordings of
/// other programs ([`IMPORTS`](crate::import::IMPORTS)) are recognised after them, then the kinds of files in
/// [`SIGNATURES`].
pub const FORMATS: &[Format] = &[
    #[cfg(feature = "tags")]
    tags::FORMAT,
    #[cfg(feature = "offsets")]
    offsets::FORMAT,
    #[cfg(feature = "index-header")]
    index_header::FORMAT,
    #[cfg(feature = "index-header")]
    index_header::SPARSE_FORMAT,
    #[cfg(feature = "index-header")]
    index_header::NAMED_SPARSE_FORMAT,
    #[cfg(feature = "index-header")]
    index_header::INDEX_FORMAT,
    #[cfg(feature = "icechunk")]
    icechunk::FORMAT,
    #[cfg(feature = "import")]
    import::HISTOGRAMS,
    ENCRYPTED_PARQUET,
];

/// The recognised format of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recognised {
    /// The [`Format::id`]; `None` if nothing is known.
    pub format: Option<&'static str>,
    /// Name of the format, with an article.
    pub name: Option<&'static str>,
    /// The reader of the format; `None` if this crate has none.
    pub kind: Option<FileKind>,
    /// The program that opens it, if this crate does not.
    pub opens: Option<&'static str>,
    /// The [`Import::id`] of a recording of another tagger's format.
    pub import: Option<&'static str>,
}

/// Recognises the file with these first and last bytes and this name: see [`Sample`].
pub fn recognise(head: &[u8], tail: &[u8], name: &str) -> Recognised {
    let sample = Sample { head, tail, name };
    let known = FORMATS.iter().copied().find(|format| format.fits(&sample)).map(Recognised::from);
    #[cfg(feature = "import")]
    let known = known.or_else(|| import_of(head).map(Recognised::from));
    let texts = [
        #[cfg(feature = "import")]
        import::HISTOGRAM_TEXT,
        TEXT,
    ];
    let others =
        || SIGNATURES.iter().chain(ODD_TEXTS).copied().chain(texts).find(|format| format.fits(&sample));
    known.or_else(|| others().map(Recognised::from)).unwrap_or_default()
}

/// Recognises a recording of tagview's own format by its first bytes; `None` for anything else. A program that reads only
/// recordings does without the code that recognises the others.
#[cfg(feature = "tags")]
pub fn recognise_recording(head: &[u8]) -> Option<Recognised> {
    let sample = Sample { head, tail: &[], name: "" };
    Some(tags::FORMAT).filter(|format| format.fits(&sample)).map(Recognised::from)
}

impl From<Format> for Recognised {
    fn from(Format { id, name, opener, .. }: Format) -> Self {
        let known = Self { format: Some(id), name: Some(name), ..Self::default() };
        match opener {
            Opener::Reader(kind) => Self { kind: Some(kind), ..known },
            Opener::Program(program) => Self { opens: Some(program), ..known },
        }
    }
}

#[cfg(feature = "import")]
impl From<&Import> for Recognised {
    fn from(import: &Import) -> Self {
        Self { name: Some(import.name), import: Some(import.id), ..tags::FORMAT.into() }
    }
}
