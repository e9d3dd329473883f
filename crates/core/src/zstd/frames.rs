//! Finds frames from their headers alone. Never decodes, never copies a block.

use super::errors::moved;
use super::header::{self, Block, FrameKind, LONGEST_HEADER, MAGIC, MAX_BLOCK, Parsed};
use crate::{Code, Error};

/// Position of a frame, and its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader {
    /// Byte offset of the frame in the input.
    pub offset: u64,
    /// Data or skippable, with the fields of the header.
    pub kind: FrameKind,
    bytes: [u8; LONGEST_HEADER],
    length: usize,
}

impl FrameHeader {
    /// The header in the input, including the magic number: a decoder needs it before the following
    /// [`FramePart::Body`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// A frame from its first byte to its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Byte offset of the frame in the input.
    pub offset: u64,
    /// Bytes of the frame in the input, header and checksum included.
    pub length: u64,
    /// Data or skippable, with the header's fields.
    pub kind: FrameKind,
}

/// The next part of the input. A frame is one `Start`, any number of `Body`, one `End`; the bytes of the `Start` and of
/// the `Body` parts together are the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FramePart<'a> {
    /// A frame's header is complete.
    Start(FrameHeader),
    /// Bytes of the current frame after its header: one block at a time with its header (empty blocks are added to the
    /// next one). For a skippable frame, its payload.
    Body(&'a [u8]),
    /// The current frame is complete.
    End(Frame),
}

/// Number of bytes searched backwards for a frame swallowed by damaged blocks: two of the longest.
pub(super) const SWALLOWED: u64 = 2 * (Block::HEADER as u64 + MAX_BLOCK);

/// Bytes of the checksum that ends a frame.
const CHECKSUM: u64 = 4;

/// Splits a stream of bytes at its frames. State is bounded: a header, some counts.
///
/// ```
/// use tagview_core::zstd::{FrameScanner, FramePart};
/// # fn main() -> Result<(), tagview_core::Error> {
/// // A skippable frame of 2 bytes, in two chunks.
/// let chunks: [&[u8]; 2] = [b"\x50\x2A\x4D\x18\x02", b"\0\0\0hi"];
/// let mut scanner = FrameScanner::new();
/// let mut payload = Vec::new();
/// for mut chunk in chunks {
///     while let Some(part) = scanner.next(&mut chunk)? {
///         if let FramePart::Body(bytes) = part {
///             payload.extend_from_slice(bytes);
///         }
///     }
/// }
/// scanner.finish()?;
/// assert_eq!(payload, b"hi");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct FrameScanner {
    offset: u64,
    start: u64,
    /// The incomplete header: a frame's while `kind` is `None`, otherwise a block's.
    header: [u8; LONGEST_HEADER],
    gathered: usize,
    kind: Option<FrameKind>,
    /// Bytes up to the next header, or up to the end of the frame if `last` is set.
    left: u64,
    last: bool,
    /// See [`FrameScanner::border`].
    proven: u64,
    /// Offset of the current block, or of the frame before its first block.
    block: u64,
    /// Whether the current block is compressed.
    compressed: bool,
    failed: Option<Error>,
}

impl Default for FrameScanner {
    fn default() -> Self {
        Self::new()
    }
}

impl FrameScanner {
    /// A scanner at the start of the input.
    pub fn new() -> Self {
        Self::at(0)
    }

    /// A scanner at byte `offset` of the input, where a frame starts.
    pub fn at(offset: u64) -> Self {
        Self {
            offset,
            start: offset,
            header: [0; LONGEST_HEADER],
            gathered: 0,
            kind: None,
            left: 0,
            last: false,
            proven: offset,
            block: offset,
            compressed: false,
            failed: None,
        }
    }

