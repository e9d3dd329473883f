//! Progress in a data frame.

use crate::{Code, Error};

/// Bytes of content that a frame may inflate to from any number of bytes.
const INFLATION_FREE: u64 = 1 << 30;

/// Maximum ratio of content to a frame's own bytes, beyond [`INFLATION_FREE`]: a larger one is treated as a bomb.
/// Repetitions of tags reach about 10,000; only endless runs of one byte reach 30,000.
const INFLATION_LIMIT: u64 = 16_384;

/// The data frame being read.
pub(super) struct DataFrame {
    /// Its offset in the file.
    pub offset: u64,
    pub content: Content,
    /// Number of its decoded bytes.
    read: u64,
    /// Number of their bytes of content.
    written: u64,
}

/// Treatment of a frame's content.
#[derive(PartialEq, Eq)]
pub(super) enum Content {
    Decoded,
    Complete,
    /// The content is useless: the rest is skipped. If blocks are sound, nothing in them is mistaken for a frame, as
    /// with files inside a file.
    Passed,
    /// The blocks are not reliable.
    Corrupt,
}

impl DataFrame {
    /// Creates the state of a frame at byte `offset` of the file.
    pub fn at(offset: u64) -> Self {
        Self { offset, content: Content::Decoded, read: 0, written: 0 }
    }

    /// Adds bytes and the content they were decoded to.
    pub fn add(&mut self, read: usize, written: usize) {
        self.read += read as u64;
        self.written += written as u64;
    }

    /// Checks that its content can be a recording's: see [`INFLATION_LIMIT`].
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
