//! The bytes of a recording: a file that is read by ranges, a buffer in memory, or a reader of the caller's.

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::import::TailFirst;
use crate::{Code, Error};

/// Number of bytes of a file read at a time.
const CHUNK: usize = 256 << 10;

/// The caller's bytes, which several threads can read at any offset.
pub trait ReadAt: Send + Sync {
    /// Length in bytes.
    fn size(&self) -> u64;

    /// Reads bytes from `offset` on into `buffer`; returns their number, which is 0 at the end only.
    ///
    /// # Errors
    /// If reading fails.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

impl fmt::Debug for dyn ReadAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadAt").field("size", &self.size()).finish()
    }
}

/// Bytes that can be read at any offset.
#[derive(Debug)]
pub(super) enum ByteSource {
    /// A file of `size` bytes. Bytes that were appended after it was opened are not read.
    File { file: File, size: u64 },
    /// All bytes of a recording.
    Memory(Vec<u8>),
    /// Bytes that the caller reads.
    Reader(Box<dyn ReadAt>),
    /// A file with a copy of its end before it: see [`TailFirst`].
    TailFirst { prefix: Vec<u8>, file: Box<ByteSource> },
}

impl ByteSource {
    /// Opens a regular file.
    ///
    /// # Errors
    /// `OpenFailed`.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let failed = |why: String| {
            let message = format!("{} can't be opened ({why})", path.display());
            Error::new(Code::OpenFailed, message, "check the name and the permissions")
        };
        let file = File::open(path).map_err(|error| failed(error.to_string()))?;
        let metadata = file.metadata().map_err(|error| failed(error.to_string()))?;
        if !metadata.is_file() {
            return Err(failed("it is not a regular file".to_owned()));
        }
        Ok(Self::File { file, size: metadata.len() })
    }

    /// Length of the file in bytes, without a copy of its end before it.
    pub fn file_size(&self) -> u64 {
        match self {
            Self::TailFirst { file, .. } => file.size(),
            bytes => bytes.size(),
        }
    }

    /// Length in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::File { size, .. } => *size,
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Reader(reader) => reader.size(),
            Self::TailFirst { prefix, file } => prefix.len() as u64 + file.size(),
        }
    }

    /// Puts a copy of the end before the bytes of a format whose end must be read first; returns other bytes unchanged.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn in_reading_order(self) -> Result<Self, Error> {
        let size = self.size();
        if !TailFirst::applies(&self.read(0, TailFirst::MAGIC_BYTES)?) {
            return Ok(self);
        }
        let last = self.read(size.saturating_sub(TailFirst::LENGTH_BYTES as u64), TailFirst::LENGTH_BYTES)?;
        let Some(length) = TailFirst::length(&last, size) else { return Ok(self) };
        let tail = self.read(size - length, usize::try_from(length).unwrap_or(usize::MAX))?;
        Ok(Self::TailFirst { prefix: TailFirst::prefix(&tail), file: Box::new(self) })
    }

    /// Returns at most `length` bytes from byte `offset` on; fewer where the file ends.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>, Error> {
        let mut read = Vec::new();
        let end = offset.saturating_add(length as u64);
        self.each_chunk(offset, Some(end), &mut |bytes| {
            read.extend_from_slice(bytes);
            ControlFlow::Continue(())
        })?;
        Ok(read)
    }

    /// Calls `take` with the bytes from `from` to `to`, or to the end, in chunks, until it breaks.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn each_chunk(
        &self,
        from: u64,
        to: Option<u64>,
        take: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        if let Self::TailFirst { prefix, file } = self {
            let length = prefix.len() as u64;
            let inside = |at: u64| at.min(length) as usize;
            let first = &prefix[inside(from)..inside(to.unwrap_or(length)).max(inside(from))];
            if !first.is_empty() && take(first).is_break() {
                return Ok(());
            }
            let behind = |at: u64| at.saturating_sub(length);
            return file.each_chunk(behind(from), to.map(behind), take);
        }
        let end = to.unwrap_or(u64::MAX).min(self.size());
        let mut buffer = Vec::new();
        let mut at = from;
        while at < end {
            let wanted = usize::try_from(end - at).unwrap_or(CHUNK).min(CHUNK);
            let bytes = match self {
                // Both are at most the length of a slice.
                Self::Memory(bytes) => &bytes[at as usize..at as usize + wanted],
                Self::File { .. } | Self::Reader(_) | Self::TailFirst { .. } => {
                    buffer.resize(wanted, 0);
                    let length = self.fill(&mut buffer, at).map_err(|error| {
                        let message = format!("reading failed ({error})");
                        Error::at(Code::ReadFailed, at, message, "check the disk or the network")
                    })?;
                    &buffer[..length]
                }
            };
            // The file was cut after it was opened.
            if bytes.is_empty() {
                break;
            }
            at += bytes.len() as u64;
            if take(bytes).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Reads until `buffer` is full or the file ends; returns the number of bytes.
    fn fill(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut length = 0;
        while length < buffer.len() {
            let (at, rest) = (offset + length as u64, &mut buffer[length..]);
            let read = match self {
                Self::File { file, .. } => read_once(file, rest, at),
                Self::Reader(reader) => reader.read_at(at, rest).map(|read| read.min(rest.len())),
                Self::Memory(_) | Self::TailFirst { .. } => Ok(0),
            };
            match read {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(length)
    }
}

#[cfg(unix)]
fn read_once(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_once(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

#[cfg(not(any(unix, windows)))]
fn read_once(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