    /// Byte offset of the next byte the scanner expects.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the next part that begins in `input`, which is advanced past the bytes read. `None` if all of it was
    /// read; then call again with the next bytes.
    ///
    /// # Errors
    /// With the offset in the input: `UnknownFormat` if the input does not begin with a frame, `TrailingBytes` if a
    /// later frame should begin, `CorruptFrame` for an invalid header. Bytes up to and including an invalid block
    /// header are returned as [`FramePart::Body`] before. The error persists; continue with [`find_frame`] and
    /// [`FrameScanner::at`].
    pub fn next<'a>(&mut self, input: &mut &'a [u8]) -> Result<Option<FramePart<'a>>, Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let Some(kind) = self.kind else {
            return self.frame_header(input).inspect_err(|error| self.failed = Some(error.clone()));
        };
        let body = self.body(kind, input);
        if !body.is_empty() {
            return Ok(Some(FramePart::Body(body)));
        }
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if self.left > 0 || !self.last {
            return Ok(None);
        }
        let frame = Frame { offset: self.start, length: self.offset - self.start, kind };
        if self.compressed || matches!(kind, FrameKind::Skippable { .. }) {
            self.proven = self.offset;
        }
        self.start = self.offset;
        self.kind = None;
        Ok(Some(FramePart::End(frame)))
    }

    fn frame_header<'a>(&mut self, input: &mut &'a [u8]) -> Result<Option<FramePart<'a>>, Error> {
        loop {
            let given = &self.header[..self.gathered];
            if !header::may_be_magic(given) {
                return Err(not_a_frame(self.start, given));
            }
            match header::parse(given).map_err(|error| moved(error, self.start))? {
                Parsed::Needs(needs) => {
                    if input.is_empty() {
                        return Ok(None);
                    }
                    self.gather(input, needs);
                }
                Parsed::Done(kind, length) => {
                    self.gathered = 0;
                    self.kind = Some(kind);
                    (self.proven, self.block, self.compressed) = (self.start + 1, self.start, false);
                    (self.left, self.last) = match kind {
                        FrameKind::Data(_) => (0, false),
                        FrameKind::Skippable { length, .. } => (u64::from(length), true),
                    };
                    let start = FrameHeader { offset: self.start, kind, bytes: self.header, length };
                    return Ok(Some(FramePart::Start(start)));
                }
            }
        }
    }

    /// Takes bytes of `input` until a header of `needs` bytes is complete.
    fn gather(&mut self, input: &mut &[u8], needs: usize) {
        let space = &mut self.header[self.gathered..needs];
        let (taken, rest) = input.split_at(space.len().min(input.len()));
        space[..taken.len()].copy_from_slice(taken);
        self.gathered += taken.len();
        self.offset += taken.len() as u64;
        *input = rest;
    }

    /// Advances to the end of a block of the current frame, or of `input`.
    fn body<'a>(&mut self, kind: FrameKind, input: &mut &'a [u8]) -> &'a [u8] {
        let whole = *input;
        while !input.is_empty() && self.failed.is_none() {
            if self.left > 0 {
                let step = input.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
                self.skip(step as u64);
                *input = &input[step..];
                break;
            }
            let FrameKind::Data(data) = kind else { break };
            if self.last {
                break;
            }
            if self.gathered == 0 && self.compressed {
                self.proven = self.offset;
            }
            self.gather(input, Block::HEADER);
            if self.gathered < Block::HEADER {
                break;
            }
            self.gathered = 0;
            self.block = self.offset - Block::HEADER as u64;
            match Block::parse([self.header[0], self.header[1], self.header[2]], data.largest_block()) {
                Ok(block) => {
                    let checksum = if block.last && data.checksum { CHECKSUM } else { 0 };
                    self.left = block.length as u64 + checksum;
                    self.last = block.last;
                    self.compressed = block.compressed;
                }
                Err(error) => self.failed = Some(moved(error, self.block)),
            }
        }
        &whole[..whole.len() - input.len()]
    }

    /// Byte offset of the current frame, or of the next one.
    pub fn frame(&self) -> u64 {
        self.start
    }

    /// Offset of the end of the current frame, if its headers determine it.
    pub(super) fn frame_end(&self) -> Option<u64> {
        (self.kind.is_some() && self.last).then(|| self.offset + self.left)
    }

    /// Converts a decoder's error about the current frame to an offset in the input. The number of bytes read from a
    /// damaged block depends on the chunks, so the offset is that of the block.
    pub(super) fn placed(&self, error: Error) -> Error {
        let offset = match error.code {
            Code::CorruptFrame => self.block,
            Code::Checksum => self.frame_end().map_or(self.start, |end| end - CHECKSUM),
            _ => self.start + error.offset.unwrap_or(0),
        };
        Error { offset: Some(offset), ..error }
    }

    /// Offset from which another frame may have begun unnoticed, if later blocks are damaged and all compressed ones
    /// were decoded. A compressed block proves its end, and the data before it. A stored block may claim the bytes of
    /// another frame, and so may bytes mistaken for a block. Never decreases.
    pub fn border(&self) -> u64 {
        match self.kind {
            Some(FrameKind::Skippable { .. }) => self.offset,
            _ => self.proven.max(self.offset.saturating_sub(SWALLOWED)),
        }
    }

    /// Number of bytes without a header: from [`FrameScanner::offset`] to the next block header or the end of the
    /// frame. A reader that can seek need not read them, see [`FrameScanner::skip`].
    pub fn body_left(&self) -> u64 {
        self.left
    }

    /// Skips `count` bytes of the input, at most [`FrameScanner::body_left`], as if they had been read; returns the
    /// number of bytes skipped.
    pub fn skip(&mut self, count: u64) -> u64 {
        let count = count.min(self.left);
        self.left -= count;
        self.offset += count;
        count
    }

    /// Ends the input. An empty input is not an error.
    ///
    /// # Errors
    /// `Truncated` in the middle of a frame, with the offset of the input's end; an earlier error of
    /// [`FrameScanner::next`].
    pub fn finish(&self) -> Result<(), Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let complete = match self.kind {
            None => self.gathered == 0,
            Some(_) => self.left == 0 && self.last,
        };
        if complete {
            return Ok(());
        }
        Err(Error::at(
            Code::Truncated,
            self.offset,
            format!("the file ends in the middle of the zstd frame that begins at byte {}", self.start),
            "fetch the rest of it, or use what was read before",
        ))
    }
}

