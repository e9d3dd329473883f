//! Values of a dataset, read in order.

use super::bytes::{File, refused};
use super::chunks::Chunk;
use super::dataset::{DataLocation, Dataset, Kind};
use super::filters::Filter;
use crate::import::number_column::Number;
use crate::quote::quote;
use crate::{Code, Error};

/// A dataset of numbers, and those that were taken.
#[derive(Debug)]
pub struct Column {
    /// Its path in messages.
    name: String,
    number: Number,
    is_reversed: bool,
    /// Length of a value in bytes.
    size: usize,
    /// Number of values, and of those taken.
    pub rows: u64,
    pub read: u64,
    /// Address of its header.
    pub at: u64,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Contiguous(u64),
    Held(Held),
}

/// Values in the header, or of chunks.
#[derive(Debug, Default)]
struct Held {
    /// Values of the current chunk. The bytes before `start` were taken.
    content: Vec<u8>,
    start: usize,
    chunks: std::vec::IntoIter<Chunk>,
    fault: Option<Error>,
    rows: u64,
    filters: Vec<Filter>,
}

impl Column {
    /// The dataset `name`.
    ///
    /// # Errors
    /// `UnknownFormat` if it has no numbers.
    pub fn new(name: &str, dataset: Dataset<'_>, at: u64) -> Result<Self, Error> {
        let Kind::Number { number, is_reversed } = dataset.kind else {
            return Err(refused(at, format_args!("a dataset {} without numbers", quote(name.as_bytes()))));
        };
        let source = match dataset.place {
            DataLocation::Contiguous(address) => Source::Contiguous(address),
            DataLocation::Inline(bytes) => Source::Held(Held { content: bytes.to_vec(), ..Held::default() }),
            DataLocation::Chunked { chunks, fault, rows, filters } => {
                let chunks = chunks.into_iter();
                Source::Held(Held { chunks, fault, rows, filters, ..Held::default() })
            }
        };
        let Dataset { size, rows, .. } = dataset;
        Ok(Self { name: name.to_owned(), number, is_reversed, size, rows, read: 0, at, source })
    }

    /// Returns how many of the next values can be taken, at most `most`; 0 at the end.
    ///
    /// # Errors
    /// If the next values can't be read.
    pub fn load(&mut self, file: File<'_>, most: usize) -> Result<usize, Error> {
        let left = usize::try_from(self.rows - self.read).unwrap_or(most).min(most);
        if left == 0 {
            return Ok(0);
        }
        let ready = match &mut self.source {
            Source::Contiguous(address) => {
                let start = *address + self.read * self.size as u64;
                (file.bytes.len() as u64).saturating_sub(start) as usize
            }
            Source::Held(held) => {
                if held.start >= held.content.len() {
                    held.content = held.next(file, self.read, self.size).map_err(|(code, at, what)| {
                        let name = quote(self.name.as_bytes());
                        let message = format!("the dataset {name} {what}, after value {}", self.read);
                        let remedy = "copy the file again; the tags before this were read";
                        Error::at(code, at, message, remedy)
                    })?;
                    held.start = 0;
                }
                held.content.len() - held.start
            }
        };
        match left.min(ready / self.size) {
            0 => Err(file.cut()),
            ready => Ok(ready),
        }
    }

    /// Returns `count` values, which [`Column::load`] has returned.
    pub fn values<'a>(&'a self, file: File<'a>, count: usize) -> impl Iterator<Item = Option<i128>> + 'a {
        let from = match &self.source {
            Source::Contiguous(address) => {
                let start = *address + self.read * self.size as u64;
                file.bytes.get(start as usize..).unwrap_or_default()
            }
            Source::Held(held) => &held.content[held.start..],
        };
        from.chunks_exact(self.size).take(count).map(|value| self.whole(value))
    }

    fn whole(&self, value: &[u8]) -> Option<i128> {
        if !self.is_reversed {
            return self.number.whole(value);
        }
        let mut bytes = [0; 8];
        let bytes = bytes.get_mut(..value.len())?;
        bytes.copy_from_slice(value);
        bytes.reverse();
        self.number.whole(bytes)
    }

    /// Takes `count` values.
    pub fn take(&mut self, count: usize) {
        self.read += count as u64;
        if let Source::Held(held) = &mut self.source {
            held.start += count * self.size;
        }
    }
}

impl Held {
    /// Returns the values of the chunk that begins with value `first`.
    fn next(&mut self, file: File<'_>, first: u64, size: usize) -> Result<Vec<u8>, (Code, u64, String)> {
        let Some(chunk) = self.chunks.next() else {
            let fault = self.fault.take().unwrap_or_else(|| file.cut());
            return Err((
                fault.code,
                fault.offset.unwrap_or(0),
                format!("has no further chunk ({})", fault.message),
            ));
        };
        if chunk.first != first {
            return Err((Code::CorruptFrame, chunk.address, "lacks a chunk".to_owned()));
        }
        content(file, &chunk, self.rows, size, &self.filters)
            .map_err(|(code, what)| (code, chunk.address, what.to_owned()))
    }
}

/// Returns the `rows` values of a chunk, of `size` bytes each.
pub fn content(
    file: File<'_>,
    chunk: &Chunk,
    rows: u64,
    size: usize,
    filters: &[Filter],
) -> Result<Vec<u8>, (Code, &'static str)> {
    let stored =
        file.part(chunk.address, chunk.bytes).map_err(|error| (error.code, "has a chunk that ends early"))?;
    let content = Filter::undo(filters, chunk.omitted, stored, rows as usize * size);
    content.ok_or((Code::CorruptFrame, "has a damaged chunk"))
}
