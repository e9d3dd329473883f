//! Search for the beginning of a frame at any position, in chunks of any size.

use super::frames::{FIND_OVERLAP, find_frame};

/// Searches for the first position in a file at which a frame with content can begin: see [`find_frame`].
#[derive(Debug, Default)]
pub struct FrameSearch {
    search: ChunkSearch,
    /// Number of bytes so far.
    passed: u64,
}

impl FrameSearch {
    /// Continues with the next bytes. Returns the number of bytes before the first frame; `None` while none is found.
    pub fn push(&mut self, bytes: &[u8]) -> Option<u64> {
        let chunk_at = self.passed;
        self.passed += bytes.len() as u64;
        self.search.push(bytes).map(|found| found.offset(chunk_at))
    }
}

/// The last bytes examined: the beginning of a frame may be split over two chunks.
#[derive(Debug, Default)]
pub(super) struct ChunkSearch {
    kept: Vec<u8>,
}

/// Position of a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// In earlier bytes: these, from its beginning.
    Before(Vec<u8>),
    /// In the chunk, after this number of bytes.
    At(usize),
}

impl Found {
    /// The frame's offset, for a chunk at offset `chunk_at`.
    pub fn offset(&self, chunk_at: u64) -> u64 {
        match self {
            Self::Before(begun) => chunk_at - begun.len() as u64,
            Self::At(at) => chunk_at + *at as u64,
        }
    }
}

impl ChunkSearch {
    /// Searches the next bytes. Bytes before a found frame are dropped.
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

    /// Ends the input: returns the last bytes, from the beginning of a possible frame.
    pub fn finish(self) -> Option<Vec<u8>> {
        find_frame(&self.kept).map(|at| self.kept[at..].to_vec())
    }
}

/// The first position in `bytes` that looks like a frame and is followed by enough bytes to exclude chance.
fn find_judged(bytes: &[u8]) -> Option<usize> {
    find_frame(bytes).filter(|at| bytes.len() - at > FIND_OVERLAP)
}
