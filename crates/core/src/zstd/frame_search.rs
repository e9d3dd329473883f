//! What looks like the beginning of a frame, anywhere in a file.

use super::frames::{FIND_OVERLAP, find_frame};

/// Looks for the first place where a frame with content can begin, in bytes that come in chunks of any size: see
/// [`find_frame`].
#[derive(Debug, Default)]
pub struct FrameSearch {
    /// The last bytes, among which a frame may have begun, and the chunk under way.
    seam: Vec<u8>,
    /// How many bytes came before these.
    passed: u64,
}

impl FrameSearch {
    /// Continues with the next bytes. Answers how many bytes lie before the first frame; `None` as long as none was
    /// found.
    pub fn push(&mut self, bytes: &[u8]) -> Option<u64> {
        self.seam.extend_from_slice(bytes);
        let found = find_frame(&self.seam).filter(|at| self.seam.len() - at > FIND_OVERLAP);
        if let Some(at) = found {
            return Some(self.passed + at as u64);
        }
        let gone = self.seam.len().saturating_sub(FIND_OVERLAP);
        self.seam.drain(..gone);
        self.passed += gone as u64;
        None
    }
}
