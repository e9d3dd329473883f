//! gzip (RFC 1952): one member, inflated while it is read, up to a limit.

use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use crate::checksum::Running;
use crate::signatures::GZIP_MAGIC;
use crate::{Code, Error, Findings};

/// Bytes of the message at most. A block of a hundred million values takes some 100 MB.
const MOST: usize = 256 << 20;
/// Bytes that any file may inflate to, and how many for each compressed one beyond those: values that differ in little
/// more than a number shrink to a thirtieth.
const MOST_OF_ANY: usize = 16 << 20;
const MOST_FOLD: usize = 64;
/// Number of bytes inflated at a time.
const STEP: usize = 32 << 10;
/// Bytes of a header without optional fields.
const HEADER: usize = 10;
/// Bytes after the compressed ones: checksum and length.
const TRAILER: usize = 8;
/// Number of bytes needed to recognise a message.
const BEGINNING: usize = 256;

const COPY_AGAIN: &str = "copy the file again, or write it again from the index-header";

/// The content of a gzip file; only the next part is in memory.
pub struct Inflater<'a> {
    /// The remaining compressed bytes, their position in the file, and the total number.
    rest: &'a [u8],
    from: usize,
    length: usize,
    trailer: &'a [u8],
    state: Box<InflateState>,
    /// Inflated bytes; those from `start` on are not taken yet.
    held: Vec<u8>,
    start: usize,
    /// Bytes that were inflated.
    inflated: usize,
    checksum: Running,
    /// How it ended.
    end: Option<Result<(), Error>>,
}

impl<'a> Inflater<'a> {
    /// # Errors
    /// `CorruptFrame` if `bytes` do not begin as a gzip file does.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let from = deflated_from(bytes)
            .ok_or_else(|| Error::at(Code::CorruptFrame, 0, "gzip: this is not a gzip header", COPY_AGAIN))?;
        let to = bytes.len().saturating_sub(TRAILER).max(from);
        Ok(Self {
            rest: &bytes[from..to],
            from,
            length: to - from,
            trailer: &bytes[to..],
            state: InflateState::new_boxed(DataFormat::Raw),
            held: Vec::new(),
            start: 0,
            inflated: 0,
            checksum: Running::crc32(),
            end: None,
        })
    }

    /// Number of compressed bytes.
    pub fn deflated(&self) -> usize {
        self.length
    }

    /// Number of bytes taken.
    pub fn at(&self) -> usize {
        self.inflated - (self.held.len() - self.start)
    }

    /// The next `n` bytes, or all that are left.
    pub fn peek(&mut self, n: usize) -> &[u8] {
        while self.held.len() - self.start < n && self.end.is_none() {
            self.inflate();
        }
        let left = &self.held[self.start..];
        &left[..n.min(left.len())]
    }

    /// Takes the next `n` bytes, or all that are left.
    pub fn skip(&mut self, mut n: usize) {
        loop {
            let left = self.held.len() - self.start;
            self.start += n.min(left);
            n -= n.min(left);
            if n == 0 || self.end.is_some() {
                return;
            }
            self.inflate();
        }
    }

    fn inflate(&mut self) {
        self.held.drain(..self.start);
        self.start = 0;
        let before = self.held.len();
        self.held.resize(before + STEP, 0);
        let result = inflate(&mut self.state, self.rest, &mut self.held[before..], MZFlush::None);
        self.rest = &self.rest[result.bytes_consumed..];
        self.held.truncate(before + result.bytes_written);
        self.checksum.update(&self.held[before..]);
        self.inflated += result.bytes_written;
        let failed = |code, what: &str| {
            let message =
                format!("gzip: the compressed bytes {what}, after {} bytes of content", self.inflated);
            Some(Err(Error::at(code, self.from as u64, message, COPY_AGAIN)))
        };
        let most = MOST_OF_ANY.max(self.length.saturating_mul(MOST_FOLD)).min(MOST);
        let has_moved = result.bytes_consumed + result.bytes_written > 0;
        self.end = match result.status {
            _ if self.inflated > most => {
                let message = format!("gzip: {} bytes inflate to more than {most}", self.length);
                let remedy = "name the index-header instead: no index-header has such a sample";
                Some(Err(Error::at(Code::Inflation, self.from as u64, message, remedy)))
            }
            Ok(MZStatus::StreamEnd) => Some(Ok(())),
            Ok(_) | Err(MZError::Buf) if has_moved => None,
            Ok(_) | Err(MZError::Buf) => failed(Code::Truncated, "end too early"),
            Err(_) => failed(Code::CorruptFrame, "are damaged"),
        };
    }

    /// Inflates the rest, and records a wrong checksum or length. Returns the total number of bytes.
    ///
    /// # Errors
    /// `CorruptFrame`, `Truncated`, `Inflation`.
    pub fn finish(mut self, findings: &mut Findings) -> (usize, Result<(), Error>) {
        self.skip(usize::MAX);
        let Self { rest, end, inflated, checksum, trailer, from, length, .. } = self;
        if let Some(Err(error)) = end {
            return (inflated, Err(error));
        }
        let at = (from + length) as u64;
        if !rest.is_empty() {
            let message = || format!("gzip: {} bytes stand between the content and its checksum", rest.len());
            findings.error(Code::TrailingBytes, at - rest.len() as u64, message, COPY_AGAIN);
        }
        let stored = |at: usize| trailer.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
        let computed = checksum.finish();
        if stored(0) != Some(computed) {
            let message = || {
                format!(
                    "gzip: the checksum of the content is {computed:08x}, but the file states another one"
                )
            };
            findings.error(Code::Checksum, at, message, COPY_AGAIN);
        } else if stored(4) != Some(inflated as u32) {
            let message =
                || format!("gzip: the content has {inflated} bytes, the file states another length");
            findings.error(Code::Checksum, at + 4, message, COPY_AGAIN);
        }
        (inflated, Ok(()))
    }
}

/// The first bytes of the content of a file that begins with `head`.
pub fn beginning(head: &[u8]) -> Option<Vec<u8>> {
    let from = deflated_from(head)?;
    let mut message = vec![0; BEGINNING];
    let flags =
        inflate_flags::TINFL_FLAG_HAS_MORE_INPUT | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, made) = decompress(&mut DecompressorOxide::new(), &head[from..], &mut message, 0, flags);
    message.truncate(made);
    ((status as i32) >= 0).then_some(message)
}

/// The position of the compressed bytes, after the header and its optional fields.
fn deflated_from(bytes: &[u8]) -> Option<usize> {
    let header = bytes.get(..HEADER)?;
    if !header.starts_with(GZIP_MAGIC) || header[2] != 8 {
        return None;
    }
    let flags = header[3];
    let mut from = HEADER;
    let pass_text = |from: usize| Some(from + bytes.get(from..)?.iter().position(|byte| *byte == 0)? + 1);
    if flags & 4 != 0 {
        let length = bytes.get(from..from + 2)?;
        from += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    if flags & 8 != 0 {
        from = pass_text(from)?;
    }
    if flags & 16 != 0 {
        from = pass_text(from)?;
    }
    if flags & 2 != 0 {
        from += 2;
    }
    (from <= bytes.len()).then_some(from)
}
