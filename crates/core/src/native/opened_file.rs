//! A file of any format, opened with the reader of its kind.

use std::ops::ControlFlow;
use std::path::Path;

use super::byte_source::ByteSource;
use super::kind::OpenOptions;
use super::recording::{Recording, name_of};
use super::setup_file;
use crate::formats::{FileKind, Recognised, TAIL_BYTES, recognise};
#[cfg(feature = "icechunk")]
use crate::icechunk::{MetadataFile, MetadataReader};
use crate::import::{HistogramFile, LAYOUT_BYTES, MAX_HISTOGRAM_BYTES, read_histograms};
#[cfg(feature = "index-header")]
use crate::index_header::{IndexHeader, IndexHeaderReader};
#[cfg(feature = "offsets")]
use crate::offsets::{self, OffsetsHeader};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};

/// Maximum size of a text with an offset header in bytes; it is held in memory.
#[cfg(feature = "offsets")]
const MAX_TEXT: usize = 256 << 20;

/// A file of any format. See [`open_any`].
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenedFile {
    /// A recording of time tags, in tagview's own format or in another tagger's.
    Recording(Recording),
    /// The first offset header of a text.
    #[cfg(feature = "offsets")]
    OffsetHeader(Box<OffsetsHeader>),
    /// An index-header, a sparse index-header or an index.
    #[cfg(feature = "index-header")]
    IndexHeader(Box<IndexHeader>),
    /// A metadata file of an Icechunk repository.
    #[cfg(feature = "icechunk")]
    Icechunk(Box<MetadataFile>),
    /// Counts in bins of delay.
    Histograms(HistogramFile),
}

/// Opens a file of any format, recognised by its first and last bytes and by its name.
///
/// ```no_run
/// use tagview_core::{OpenedFile, open_any};
///
/// match open_any("FILE")? {
///     OpenedFile::Recording(recording) => println!("{} bytes", recording.byte_length()),
///     OpenedFile::OffsetHeader(header) => println!("{} partitions", header.count),
///     OpenedFile::IndexHeader(file) => println!("{:?} values", file.values()),
///     OpenedFile::Icechunk(file) => println!("{:?}", file.summary()),
///     OpenedFile::Histograms(file) => println!("{} curves", file.curves.len()),
///     other => println!("{other:?}"),
/// }
/// # Ok::<(), tagview_core::Error>(())
/// ```
///
/// # Errors
/// `OpenFailed` and `ReadFailed` for the file, `UnknownFormat` if this crate does not read it, `TooLarge` for a text of
/// more than 256 MiB with an offset header, and the errors of the reader of its format.
pub fn open_any(path: impl AsRef<Path>) -> Result<OpenedFile, Error> {
    let path = path.as_ref();
    let mut options = OpenOptions::default();
    options.text.setup = setup_file::read_sibling(path);
    open_source(ByteSource::open(path)?, &name_of(path), &options)
}

/// Opens the bytes of a file of any format, recognised by its first and last bytes and by its `name`, which may be empty.
///
/// # Errors
/// Those of [`open_any`] without `OpenFailed`.
pub fn open_any_bytes(bytes: impl Into<Vec<u8>>, name: &str) -> Result<OpenedFile, Error> {
    open_source(ByteSource::Memory(bytes.into()), name, &OpenOptions::default())
}

fn open_source(bytes: ByteSource, name: &str, options: &OpenOptions) -> Result<OpenedFile, Error> {
    let head = bytes.read(0, LAYOUT_BYTES)?;
    let tail = bytes.read(bytes.size().saturating_sub(TAIL_BYTES as u64), TAIL_BYTES)?;
    let known = recognise(&head, &tail, name);
    Ok(match known.kind {
        Some(FileKind::Recording) => OpenedFile::Recording(Recording::of(bytes, name, options)?),
        #[cfg(feature = "offsets")]
        Some(FileKind::OffsetHeader) => {
            if bytes.size() > MAX_TEXT as u64 {
                let message = format!("this text is longer than {} MiB", MAX_TEXT >> 20);
                return Err(Error::new(
                    Code::TooLarge,
                    message,
                    "copy the line with the offset header out of it",
                ));
            }
            let text = bytes.read(0, MAX_TEXT)?;
            let header = offsets::inspect(&String::from_utf8_lossy(&text), &offsets::Options::default());
            OpenedFile::OffsetHeader(Box::new(header))
        }
        #[cfg(feature = "index-header")]
        Some(FileKind::IndexHeader) => {
            let mut reader = IndexHeaderReader::new(bytes.size(), false);
            bytes.drive(&mut reader)?;
            OpenedFile::IndexHeader(Box::new(reader.finish().of_known_kind()?))
        }
        #[cfg(feature = "icechunk")]
        Some(FileKind::Icechunk) => {
            let mut reader = MetadataReader::new(bytes.size());
            bytes.drive(&mut reader)?;
            OpenedFile::Icechunk(Box::new(reader.finish()?))
        }
        Some(FileKind::Histograms) => {
            let whole = bytes.read(0, MAX_HISTOGRAM_BYTES + 1)?;
            OpenedFile::Histograms(read_histograms(&whole, None)?)
        }
        None => return Err(unread(&known)),
    })
}

/// The error about a file that has no reader.
fn unread(known: &Recognised) -> Error {
    let what = known.name.unwrap_or("a file of an unknown format");
    let remedy =
        known.opens.map_or_else(|| "open another file".to_owned(), |opens| format!("open it with {opens}"));
    Error::new(Code::UnknownFormat, format!("this is {what}"), remedy)
}

impl ByteSource {
    /// Pushes the bytes that `reader` requests.
    fn drive<R: RandomAccess<Output = ()>>(&self, reader: &mut R) -> Result<(), Error> {
        while let Some(Wanted { offset, length, .. }) = reader.wants() {
            let mut pushed = Ok(());
            self.each_chunk(offset, Some(offset.saturating_add(length)), &mut |bytes| {
                pushed = reader.push(bytes, &mut ());
                if pushed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            pushed?;
            reader.end(&mut ())?;
        }
        Ok(())
    }
}
