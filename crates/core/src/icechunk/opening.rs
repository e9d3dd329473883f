//! Reads a file sequentially: its header, then its content, which is decompressed while it arrives.

use super::content::{Content, Frame};
use super::file::MetadataFile;
use super::header::{Compression, HEADER_BYTES, Header};
use crate::random_access::{RandomAccess, Wanted, drive};
use crate::zstd::{Decode as _, Decoder};
use crate::{Code, Error, Finding, Findings, Severity};

/// Maximum size of the content in bytes. A million references take about 76 MB.
pub const MAX_CONTENT: usize = 1 << 30;
/// Number of bytes of content reserved for each byte of the file; the buffer grows if more are decoded.
const RESERVED_RATIO: u64 = 64;
/// Number of bytes decoded at a time.
const STEP: usize = 1 << 17;
/// Maximum number of bytes after the content; a file with more is not read to its end.
const MAX_TRAILING: u64 = 1 << 26;
/// Maximum size of a zstd frame's header in bytes.
const FRAME_HEADER: usize = 18;

const COPY_AGAIN: &str = "copy the file again";

/// Reads the metadata file with these bytes.
///
/// # Errors
/// `UnknownFormat`, `Truncated` and others if nothing can be read. [`MetadataFile::summary`] lists all other damage.
pub fn open_bytes(bytes: &[u8]) -> Result<MetadataFile, Error> {
    let mut reader = MetadataReader::new(bytes.len() as u64);
    drive(&mut reader, &[bytes], STEP)?;
    reader.finish()
}

/// A metadata file while its bytes arrive.
pub struct MetadataReader {
    /// Size of the file in bytes, if known before it is read.
    size: u64,
    /// Number of bytes read.
    read: u64,
    /// The header's bytes and the first ones of the content, until there are enough.
    head: Vec<u8>,
    state: State,
    content: Vec<u8>,
    findings: Findings,
}

enum State {
    Head,
    Stored(Header),
    Frame(Header, Box<Decoder>, Frame),
    /// The frame has ended; the bytes after it are excess.
    FrameDone(Header, Frame, u64),
    Read(Header, Option<Frame>),
    /// The file could not be read.
    Failed(Error),
}