fn not_a_frame(offset: u64, found: &[u8]) -> Error {
    // Up to the first wrong byte, so that the result does not depend on chunks.
    let sound = (0..found.len()).take_while(|end| header::may_be_magic(&found[..*end])).count();
    let found: Vec<_> = found[..sound].iter().map(|byte| format!("{byte:02x}")).collect();
    let found = found.join(" ");
    if offset == 0 {
        let message = format!("this is not a zstd file: it begins with {found}, not with 28 b5 2f fd");
        return Error::at(Code::UnknownFormat, offset, message, "choose a .zst file");
    }
    Error::at(
        Code::TrailingBytes,
        offset,
        format!("expected a zstd frame here, found {found}"),
        "fetch the file again, or remove the bytes that do not belong to it",
    )
}

/// Overlap in bytes of successive slices for [`find_frame`], so that every position is judged by a frame's header and
/// its first block's.
pub const FIND_OVERLAP: usize = LONGEST_HEADER + Block::HEADER - 1;

/// Returns the first position in `bytes` at which a data frame can begin: magic number, a valid header and a valid
/// first block header, up to the end of `bytes`. Used to continue after damage. Skippable frames are not searched: four
/// random bytes that look like one would hide up to 4 GiB.
pub fn find_frame(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        let at = from + rest.windows(MAGIC.len()).position(|window| window == MAGIC)?;
        if plausible(&bytes[at..]) {
            return Some(at);
        }
        from = at + 1;
    }
}

fn plausible(bytes: &[u8]) -> bool {
    match header::parse(bytes) {
        Ok(Parsed::Needs(_)) => true,
        Ok(Parsed::Done(FrameKind::Data(data), length)) => {
            let block =
                bytes[length..].first_chunk().map(|header| Block::parse(*header, data.largest_block()));
            data.check_demands().is_ok() && block.is_none_or(|block| block.is_ok())
        }
        Ok(Parsed::Done(FrameKind::Skippable { .. }, _)) | Err(_) => false,
    }
}
