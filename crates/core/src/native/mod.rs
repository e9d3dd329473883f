//! Recordings opened by path and read on all cores.
//!
//! ```text
//!  path or bytes -> ByteSource -> FileParts -> threads: a PartReader each -> PartJoiner -> ScanOutcome
//!                       |                  \-> one part: decoded here, blocks of its tags analysed by threads
//!                       |                  \-> threads: tags of a part ----> TagColumns in batches
//!                       v
//!                  RecordingKind: format, tick, header
//! ```

mod analysed_blocks;
mod batches;
mod byte_source;
mod content;
mod file_parts;
mod kind;
mod opened_file;
mod ordered_parts;
mod partial;
mod pass;
mod period;
mod recording;
mod setup_file;
mod tick_length;
mod writing;

use std::path::Path;

use crate::Error;
use byte_source::ByteSource;

pub use batches::{Batches, ChannelColumn, TagColumns};
pub use byte_source::ReadAt;
pub use file_parts::FilePart;
pub use kind::{OpenOptions, RecordingFacts};
pub use opened_file::{OpenedFile, open_any, open_any_bytes};
pub use partial::{Merge, RangeColumns, RangeResult, conclude, merge};
pub use pass::Watch;
pub use recording::{ChannelCount, Recording, ScanOutcome};

/// Opens a recording in any supported format, recognised by its content. [`open_any`] opens index-headers, Icechunk
/// metadata, offset headers and histograms too.
///
/// Only its first bytes are read.
///
/// # Errors
/// `OpenFailed` and `ReadFailed` for the file, `Empty` and `UnknownFormat` if it is not a recording.
pub fn open(path: impl AsRef<Path>) -> Result<Recording, Error> {
    open_with(path, &OpenOptions::default())
}

/// Opens a recording like [`open`], with the caller's statements about it.
///
/// # Errors
/// Those of [`open`], and `Usage` for wrong options.
pub fn open_with(path: impl AsRef<Path>, options: &OpenOptions) -> Result<Recording, Error> {
    Recording::of_path(path.as_ref(), options)
}

/// Opens a recording whose bytes the caller reads; `name` helps to recognise its format.
///
/// # Errors
/// Those of [`open_with`].
pub fn open_reader(reader: Box<dyn ReadAt>, name: &str, options: &OpenOptions) -> Result<Recording, Error> {
    Recording::of(ByteSource::Reader(reader), name, options)
}

/// Opens a recording whose bytes are in memory. [`open_any_bytes`] opens the bytes of a file of any format.
///
/// # Errors
/// Those of [`open_with`].
pub fn open_bytes(bytes: impl Into<Vec<u8>>, options: &OpenOptions) -> Result<Recording, Error> {
    Recording::of(ByteSource::Memory(bytes.into()), "", options)
}
