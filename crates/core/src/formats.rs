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
use crate::signatures::{SIGNATURES, Signature, looks_like_text};
#[cfg(feature = "tags")]
use crate::tags::recording::FirstBytes;

pub use crate::signatures::HEAD_BYTES;

/// Number of a file's last bytes that [`recognise`] uses; fewer if the file is shorter.
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
    /// The program or command that opens it.
    pub opener: Opener,
    known_by: Mark,
}

/// The program or command that opens a kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opener {
    /// tagview reads it.
    Tagview,
    /// Another program, or a command of tagview that converts it.
    Other(&'static str),
}

/// How a format is recognised.
#[derive(Debug, Clone, Copy)]
enum Mark {
    /// Its first bytes.
    Head(&'static [u8]),
    /// Its last bytes.
    Tail(&'static [u8]),
    /// Its first bytes and its whole name: a guess.
    HeadAndName(&'static [u8], &'static str),
    /// Content that a function recognises.
    Content(fn(&Sample<'_>) -> bool),
}

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
    // Its file has this name in its block's folder; damage may have left nothing else to tell it by.
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
        opener: Opener::Other("the Python package pyarrow, with its keys"),
        known_by: Mark::Tail(b"PARE"),
    },
];

/// Files of counts in bins of delay. The page does not show them.
#[cfg(feature = "import")]
const HISTOGRAMS: &str = "histogram";
#[cfg(feature = "import")]
const HISTOGRAM_OPENER: Opener = Opener::Other("`tagview histogram FILE`");

/// A text that may contain tags.
#[cfg(feature = "import")]
const HISTOGRAM: Format = Format {
    id: HISTOGRAMS,
    name: "a text that looks like a histogram",
    opener: HISTOGRAM_OPENER,
    known_by: Mark::Content(|sample| holds_histogram(sample.head)),
};

const TEXT: Format = Format {
    id: "text",
    name: "text",
    opener: Opener::Other("a text editor"),
    known_by: Mark::Content(|sample| !sample.head.is_empty() && looks_like_text(sample.head)),
};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Recognised {
    /// The [`Format::id`]; `None` if nothing is known.
    pub format: Option<&'static str>,
    /// What people call it, with an article.
    pub name: Option<&'static str>,
    /// Whether tagview reads it.
    pub readable: bool,
    /// What opens it, where tagview does not.
    pub opens: Option<&'static str>,
    /// The [`Import::id`] of a recording of another maker's format.
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
    let others = || SIGNATURES.iter().map(Format::of).chain(texts).find(|format| format.fits(&sample));
    let unknown = Recognised { format: None, name: None, readable: false, opens: None, import: None };
    known.or_else(|| others().map(Recognised::from)).unwrap_or(unknown)
}

/// The same for a recording of tagview's own format, and `None` for anything else: enough for programs that read only
/// recordings, without the code that recognises the others.
#[cfg(feature = "tags")]
pub fn recognise_recording(head: &[u8]) -> Option<Recognised> {
    let sample = Sample { head, tail: &[], name: "" };
    Some(OWN).filter(|format| format.fits(&sample)).map(Recognised::from)
}

/// The format of recordings of any program.
#[cfg(feature = "tags")]
const RECORDING: &str = "tags";

#[cfg(feature = "tags")]
const OWN: Format = Format {
    id: RECORDING,
    name: "a recording of time tags",
    opener: Opener::Tagview,
    known_by: Mark::Content(is_recording),
};

#[cfg(feature = "tags")]
fn is_recording(sample: &Sample<'_>) -> bool {
    matches!(FirstBytes::of(sample.head), FirstBytes::Zstd | FirstBytes::Message)
}

impl Format {
    fn of(signature: &Signature) -> Self {
        let Signature { id, name, opens, magic } = *signature;
        Self { id, name, opener: Opener::Other(opens), known_by: Mark::Head(magic) }
    }

    fn fits(&self, sample: &Sample<'_>) -> bool {
        match self.known_by {
            Mark::Head(bytes) => sample.head.starts_with(bytes),
            Mark::Tail(bytes) => sample.tail.ends_with(bytes),
            Mark::HeadAndName(bytes, name) => sample.head.starts_with(bytes) && sample.name == name,
            Mark::Content(fits) => fits(sample),
        }
    }
}

impl From<Format> for Recognised {
    fn from(Format { id, name, opener, .. }: Format) -> Self {
        let opens = match opener {
            Opener::Tagview => None,
            Opener::Other(program) => Some(program),
        };
        Self { format: Some(id), name: Some(name), readable: opener == Opener::Tagview, opens, import: None }
    }
}

#[cfg(feature = "import")]
impl From<&Import> for Recognised {
    fn from(&Import { id, name, .. }: &Import) -> Self {
        Self { format: Some(RECORDING), name: Some(name), readable: true, opens: None, import: Some(id) }
    }
}
