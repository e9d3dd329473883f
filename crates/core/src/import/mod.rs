//! Recordings of other makers' time taggers: what each of their formats is, and a [`TagSource`](crate::tags::TagSource) for each.
//!
//! What the fields of a format become (channels, markers, the sync, ticks, overflows) is in `docs/import.md`.

mod becker_hickl;
mod columns;
mod facts;
mod histograms;
mod macro_time;
mod microtimes;
mod npy;
mod parts;
mod picoquant;
mod qutag;
mod records;
mod source;
mod swabian;
mod sync_clock;
mod tick;

use becker_hickl::Form;
use columns::Columns;
use microtimes::MicrotimeRange;
use parts::Parts;
use records::Records;

use crate::{Code, Error};

pub use columns::{Choice, LAYOUT_BYTES, TextOptions, holds_histogram};
pub use facts::{
    BeckerHicklFacts, ColumnFacts, HeaderEntry, HeaderValue, ImageMeta, ImportFacts, MeasurementMeta,
    NpyFacts, PicoquantFacts, QutagFacts, RecordMode, SwabianFacts,
};
pub use histograms::{
    HistogramCurve, HistogramFile, MAX_HISTOGRAM_BYTES, is_histogram_file, read_histograms,
};
pub use microtimes::{Microtimes, no_microtimes};
pub use source::{ImportScout, ImportSource, Opened};
pub use tick::Tick;

/// How many of a file's first bytes tell which of [`IMPORTS`] it is; fewer do where the file is shorter. What a text is,
/// [`LAYOUT_BYTES`] tell.
pub const IMPORT_HEAD_BYTES: usize = 64;

/// A format of recordings of another maker's time tagger.
#[derive(Clone, Copy)]
pub struct Import {
    /// One word in small letters and hyphens, stable for scripts.
    pub id: &'static str,
    /// What people call it, with an article.
    pub name: &'static str,
    fits: fn(&[u8]) -> bool,
}

impl Import {
    /// Whether a file that begins with `head`, at least [`IMPORT_HEAD_BYTES`] or all there are, is of this format.
    pub fn fits(&self, head: &[u8]) -> bool {
        (self.fits)(head)
    }
}

/// Supported formats with a test of their first bytes, in the order in which they are tried. Code that only recognises
/// files does not need [`READERS`], and not the code of the readers.
pub const IMPORTS: &[Import] = &[
    Import { id: "ptu", name: "a PicoQuant PTU recording", fits: |head| head.starts_with(picoquant::MAGIC) },
    // .pt2, .pt3, .ht2 and .ht3; .phd and .hhd, which their reader refuses with their kind.
    Import {
        id: "picoquant",
        name: "a recording of a PicoHarp or HydraHarp in the form before PTU",
        fits: picoquant::is_fixed_header,
    },
    Import {
        id: "timeharp",
        name: "a recording of a TimeHarp 200",
        fits: |head| head.starts_with(picoquant::TIMEHARP),
    },
    Import { id: "qutag", name: "a quTAG recording", fits: |head| head.starts_with(&qutag::MAGIC) },
    Import { id: "npy", name: "a NumPy array of time tags", fits: |head| head.starts_with(npy::MAGIC) },
    Import { id: "swabian", name: "a dump of a Swabian Time Tagger", fits: swabian::is_dump },
    // Both have no magic bytes: the macro times of their first records ascend.
    Import { id: "spc", name: "a Becker & Hickl FIFO recording", fits: becker_hickl::is_fifo },
    Import {
        id: "spc-256",
        name: "a FIFO recording of a Becker & Hickl SPC-600",
        fits: becker_hickl::is_fifo_256,
    },
    Import {
        id: "spc-4096",
        name: "a FIFO recording of a Becker & Hickl SPC-600",
        fits: becker_hickl::is_fifo_4096,
    },
    // The last: numbers in columns may be anything.
    Import { id: "columns", name: "a text of tags in columns", fits: columns::holds_columns },
];

/// What reads recordings of one format.
struct Reader {
    id: &'static str,
    whole: fn(&TextOptions) -> Opened,
    /// Where files of that format can be split.
    parts: Option<Parts>,
}

