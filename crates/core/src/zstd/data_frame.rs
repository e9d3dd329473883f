//! How far a data frame was read.

use crate::{Code, Error};

/// Bytes of content up to which a frame may inflate from however few.
const INFLATION_FREE: u64 = 1 << 30;

/// A frame of more content than [`INFLATION_FREE`] that has more than this many bytes of content for each of its own
/// is taken for a bomb: repetitions of tags reach about 10,000, and only endless runs of one byte reach 30,000.
const INFLATION_LIMIT: u64 = 16_384;

/// The data frame being read.
pub(super) struct DataFrame {
    /// Where it begins in the file.
    pub offset: u64,
    pub content: Content,
    /// Bytes of it that were decoded.
    read: u64,
    /// Bytes of content that they had.
    written: u64,
}

/// What becomes of a frame's content.
#[derive(PartialEq, Eq)]
pub(super) enum Content {
    Decoded,
    Complete,
    /// The content is of no use: the rest is passed over. Where the blocks are as they say, nothing in
    /// them is taken for a frame, as files within a file are.
    Passed,
    /// The blocks can't be trusted.
    Corrupt,
}

impl DataFrame {
    /// A frame that begins at byte `offset` of the file.
    pub fn at(offset: u64) -> Self {
        Self { offset, content: Content::Decoded, read: 0, written: 0 }
    }

    /// Bytes of it were decoded to bytes of content.
    pub fn add(&mut self, read: usize, written: usize) {
        self.read += read as u64;
        self.written += written as u64;
    }

    /// Whether its content can be no recording's: see [`INFLATION_LIMIT`].
    ///
    /// # Errors
    /// `Inflation`, with its offset.
    pub fn check_inflation(&self) -> Result<(), Error> {
        if self.written <= INFLATION_FREE || self.written / INFLATION_LIMIT <= self.read {
            return Ok(());
        }
        let message = format!(
            "this zstd frame inflates more than {INFLATION_LIMIT}-fold, which no recording does, \
             so the rest of it was not decoded"
        );
        let remedy = "use what was read before, or decompress it with `zstd -d` if you trust it";
        Err(Error::at(Code::Inflation, self.offset, message, remedy))
    }
}
