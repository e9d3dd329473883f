//! Frame and block headers: RFC 8878, sections 3.1.1.1, 3.1.1.2 and 3.1.2.

use super::errors;
use crate::Error;

/// The first four bytes of a data frame.
pub(super) const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// The last three bytes of a skippable frame's magic number; the first is 0x50 to 0x5F.
const SKIPPABLE: [u8; 3] = [0x2A, 0x4D, 0x18];
/// Magic number 4, descriptor 1, window 1, dictionary 4, content size 8.
pub(super) const LONGEST_HEADER: usize = 18;
/// Maximum content of a block, in bytes (RFC 8878, `Block_Maximum_Size`).
pub(super) const MAX_BLOCK: u64 = 1 << 17;
/// Maximum window of a frame, in bytes: the limit of `zstd -d` without `--long`.
pub const MAX_WINDOW: u64 = 1 << 27;

/// The kind of a frame, from its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// A frame with compressed content.
    Data(DataHeader),
    /// A frame that decoders skip.
    Skippable {
        /// 0x184D2A50 to 0x184D2A5F.
        magic: u32,
        /// Bytes of payload, which begins 8 bytes after the start of the frame.
        length: u32,
    },
}

/// The header of a frame with content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataHeader {
    /// Bytes of decoded content, if the header states them.
    pub content_size: Option<u64>,
    /// Bytes of decoded content that a decoder must keep.
    pub window_size: u64,
    /// The frame ends with four bytes of checksum.
    pub checksum: bool,
    /// The dictionary required to decode the frame.
    pub dict_id: Option<u32>,
}

impl DataHeader {
    /// Maximum bytes of a block of this frame, compressed or not.
    pub(super) fn largest_block(&self) -> u64 {
        self.window_size.min(MAX_BLOCK)
    }

    /// # Errors
    /// `FrameTooLarge` for a window over [`MAX_WINDOW`] or a dictionary.
    pub(super) fn check_demands(&self) -> Result<(), Error> {
        if self.window_size > MAX_WINDOW {
            return Err(errors::window(0));
        }
        if self.dict_id.is_some() {
            return Err(errors::dictionary(0));
        }
        Ok(())
    }
}

/// Whether a frame can begin with `bytes`, which may be incomplete.
pub(super) fn may_be_magic(bytes: &[u8]) -> bool {
    let given = &bytes[..bytes.len().min(4)];
    match given.split_first() {
        None => true,
        Some((first, rest)) => {
            MAGIC.starts_with(given) || (first & 0xF0 == 0x50 && SKIPPABLE.starts_with(rest))
        }
    }
}

/// Whether a data frame or a skippable frame begins with `bytes` (RFC 8878, section 3.1).
pub fn begins_frame(bytes: &[u8]) -> bool {
    bytes.len() >= MAGIC.len() && may_be_magic(bytes)
}

/// A possibly incomplete frame header.
pub(super) enum Parsed {
    /// More bytes are needed: this many, from the frame's start.
    Needs(usize),
    /// The complete header, and its length in bytes.
    Done(FrameKind, usize),
}

/// Reads the frame header at the start of `bytes`.
///
/// # Errors
/// `CorruptFrame`, with an offset counted from the frame's start.
pub(super) fn parse(bytes: &[u8]) -> Result<Parsed, Error> {
    if !may_be_magic(bytes) {
        return Err(errors::corrupt(0, "no frame begins here"));
    }
    let [m0, m1, m2, m3, descriptor, ..] = *bytes else {
        return Ok(Parsed::Needs(5));
    };
    let magic = [m0, m1, m2, m3];
    if magic != MAGIC {
        let Some(length) = bytes.get(4..8) else {
            return Ok(Parsed::Needs(8));
        };
        let (magic, length) = (u32::from_le_bytes(magic), little_endian(length) as u32);
        return Ok(Parsed::Done(FrameKind::Skippable { magic, length }, 8));
    }
    if descriptor & 0x08 != 0 {
        return Err(errors::corrupt(4, "a reserved bit of its header is set"));
    }
    let single_segment = descriptor & 0x20 != 0;
    let window_length = usize::from(!single_segment);
    let dict_length = match descriptor & 3 {
        3 => 4,
        length => usize::from(length),
    };
    let size_length = match descriptor >> 6 {
        0 => usize::from(single_segment),
        flag => 1 << flag,
    };
    let dict_at = 5 + window_length;
    let size_at = dict_at + dict_length;
    let end = size_at + size_length;
    let Some(header) = bytes.get(..end) else {
        return Ok(Parsed::Needs(end));
    };
    let content_size = match (size_length, little_endian(&header[size_at..])) {
        (0, _) => None,
        // Sizes of two bytes start at 256: smaller ones use one byte.
        (2, size) => Some(size + 256),
        (_, size) => Some(size),
    };
    let window_size = match content_size {
        Some(size) if single_segment => size,
        _ => window(header[5]),
    };
    let dict_id = match little_endian(&header[dict_at..size_at]) {
        0 => None,
        id => Some(id as u32),
    };
    let checksum = descriptor & 0x04 != 0;
    let data = DataHeader { content_size, window_size, checksum, dict_id };
    Ok(Parsed::Done(FrameKind::Data(data), end))
}

/// The header of the frame with content at the start of `bytes`; `None` if it is incomplete.
///
/// # Errors
/// `CorruptFrame`, with an offset from the frame's start, also for a skippable frame.
pub fn data_header(bytes: &[u8]) -> Result<Option<DataHeader>, Error> {
    match parse(bytes)? {
        Parsed::Needs(_) => Ok(None),
        Parsed::Done(FrameKind::Data(header), _) => Ok(Some(header)),
        Parsed::Done(FrameKind::Skippable { .. }, _) => Err(errors::corrupt(0, "it has no content")),
    }
}

/// Bytes of window for a `Window_Descriptor` (RFC 8878, section 3.1.1.1.2).
fn window(descriptor: u8) -> u64 {
    let base = 1_u64 << (10 + (descriptor >> 3));
    base + base / 8 * u64::from(descriptor & 7)
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Maximum bytes of a compressed block without content: one for no literals, one for no sequences.
const EMPTY: u64 = 2;

/// A block's header: three bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The frame has no block after this one.
    pub last: bool,
    /// Whether it is compressed and not empty, so that decoding detects damage.
    pub compressed: bool,
    /// Bytes of the block in the file, without its header.
    pub length: usize,
}

impl Block {
    /// Bytes of a block header.
    pub const HEADER: usize = 3;

    /// Reads a block header of a frame whose blocks hold at most `largest` bytes.
    ///
    /// # Errors
    /// `CorruptFrame` at offset 0.
    pub fn parse(header: [u8; Self::HEADER], largest: u64) -> Result<Self, Error> {
        let bits = little_endian(&header);
        let (last, kind, size) = (bits & 1 != 0, bits >> 1 & 3, bits >> 3);
        if kind == 3 {
            return Err(errors::corrupt(0, "a block has the reserved type 3"));
        }
        if size > largest {
            return Err(errors::corrupt(
                0,
                format_args!("a block has {size} bytes, more than the limit of {largest}"),
            ));
        }
        // For a block of one repeated byte, the size is the count and the body is that byte.
        let length = if kind == 1 { 1 } else { size as usize };
        Ok(Self { last, compressed: kind == 2 && size > EMPTY, length })
    }
}