impl MetadataReader {
    /// Opens a file of `size` bytes, which bounds allocations; 0 if the size is unknown.
    pub fn new(size: u64) -> Self {
        Self {
            size,
            read: 0,
            head: Vec::new(),
            state: State::Head,
            content: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// Returns the file after all wanted bytes were pushed.
    ///
    /// # Errors
    /// The error that made the file unreadable.
    pub fn finish(self) -> Result<MetadataFile, Error> {
        let Self { read, state, content, findings, .. } = self;
        match state {
            State::Read(header, frame) => {
                Ok(MetadataFile::new(header, Content { file_bytes: read, frame, bytes: content, findings }))
            }
            State::Failed(error) => Err(error),
            _ => Err(Error::new(Code::Truncated, "the file was not read to its end", "read it again")),
        }
    }

    /// Returns the error after which no more bytes are of use, so that the caller stops reading.
    fn failure(&self) -> Result<(), Error> {
        match &self.state {
            State::Failed(error) => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// The header is there with the beginning of the content.
    fn begin(&mut self) {
        let header = match Header::parse(&self.head) {
            Ok(header) => header,
            Err(error) => return self.state = State::Failed(error),
        };
        let body = self.head.split_off(HEADER_BYTES);
        self.state = match header.compression {
            Compression::None => State::Stored(header),
            Compression::Zstd => match zstd_frame(&body) {
                Err(error) => State::Failed(moved(error)),
                Ok(frame) => {
                    let declared = frame.content_bytes.unwrap_or(0);
                    if declared > MAX_CONTENT as u64 {
                        return self.state = State::Failed(too_large(declared));
                    }
                    let reserved = declared.min(self.size.saturating_mul(RESERVED_RATIO)) as usize;
                    self.content.reserve_exact(reserved);
                    State::Frame(header, Box::default(), frame)
                }
            },
        };
        self.take(&body);
    }

    /// Reserves memory for `room` more bytes of content. For a frame without a declared size, the rest is estimated
    /// from the compression of the part read so far: doubling would take up to three times the content.
    fn make_room(&mut self, room: usize) {
        let needed = self.content.len() + room;
        if needed <= self.content.capacity() {
            return;
        }
        let content = self.content.len() as u128;
        let estimate = content * u128::from(self.size.max(self.read)) / u128::from(self.read.max(1));
        let likely = usize::try_from(estimate + estimate / 16).unwrap_or(MAX_CONTENT).min(MAX_CONTENT);
        self.content.reserve_exact(needed.max(likely).max(STEP * 8) - self.content.len());
    }

    fn take(&mut self, mut bytes: &[u8]) {
        loop {
            match std::mem::replace(&mut self.state, State::Head) {
                State::Stored(header) => {
                    self.content.extend_from_slice(bytes);
                    self.state = if self.content.len() > MAX_CONTENT {
                        State::Failed(too_large(self.content.len() as u64))
                    } else {
                        State::Stored(header)
                    };
                    return;
                }
                State::Frame(header, mut decoder, frame) => {
                    let declared = frame.content_bytes.map_or(MAX_CONTENT, |declared| declared as usize);
                    let from = self.content.len();
                    // One byte more than declared, to detect a wrong declaration.
                    let room = (declared + 1 - from.min(declared)).min(STEP);
                    self.make_room(room);
                    self.content.resize(from + room, 0);
                    let step = decoder.decode(bytes, &mut self.content[from..]);
                    let written = step.as_ref().map_or(0, |step| step.written);
                    self.content.truncate(from + written);
                    let step = match step {
                        Ok(step) => step,
                        Err(error) => return self.state = State::Failed(moved(error)),
                    };
                    bytes = &bytes[step.read..];
                    if self.content.len() > declared {
                        return self.state = State::Failed(match frame.content_bytes {
                            Some(declared) => longer_than_declared(declared),
                            None => too_large(self.content.len() as u64),
                        });
                    }
                    if step.frame_done {
                        self.state = State::FrameDone(header, frame, 0);
                    } else {
                        self.state = State::Frame(header, decoder, frame);
                        if bytes.is_empty() && step.written < room {
                            return;
                        }
                    }
                }
                State::FrameDone(header, frame, trailing) => {
                    let trailing = trailing + bytes.len() as u64;
                    self.state = if trailing > MAX_TRAILING {
                        State::Failed(too_many_trailing(self.read.saturating_sub(trailing)))
                    } else {
                        State::FrameDone(header, frame, trailing)
                    };
                    return;
                }
                other => return self.state = other,
            }
        }
    }
}

impl RandomAccess for MetadataReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        let is_read = matches!(self.state, State::Read(..) | State::Failed(_));
        (!is_read).then_some(Wanted::of_file(0, u64::MAX))
    }

    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        if matches!(self.state, State::Head) {
            self.head.extend_from_slice(bytes);
            if self.head.len() >= HEADER_BYTES + FRAME_HEADER {
                self.begin();
            }
        } else {
            self.take(bytes);
        }
        self.failure()
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        if matches!(self.state, State::Head) {
            self.begin();
        }
        self.state = match std::mem::replace(&mut self.state, State::Head) {
            State::Stored(header) => State::Read(header, None),
            State::FrameDone(header, frame, trailing) => {
                if trailing > 0 {
                    self.findings.push(Finding {
                        code: Code::TrailingBytes,
                        severity: Severity::Warning,
                        offset: Some(self.read.saturating_sub(trailing)),
                        length: trailing,
                        message: format!("{trailing} bytes follow the content"),
                        remedy: Some(COPY_AGAIN.to_owned()),
                    });
                }
                State::Read(header, Some(frame))
            }
            State::Frame(..) => State::Failed(Error::at(
                Code::Truncated,
                self.read,
                format!("the file ends in its zstd frame, after {} bytes of content", self.content.len()),
                COPY_AGAIN,
            )),
            State::Head => {
                State::Failed(Error::new(Code::Truncated, "the file ends in its header", COPY_AGAIN))
            }
            other => other,
        };
        self.failure()
    }
}

/// The header of the frame at the start of `bytes`.
fn zstd_frame(bytes: &[u8]) -> Result<Frame, Error> {
    crate::zstd::data_header(bytes)?.map_or_else(
        || Err(Error::at(Code::Truncated, 0, "the file ends in its zstd frame's header", COPY_AGAIN)),
        |header| {
            Ok(Frame {
                content_bytes: header.content_size,
                window_bytes: header.window_size,
                checksum: header.checksum,
            })
        },
    )
}

/// An error of the frame, with its place in the file.
fn moved(mut error: Error) -> Error {
    error.offset = error.offset.map(|offset| offset + HEADER_BYTES as u64);
    error
}

fn too_large(bytes: u64) -> Error {
    let message = format!("the content has {bytes} bytes, more than the limit of {MAX_CONTENT}");
    Error::at(
        Code::Inflation,
        HEADER_BYTES as u64,
        message,
        "check the source of the file: no repository has such a file",
    )
}

fn too_many_trailing(offset: u64) -> Error {
    let message = format!("more than {MAX_TRAILING} bytes follow the content");
    Error::at(Code::TrailingBytes, offset, message, COPY_AGAIN)
}

fn longer_than_declared(declared: u64) -> Error {
    let message = format!("the zstd frame has more content than its header states, {declared} bytes");
    Error::at(Code::Inflation, HEADER_BYTES as u64, message, COPY_AGAIN)
}
