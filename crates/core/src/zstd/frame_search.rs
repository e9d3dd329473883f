//! Looking for what can be the beginning of a frame, anywhere in bytes that come in chunks of any size.

use super::frames::{FIND_OVERLAP, find_frame};

/// Looks for the first place in a file where a frame with content can begin: see [`find_frame`].
#[derive(Debug, Default)]
pub struct FrameSearch {
    search: ChunkSearch,
    /// How many bytes came so far.
    passed: u64,
}

impl FrameSearch {
    /// Continues with the next bytes. Answers how many bytes lie before the first frame; `None` as long as none was
    /// found.
    pub fn push(&mut self, bytes: &[u8]) -> Option<u64> {
        let chunk_at = self.passed;
        self.passed += bytes.len() as u64;
        self.search.push(bytes).map(|found| found.offset(chunk_at))
    }
}

/// The last bytes that were looked at: the beginning of a frame may straddle two chunks.
#[derive(Debug, Default)]
pub(super) struct ChunkSearch {
    kept: Vec<u8>,
}

/// Where a frame begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// In bytes that came before: these, from its beginning on.
    Before(Vec<u8>),
    /// In the chunk, behind so many bytes.
    At(usize),
}

impl Found {
    /// The frame's offset, where the chunk is at offset `chunk_at`.
    pub fn offset(&self, chunk_at: u64) -> u64 {
        match self {
            Self::Before(begun) => chunk_at - begun.len() as u64,
            Self::At(at) => chunk_at + *at as u64,
        }
    }
}

impl ChunkSearch {
    /// Looks at the next bytes. Bytes before a frame that was found are forgotten.
    pub fn push(&mut self, bytes: &[u8]) -> Option<Found> {
        let before = self.kept.len();
        self.kept.extend_from_slice(&bytes[..bytes.len().min(FIND_OVERLAP)]);
        if let Some(at) = find_judged(&self.kept)
            && at < before
        {
            let begun = self.kept[at..before].to_vec();
            self.kept.clear();
            return Some(Found::Before(begun));
        }
        if let Some(at) = find_judged(bytes) {
            self.kept.clear();
            return Some(Found::At(at));
        }
        if bytes.len() >= FIND_OVERLAP {
            self.kept.clear();
            self.kept.extend_from_slice(&bytes[bytes.len() - FIND_OVERLAP..]);
        } else {
            self.kept.drain(..self.kept.len().saturating_sub(FIND_OVERLAP));
        }
        None
    }

    /// No more bytes will come: the last ones from the beginning of what may be a frame on.
    pub fn finish(self) -> Option<Vec<u8>> {
        find_frame(&self.kept).map(|at| self.kept[at..].to_vec())
    }
}

/// The first place in `bytes` that looks like a frame and is followed by enough bytes to tell it from chance.
fn find_judged(bytes: &[u8]) -> Option<usize> {
    find_frame(bytes).filter(|at| bytes.len() - at > FIND_OVERLAP)
}
