//! Recordings of other time taggers: the supported formats, and a [`TagSource`](crate::tags::TagSource) for
//! each.
//!
//! `docs/import.md` describes how channels, markers, the sync, ticks and overflows of a format become tags.

mod arrow;
mod becker_hickl;
mod columns;
mod facts;
mod format;
mod hdf5;
mod held;
mod histograms;
mod in_steps;
mod macro_time;
mod microtimes;
mod npy;
mod npz;
mod number_column;
mod parquet;
mod parts;
mod picoquant;
mod qutag;
mod records;
mod source;
mod swabian;
mod sync_clock;
mod tag_rows;
mod tick;

use crate::signatures::{FileKind, Format, Mark, looks_like_text};
use crate::{Code, Error};

pub use columns::{Choice, LAYOUT_BYTES, holds_histogram};
pub use facts::{
    BeckerHicklFacts, ColumnFacts, Hdf5Facts, HeaderEntry, HeaderValue, ImageMeta, ImportFacts,
    MeasurementMeta, NpyFacts, PicoquantFacts, QutagFacts, RecordMode, SwabianFacts,
};
pub use format::{Import, TextOptions};
pub use hdf5::lookup3;
pub use histograms::{
    BareDelays, HistogramCurve, HistogramFile, MAX_HISTOGRAM_BYTES, is_histogram_file, read_histograms,
};
#[cfg(feature = "std")]
pub(crate) use microtimes::SYNC_CHANNEL;
pub use microtimes::{MicrotimeRange, Microtimes, no_microtimes};
pub use parquet::TailFirst;
pub use source::{ImportScout, ImportSource, Opened};
pub use tick::Tick;

/// Number of bytes at the beginning of a file by which its format among [`IMPORTS`] is recognised. Shorter files are
/// recognised too. The layout of a text file needs [`LAYOUT_BYTES`].
pub const MIN_HEAD_BYTES: usize = 64;

/// Supported formats, in the order in which they are tried.
pub const IMPORTS: &[Import] = &[
    picoquant::PTU,
    picoquant::FIXED,
    picoquant::TIMEHARP_200,
    qutag::QUTAG,
    npy::NPY,
    npz::NPZ,
    arrow::ARROW,
    parquet::PARQUET,
    hdf5::HDF5,
    swabian::SWABIAN,
    // They have no magic bytes: the macro times of their first records ascend.
    becker_hickl::SPC,
    becker_hickl::SPC_256,
    becker_hickl::SPC_4096,
    // The last: numbers in columns may be anything.
    columns::COLUMNS,
];

/// The format with this id.
///
/// # Errors
/// `Usage` if there is no such format.
pub fn import_named(id: &str) -> Result<&'static Import, Error> {
    IMPORTS.iter().find(|import| import.id == id).ok_or_else(|| {
        let known: Vec<_> = IMPORTS.iter().map(|import| import.id).collect();
        let remedy = format!("use one of {}, or leave it out", known.join(", "));
        Error::new(Code::Usage, format!("there is no format \"{id}\" of recordings"), remedy)
    })
}

/// Opens a reader of a file of the format `id`, from its first byte on.
///
/// # Errors
/// `Usage` if there is no such format, or if an option is wrong.
pub fn source_of(id: &str, options: &TextOptions) -> Opened {
    with_microtimes((import_named(id)?.open)(options)?, options)
}

fn with_microtimes(mut source: Box<dyn ImportSource>, options: &TextOptions) -> Opened {
    if let Some(range) = &options.microtime {
        source.keep_microtimes(MicrotimeRange::parse(range)?)?;
    }
    Ok(source)
}

/// Returns a scout for files of the format `id`, which finds positions at which they can be split; `None` if files of
/// that format cannot be split.
///
/// # Errors
/// `Usage` if there is no such format.
pub fn scout_of(id: &str) -> Result<Option<Box<dyn ImportScout>>, Error> {
    Ok(import_named(id)?.parts.as_ref().map(|parts| (parts.scout)()))
}

/// Opens a reader of a part of a file of the format `id`, from the `state` of the scout at the beginning of the part.
/// [`source_of`] reads the first part, with the same `options`. Together, the readers of all parts return the tags and
/// findings of a single reader. The last one returns the facts.
///
/// # Errors
/// `Usage` if there is no such format, or if its files cannot be split; `Mismatch` if the state is not of that format.
pub fn part_of(id: &str, state: &[u8], options: &TextOptions) -> Opened {
    let Some(parts) = &import_named(id)?.parts else {
        let message = format!("recordings of the format \"{id}\" can't be split");
        return Err(Error::new(Code::Usage, message, "read it in one go"));
    };
    with_microtimes((parts.part)(state)?, options)
}

/// Returns the format among [`IMPORTS`] of the file that begins with `head`.
pub fn import_of(head: &[u8]) -> Option<&'static Import> {
    IMPORTS.iter().find(|import| import.fits(head))
}

/// The row of files of histograms in the list of formats.
pub(crate) const HISTOGRAMS: Format = Format::read_as(
    FileKind::Histograms,
    "histogram",
    "a file of histograms",
    Mark::Content(|sample| !looks_like_text(sample.head) && is_histogram_file(sample.head)),
);

/// The row of texts that may be histograms, after all formats of recordings.
pub(crate) const HISTOGRAM_TEXT: Format = Format::read_as(
    FileKind::Histograms,
    HISTOGRAMS.id,
    "a text file that looks like a histogram",
    Mark::Content(|sample| holds_histogram(sample.head)),
);
