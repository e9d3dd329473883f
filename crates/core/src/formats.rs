//! The list of file formats, and their recognition.
//!
//! To add a format, add an entry to [`FORMATS`]; its reader is in its own folder, which no other module names.

use serde::Serialize;

#[cfg(feature = "icechunk")]
use crate::icechunk;
#[cfg(feature = "import")]
use crate::import::{Import, holds_histogram, import_of, is_histogram_file};
#[cfg(feature = "index-header")]
use crate::index_header;
#[cfg(feature = "offsets")]
use crate::offsets;
use crate::signatures::{Mark, ODD_TEXTS, SIGNATURES, looks_like_text};
#[cfg(feature = "tags")]
use crate::tags::recording::FirstBytes;

pub use crate::signatures::{Format, HEAD_BYTES, Opener, Sample, TAIL_BYTES};

/// The supported formats and others, ordered so that a format precedes those it could be confused with. Recordings of
/// other programs ([`IMPORTS`](crate::import::IMPORTS)) are recognised after them, then the kinds of files in
/// [`SIGNATURES`].
pub const FORMATS: &[Format] = &[
    #[cfg(feature = "tags")]
    OWN,
    #[cfg(feature = "offsets")]
    Format {
        id: "offsets",
        name: "an offset header",
        opener: Opener::Tagview,
        known_by: Mark::Content(|sample| offsets::holds_header(sample.head)),
    },
    // Source: Mimir, `pkg/storage/indexheader`, and Thanos, `pkg/block/indexheader`.
    #[cfg(feature = "index-header")]
    Format {
        id: "index-header",
        name: "a TSDB index-header",
        opener: Opener::Tagview,
        known_by: Mark::Head(&index_header::INDEX_HEADER_MAGIC),
    },
    #[cfg(feature = "index-header")]
    Format {
        id: "index-header",
        name: "a Mimir sparse index-header",
        opener: Opener::Tagview,
        known_by: Mark::Content(|sample| index_header::holds_sparse(sample.head)),
    },
    // The file has this name in the block's folder. If it is damaged, the name may be all that identifies it.
    #[cfg(feature = "index-header")]
    Format {
        id: "index-header",
        name: "a Mimir sparse index-header",
        opener: Opener::Tagview,
        known_by: Mark::HeadAndName(&index_header::GZIP_MAGIC, "sparse-index-header"),
    },
    // Source: Prometheus, `tsdb/docs/format/index.md`.
    #[cfg(feature = "index-header")]
    Format {
        id: "index-header",
        name: "a TSDB index",
        opener: Opener::Tagview,
        known_by: Mark::Head(&index_header::INDEX_MAGIC),
    },
    #[cfg(feature = "icechunk")]
    Format {
        id: "icechunk",
        name: "Icechunk metadata",
        opener: Opener::Tagview,
        known_by: Mark::Head(&icechunk::MAGIC),
    },
    #[cfg(feature = "import")]
    Format {
        id: HISTOGRAMS,
        name: "a file of histograms",
        opener: HISTOGRAM_OPENER,
        known_by: Mark::Content(|sample| !looks_like_text(sample.head) && is_histogram_file(sample.head)),
    },
    // Source: Parquet Modular Encryption, "Encrypted Footer Mode".
    Format {
        id: "parquet",
        name: "an encrypted Parquet file",
        opener: Opener::Program("the Python package pyarrow, with its keys"),
        known_by: Mark::Tail(b"PARE"),
    },
];

/// Files of counts in bins of delay.
#[cfg(feature = "import")]
const HISTOGRAMS: &str = "histogram";
#[cfg(feature = "import")]
const HISTOGRAM_OPENER: Opener = Opener::Command("tagview histogram FILE");

/// A text that may contain tags.
#[cfg(feature = "import")]
const HISTOGRAM: Format = Format {
    id: HISTOGRAMS,
    name: "a text file that looks like a histogram",
    opener: HISTOGRAM_OPENER,
    known_by: Mark::Content(|sample| holds_histogram(sample.head)),
};

const TEXT: Format = Format {
    id: "text",
    name: "text",
    opener: Opener::Program("a text editor"),
    known_by: Mark::Content(|sample| !sample.head.is_empty() && looks_like_text(sample.head)),
};

/// The recognised format of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Recognised {
    /// The [`Format::id`]; `None` if nothing is known.
    pub format: Option<&'static str>,
    /// Name of the format, with an article.
    pub name: Option<&'static str>,
    /// Whether tagview reads it.
    pub readable: bool,
    /// The program that opens it, if tagview does not.
    pub opens: Option<&'static str>,
    /// The command of tagview that opens it, if no reader of its format does.
    pub command: Option<&'static str>,
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
        HISTOGRAM,
        TEXT,
    ];
    let others =
        || SIGNATURES.iter().chain(ODD_TEXTS).copied().chain(texts).find(|format| format.fits(&sample));
    known.or_else(|| others().map(Recognised::from)).unwrap_or_default()
}

/// The same for a recording of tagview's own format, and `None` for anything else: enough for programs that read only
/// recordings, without the code that recognises the others.
#[cfg(feature = "tags")]
pub fn recognise_recording(head: &[u8]) -> Option<Recognised> {
    let sample = Sample { head, tail: &[], name: "" };
    Some(OWN).filter(|format| format.fits(&sample)).map(Recognised::from)
}

#[cfg(feature = "tags")]
const OWN: Format = Format {
    id: "tags",
    name: "a recording of time tags",
    opener: Opener::Tagview,
    known_by: Mark::Content(|sample| {
        matches!(FirstBytes::of(sample.head), FirstBytes::Zstd | FirstBytes::Message)
    }),
};

impl From<Format> for Recognised {
    fn from(Format { id, name, opener, .. }: Format) -> Self {
        let known = Self { format: Some(id), name: Some(name), ..Self::default() };
        match opener {
            Opener::Tagview => Self { readable: true, ..known },
            Opener::Command(command) => Self { command: Some(command), ..known },
            Opener::Program(program) => Self { opens: Some(program), ..known },
        }
    }
}

#[cfg(feature = "import")]
impl From<&Import> for Recognised {
    fn from(import: &Import) -> Self {
        Self { name: Some(import.name), import: Some(import.id), ..OWN.into() }
    }
}