/// What reads each of [`IMPORTS`].
static READERS: &[Reader] = &[
    Reader {
        id: "ptu",
        whole: |_| Ok(Box::new(Records::<picoquant::TaggedHeader>::default())),
        parts: Some(Parts::of::<picoquant::TaggedHeader>()),
    },
    Reader {
        id: "picoquant",
        whole: |_| Ok(Box::new(Records::<picoquant::FixedHeader>::default())),
        parts: Some(Parts::of::<picoquant::FixedHeader>()),
    },
    Reader {
        id: "timeharp",
        whole: |_| Ok(Box::new(Records::<picoquant::TimeHarp>::default())),
        parts: None,
    },
    Reader { id: "qutag", whole: |_| Ok(Box::new(Records::<qutag::Qutag>::default())), parts: None },
    Reader { id: "npy", whole: |_| Ok(Box::new(Records::<npy::Npy>::default())), parts: None },
    Reader { id: "swabian", whole: |_| Ok(Box::new(Records::<swabian::Swabian>::default())), parts: None },
    Reader { id: "spc", whole: |options| becker_hickl::open(Form::Standard, options), parts: None },
    Reader { id: "spc-256", whole: |options| becker_hickl::open(Form::Fifo256, options), parts: None },
    Reader { id: "spc-4096", whole: |options| becker_hickl::open(Form::Fifo4096, options), parts: None },
    Reader { id: "columns", whole: |options| Ok(Box::new(Columns::new(Choice::new(options)?))), parts: None },
];

fn reader_of(id: &str) -> Result<&'static Reader, Error> {
    READERS.iter().find(|reader| reader.id == id).ok_or_else(|| unknown_id(id))
}

fn unknown_id(id: &str) -> Error {
    let known: Vec<_> = IMPORTS.iter().map(|import| import.id).collect();
    let remedy = format!("use one of {}, or leave it out", known.join(", "));
    Error::new(Code::Usage, format!("there is no format \"{id}\" of recordings"), remedy)
}

/// The format with this id.
///
/// # Errors
/// `Usage` where there is no such format.
pub fn import_named(id: &str) -> Result<&'static Import, Error> {
    IMPORTS.iter().find(|import| import.id == id).ok_or_else(|| unknown_id(id))
}

/// A reader of a file of the format `id`, from its first byte on.
///
/// # Errors
/// `Usage` where there is no such format, or an option is wrong.
pub fn source_of(id: &str, options: &TextOptions) -> Opened {
    with_microtimes((reader_of(id)?.whole)(options)?, options)
}

fn with_microtimes(mut source: Box<dyn ImportSource>, options: &TextOptions) -> Opened {
    if let Some(range) = &options.microtime {
        source.keep_microtimes(MicrotimeRange::parse(range)?)?;
    }
    Ok(source)
}

/// What finds where a file of the format `id` can be split; `None` where files of that format can't be.
///
/// # Errors
/// `Usage` where there is no such format.
pub fn scout_of(id: &str) -> Result<Option<Box<dyn ImportScout>>, Error> {
    Ok(reader_of(id)?.parts.as_ref().map(|parts| (parts.scout)()))
}

/// A reader of a part of a file of the format `id`, which the scout's `state` begins; the first part is read by
/// [`source_of`], with the same `options`. The readers of all parts together give the tags, findings and facts that one reader gives: facts by
/// the last of them.
///
/// # Errors
/// `Usage` where there is no such format or its files can't be split, `Mismatch` where the state is none of that format.
pub fn part_of(id: &str, state: &[u8], options: &TextOptions) -> Opened {
    let Some(parts) = &reader_of(id)?.parts else {
        let message = format!("recordings of the format \"{id}\" can't be split");
        return Err(Error::new(Code::Usage, message, "read it in one go"));
    };
    with_microtimes((parts.part)(state)?, options)
}

/// The format of the file that begins with `head`, where it is one of [`IMPORTS`].
pub fn import_of(head: &[u8]) -> Option<&'static Import> {
    IMPORTS.iter().find(|import| import.fits(head))
}
